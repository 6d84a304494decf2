//! The same bytes for any number of threads, any memory, and wherever a build was stopped; and the
//! check against the rules.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use retrograde_db::go::{Suicide, TableName};
use retrograde_probe::go::Tables;
use retrograde_solver::go::{BuildError, BuildOptions, LogicalError, build, plan, verify_logical};
use retrograde_solver::{Bytes, Silent};
use retrograde_solver::{FolderStore, MemoryStore};

use crate::stop_after::StopAfter;

fn bytes(options: &BuildOptions) -> Vec<u8> {
    let mut store = MemoryStore::default();
    build(&mut store, options, &Silent, &AtomicBool::new(false)).unwrap();
    store.into_tables().remove(&options.name.file_name()).unwrap()
}

#[test]
fn threads_and_memory_make_no_difference() {
    let plain = BuildOptions::new("2x5".parse().unwrap(), Suicide::Allowed);
    let expected = bytes(&plain);
    let least = plan(plain.name.size()).memory;
    for threads in [1, 2, 3, 16] {
        let threads = NonZeroUsize::new(threads);
        for memory in [None, Some(least), Some(Bytes(least.0 + 100_000)), Some(Bytes(1 << 30))] {
            assert!(bytes(&BuildOptions { threads, memory, ..plain }) == expected, "{threads:?}, {memory:?}");
        }
    }
    let short = BuildOptions { memory: Some(Bytes(least.0 - 1)), ..plain };
    let error = build(&mut MemoryStore::default(), &short, &Silent, &AtomicBool::new(false)).unwrap_err();
    assert!(matches!(error, BuildError::Memory { needed, .. } if needed == least));
}

#[test]
#[ignore = "some tens of seconds"]
fn a_stopped_build_ends_with_the_same_bytes() {
    let options = BuildOptions::new("2x7".parse().unwrap(), Suicide::Allowed);
    let expected = bytes(&options);
    let folder = tempfile::tempdir().unwrap();
    let mut stops = 0;
    for after in (1..).map(|run| 900_000 * run) {
        let flag = AtomicBool::new(false);
        let progress = StopAfter::new(after, &flag);
        let mut store = FolderStore::new(folder.path(), true).unwrap();
        match build(&mut store, &options, &progress, &flag) {
            Err(BuildError::Interrupted) => stops += 1,
            Ok(_) => break,
            Err(error) => panic!("{error}"),
        }
        assert!(folder.path().join("work/2x7.bounds.work").exists());
        assert!(!folder.path().join("2x7.bounds").exists());
    }
    assert!(stops >= 3, "stopped {stops} times");
    assert!(std::fs::read(folder.path().join("2x7.bounds")).unwrap() == expected);
    assert!(!folder.path().join("work").exists());
}

#[test]
fn a_sound_table_is_kept_and_a_damaged_one_made_anew() {
    let options = BuildOptions::new("2x3".parse().unwrap(), Suicide::Forbidden);
    let folder = tempfile::tempdir().unwrap();
    let run = || {
        let mut store = FolderStore::new(folder.path(), true).unwrap();
        build(&mut store, &options, &Silent, &AtomicBool::new(false)).unwrap()
    };
    let first = run();
    let again = run();
    assert!(!first.kept && again.kept);
    assert_eq!((first.bytes, first.checksum, first.counts), (again.bytes, again.checksum, again.counts));
    let path = folder.path().join(options.name.file_name());
    let sound = std::fs::read(&path).unwrap();
    for place in (0..sound.len()).step_by(7) {
        let mut damaged = sound.clone();
        damaged[place] ^= 0x10;
        std::fs::write(&path, damaged).unwrap();
        let tables = Tables::open(folder.path(), Default::default()).unwrap();
        assert!(tables.verify(|_| ()).is_err(), "byte {place}");
        assert!(!run().kept);
        assert!(std::fs::read(&path).unwrap() == sound);
    }
}

#[test]
fn tables_fit_together() {
    let name = TableName::new("3x3".parse().unwrap(), Suicide::Allowed);
    let sound = bytes(&BuildOptions { name, threads: None, memory: None });
    let tables = Tables::from_memory([(name.file_name(), sound)]).unwrap();
    let report = verify_logical(&tables, None, 1, &Silent).unwrap();
    assert_eq!(report.checked, 1_824);
    // A table of another rule under this name is refused, not compared.
    let other = BuildOptions::new(name.size(), Suicide::Forbidden);
    let tables = Tables::from_memory([(name.file_name(), bytes(&other))]).unwrap();
    assert!(matches!(verify_logical(&tables, None, 1, &Silent), Err(LogicalError::Probe { .. })));
}
