//! What can be wrong with the files of a set of tables.

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
