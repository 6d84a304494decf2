//! Putting finished files on the disk while the build goes on.

use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};

use retrograde_db::file::AtomicFile;

/// Keeps files on a thread of its own, one after the other, since that means to wait for the disk.
#[derive(Debug, Default)]
pub(crate) struct Keeper {
    at_work: Option<AtWork>,
}

/// A thread at work, and the way to it.
type AtWork = (Sender<AtomicFile>, JoinHandle<Result<(), Unkept>>);

/// The first file that could not be kept.
#[derive(Debug)]
struct Unkept {
    path: PathBuf,
    source: io::Error,
}

impl Keeper {
    /// Keeps this file some time before [`Keeper::settle`] returns.
    pub(crate) fn keep(&mut self, file: AtomicFile) -> io::Result<()> {
        let file = match &self.at_work {
            None => file,
            Some((files, _)) => match files.send(file) {
                Ok(()) => return Ok(()),
                // The thread has met an error, which is worth more than this file.
                Err(_) => return self.settle(),
            },
        };
        let (files, to_keep) = mpsc::channel::<AtomicFile>();
        let keep = move || {
            to_keep.iter().try_for_each(|file| {
                let path = file.path().to_owned();
                file.commit().map_err(|source| Unkept { path, source })
            })
        };
        match thread::Builder::new().name("keeper".to_owned()).spawn(keep) {
            Ok(thread) => {
                // The thread waits for its first file.
                let _ = files.send(file);
                self.at_work = Some((files, thread));
                Ok(())
            }
            // Without another thread, this one has to wait.
            Err(_) => file.commit(),
        }
    }

    /// Waits for all files; says which one was the first that could not be kept.
    pub(crate) fn settle(&mut self) -> io::Result<()> {
        match self.join() {
            Ok(kept) => kept.map_err(|Unkept { path, source }| {
                io::Error::new(source.kind(), format!("{}: {source}", path.display()))
            }),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }

    /// Lets the thread come to its end.
    fn join(&mut self) -> thread::Result<Result<(), Unkept>> {
        let Some((files, thread)) = self.at_work.take() else { return Ok(Ok(())) };
        drop(files);
        thread.join()
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        // What is finished stays, also where the build ends with an error, which is the one to report.
        let _ = self.join();
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use super::*;

    fn file(path: &std::path::Path) -> AtomicFile {
        let mut file = AtomicFile::create(path).unwrap();
        file.write_all(b"values").unwrap();
        file
    }

    #[test]
    fn files_are_there_once_it_is_settled_or_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = |number: usize| folder.path().join(number.to_string());
        let mut keeper = Keeper::default();
        for number in 0..5 {
            keeper.keep(file(&path(number))).unwrap();
        }
        keeper.settle().unwrap();
        keeper.keep(file(&path(5))).unwrap();
        drop(keeper);
        for number in 0..6 {
            assert_eq!(fs::read(path(number)).unwrap(), b"values");
        }
    }

    #[test]
    fn a_file_that_can_not_be_kept_is_named_and_those_before_it_stay() {
        let folder = tempfile::tempdir().unwrap();
        let [before, taken, behind] = ["before", "taken", "behind"].map(|name| folder.path().join(name));
        fs::create_dir(&taken).unwrap();
        let mut keeper = Keeper::default();
        keeper.keep(file(&before)).unwrap();
        keeper.keep(file(&taken)).unwrap();
        let error = keeper.keep(file(&behind)).and_then(|()| keeper.settle()).unwrap_err();
        assert!(error.to_string().starts_with(&taken.display().to_string()), "{error}");
        assert!(before.is_file() && !behind.exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
