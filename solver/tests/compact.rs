//! Compact tables: the same answers as those of fast ones, of the naive solver, and of the counts.

mod support;

use std::collections::BTreeMap;

use rayon::prelude::*;
use retrograde_db::draughts::{Density, Position, Side, Slice, SliceIndex};
use retrograde_probe::draughts::Tables;
use retrograde_solver::draughts::BuildOptions;

fn options(pieces: u8) -> BuildOptions {
    BuildOptions { density: Density::Compact, ..BuildOptions::new(pieces) }
}

fn open(files: &BTreeMap<String, Vec<u8>>) -> Tables {
    Tables::from_memory(files.clone()).unwrap()
}

#[test]
fn all_positions_of_two_to_four_pieces_have_the_values_of_fast_tables() {
    let files = support::files(&options(4));
    let (fast, compact) = (support::tables(4), open(&files));
    let bytes: usize = files.values().map(Vec::len).sum();
    let mut positions = 0;
    for slice in Slice::up_to(4) {
        let index = SliceIndex::new(slice);
        positions += index.size();
        (0..index.size()).into_par_iter().for_each(|number| {
            let side = Side::BOTH[(number % 2) as usize];
            let position = Position::from_view(index.view(number).unwrap(), side);
            assert_eq!(compact.probe(position).unwrap(), fast.probe(position).unwrap(), "{position}");
        });
    }
    println!("{positions} positions, {bytes} bytes: {:.1}", positions as f64 / bytes as f64);
    assert!(positions > 110 * bytes as u64, "{positions} positions in {bytes} bytes");
}
