//! Where finished tables go: a folder, or memory.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use retrograde_db::file::AtomicFile;

/// Keeps tables under their names.
pub trait TableStore {
    /// What a table is written to.
    type Output: Write;

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

    /// Where a table is or will be, for messages.
    fn place(&self, name: &str) -> PathBuf;
}

/// Tables as files of a folder, each there as a whole or not at all.
#[derive(Debug)]
pub struct FolderStore {
    folder: PathBuf,
}

impl FolderStore {
    /// The folder of this name, made if it is not there.
    ///
    /// # Errors
    /// Where it can't be made.
    pub fn new(folder: &Path) -> io::Result<FolderStore> {
        fs::create_dir_all(folder)?;
        Ok(FolderStore { folder: folder.to_owned() })
    }
}

impl TableStore for FolderStore {
    type Output = AtomicFile;

    fn create(&mut self, name: &str) -> io::Result<AtomicFile> {
        AtomicFile::create(&self.place(name))
    }

    fn keep(&mut self, _: &str, output: AtomicFile) -> io::Result<()> {
        output.commit()
    }

    fn place(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

/// Tables as bytes in memory, by name.
#[derive(Clone, Debug, Default)]
pub struct MemoryStore {
    tables: BTreeMap<String, Vec<u8>>,
}

impl MemoryStore {
    /// The tables, by name.
    #[must_use]
    pub fn into_tables(self) -> BTreeMap<String, Vec<u8>> {
        self.tables
    }
}

impl TableStore for MemoryStore {
    type Output = Vec<u8>;

    fn create(&mut self, _: &str) -> io::Result<Vec<u8>> {
        Ok(Vec::new())
    }

    fn keep(&mut self, name: &str, output: Vec<u8>) -> io::Result<()> {
        self.tables.insert(name.to_owned(), output);
        Ok(())
    }

    fn place(&self, name: &str) -> PathBuf {
        PathBuf::from(name)
    }
}
