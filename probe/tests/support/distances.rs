//! Distances to the end of the game of king against king, found naively, and a file of them.

use std::collections::HashMap;
use std::sync::LazyLock;

use retrograde_db::draughts::{Rules, SliceIndex, View};
use retrograde_db::file::{DistanceEncoder, TableHeader, TableWriter};
use retrograde_db::{DistanceKind, Plies, Value};

use super::SOLVED;

/// The slice.
pub(crate) const KING_AGAINST_KING: &str = "0m1k-0m1k";

/// Each position of the slice, with its value and the plies to the end of the game.
pub(crate) static PLIES: LazyLock<HashMap<View, (Value, Option<Plies>)>> = LazyLock::new(|| {
    let index = SliceIndex::new(KING_AGAINST_KING.parse().unwrap());
    let views = || (0..index.size()).map(|number| index.view(number).unwrap());
    let mut known: HashMap<View, (Value, Option<Plies>)> = HashMap::new();
    for plies in 0.. {
        let found: Vec<(View, Value)> = views()
            .filter(|view| !known.contains_key(view))
            .filter_map(|view| Some((view, value_in(view, plies, &known)?)))
            .collect();
        // Whatever ends later has a position that ends a ply earlier.
        if found.is_empty() && plies > 1 {
            break;
        }
        known.extend(found.into_iter().map(|(view, value)| (view, (value, Some(Plies(plies))))));
    }
    views().for_each(|view| {
        known.entry(view).or_insert((Value::Draw, None));
    });
    known
});

/// The value of a view that ends after so many plies; `None` if it does not.
fn value_in(view: View, plies: u16, known: &HashMap<View, (Value, Option<Plies>)>) -> Option<Value> {
    let rules = &Rules::ENGLISH;
    let moves = rules.moves(view);
    let after = moves.iter().map(|mv| {
        let after = rules.play(view, mv);
        // All that a capture takes is the only king.
        if after.own().all().is_empty() { Some(Value::Loss) } else { Some(known.get(&after)?.0) }
    });
    let after: Vec<Option<Value>> = after.collect();
    // Whoever makes the last move wins, after an odd number of plies.
    if plies.is_multiple_of(2) {
        after.iter().all(|&value| value == Some(Value::Win)).then_some(Value::Loss)
    } else {
        after.contains(&Some(Value::Loss)).then_some(Value::Win)
    }
}

/// Name and bytes of the file with these distances.
pub(crate) fn distance_file() -> (String, Vec<u8>) {
    let (kind, slice) = (DistanceKind::Win, KING_AGAINST_KING.parse().unwrap());
    let solved = &SOLVED[&slice];
    let header = TableHeader { positions_per_block: 256, ..TableHeader::of_distances(&solved.index, kind) };
    let codes: Vec<Option<u8>> = solved
        .positions()
        .map(|(view, value)| {
            let plies = PLIES[&view].1.filter(|_| !Rules::ENGLISH.can_capture(view))?;
            Some(kind.code_of(value, plies).unwrap())
        })
        .collect();
    let mut writer = TableWriter::new(Vec::new(), &header).unwrap();
    for block in codes.chunks(256) {
        writer.append_block(&DistanceEncoder::new().encode(block).unwrap()).unwrap();
    }
    (solved.index.slice().distance_file_name(kind), writer.finish(solved.counts()).unwrap())
}
