//! Files that are there as a whole or not at all.
//!
//! Whoever finds a table under its name takes it for complete, so no file may have its name before it is. The
//! way there is the usual one, and each step has its reason:
//!
//! 1. A temporary file **beside** the final one: a name can be exchanged in one step only within a file system.
//! 2. Its contents are synced before it is renamed. Else a loss of power could leave the new name on a file
//!    without contents.
//! 3. It is renamed, which replaces an older file in one step.
//! 4. The folder is synced. Else that loss could bring the older file back, or none, after the writer was
//!    told that all is done.
//!
//! A file that is not committed is removed when it is dropped, whether by an error or a panic. Where the
//! program is killed it stays, under a name that no reader takes for a table. Syncing waits for the disk:
//! [`AtomicFile::commit_unsynced`] is for files that can be made anew.
//!
//! ```
//! use std::fs;
//! use std::io::Write;
//!
//! use retrograde_db::file::AtomicFile;
//!
//! # let folder = tempfile::tempdir()?;
//! let path = folder.path().join("numbers");
//! let mut file = AtomicFile::create(&path)?;
//! file.write_all(b"1 2 ")?;
//! assert!(file.partial_path().exists() && !path.exists());
//! file.write_all(b"3")?;
//! file.commit()?;
//! assert_eq!(fs::read(&path)?, b"1 2 3");
//!
//! let mut given_up = AtomicFile::create(&path)?;
//! given_up.write_all(b"4")?;
//! drop(given_up);
//! assert_eq!(fs::read(&path)?, b"1 2 3");
//! assert_eq!(fs::read_dir(folder.path())?.count(), 1);
//! # Ok::<(), std::io::Error>(())
//! ```

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes a file under a temporary name beside it, and gives it its name once it is complete and on
/// the disk. Whoever looks sees the old file, no file, or the whole new one, also after a power
/// failure; where writing fails, the temporary file is removed.
///
/// The temporary name is `.NAME.partial`. What a killed run left there is overwritten by the next
/// one, so two runs must not write the same file at once.
///
/// ```
/// # fn main() -> std::io::Result<()> {
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("numbers");
/// use std::io::{self, Write};
/// use retrograde_db::file::write_atomically;
///
/// let written: io::Result<()> = write_atomically(&path, |file| file.write_all(b"1 2 3"));
/// written?;
/// let failed: io::Result<()> = write_atomically(&path, |file| {
///     file.write_all(b"4")?;
///     Err(io::Error::other("out of numbers"))
/// });
/// assert!(failed.is_err());
/// assert_eq!(std::fs::read(&path)?, b"1 2 3");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// What `write` returns, or where the file can't be made, synced or renamed. An error in the last
/// step, syncing the folder, leaves the new file under its name.
pub fn write_atomically<T, E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut AtomicFile) -> Result<T, E>,
) -> Result<T, E> {
    let mut file = AtomicFile::create(path)?;
    let result = write(&mut file)?;
    file.commit()?;
    Ok(result)
}

/// A file that is being written under its temporary name: what [`write_atomically`] works with, for
/// those who write over a longer time. Dropped before [`AtomicFile::commit`], it leaves nothing.
#[derive(Debug)]
pub struct AtomicFile {
    // Closed before its name is removed or changed: an open file can't be renamed everywhere.
    writer: BufWriter<File>,
    partial: Partial,
    path: PathBuf,
}

impl AtomicFile {
    /// Begins the file that will have this name.
    ///
    /// # Errors
    /// Where the path names no file, or the temporary file can't be made.
    pub fn create(path: &Path) -> io::Result<AtomicFile> {
        let partial = Partial::beside(path)?;
        let writer = BufWriter::new(File::create(&partial.path)?);
        Ok(AtomicFile { writer, partial, path: path.to_owned() })
    }

    /// The name it will have.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its temporary name, for those who read what has been flushed.
    #[must_use]
    pub fn partial_path(&self) -> &Path {
        &self.partial.path
    }

    /// Puts everything on the disk, and the file under its name.
    ///
    /// # Errors
    /// Where flushing, syncing or renaming fails. An error in the last step, syncing the folder,
    /// leaves the new file under its name.
    pub fn commit(self) -> io::Result<()> {
        let AtomicFile { mut writer, partial, path } = self;
        writer.flush()?;
        writer.get_ref().sync_all()?;
        drop(writer);
        partial.rename_to(&path)?;
        sync_folder(&path)
    }

    /// Puts the file under its name without waiting for the disk. After a loss of power it may be
    /// there with other contents: for files whose readers check them, and which can be made anew.
    ///
    /// # Errors
    /// Where flushing or renaming fails.
    pub fn commit_unsynced(self) -> io::Result<()> {
        let AtomicFile { mut writer, partial, path } = self;
        writer.flush()?;
        drop(writer);
        partial.rename_to(&path)
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// A file under its temporary name, removed where it does not get its final one.
#[derive(Debug)]
struct Partial {
    path: PathBuf,
}

impl Partial {
    fn beside(path: &Path) -> io::Result<Partial> {
        let name = path.file_name().ok_or_else(|| {
            let message = format!("{} names no file", path.display());
            io::Error::new(io::ErrorKind::InvalidInput, message)
        })?;
        let mut partial = OsString::from(".");
        partial.push(name);
        partial.push(".partial");
        Ok(Partial { path: path.with_file_name(partial) })
    }

    fn rename_to(self, path: &Path) -> io::Result<()> {
        fs::rename(&self.path, path)?;
        std::mem::forget(self);
        Ok(())
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        // The error that led here is the one to report.
        let _ = fs::remove_file(&self.path);
    }
}

/// Makes a rename last: on Unix the name lives in the folder, which is synced on its own.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

/// Elsewhere folders can't be opened as files, and the system keeps names on its own.
#[cfg(not(unix))]
fn sync_folder(_path: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names_in(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn the_name_appears_only_with_the_whole_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.wdl");
        // What a killed run left behind does not count.
        fs::write(folder.path().join(".table.wdl.partial"), "left behind, and longer than the new one")
            .unwrap();
        let seen = write_atomically(&path, |file| {
            file.write_all(b"whole")?;
            Ok::<_, io::Error>(names_in(folder.path()))
        });
        assert_eq!(seen.unwrap(), [".table.wdl.partial"]);
        assert_eq!(names_in(folder.path()), ["table.wdl"]);
        assert_eq!(fs::read(&path).unwrap(), b"whole");
    }

    #[test]
    fn errors_and_panics_leave_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.wdl");
        fs::write(&path, "old").unwrap();
        let failed: io::Result<()> = write_atomically(&path, |_| Err(io::Error::other("disk full")));
        assert_eq!(failed.unwrap_err().to_string(), "disk full");
        let panicked = std::panic::catch_unwind(|| {
            write_atomically(&path, |_| -> io::Result<()> { panic!("in the middle") })
        });
        assert!(panicked.is_err());
        assert_eq!(names_in(folder.path()), ["table.wdl"]);
        assert_eq!(fs::read(&path).unwrap(), b"old");
    }

    #[test]
    fn a_folder_of_that_name_is_an_error_and_nothing_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.wdl");
        fs::create_dir(&path).unwrap();
        let result: io::Result<()> = write_atomically(&path, |file| file.write_all(b"whole"));
        assert!(result.is_err());
        assert_eq!(names_in(folder.path()), ["table.wdl"]);
        let nameless: io::Result<()> = write_atomically(Path::new("/"), |_| Ok(()));
        assert_eq!(nameless.unwrap_err().kind(), io::ErrorKind::InvalidInput);
    }
}
