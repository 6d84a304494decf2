//! The distances of every position of two and three pieces against a naive solver on a naive mover, under all
//! rules with tables.

#[path = "../../db/tests/naive/mod.rs"]
mod naive;
mod support;

use std::collections::HashMap;

use naive::Variant;
use retrograde_db::draughts::{Position, Rules, Side};
use retrograde_db::{DistanceKind, Plies, Value};
use retrograde_probe::draughts::Tables;
use retrograde_solver::draughts::BuildOptions;
use support::positions;

/// Where a move leads, and whether it is a capture or a man move.
struct Successor {
    after: Position,
    converts: bool,
}

fn successors(position: Position, variant: Variant) -> Vec<Successor> {
    let men = position.men(position.side_to_move());
    let converts = |mv: &naive::NaiveMove| {
        !mv.captured.is_empty() || men.iter().any(|square| square.number() == mv.path[0])
    };
    let moves = naive::moves_of_variant(position, variant);
    moves.iter().map(|mv| Successor { after: mv.after, converts: converts(mv) }).collect()
}

/// Values and distances, found by going over all positions again and again.
#[derive(Default)]
struct Naive {
    to_win: HashMap<Position, (Value, u16)>,
    to_conversion: HashMap<Position, u16>,
}

/// The positions, each with its successors.
type Open = Vec<(Position, Vec<Successor>)>;

impl Naive {
    fn solve(pieces: u32, variant: Variant) -> Naive {
        let mut naive = Naive::default();
        for count in 1..=pieces {
            let open =
                || -> Open { positions(count).into_iter().map(|p| (p, successors(p, variant))).collect() };
            // Men move forwards, so men of fewer pieces come first and then everything at once.
            naive.find_wins(open());
            naive.find_conversions(open());
        }
        naive
    }

    fn find_wins(&mut self, mut open: Open) {
        let mut idle = 0;
        for plies in 0.. {
            let mut found = Vec::new();
            open.retain(|(position, after)| {
                let known = || after.iter().map(|successor| self.to_win.get(&successor.after));
                // Whoever is handed a loss in one ply less wins; who can only hand out wins loses.
                let wins = known()
                    .any(|known| known.is_some_and(|&(value, n)| value == Value::Loss && n + 1 == plies));
                let loses =
                    known().all(|known| known.is_some_and(|&(value, n)| value == Value::Win && n < plies));
                let value = if wins { Value::Win } else { Value::Loss };
                if wins || loses {
                    found.push((*position, (value, plies)));
                }
                !wins && !loses
            });
            // Losses and wins alternate, so with nothing twice there is nothing more; captures lead to
            // known positions that may be far from the end.
            idle = if found.is_empty() { idle + 1 } else { 0 };
            let longest = self.to_win.values().map(|&(_, plies)| plies).max().unwrap_or(0);
            self.to_win.extend(found);
            if idle > 2 && plies > longest {
                break;
            }
        }
    }

    fn find_conversions(&mut self, mut open: Open) {
        open.retain(|(position, _)| self.to_win.contains_key(position));
        for plies in 0.. {
            let mut found = Vec::new();
            open.retain(|(position, after)| {
                let soon = |successor: &Successor| {
                    let after = self.to_conversion.get(&successor.after);
                    plies > 0 && (successor.converts || after.is_some_and(|&after| after < plies))
                };
                let loses = |successor: &&Successor| self.value(successor.after) == Value::Loss;
                let reached = match self.value(*position) {
                    Value::Win => after.iter().filter(loses).any(soon),
                    _ => after.iter().all(soon),
                };
                if reached {
                    found.push((*position, plies));
                }
                !reached
            });
            let stuck = found.is_empty() && plies > 1;
            self.to_conversion.extend(found);
            if stuck {
                break;
            }
        }
        assert!(open.is_empty(), "{} positions have no conversion", open.len());
    }

    fn value(&self, position: Position) -> Value {
        self.to_win.get(&position).map_or(Value::Draw, |&(value, _)| value)
    }

    fn plies(&self, position: Position, kind: DistanceKind) -> Option<Plies> {
        match kind {
            DistanceKind::Win => self.to_win.get(&position).map(|&(_, plies)| Plies(plies)),
            DistanceKind::Conversion => self.to_conversion.get(&position).copied().map(Plies),
        }
    }
}

/// Compares tables of up to three pieces with the naive distances.
fn compare(rules: &'static Rules, variant: Variant) {
    let naive = Naive::solve(3, variant);
    for kind in DistanceKind::ALL {
        let options = BuildOptions { rules, distance: Some(kind), ..BuildOptions::new(3) };
        let tables = Tables::from_memory_under(rules, support::files(&options)).unwrap();
        let mut compared = 0;
        for position in (2..=3).flat_map(positions) {
            if Side::BOTH.into_iter().any(|side| position.pieces(side).all().is_empty()) {
                continue;
            }
            let found = tables.value_and_plies(position, kind).unwrap();
            assert_eq!(found, (naive.value(position), naive.plies(position, kind)), "{position} {kind}");
            compared += 1;
        }
        // Both sides to move of the published 3,488 and 196,032 positions.
        assert_eq!(compared, 2 * (3_488 + 196_032));
    }
}

#[test]
fn all_positions_to_three_pieces_have_the_naive_distances() {
    compare(&Rules::ENGLISH, Variant::default());
}

#[test]
fn and_so_they_have_under_the_other_rules() {
    compare(&Rules::KINGS_FIRST, Variant { kings_first: true, ..Variant::default() });
    compare(&Rules::CROWNING_GOES_ON, Variant { crowning_goes_on: true, ..Variant::default() });
}
