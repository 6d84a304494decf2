//! Where finished tables go: a folder, or memory.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use retrograde_db::draughts::Rules;
use retrograde_db::file::{AtomicFile, MANIFEST_NAME, Manifest, ManifestEntry, write_atomically};
use retrograde_probe::draughts::Tables;
use retrograde_probe::{OpenError, Options};

use super::keeper::Keeper;

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

    /// The tables that are kept so far, opened for probing: those of a game played by these rules.
    ///
    /// # Errors
    /// Where they can't be opened.
    fn tables(&self, rules: &'static Rules, options: Options) -> Result<Tables, OpenError>;

    /// Where a table is or will be, for messages.
    fn place(&self, name: &str) -> PathBuf;
}

/// Tables as files of a folder, each there as a whole or not at all, and a manifest of them.
#[derive(Debug)]
pub struct FolderStore {
    folder: PathBuf,
    keep_work: bool,
    keeper: Keeper,
}

/// The folder of the work files, within the folder of the tables.
const WORK: &str = "work";
/// The folder of fast tables that others are made from, within that of the work files.
const FAST: &str = "fast";

impl FolderStore {
    /// The folder of this name, made if it is not there. Its work files are removed once all tables
    /// are finished, unless they are to be kept for a build with more pieces.
    ///
    /// # Errors
    /// Where it can't be made, or the rest of an interrupted run can't be removed.
    pub fn new(folder: &Path, keep_work: bool) -> io::Result<FolderStore> {
        fs::create_dir_all(folder)?;
        remove_partial_files(folder)?;
        Ok(FolderStore { folder: folder.to_owned(), keep_work, keeper: Keeper::default() })
    }
}

/// Removes the temporary files that a killed run left.
fn remove_partial_files(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with('.') && name.ends_with(".partial") {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

impl TableStore for FolderStore {
    type Output = AtomicFile;

    fn read(&mut self, name: &str) -> io::Result<Option<Vec<u8>>> {
        match fs::read(self.place(name)) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn create(&mut self, name: &str) -> io::Result<AtomicFile> {
        AtomicFile::create(&self.place(name))
    }

    fn keep(&mut self, _: &str, output: AtomicFile) -> io::Result<()> {
        output.commit()
    }

    fn keep_soon(&mut self, _: &str, output: AtomicFile) -> io::Result<()> {
        self.keeper.keep(output)
    }

    fn remove(&mut self, name: &str) -> io::Result<()> {
        match fs::remove_file(self.place(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    fn beside(&mut self) -> io::Result<FolderStore> {
        FolderStore::new(&self.folder.join(WORK).join(FAST), self.keep_work)
    }

    fn work_folder(&mut self) -> io::Result<Option<PathBuf>> {
        let folder = self.folder.join(WORK);
        fs::create_dir_all(&folder)?;
        remove_partial_files(&folder)?;
        Ok(Some(folder))
    }

    fn finish(&mut self, tables: &[(String, ManifestEntry)]) -> io::Result<()> {
        self.keeper.settle()?;
        let path = self.place(MANIFEST_NAME);
        // Files of other builds in this folder stay listed; a manifest that can't be read is not
        // worth an error, since everything that was built now is known.
        let old = fs::read_to_string(&path).ok().and_then(|text| text.parse().ok());
        let mut manifest: Manifest = old.unwrap_or_default();
        manifest.retain(|name| self.folder.join(name).exists());
        for (name, entry) in tables {
            manifest.insert(name, *entry);
        }
        write_atomically(&path, |file| write!(file, "{manifest}"))?;
        let work = self.folder.join(WORK);
        if !self.keep_work && work.exists() {
            fs::remove_dir_all(work)?;
        }
        Ok(())
    }

    fn tables(&self, rules: &'static Rules, options: Options) -> Result<Tables, OpenError> {
        Tables::open_under(rules, &self.folder, options)
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

    fn tables(&self, rules: &'static Rules, _: Options) -> Result<Tables, OpenError> {
        Tables::from_memory_under(rules, self.tables.clone())
    }

    fn place(&self, name: &str) -> PathBuf {
        PathBuf::from(name)
    }
}
