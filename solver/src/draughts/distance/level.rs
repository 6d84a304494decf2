//! The positions of a slice whose men have the same total advance: a stretch of its index.

use std::ops::Range;

use retrograde_db::draughts::SliceIndex;

use super::cell::{Cell, SharedCell};

/// What is known of the positions of one total advance of a slice.
#[derive(Debug, Default)]
pub(super) struct Level {
    /// The number of its first position in the slice.
    first: u64,
    cells: Vec<SharedCell>,
}

impl Level {
    /// A level of which nothing is known.
    pub(super) fn new(index: &SliceIndex, advance: u32) -> Level {
        let range = positions(index, advance);
        let cells = (range.start..range.end).map(|_| SharedCell::new(Cell::DRAW)).collect();
        Level { first: range.start, cells }
    }

    /// The number of its first position in the slice.
    pub(super) const fn first(&self) -> u64 {
        self.first
    }

    /// All its positions.
    pub(super) fn cells(&self) -> &[SharedCell] {
        &self.cells
    }

    /// Its positions from this one on, as numbered in the slice.
    ///
    /// # Panics
    /// Where they are not in the level.
    pub(super) fn stretch(&self, first: u64, len: usize) -> &[SharedCell] {
        &self.cells[(first - self.first) as usize..][..len]
    }

    /// What is known of a position, as numbered in the slice; `None` where it is not in the level.
    #[inline]
    pub(super) fn get(&self, position: u64) -> Option<Cell> {
        let place = usize::try_from(position.checked_sub(self.first)?).ok()?;
        self.cells.get(place).map(SharedCell::get)
    }
}

/// The positions of a slice with this total advance.
pub(super) fn positions(index: &SliceIndex, advance: u32) -> Range<u64> {
    let pairs = index.class_pairs();
    // Class pairs come by falling advance.
    let total = |place: usize| pairs[place].mover.advance() + pairs[place].opponent.advance();
    let all: Vec<u32> = (0..pairs.len()).map(total).collect();
    let start = all.partition_point(|&total| total > advance);
    let end = all.partition_point(|&total| total >= advance);
    let first = |place: usize| pairs.get(place).map_or(index.size(), |pair| pair.first);
    first(start)..first(end)
}
