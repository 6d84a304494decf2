//! Tables for the tests.

// Each program of tests uses another part.
#![allow(dead_code)]

pub(crate) mod stop_after;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use retrograde_db::combinatorics::sets;
use retrograde_db::draughts::{Pieces, Position, Side, Slice, SliceIndex, SquareSet};
use retrograde_probe::draughts::Tables;
use retrograde_solver::draughts::{BuildOptions, BuildReport, build};
use retrograde_solver::{MemoryStore, Silent};

/// Solves tables in memory; gives the files by name.
pub(crate) fn files(options: &BuildOptions) -> BTreeMap<String, Vec<u8>> {
    let mut store = MemoryStore::default();
    build(&mut store, options, &Silent, &AtomicBool::new(false)).unwrap();
    store.into_tables()
}

/// Solves tables in memory; gives what was built.
pub(crate) fn report(pieces: u8) -> BuildReport {
    build(&mut MemoryStore::default(), &BuildOptions::new(pieces), &Silent, &AtomicBool::new(false)).unwrap()
}

/// Solves tables in memory and opens them.
pub(crate) fn tables(pieces: u8) -> Tables {
    Tables::from_memory(files(&BuildOptions::new(pieces))).unwrap()
}

/// The files of a folder by name.
pub(crate) fn read_folder(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.file_type().unwrap().is_file())
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .collect()
}

/// Every legal position with so many pieces, an empty side included, in no special order.
pub(crate) fn positions(pieces: u32) -> Vec<Position> {
    let mut found = Vec::new();
    for occupied in sets(32, pieces) {
        let squares: Vec<_> = SquareSet::from_bits(occupied).iter().collect();
        for choice in 0..4u32.pow(pieces) {
            let mut sides = [Pieces::default(); 2];
            for (place, &square) in squares.iter().enumerate() {
                let kind = choice >> (2 * place) & 3;
                let side = &mut sides[(kind & 1) as usize];
                let set = if kind & 2 == 0 { &mut side.men } else { &mut side.kings };
                *set |= square.into();
            }
            for side in Side::BOTH {
                found.extend(Position::new(side, sides[0], sides[1]));
            }
        }
    }
    found
}

/// Draws numbers, the same ones on every run (SplitMix64).
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    /// A number from 0 to `bound` - 1.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits ^ bits >> 31) % bound as u64) as usize
    }

    /// A position of a slice.
    pub(crate) fn position(&mut self, slice: Slice) -> Position {
        let index = SliceIndex::new(slice);
        let view = index.view(self.below(index.size() as usize) as u64).unwrap();
        Position::from_view(view, Side::BOTH[self.below(2)])
    }
}
