//! Counts of each class against published ones.

mod support;

use retrograde_db::draughts::{SideType, Slice};

/// A class of the published list: its slice with Black to move, and its counts.
fn published() -> impl Iterator<Item = (Slice, [u64; 4])> {
    let text = include_str!("../../db/tests/data/draughts-wld-2-5.csv");
    text.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit())).map(|line| {
        let fields: Vec<u64> = line.split(',').take(8).map(|field| field.parse().unwrap()).collect();
        let side = |men: usize, kings: usize| SideType::new(fields[men] as u8, fields[kings] as u8).unwrap();
        (Slice::new(side(0, 1), side(2, 3)).unwrap(), [fields[4], fields[5], fields[6], fields[7]])
    })
}

fn counts_equal_the_published_ones(pieces: u8, classes: usize) {
    let report = support::report(pieces);
    assert_eq!(report.tables.len(), classes);
    let mut compared = 0;
    for (slice, expected) in published().filter(|(slice, _)| slice.pieces() <= pieces) {
        let table = report.tables.iter().find(|table| table.slice == slice).unwrap();
        let counts = table.counts;
        assert_eq!([counts.total(), counts.win, counts.draw, counts.loss], expected, "{slice}");
        compared += 1;
    }
    assert_eq!(compared, classes);
}

#[test]
fn two_to_four_pieces() {
    counts_equal_the_published_ones(4, 41);
}

#[test]
#[ignore = "takes some seconds on many cores, half a minute on a slow one; .ci/run runs it"]
fn two_to_five_pieces() {
    counts_equal_the_published_ones(5, 85);
}
