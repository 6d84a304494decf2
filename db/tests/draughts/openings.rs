//! Openings: their numbers, and the ballot.

use std::collections::HashSet;

use retrograde_db::draughts::{BallotSeed, BallotYear, Deck, Opening, Position, Restriction, Rules};

const RULES: &Rules = &Rules::ENGLISH;

/// Moves drawn, sequences, positions, positions without a loss of a man.
fn published() -> Vec<[usize; 4]> {
    let rows = include_str!("../data/openings.txt").lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| {
        let numbers: Vec<usize> = row.split(' ').map(|number| number.parse().unwrap()).collect();
        numbers.try_into().unwrap()
    })
    .collect()
}

fn sequences(restriction: Restriction) -> Deck {
    Deck::every_sequence(RULES, restriction)
}

#[test]
fn the_published_numbers_come_out() {
    let counted = Restriction::ALL.map(|restriction| {
        let positions = sequences(restriction).without_transpositions();
        [
            restriction.plies(),
            sequences(restriction).openings().len(),
            positions.openings().len(),
            positions.without_material_losses(RULES).openings().len(),
        ]
    });
    assert_eq!(counted.to_vec(), published());
}

#[test]
fn a_sequence_leads_to_its_position_and_no_two_are_equal() {
    let deck = sequences(Restriction::ThreeMove);
    for opening in deck.openings() {
        let replayed = opening.to_string().split(' ').fold(Position::start(), |position, text| {
            position.play(RULES, &position.read_move(RULES, text).unwrap())
        });
        assert_eq!(replayed, opening.position(), "{opening}");
    }
    let distinct: HashSet<&Opening> = deck.openings().iter().collect();
    assert_eq!(distinct.len(), 302);
}

#[test]
fn of_transpositions_the_first_is_kept() {
    let all = sequences(Restriction::ThreeMove);
    let kept = all.clone().without_transpositions();
    for opening in all.openings() {
        let first = all.openings().iter().find(|other| other.position() == opening.position()).unwrap();
        assert!(kept.openings().contains(first));
        assert_eq!(kept.openings().contains(opening), first == opening, "{opening}");
    }
}

#[test]
fn the_two_barred_openings_of_two_moves_lose_a_man() {
    let losing: Vec<String> = sequences(Restriction::TwoMove)
        .openings()
        .iter()
        .filter(|opening| opening.loses_material(RULES))
        .map(ToString::to_string)
        .collect();
    // 21-17 puts a man where 14 takes it, and nothing can take back on 21.
    assert_eq!(losing, ["9-14 21-17", "10-14 21-17"]);
}

#[test]
fn a_ballot_is_fair_and_the_same_for_the_same_seed() {
    let deck = Deck::playable(RULES, Restriction::ThreeMove);
    let mut drawn = vec![0; deck.openings().len()];
    for seed in 0..100 * deck.openings().len() as u64 {
        let opening = deck.draw(BallotSeed(seed)).unwrap();
        assert_eq!(deck.draw(BallotSeed(seed)), Some(opening));
        drawn[deck.openings().iter().position(|other| other == opening).unwrap()] += 1;
    }
    // About a hundred each: ten is the deviation to expect, six times that is not chance.
    assert!(drawn.iter().all(|times| (40..=160).contains(times)), "{drawn:?}");
    let free = sequences(Restriction::GoAsYouPlease);
    assert_eq!(free.draw(BallotSeed(7)).unwrap().position(), Position::start());
}

#[test]
fn the_list_of_the_federation_has_the_positions_that_the_rules_give() {
    let positions =
        |deck: &Deck| -> HashSet<Position> { deck.openings().iter().map(Opening::position).collect() };
    let (numbered, found) = (Deck::numbered(), Deck::playable(RULES, Restriction::ThreeMove));
    assert_eq!(numbered.openings().len(), 174);
    assert_eq!(positions(&numbered), positions(&found));
    // Published: decks of 144 and of 156 (ACF), 18 of 174 barred.
    let (older, newer) = (Deck::accepted(BallotYear::Before2003), Deck::accepted(BallotYear::Since2003));
    assert_eq!((older.openings().len(), newer.openings().len()), (144, 156));
    assert!(
        positions(&older).is_subset(&positions(&newer)) && positions(&newer).is_subset(&positions(&found))
    );
    // Nine of the twelve, as G. Miller names them in "Completing the Deck" (wylliedraughts.com, 4 May 2001).
    let added: Vec<String> = newer
        .openings()
        .iter()
        .filter(|opening| !older.openings().contains(opening))
        .map(ToString::to_string)
        .collect();
    for named in [
        "9-13 22-18 11-16",
        "9-13 23-18 11-16",
        "11-16 22-17 9-13",
        "10-14 22-17 11-16",
        "10-15 23-19 11-16",
        "11-16 23-19 16x23",
        "9-13 22-18 10-14",
        "10-14 22-17 11-15",
        "9-13 23-19 10-15",
    ] {
        assert!(added.iter().any(|opening| opening == named), "{named} is not among {added:?}");
    }
    assert_eq!(added.len(), 12);
    // Numbers of the federation.
    assert_eq!(numbered.openings()[59].to_string(), "10-14 22-17 9-13");
    assert_eq!(numbered.openings()[173].to_string(), "12-16 24-20 10-15");
}
