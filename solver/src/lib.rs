//! Makes and checks tables.
mod budget;
mod counted;
pub mod draughts;
pub mod go;
mod progress;
mod tasks;

pub use budget::Bytes;
pub use progress::{Progress, Silent};
