//! Every position of two and three pieces against a naive solver on a naive mover, which share no
//! code with the solver, the move generator or the index.

#[path = "../../db/tests/naive/mod.rs"]
mod naive;
mod support;

use std::collections::HashMap;

use naive::Variant;
use retrograde_db::Value;
use retrograde_db::draughts::Rules;
use retrograde_db::draughts::{Position, Side};
use retrograde_probe::draughts::Tables;
use retrograde_solver::draughts::BuildOptions;
use support::positions;

/// Solves all positions of up to so many pieces by going over them until nothing changes.
fn solve(pieces: u32, variant: Variant) -> HashMap<Position, Value> {
    let mut values: HashMap<Position, Value> = HashMap::new();
    for count in 1..=pieces {
        let mut open: Vec<(Position, Vec<Position>)> = positions(count)
            .into_iter()
            .map(|position| {
                (
                    position,
                    naive::moves_of_variant(position, variant).into_iter().map(|mv| mv.after).collect(),
                )
            })
            .collect();
        loop {
            let before = open.len();
            open.retain(|(position, after)| {
                let known: Vec<Option<&Value>> = after.iter().map(|after| values.get(after)).collect();
                let value = if known.contains(&Some(&Value::Loss)) {
                    Value::Win
                } else if known.iter().all(|value| *value == Some(&Value::Win)) {
                    Value::Loss
                } else {
                    return true;
                };
                values.insert(*position, value);
                false
            });
            if open.len() == before {
                break;
            }
        }
        values.extend(open.into_iter().map(|(position, _)| (position, Value::Draw)));
    }
    values
}

/// Compares tables of up to three pieces with the naive values; gives those.
fn compare(rules: &'static Rules, variant: Variant) -> HashMap<Position, Value> {
    let options = BuildOptions { rules, ..BuildOptions::new(3) };
    let tables = Tables::from_memory_under(rules, support::files(&options)).unwrap();
    let naive = solve(3, variant);
    let mut compared = 0;
    for (&position, &value) in &naive {
        if Side::BOTH.into_iter().all(|side| !position.pieces(side).all().is_empty()) {
            assert_eq!(tables.probe(position).unwrap(), value, "{position}");
            compared += 1;
        }
    }
    // Both sides to move of the published 3,488 and 196,032 positions.
    assert_eq!(compared, 2 * (3_488 + 196_032));
    naive
}

#[test]
fn all_positions_to_three_pieces_have_the_naive_value_under_all_rules_with_tables() {
    let english = compare(&Rules::ENGLISH, Variant::default());
    let others = |values: HashMap<Position, Value>| {
        values.into_iter().filter(|(position, value)| english[position] != *value).count()
    };
    // With three pieces a side with a king and a man has one piece to take: whichever takes it wins.
    let kings_first = Variant { kings_first: true, ..Variant::default() };
    assert_eq!(others(compare(&Rules::KINGS_FIRST, kings_first)), 0);
    let crowning_goes_on = Variant { crowning_goes_on: true, ..Variant::default() };
    assert!(others(compare(&Rules::CROWNING_GOES_ON, crowning_goes_on)) > 0);
}
