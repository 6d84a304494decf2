//! What a position is, what its index is, and what is in a file.
//!
//! This crate holds the games and their rules, notation, indices and the file format. It knows
//! nothing of threads, memory mapping or terminals; the reader works on any bytes, the writer on
//! any [`std::io::Write`].

pub mod combinatorics;
pub mod draughts;
pub mod file;
pub mod go;
mod value;

pub use value::{Value, ValueCounts};
