//! Numbers of turn sequences, from `tests/data/go-perft.txt`.

use retrograde_db::go::{Position, Repetition, Rules, Suicide, count_games, perft};

const ROWS: &str = include_str!("../data/go-perft.txt");

/// The rule set that plays with these choices; those of the file are all there but positional
/// superko without suicide, which no rule set has, and which is made from one.
fn numbers_of(repetition: &str, suicide: &str) -> Vec<Rules> {
    let repetition =
        if repetition == "positional" { Repetition::Positional } else { Repetition::Situational };
    let suicide = if suicide == "suicide" { Suicide::Allowed } else { Suicide::Forbidden };
    let mut rules = Rules::TROMP_TAYLOR;
    (rules.repetition, rules.suicide) = (repetition, suicide);
    let same = |other: &&Rules| other.repetition == repetition && other.suicide == suicide;
    [rules].into_iter().chain(Rules::ALL.iter().filter(same).copied()).collect()
}

#[test]
fn sequences_are_as_many_as_published() {
    let mut checked = 0;
    for row in ROWS.lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = row.split_whitespace().collect();
        let [size, repetition, suicide, counts @ ..] = fields.as_slice() else { panic!("{row:?}") };
        let start = Position::start(size.parse().unwrap());
        for rules in numbers_of(repetition, suicide) {
            for (turns, expected) in (1..).zip(counts) {
                assert_eq!(perft(&rules, start, turns).to_string(), *expected, "{row}, {turns} turns");
                checked += 1;
            }
        }
    }
    assert!(checked > 100);
}

#[test]
fn whole_games() {
    let start = Position::start("1x3".parse().unwrap());
    assert_eq!(count_games(&Rules::TROMP_TAYLOR, start), 907);
    // One turn is left, or the game is over with it.
    let end = Position { passed: true, ..Position::start("1x1".parse().unwrap()) };
    assert_eq!(count_games(&Rules::TROMP_TAYLOR, end), 1);
}
