//! `draughts openings`.

use crate::support::run;

#[test]
fn the_decks_have_their_sizes() {
    let three = run(&["draughts", "openings"]).ok();
    assert_eq!(three.lines().count(), 174);
    let two = run(&["draughts", "openings", "--moves", "2"]).ok();
    assert_eq!(two.lines().count(), 47);
    // 9-13 leaves 9 empty, and 21-17 can be taken, but White takes back.
    assert_eq!(
        two.lines().next(),
        Some("9-13 21-17\tB:W17,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,10,11,12,13")
    );
}

#[test]
fn a_ballot_is_one_of_the_deck_and_the_same_again() {
    let deck = run(&["draughts", "openings", "--moves", "3"]).ok();
    let draw = |seed: &str| run(&["draughts", "openings", "--seed", seed]).ok();
    for seed in ["0", "1", "18446744073709551615"] {
        let drawn = draw(seed);
        assert_eq!(drawn.lines().count(), 1);
        assert!(deck.contains(&drawn), "{drawn}");
        assert_eq!(draw(seed), drawn);
    }
    assert_ne!(draw("0"), draw("1"));
}

#[test]
fn json_has_the_same_facts() {
    let openings = run(&["draughts", "openings", "--moves", "2", "--json"]).json();
    assert_eq!(openings.len(), 47);
    assert_eq!(openings[0]["moves"], "9-13 21-17");
}

#[test]
fn other_numbers_of_moves_are_wrong_usage() {
    for moves in ["0", "1", "4", "x"] {
        run(&["draughts", "openings", "--moves", moves]).fails_with(2);
    }
    run(&["draughts", "openings", "--seed", "-1"]).fails_with(2);
}

#[test]
fn accepted_decks_are_lists_of_the_federation() {
    for (deck, size) in [("playable", 174), ("144", 144), ("156", 156)] {
        assert_eq!(run(&["draughts", "openings", "--deck", deck]).ok().lines().count(), size);
        let drawn = run(&["draughts", "openings", "--deck", deck, "--seed", "7"]).ok();
        assert_eq!(drawn.lines().count(), 1);
    }
    let barred = "9-13 21-17 10-14\t";
    assert!(run(&["draughts", "openings"]).ok().contains(barred));
    assert!(!run(&["draughts", "openings", "--deck", "156"]).ok().contains(barred));
    run(&["draughts", "openings", "--deck", "156", "--moves", "2"]).fails_with(1);
    run(&["draughts", "openings", "--deck", "155"]).fails_with(2);
}
