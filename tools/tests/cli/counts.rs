//! `counts` and `info` against published figures.

use crate::support::{five, four, run};

/// Win, draw and loss counts of all classes, made by another program: see the head of the file.
const PUBLISHED: &str = include_str!("../../../db/tests/data/draughts-wld-2-5.csv");

/// The first eight columns of the published file, for up to so many pieces.
pub(crate) fn published(pieces: u32) -> String {
    let columns = |line: &str| line.split(',').take(8).collect::<Vec<_>>().join(",");
    let small =
        |line: &&str| line.split(',').take(4).filter_map(|n| n.parse::<u32>().ok()).sum::<u32>() <= pieces;
    let rows = PUBLISHED.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
    let rows: Vec<String> = rows.filter(small).map(columns).collect();
    format!("bm,bk,wm,wk,n,win,draw,loss\n{}\n", rows.join("\n"))
}

#[test]
fn counts_of_two_to_four_pieces_are_the_published_ones() {
    let expected = published(4);
    assert_eq!(expected.lines().count(), 1 + 4 + 12 + 25);
    assert_eq!(run(&["draughts", "counts", "--tables", four()]).ok(), expected);
}

#[test]
#[ignore = "builds five pieces"]
fn counts_of_two_to_five_pieces_are_the_published_ones() {
    let expected = published(5);
    assert_eq!(expected.lines().count(), 1 + 85);
    assert_eq!(run(&["draughts", "counts", "--tables", five()]).ok(), expected);
}

/// Win, draw and loss sums by pieces.
const SUMS: [(u8, [u64; 3]); 4] = [
    (2, [716, 2_370, 402]),
    (3, [100_250, 8_477, 87_305]),
    (4, [2_574_304, 1_717_922, 1_917_090]),
    (5, [71_334_772, 11_122_892, 56_993_144]),
];

#[track_caller]
fn assert_sums(tables: &str, pieces: u8) {
    let rows = run(&["info", tables, "--json"]).json();
    for (number, sums) in SUMS.into_iter().filter(|&(number, _)| number <= pieces) {
        let row = rows.iter().find(|row| row["pieces"] == number).expect("a row for these pieces");
        assert_eq!(["win", "draw", "loss"].map(|name| row[name].as_u64().unwrap()), sums, "{number} pieces");
        assert_eq!(row["positions"], sums.iter().sum::<u64>());
    }
    let all = rows.last().unwrap();
    assert_eq!(all["up_to_pieces"], pieces);
    let bytes: u64 =
        rows.iter().filter(|row| !row["slice"].is_null()).map(|row| row["bytes"].as_u64().unwrap()).sum();
    assert_eq!(all["bytes"], bytes);
}

#[test]
fn sums_of_two_to_four_pieces_are_the_published_ones() {
    assert_sums(four(), 4);
}

#[test]
#[ignore = "builds five pieces"]
fn sums_of_two_to_five_pieces_are_the_published_ones() {
    assert_sums(five(), 5);
}

#[test]
fn king_against_king_is_won_230_times() {
    let counts = run(&["draughts", "counts", "--tables", four()]).ok();
    assert_eq!(counts.lines().nth(1), Some("0,1,0,1,992,230,654,108"));
}

#[test]
fn numbers_of_positions_are_the_published_ones() {
    let text = run(&["draughts", "counts", "--positions"]).ok();
    let published = include_str!("../../../db/tests/data/position_counts.csv");
    let rows: Vec<&str> = published.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!((rows.len(), text.lines().count()), (1 + 24, 1 + 24 + 1));
    // A row whose last column is not published begins like ours.
    for (row, line) in rows.iter().zip(text.lines()) {
        let same = if row.ends_with(',') { line.starts_with(row) } else { line == *row };
        assert!(same, "{row} {line}");
    }
    assert!(text.lines().last().unwrap().starts_with("all,500995484682338672639,"), "{text}");
    let json = run(&["draughts", "counts", "--positions", "--json"]).json();
    assert_eq!(json[1]["both"], 3_488);
    run(&["draughts", "counts", "--positions", "--tables", "x"]).fails_with(2);
}
