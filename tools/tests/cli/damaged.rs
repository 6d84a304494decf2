//! Damaged tables, through `verify`, `probe` and `info`: an error with the path, and never a value.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::support::{copy_of, four, run, value};

const KINGS: &str = "0m1k-0m1k.wdl";
/// A position that the table of king against king answers, and its value.
const FEN: &str = "W:WK32:BK26";

/// The table of king against king alone, with its bytes changed. There is no manifest.
fn damaged(change: impl FnOnce(&mut Vec<u8>)) -> TempDir {
    let folder = copy_of(four(), |name| name == KINGS);
    let path = folder.path().join(KINGS);
    let mut bytes = fs::read(&path).unwrap();
    change(&mut bytes);
    fs::write(path, bytes).unwrap();
    folder
}

/// All commands that read tables refuse this one, and say which it is and why.
#[track_caller]
fn assert_refused(folder: &Path, reason: &str) {
    let path = folder.to_str().unwrap();
    let verify = run(&["verify", path]);
    assert_eq!(verify.stdout, format!("{KINGS}\tdamaged\n"));
    let lines = [verify.fails_with(1), run(&["draughts", "probe", "--tables", path, FEN]).fails_with(1)];
    for line in lines {
        assert!(line.contains(KINGS) && line.contains(reason), "{reason}: {line}");
    }
    // The capture wins whatever the table says: it needs none.
    assert_eq!(value(path, "W:WK29:BK25"), "win");
}

#[test]
fn a_sound_table_is_sound() {
    let folder = damaged(|_| {});
    let path = folder.path().to_str().unwrap();
    assert_eq!(run(&["verify", path]).ok(), format!("{KINGS}\tsound\n"));
    assert_eq!(value(path, FEN), "win");
}

/// A table that is decoded before the first answer is an error of the run, others one of a position.
#[test]
fn a_damaged_table_that_is_loaded_ends_the_run() {
    let folder = damaged(|bytes| bytes[40] ^= 1);
    let path = folder.path().to_str().unwrap();
    let probe = |options: &[&str]| run(&[&["draughts", "probe", "--tables", path][..], options].concat());
    let capture = "W:WK29:BK25";
    for options in [&["--in-pieces", FEN, capture][..], &["--autoload", "1", FEN, capture]] {
        let run = probe(options);
        assert_eq!(run.stdout, format!("{capture}\twin\n"), "{options:?}");
        assert!(run.fails_with(1).contains("block 0 damaged"), "{options:?}");
    }
    let run = probe(&["--autoload", "2", FEN, capture]);
    assert_eq!(run.stdout, "");
    let line = run.fails_with(1);
    assert!(line.contains(KINGS) && line.contains("block 0 damaged"), "{line}");
}

#[test]
fn cuts_are_refused() {
    let len = fs::metadata(Path::new(four()).join(KINGS)).unwrap().len() as usize;
    let cuts: [(usize, &str); 4] = [(0, "cut short"), (1, "cut short"), (len / 2, "end"), (len - 1, "end")];
    for (length, reason) in cuts {
        assert_refused(damaged(|bytes| bytes.truncate(length)).path(), reason);
    }
}

#[test]
fn an_appended_byte_is_refused() {
    assert_refused(damaged(|bytes| bytes.push(0)).path(), "1 bytes too many");
}

#[test]
fn a_flipped_bit_of_any_byte_is_found() {
    let len = fs::metadata(Path::new(four()).join(KINGS)).unwrap().len() as usize;
    for place in 0..len {
        let folder = damaged(|bytes| bytes[place] ^= 1 << (place % 8));
        let path = folder.path().to_str().unwrap();
        let line = run(&["verify", path]).fails_with(1);
        assert!(line.contains(KINGS), "byte {place}: {line}");
    }
}

#[test]
fn a_flipped_bit_of_the_values_is_refused() {
    // The preamble has 32 bytes, and the values follow.
    assert_refused(damaged(|bytes| bytes[40] ^= 1).path(), "block 0 damaged: checksum");
}

#[test]
fn a_flipped_bit_of_each_byte_of_the_preamble_is_refused() {
    let flip = |place: usize| damaged(|bytes| bytes[place] ^= 1 << (place % 8));
    for place in 0..8 {
        assert_refused(flip(place).path(), "not a retrograde table");
    }
    for place in 8..32 {
        assert_refused(flip(place).path(), "preamble damaged");
    }
}

#[test]
fn another_slice_under_this_name_is_refused() {
    let folder = copy_of(four(), |name| name == "0m1k-1m0k.wdl");
    fs::rename(folder.path().join("0m1k-1m0k.wdl"), folder.path().join(KINGS)).unwrap();
    assert_refused(folder.path(), "a table of 0m1k-1m0k, expected one of 0m1k-0m1k");
    // The file itself says what it is.
    let file = folder.path().join(KINGS);
    let facts = run(&["info", "--json", file.to_str().unwrap()]).json();
    assert_eq!(facts[0]["subject"], "0m1k-1m0k");
}

#[test]
fn a_folder_of_that_name_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join(KINGS)).unwrap();
    assert_refused(folder.path(), "is not a file");
}

#[test]
fn a_text_file_of_that_name_is_refused() {
    let folder =
        damaged(|bytes| *bytes = b"version https://example.org/a-pointer-to-a-large-file\n".to_vec());
    assert_refused(folder.path(), "not a retrograde table");
    let file = folder.path().join(KINGS);
    let line = run(&["info", file.to_str().unwrap()]).fails_with(1);
    assert!(line.contains(KINGS) && line.contains("not a retrograde table"), "{line}");
}

#[test]
fn a_table_that_is_gone_or_not_the_one_that_was_built_is_missed() {
    let copy = copy_of(four(), |_| true);
    let path = copy.path().to_str().unwrap();
    run(&["verify", path]).ok();
    fs::remove_file(copy.path().join("1m0k-0m1k.wdl")).unwrap();
    let line = run(&["verify", path]).fails_with(1);
    assert!(line.contains("1m0k-0m1k.wdl: missing, though manifest.tsv lists it"), "{line}");
    fs::write(copy.path().join("manifest.tsv"), "shopping list").unwrap();
    let line = run(&["verify", path]).fails_with(1);
    assert!(line.contains("manifest.tsv") && line.contains("line 1"), "{line}");
}

#[test]
fn wrong_values_with_right_checksums_are_found_by_the_logical_check() {
    // King against king, and the table of a man against a king in place of nothing: a set whose
    // values have to come from a table that is not there.
    let folder = copy_of(four(), |name| name == "1m0k-0m1k.wdl");
    let run = run(&["verify", "--logical", folder.path().to_str().unwrap()]);
    assert_eq!(run.status, 1);
    assert!(run.stderr.contains("missing slice"), "{}", run.stderr);
}
