//! Building: the same bytes, whatever the way.

use std::fs;
use std::path::Path;

use crate::support::{copy_of, files, four, run, run_in};

/// Names and bytes of the files of a folder.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    files(folder).into_iter().map(|(name, path)| (name, fs::read(path).unwrap())).collect()
}

#[track_caller]
fn assert_same(found: &Path, what: &str) {
    let (found, expected) = (contents(found), contents(Path::new(four())));
    let names = |files: &[(String, Vec<u8>)]| files.iter().map(|file| file.0.clone()).collect::<Vec<_>>();
    assert_eq!(names(&found), names(&expected), "{what}");
    // 41 tables and the manifest.
    assert_eq!(found.len(), 42, "{what}");
    for (file, expected) in found.iter().zip(&expected) {
        assert!(file == expected, "{what}: {} differs", file.0);
    }
}

#[test]
fn files_are_the_same_for_any_number_of_threads() {
    for threads in ["1", "2", "3", "16"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_str().unwrap();
        run(&["draughts", "build", "--pieces", "4", "--threads", threads, "--out", path]).ok();
        assert_same(folder.path(), threads);
    }
}

#[test]
fn files_are_the_same_within_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), &["draughts", "build", "--memory", "64M", "--out", "a/b"]).ok();
    assert_same(&folder.path().join("a/b"), "64M");
}

#[test]
fn a_build_of_fewer_pieces_is_carried_on() {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), &["draughts", "build", "--pieces", "3", "--keep-work"]).ok();
    run_in(folder.path(), &["draughts", "build", "--pieces", "4"]).ok();
    assert_same(&folder.path().join("tables"), "carried on");
}

#[test]
fn lost_and_damaged_files_are_built_again() {
    let copy = copy_of(four(), |_| true);
    fs::remove_file(copy.path().join("1m0k-0m1k.wdl")).unwrap();
    let damaged = copy.path().join("0m2k-0m1k.wdl");
    let mut bytes = fs::read(&damaged).unwrap();
    bytes.pop();
    fs::write(damaged, bytes).unwrap();
    let run = run(&["draughts", "build", "--out", copy.path().to_str().unwrap()]);
    assert!(run.stderr.contains("tables were there already"), "{}", run.stderr);
    run.ok();
    assert_same(copy.path(), "rebuilt");
}

#[test]
fn a_build_says_what_it_built() {
    let folder = tempfile::tempdir().unwrap();
    let run = run_in(folder.path(), &["draughts", "build", "--pieces", "3"]);
    assert!(run.stderr.starts_with("built 16 tables, 199,520 positions, in tables: "), "{}", run.stderr);
    let text = run.ok();
    assert_eq!(text.lines().count(), 4, "{text}");
    assert!(text.lines().nth(2).unwrap().starts_with("3 pieces         12        196,032 "), "{text}");
    let json = run_in(folder.path(), &["draughts", "build", "--pieces", "3", "--json"]).json();
    assert_eq!(json[1]["pieces"], 3);
    assert_eq!(json[2]["up_to_pieces"], 3);
    assert_eq!(json[2]["positions"], 199_520);
}

#[test]
fn a_side_can_be_limited() {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), &["draughts", "build", "--pieces", "4", "--side-pieces", "2"]).ok();
    let rows = run_in(folder.path(), &["info", "tables", "--json"]).json();
    let slices = rows.iter().filter_map(|row| row["slice"].as_str()).collect::<Vec<_>>();
    assert!(slices.contains(&"2m0k-1m1k") && !slices.contains(&"1m2k-0m1k"), "{slices:?}");
    assert_eq!(slices.len(), 4 + 12 + 9);
}
