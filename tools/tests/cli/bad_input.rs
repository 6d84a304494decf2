//! Bad input to each command is one clear line and status 1, wrong usage one line and status 2.

use std::fs;

use crate::support::{four, run, run_in, run_with_input};

/// Arguments, and what the line has to say.
const BAD: [(&[&str], &str); 18] = [
    (&["draughts", "build", "--pieces", "1", "--out", "x"], "expected 2 to 12"),
    (&["draughts", "build", "--pieces", "13", "--out", "x"], "expected 2 to 12"),
    (&["draughts", "build", "--memory", "1K", "--out", "x"], "of memory, the limit is 1.0 KiB"),
    (&["draughts", "probe", "W:WK15,20"], "expected three fields"),
    (&["draughts", "probe", ""], "side to move: expected B or W"),
    (&["draughts", "probe", "--tables", "nowhere", "W:WK32:BK26"], "no folder nowhere"),
    (&["draughts", "probe", "B:W21-32:B1-12"], "24 pieces"),
    (&["draughts", "moves", "W:W5:B5:W1"], "expected nothing after the pieces"),
    (&["draughts", "moves", "--tables", "nowhere", "W:WK32:BK26"], "no folder nowhere"),
    (&["draughts", "line", "W:WK1:WK2"], "twice"),
    (&["draughts", "line", "--tables", "nowhere", "W:WK32:BK26"], "no folder nowhere"),
    (&["draughts", "perft", "3", "W:W9-5:B1"], "ends before it begins"),
    (&["draughts", "counts"], "no folder tables"),
    (&["draughts", "counts", "--tables", "nowhere"], "no folder nowhere"),
    (&["draughts", "show", "W:Wx:B1"], "\"x\" is no square"),
    (&["verify", "nowhere"], "no folder nowhere"),
    (&["info", "nowhere"], "nowhere can't be read"),
    (&["draughts", "tour", "--out", "/dev/null/x"], "can't be made a folder"),
];

#[test]
fn bad_input_is_one_line_and_status_1() {
    for (words, expected) in BAD {
        let folder = tempfile::tempdir().unwrap();
        let line = run_in(folder.path(), words).fails_with(1);
        assert!(line.contains(expected), "{words:?}: {line}");
    }
}

/// Arguments that can't be understood, and what the line has to say.
const WRONG_USAGE: [(&[&str], &str); 12] = [
    (&["draught"], "did you mean draughts?"),
    (&["draughts", "prob"], "did you mean probe?"),
    (&["draughts", "build", "--pieces", "many"], "'many'"),
    (&["draughts", "build", "--threads", "0"], "'0'"),
    (&["draughts", "build", "--memory", "lots"], "expected a number of bytes"),
    (&["draughts", "moves"], "<FEN>"),
    (&["draughts", "line"], "<FEN>"),
    (&["draughts", "perft"], "<DEPTH>"),
    (&["draughts", "perft", "-1"], "-1"),
    (&["draughts", "show", "--ascii", "--unicode", "W:W5:B1"], "cannot be used with"),
    (&["verify"], "<DIR>"),
    (&["completions", "dos"], "'dos'"),
];

#[test]
fn wrong_usage_is_one_line_and_status_2() {
    for (words, expected) in WRONG_USAGE {
        let line = run(words).fails_with(2);
        assert!(line.contains(expected), "{words:?}: {line}");
    }
}

#[test]
fn nothing_asked_for_is_an_introduction() {
    for words in [&[][..], &["draughts"][..]] {
        let run = run(words);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""));
        assert!(run.stderr.contains("Usage: retrograde"), "{}", run.stderr);
    }
}

#[test]
fn five_pieces_without_tables_say_how_to_build_them() {
    let fen = "B:WK14,23:B1,4,5";
    for command in ["probe", "moves", "line"] {
        let line = run(&["draughts", command, fen]).fails_with(1);
        assert!(line.contains("retrograde draughts build --pieces 5 --out tables"), "{line}");
    }
    let line = run(&["draughts", "probe", "--tables", four(), fen]).fails_with(1);
    assert!(line.contains("5 pieces on the board, the tables have at most 4"), "{line}");
}

#[test]
fn a_folder_without_tables_is_said_to_be_one() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("notes.txt"), "none here").unwrap();
    let path = folder.path().to_str().unwrap();
    for words in [&["verify", path][..], &["info", path], &["draughts", "counts", "--tables", path]] {
        let line = run(words).fails_with(1);
        assert!(line.contains("no tables in") && line.contains("build"), "{line}");
    }
    let line = run(&["draughts", "probe", "--tables", path, "W:WK32:BK26"]).fails_with(1);
    assert!(line.contains("--pieces 2 --out"), "{line}");
}

#[test]
fn a_file_in_place_of_the_folder_is_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("tables"), "a file").unwrap();
    for words in [&["verify", "tables"][..], &["draughts", "counts"], &["draughts", "probe", "W:WK32:BK26"]] {
        let line = run_in(folder.path(), words).fails_with(1);
        assert!(line.contains("tables can't be opened as a folder of tables"), "{line}");
    }
    let line = run_in(folder.path(), &["info", "tables"]).fails_with(1);
    assert!(line.contains("not a retrograde table"), "{line}");
    let line = run_in(folder.path(), &["draughts", "build"]).fails_with(1);
    assert!(line.contains("tables can't be made a folder of tables"), "{line}");
}

#[test]
fn bytes_that_are_no_text_are_refused_by_line() {
    let words = ["draughts", "probe", "--tables", four()];
    let mut child = crate::support::command(&words);
    child.stdin(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let mut child = child.stdout(std::process::Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"\xff\xfe\nW:WK32:BK26\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let line = String::from_utf8(output.stderr).unwrap();
    assert!(line.starts_with("retrograde: line 1: not a line of text"), "{line}");
    assert_eq!(output.stdout, b"W:WK32:BK26\twin\n");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_very_long_line_is_an_error_like_any_other() {
    let run = run_with_input(&["draughts", "probe", "--tables", four()], &"W".repeat(1 << 16));
    assert_eq!(run.status, 1);
    assert_eq!(run.stderr.lines().count(), 1);
}
