//! Where finished tables go, of either game: a folder, or memory.
//!
//! A build writes to a [`TableStore`], and reads from it what an earlier run of it left. [`FolderStore`]
//! keeps files that are there as a whole or not at all, and syncs them on a thread of its own;
//! [`MemoryStore`] keeps bytes, for programs that need a few small tables at once.
//!
//! ```
//! use std::io::Write;
//! use retrograde_solver::{MemoryStore, TableStore};
//!
//! let mut store = MemoryStore::default();
//! let mut output = store.create("1m0k-0m1k.wdl")?;
//! output.write_all(b"RETRO")?;
//! store.keep("1m0k-0m1k.wdl", output)?;
//! assert_eq!(store.into_tables()["1m0k-0m1k.wdl"], b"RETRO");
//! # Ok::<(), std::io::Error>(())
//! ```

mod folder;
mod keeper;
mod memory;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use retrograde_db::file::ManifestEntry;

pub use folder::FolderStore;
pub use memory::MemoryStore;

/// Keeps tables under their names.
pub trait TableStore {
    /// What a table is written to.
    type Output: Write;

    /// The bytes of a table that is there already; `None` where there is none.
    ///
    /// # Errors
    /// Where it is there, and can't be read.
    fn read(&mut self, name: &str) -> io::Result<Option<Vec<u8>>>;

    /// Begins a table; nothing can be seen under its name before [`TableStore::keep`].
    ///
    /// # Errors
    /// Where it can't be begun.
    fn create(&mut self, name: &str) -> io::Result<Self::Output>;

    /// Keeps a table that has been written completely.
    ///
    /// # Errors
    /// Where it can't be kept.
    fn keep(&mut self, name: &str, output: Self::Output) -> io::Result<()>;

    /// The same without waiting for the disk: the table is kept some time before [`TableStore::finish`]
    /// notes it, or the store is dropped.
    ///
    /// # Errors
    /// Where it, or one before it, can't be kept; if that is found later, [`TableStore::finish`] says it.
    fn keep_soon(&mut self, name: &str, output: Self::Output) -> io::Result<()> {
        self.keep(name, output)
    }

    /// Removes a table, if it is there.
    ///
    /// # Errors
    /// Where it is there, and can't be removed.
    fn remove(&mut self, name: &str) -> io::Result<()>;

    /// A store for tables that are needed only until those of this one are finished. An interrupted build
    /// finds there what it had.
    ///
    /// # Errors
    /// Where it can't be made.
    fn beside(&mut self) -> io::Result<Self>
    where
        Self: Sized;

    /// A folder for the work files of the build, made if it is not there; `None` to keep all values
    /// in memory.
    ///
    /// # Errors
    /// Where it can't be made.
    fn work_folder(&mut self) -> io::Result<Option<PathBuf>>;

    /// All tables are there, and are listed here by name.
    ///
    /// # Errors
    /// Where that can't be noted, or a table could not be kept.
    fn finish(&mut self, tables: &[(String, ManifestEntry)]) -> io::Result<()>;

    /// Where the tables are that are kept so far, for those who open them.
    fn location(&self) -> Location<'_>;

    /// Where a table is or will be, for messages.
    fn place(&self, name: &str) -> PathBuf;
}

/// Where the tables of a store are.
#[derive(Clone, Copy, Debug)]
pub enum Location<'a> {
    /// Files of this folder.
    Folder(&'a Path),
    /// Bytes in memory, by name.
    Memory(&'a BTreeMap<String, Vec<u8>>),
}
