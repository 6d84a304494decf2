//! What can be wrong with the files of a set of tables.
//!
//! These are the errors that have a path. They say what a person can do something about: a file to be moved
//! away, one to be copied or built again, a drive to be looked at. What is wrong in the bytes is the source of
//! such an error, a [`FormatError`], and which position was asked for belongs to the probe, see
//! [`ProbeError`](crate::draughts::ProbeError).
//!
//! A read that failed and a file that is damaged are kept apart: the first may go well the next time, the second
//! not. Opening a set reads names only, so a file shows its fault when it is needed:
//!
//! ```
//! use retrograde_db::file::FormatError;
//! use retrograde_probe::draughts::{ProbeError, Tables};
//! use retrograde_probe::{FileError, OpenError, Options};
//!
//! # let folder = tempfile::tempdir()?;
//! std::fs::write(folder.path().join("0m1k-0m1k.wdl"), "not a table")?;
//! let tables = Tables::open(folder.path(), Options::default())?;
//! let error = tables.probe("W:WK32:BK26".parse()?).unwrap_err();
//! let ProbeError::File(FileError::Damaged { path, source }) = &error else { panic!("{error}") };
//! assert!(path.ends_with("0m1k-0m1k.wdl"));
//! assert!(matches!(source, FormatError::NotATable { .. }));
//!
//! let missing = Tables::open(folder.path().join("tables"), Options::default());
//! assert!(matches!(missing, Err(OpenError::Folder { .. })));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::io;
use std::path::{Path, PathBuf};

use retrograde_db::file::FormatError;
use thiserror::Error;

/// A table file is there, but can't be used.
///
/// The upper layer of errors of files: it has the path, and its source says what is wrong, so whoever
/// shows it to people should print the sources too.
#[derive(Debug, Error)]
pub enum FileError {
    /// The bytes are not the table that the name promises.
    #[error("{} is not the sound table that its name says", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: FormatError,
    },
    /// A folder, or something else without bytes, has the name of a table.
    #[error("{} is not a file: move it away and put the table there", path.display())]
    NotAFile {
        /// Its path.
        path: PathBuf,
    },
    /// A compact table answers for the reverse of its slice too, and that has a table beside it.
    #[error(
        "{} is a compact table, and {reverse} is beside it, for which it answers too: move one of the two away",
        path.display()
    )]
    BesideReverse {
        /// The compact table.
        path: PathBuf,
        /// The name of the other one.
        reverse: String,
    },
    /// The file can't be read.
    #[error("{} can't be read", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl FileError {
    /// The error for what is wrong with a file: a read that failed says nothing about its bytes.
    pub(crate) fn of_format(path: &Path, source: FormatError) -> FileError {
        let path = path.to_owned();
        match source {
            FormatError::Read { kind, .. } => FileError::Io { path, source: io::Error::new(kind, source) },
            source => FileError::Damaged { path, source },
        }
    }
}

/// A set of tables can't be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The folder can't be listed: it is not there, is no folder, or is closed to this user.
    #[error("{} can't be opened as a folder of tables", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A table that was to be loaded at once can't be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// Bytes in memory came with a name that is not one of a table.
    #[error("{name:?} is not the name of a table: expected one such as 2m1k-1m0k.wdl")]
    NotATableName {
        /// The name.
        name: String,
    },
    /// Bytes in memory came twice with the same name.
    #[error("two tables with the name {name}")]
    SameName {
        /// The name.
        name: String,
    },
}
