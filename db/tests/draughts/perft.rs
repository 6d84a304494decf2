//! Perft and counts of positions against published figures.

use std::collections::HashSet;

use retrograde_db::draughts::{Depth, Position, Rules, divide, perft, perft_merging_routes};

/// One line of `perft.txt`.
pub(crate) struct Published {
    pub(crate) depth: u8,
    pub(crate) every_route: u64,
    pub(crate) routes_merged: u64,
}

/// The published figures.
pub(crate) fn published() -> Vec<Published> {
    let lines = include_str!("../data/perft.txt").lines().filter(|line| !line.starts_with('#'));
    let figures: Vec<Published> = lines
        .map(|line| {
            let numbers: Vec<u64> = line.split(' ').map(|number| number.parse().unwrap()).collect();
            let [depth, every_route, routes_merged] = numbers[..] else { panic!("{line}") };
            Published { depth: depth as u8, every_route, routes_merged }
        })
        .collect();
    assert_eq!(figures.len(), 13);
    figures
}

/// What a test of a second can reach; the bench goes further.
const DEEPEST: u8 = 10;

#[test]
fn both_counts_are_the_published_ones() {
    for line in published().into_iter().filter(|line| line.depth <= DEEPEST) {
        let depth = Depth::new(line.depth);
        let (rules, start) = (&Rules::ENGLISH, Position::start());
        assert_eq!(perft(rules, start, depth), line.every_route, "depth {}", line.depth);
        assert_eq!(perft_merging_routes(rules, start, depth), line.routes_merged, "depth {}", line.depth);
    }
}

#[test]
fn routes_of_one_capture_count_once_or_apart() {
    let circle: Position = "W:WK31:B18,19,26,27".parse().unwrap();
    assert_eq!(perft(&Rules::ENGLISH, circle, Depth::new(1)), 2);
    assert_eq!(perft_merging_routes(&Rules::ENGLISH, circle, Depth::new(1)), 1);
    let other_pieces: Position = "W:W18:B6,7,14,15".parse().unwrap();
    assert_eq!(perft_merging_routes(&Rules::ENGLISH, other_pieces, Depth::new(1)), 2);
}

#[test]
fn divide_adds_up_to_perft() {
    let (rules, start) = (&Rules::ENGLISH, Position::start());
    assert_eq!(divide(rules, start, Depth::new(0)), []);
    assert_eq!(perft(rules, start, Depth::new(0)), 1);
    let by_move = divide(rules, start, Depth::new(8));
    assert_eq!(by_move.iter().map(|(_, paths)| paths).sum::<u64>(), 845_931);
    let moves: Vec<String> = by_move.iter().map(|(mv, _)| mv.to_string()).collect();
    assert_eq!(moves, ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"]);
}

#[test]
fn distinct_positions_after_each_ply_are_the_published_numbers() {
    let rules = &Rules::ENGLISH;
    let mut positions = HashSet::from([Position::start()]);
    for (ply, published) in (1..).zip([7, 49, 216, 805, 2733, 9105, 28_123, 85_340, 255_800]) {
        let next = |position: Position| -> Vec<Position> {
            position.legal_moves(rules).iter().map(|mv| position.play(rules, mv)).collect()
        };
        positions = positions.into_iter().flat_map(next).collect();
        assert_eq!(positions.len(), published, "after {ply} plies");
    }
}

#[test]
fn three_move_openings_are_302_sequences_and_216_positions() {
    let rules = &Rules::ENGLISH;
    let mut sequences = vec![Position::start()];
    for _ in 0..3 {
        let next = |position: &Position| -> Vec<Position> {
            position.legal_moves(rules).iter().map(|mv| position.play(rules, mv)).collect()
        };
        sequences = sequences.iter().flat_map(next).collect();
    }
    assert_eq!(sequences.len(), 302);
    assert_eq!(sequences.into_iter().collect::<HashSet<_>>().len(), 216);
}
