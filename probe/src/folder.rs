//! Where tables are: files of a folder, or bytes in memory.
//!
//! A set knows its tables by name before it opens any, and a name is all that [`list`] looks at. So to open a
//! set of some hundred tables is to read one folder. What a name stands for shows when the bytes are asked for:
//! a folder with the name of a table is told apart from a file that can't be read. Bytes in memory have names
//! too, those that their files would have, so that all that is said of a table is the same for both.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::bytes::Bytes;
use crate::{FileAccess, FileError, OpenError, ReadAhead};

/// Where the bytes of one table are.
#[derive(Debug)]
pub(crate) enum Source {
    /// In a file, to be read in this way.
    File { path: PathBuf, access: FileAccess, read_ahead: ReadAhead },
    /// In memory, under the name that the file would have.
    Memory { name: PathBuf, bytes: Arc<[u8]> },
}

impl Source {
    /// The file, or the name of the bytes in memory.
    pub(crate) fn path(&self) -> &Path {
        match self {
            Source::File { path, .. } => path,
            Source::Memory { name, .. } => name,
        }
    }

    /// Whether no disk is needed to read them.
    pub(crate) const fn in_memory(&self) -> bool {
        matches!(self, Source::Memory { .. })
    }

    /// All bytes of the table.
    pub(crate) fn bytes(&self) -> Result<Bytes, FileError> {
        let (path, access, read_ahead) = match self {
            Source::Memory { bytes, .. } => return Ok(Bytes::Owned(Arc::clone(bytes))),
            &Source::File { ref path, access, read_ahead } => (path, access, read_ahead),
        };
        let failed = |source| FileError::Io { path: path.clone(), source };
        // Asked before opening: on some systems a folder can't be opened as a file, and a pipe
        // would wait for its writer.
        if !fs::metadata(path).map_err(failed)?.is_file() {
            return Err(FileError::NotAFile { path: path.clone() });
        }
        let file = File::open(path).map_err(failed)?;
        Bytes::of_file(file, access, read_ahead).map_err(failed)
    }
}

/// The names in a folder, sorted, and their paths. Nothing is opened; names that are not
/// Unicode are left out, as no table has one.
pub(crate) fn list(folder: &Path) -> Result<Vec<(String, PathBuf)>, OpenError> {
    let failed = |source| OpenError::Folder { path: folder.to_owned(), source };
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        if let Ok(name) = entry.file_name().into_string() {
            names.push((name, entry.path()));
        }
    }
    names.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(names)
}
