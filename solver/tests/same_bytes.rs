//! The same tables are the same bytes: whatever the threads, the instructions, the memory, and
//! wherever a build was interrupted.

mod support;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use retrograde_solver::draughts::{BuildError, BuildOptions, CpuKind, build};
use retrograde_solver::{Bytes, FolderStore, Silent};
use support::stop_after::StopAfter;

type Files = BTreeMap<String, Vec<u8>>;

fn assert_same(found: &Files, expected: &Files, what: &str) {
    assert!(found.keys().eq(expected.keys()), "{what}: other files");
    for (name, bytes) in expected {
        assert!(&found[name] == bytes, "{what}: {name} differs");
    }
}

#[test]
fn for_any_number_of_threads() {
    let with = |threads| BuildOptions { threads: NonZeroUsize::new(threads), ..BuildOptions::new(4) };
    let expected = support::files(&with(1));
    for threads in [1, 2, 3, 16] {
        assert_same(&support::files(&with(threads)), &expected, &format!("{threads} threads"));
    }
}

#[test]
fn for_any_instructions() {
    let with = |cpu| BuildOptions { cpu, ..BuildOptions::new(4) };
    let expected = support::files(&with(CpuKind::Portable));
    for cpu in CpuKind::ALL.into_iter().filter(|cpu| cpu.is_available()) {
        assert_same(&support::files(&with(cpu)), &expected, &format!("{cpu:?}"));
    }
}

#[test]
fn in_a_folder_and_within_little_memory() {
    let expected = support::files(&BuildOptions::new(4));
    for memory in [None, Some(Bytes(64 << 20))] {
        let folder = tempfile::tempdir().unwrap();
        let mut store = FolderStore::new(folder.path(), false).unwrap();
        let options = BuildOptions { memory, ..BuildOptions::new(4) };
        build(&mut store, &options, &Silent, &AtomicBool::new(false)).unwrap();
        let mut found = support::read_folder(folder.path());
        assert!(found.remove("manifest.tsv").is_some());
        assert_same(&found, &expected, &format!("{memory:?}"));
    }
}

#[test]
fn too_little_memory_is_said_before_anything_is_built() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = FolderStore::new(folder.path(), false).unwrap();
    let options = BuildOptions { memory: Some(Bytes(1 << 20)), ..BuildOptions::new(4) };
    let error = build(&mut store, &options, &Silent, &AtomicBool::new(false)).unwrap_err();
    assert!(matches!(error, BuildError::Memory { limit: Bytes(0x10_0000), .. }), "{error}");
    assert!(support::read_folder(folder.path()).is_empty());
}

#[test]
fn after_any_interruption() {
    let expected = support::files(&BuildOptions::new(4));
    let folder = tempfile::tempdir().unwrap();
    let mut stops = 0;
    // Each run gets further than the one before; the last one is not stopped any more.
    for run in 1.. {
        let mut store = FolderStore::new(folder.path(), false).unwrap();
        let interrupt = AtomicBool::new(false);
        let progress = StopAfter::new(run * 600_001, &interrupt);
        match build(&mut store, &BuildOptions::new(4), &progress, &interrupt) {
            Err(BuildError::Interrupted) => stops += 1,
            result => {
                let report = result.unwrap();
                assert!(report.tables.iter().any(|table| table.kept));
                break;
            }
        }
    }
    assert!(stops >= 8, "{stops} interruptions");
    let mut found = support::read_folder(folder.path());
    found.remove("manifest.tsv");
    assert_same(&found, &expected, "interrupted");
}

#[test]
fn a_damaged_or_missing_file_is_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let run = || {
        let mut store = FolderStore::new(folder.path(), true).unwrap();
        build(&mut store, &BuildOptions::new(3), &Silent, &AtomicBool::new(false)).unwrap()
    };
    run();
    let expected = support::read_folder(folder.path());
    let damage: [&dyn Fn(&std::path::Path); 3] =
        [&|path| std::fs::remove_file(path).unwrap(), &|path| std::fs::write(path, b"").unwrap(), &|path| {
            let mut bytes = std::fs::read(path).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            std::fs::write(path, bytes).unwrap();
        }];
    for name in ["0m1k-0m1k.wdl", "1m1k-1m0k.wdl", "work/0m1k-0m1k.work"] {
        for damage in damage {
            damage(&folder.path().join(name));
            // A table that is missing, so that the values of the others are needed.
            std::fs::remove_file(folder.path().join("2m0k-1m0k.wdl")).unwrap();
            run();
            assert_same(&support::read_folder(folder.path()), &expected, name);
        }
    }
}
