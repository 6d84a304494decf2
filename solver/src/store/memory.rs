//! Tables as bytes in memory.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use retrograde_db::file::ManifestEntry;

use super::{Location, TableStore};

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

    fn read(&mut self, _: &str) -> io::Result<Option<Vec<u8>>> {
        Ok(None)
    }

    fn create(&mut self, _: &str) -> io::Result<Vec<u8>> {
        Ok(Vec::new())
    }

    fn keep(&mut self, name: &str, output: Vec<u8>) -> io::Result<()> {
        self.tables.insert(name.to_owned(), output);
        Ok(())
    }

    fn remove(&mut self, name: &str) -> io::Result<()> {
        self.tables.remove(name);
        Ok(())
    }

    fn beside(&mut self) -> io::Result<MemoryStore> {
        Ok(MemoryStore::default())
    }

    fn work_folder(&mut self) -> io::Result<Option<PathBuf>> {
        Ok(None)
    }

    fn finish(&mut self, _: &[(String, ManifestEntry)]) -> io::Result<()> {
        Ok(())
    }

    fn location(&self) -> Location<'_> {
        Location::Memory(&self.tables)
    }

    fn place(&self, name: &str) -> PathBuf {
        PathBuf::from(name)
    }
}
