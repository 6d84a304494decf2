//! Answers win, draw or loss from tables.
//!
//! A set of tables is a folder of files, one a slice, made by the solver (or bytes in memory, made
//! just now). Opening a set is cheap, tables are opened when they are needed, and one set serves any
//! number of threads.
//!
//! ```no_run
//! use retrograde_db::draughts::Position;
//! use retrograde_probe::Options;
//! use retrograde_probe::draughts::Tables;
//!
//! let tables = Tables::open("tables", Options::default())?;
//! let position: Position = "W:WK15,20:B12,K28".parse()?;
//! println!("{}", tables.probe(position)?);
//! for probed in tables.moves(position)? {
//!     println!("{}\t{}", position.write_move(tables.rules(), &probed.mv), probed.value);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Errors
//!
//! There are two layers. [`draughts::ProbeError`] is what a caller can act on: a table is missing,
//! the position has too many pieces, the question was the wrong one. Below it, [`FileError`] says
//! which file is wrong, and its source, [`retrograde_db::file::FormatError`], what in its bytes.
//!
//! # Features
//!
//! - `mapping` (on by default): files can be mapped into memory, which is the default then. Without it
//!   they are read in pieces, see [`FileAccess`].
//! - `c-interface` (on by default): `c_interface`, functions for C, and the `egdb` layer for checkers
//!   engines.

mod bytes;
#[cfg(feature = "c-interface")]
pub mod c_interface;
mod cache;
mod decoder;
pub mod draughts;
mod error;
mod folder;
mod kept_blocks;
#[cfg(feature = "mapping")]
mod mapping;
mod options;

pub use error::{FileError, OpenError};
pub use options::{FileAccess, Options, ReadAhead};
