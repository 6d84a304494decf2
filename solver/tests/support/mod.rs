//! Tables for the tests.

// Each program of tests uses another part.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use retrograde_probe::draughts::Tables;
use retrograde_solver::Silent;
use retrograde_solver::draughts::{BuildOptions, BuildReport, MemoryStore, build};

/// Solves tables in memory; gives the files by name.
pub(crate) fn files(options: &BuildOptions) -> BTreeMap<String, Vec<u8>> {
    let mut store = MemoryStore::default();
    build(&mut store, options, &Silent, &AtomicBool::new(false)).unwrap();
    store.into_tables()
}

/// Solves tables in memory; gives what was built.
pub(crate) fn report(pieces: u8) -> BuildReport {
    build(&mut MemoryStore::default(), &BuildOptions::new(pieces), &Silent, &AtomicBool::new(false)).unwrap()
}

/// Solves tables in memory and opens them.
pub(crate) fn tables(pieces: u8) -> Tables {
    Tables::from_memory(files(&BuildOptions::new(pieces))).unwrap()
}

/// The files of a folder by name.
pub(crate) fn read_folder(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.file_type().unwrap().is_file())
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .collect()
}
