//! Tables as files of a folder.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use retrograde_db::file::{AtomicFile, MANIFEST_NAME, Manifest, ManifestEntry, write_atomically};

use super::keeper::Keeper;
use super::{Location, TableStore};

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

    fn location(&self) -> Location<'_> {
        Location::Folder(&self.folder)
    }

    fn place(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}
