//! What the benches measure on: tables made in memory, and the published counts they have to have.

// Each bench uses another part.
#![allow(dead_code)]

mod known;

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::AtomicBool;

use retrograde_db::ValueCounts;
use retrograde_db::draughts::{Density, SideType, Slice};
use retrograde_solver::draughts::{BuildOptions, build};
use retrograde_solver::{MemoryStore, Silent};

#[allow(unused_imports)]
pub(crate) use known::{Known, Sample};

/// The tables with 2 to `pieces` pieces, by the names of their files.
pub(crate) fn build_tables(pieces: u8) -> BTreeMap<String, Vec<u8>> {
    let mut store = MemoryStore::default();
    let report = build(&mut store, &BuildOptions::new(pieces), &Silent, &AtomicBool::new(false));
    let published = published();
    for table in report.expect("memory for small tables").tables {
        assert_eq!(table.counts.total(), table.slice.positions(), "{}", table.slice);
        if let Some(published) = published.get(&table.slice) {
            assert_eq!(table.counts, published.all, "{}", table.slice);
        }
    }
    store.into_tables()
}

/// The compact tables with 2 to `pieces` pieces, by the names of their files.
pub(crate) fn build_compact_tables(pieces: u8) -> BTreeMap<String, Vec<u8>> {
    let mut store = MemoryStore::default();
    let options = BuildOptions { density: Density::Compact, ..BuildOptions::new(pieces) };
    build(&mut store, &options, &Silent, &AtomicBool::new(false)).expect("memory for small tables");
    store.into_tables()
}

/// The published counts of a slice.
pub(crate) struct Published {
    /// Of all positions.
    pub(crate) all: ValueCounts,
    /// Of the positions in which the side to move has no capture.
    pub(crate) quiet: ValueCounts,
}

/// The published counts of all slices with two to five pieces.
pub(crate) fn published() -> HashMap<Slice, Published> {
    let text = include_str!("../../../db/tests/data/draughts-wld-2-5.csv");
    let rows = text.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
    rows.map(|row| {
        let number = |column: usize| -> u64 {
            let field = row.split(',').nth(column);
            field.and_then(|field| field.parse().ok()).expect("a column of numbers")
        };
        let side = |men, kings| SideType::new(number(men) as u8, number(kings) as u8).expect("few pieces");
        let counts =
            |first| ValueCounts { win: number(first), draw: number(first + 1), loss: number(first + 2) };
        // Without a capture, and the opponent would have one or not.
        let mut quiet = counts(11);
        quiet += counts(14);
        let slice = Slice::new(side(0, 1), side(2, 3)).expect("a slice");
        (slice, Published { all: counts(5), quiet })
    })
    .collect()
}
