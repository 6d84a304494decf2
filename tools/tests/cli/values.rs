//! Positions of the literature whose values are known.

use crate::support::{five, four, moves, run, value};

/// Name, FEN, value for the side to move; two to four pieces.
const FOUR: [(&str, &str, &str); 8] = [
    ("First Position", "W:WK15,20:B12,K28", "win"),
    ("First Position, Black to move", "B:WK15,20:B12,K28", "draw"),
    ("First Position, late", "W:WK19,K23:B12,K28", "win"),
    ("First Position, late, Black to move", "B:WK19,K23:B12,K28", "draw"),
    ("the move", "W:WK32:BK26", "win"),
    ("the move, Black to move", "B:WK32:BK26", "draw"),
    ("longest win of two pieces", "B:W30:B25", "win"),
    ("longest win of four pieces", "B:W29,30:B2,15", "win"),
];

/// The same with five pieces.
const FIVE: [(&str, &str, &str); 3] = [
    ("W. Grey", "B:W20,16,K2:BK25,K10", "draw"),
    ("A. Sinclair", "B:WK14,K15,18:BK22,K23", "loss"),
    ("longest win of five pieces", "B:WK14,23:B1,4,5", "win"),
];

/// The same with three pieces against three.
const SIX: [(&str, &str, &str); 3] = [
    ("F. Drinkwater", "B:W28,32,K15:B3,12,26", "draw"),
    ("E. McMillan", "W:W29,14,K2:B8,5,1", "win"),
    ("J. Bremmer", "W:W13,5,K2:BK14,10,1", "draw"),
];

/// The same with four pieces against three, of which two are men at most.
const SEVEN: [(&str, &str, &str); 3] = [
    ("Fourth Position", "B:W30,K31,K32:BK20,21,K22,K23", "win"),
    ("Fourth Position, White to move", "W:W30,K31,K32:BK20,21,K22,K23", "draw"),
    ("King Fourth", "B:WK30,K31,K32:BK20,21,K22,K23", "win"),
];

/// Builds the tables that these words ask for, and looks the positions up.
#[track_caller]
fn assert_values(words: &[&str], positions: &[(&str, &str, &str)]) {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    run(&[&["draughts", "build", "--out", tables], words].concat()).ok();
    for (name, fen, expected) in positions {
        assert_eq!(value(tables, fen), *expected, "{name}");
    }
}

#[test]
#[ignore = "builds three pieces against three; .ci/run runs it"]
fn known_positions_of_six_pieces() {
    assert_values(&["--pieces", "6", "--side-pieces", "3"], &SIX);
}

#[test]
#[ignore = "builds four pieces against three with few men; .ci/run runs it"]
fn known_positions_of_seven_pieces() {
    assert_values(&["--pieces", "7", "--side-pieces", "4", "--men", "2", "--memory", "3G"], &SEVEN);
}

#[test]
fn known_positions_of_up_to_four_pieces() {
    for (name, fen, expected) in FOUR {
        assert_eq!(value(four(), fen), expected, "{name}");
    }
}

#[test]
#[ignore = "builds five pieces"]
fn known_positions_of_five_pieces() {
    for (name, fen, expected) in FIVE {
        assert_eq!(value(five(), fen), expected, "{name}");
    }
}

/// Plays a line, and checks that each move is the best there is, that values go from hand to hand,
/// and how it ends.
#[track_caller]
fn assert_line_ends(tables: &str, fen: &str, end: &str) {
    let mut lines = run(&["draughts", "line", "--json", "--tables", tables, fen]).json();
    let last = lines.pop().unwrap();
    assert!(last["end"].as_str().unwrap().contains(end), "{last}");
    let mut before = fen.to_owned();
    for step in &lines {
        let options = moves(tables, &before);
        let best = options.first().expect("the line goes on, so there is a move").1.clone();
        let played = options.iter().find(|option| option.0 == step["move"].as_str().unwrap());
        let (_, value, after) = played.expect("a legal move");
        assert_eq!((value, after.as_str()), (&best, step["after"].as_str().unwrap()), "{step}");
        assert_eq!(step["value"].as_str(), Some(best.as_str()));
        before = after.clone();
    }
    assert_eq!(last["plies"], lines.len());
}

#[test]
fn a_won_line_ends_with_a_side_that_cannot_move() {
    assert_line_ends(four(), "W:WK15,20:B12,K28", "Black has no move");
    assert_line_ends(four(), "W:WK32:BK26", "Black has no move");
    assert_line_ends(four(), "W:WK9:B6,K13", "White has no move");
}

#[test]
fn a_drawn_line_ends_with_a_repetition() {
    assert_line_ends(four(), "B:WK15,20:B12,K28", "again");
}
