//! The positions of a slice whose men have the same total advance: a stretch of its index.
//!
//! Pairs of men classes come by falling total advance in the index, so a level has no gaps, and its cells
//! are a plain list. A man move that crowns nothing leads to the level above, of the reverse slice, any king
//! move to the same one. So two levels of either slice are all that has to be there at a time.
//!
//! A man against a man has levels 12 to 0. On level 12 both are on their last rank but one, on 4 squares
//! each: positions 0 to 15. On level 11 one of them is a rank behind, either the mover's or the other: 32
//! positions, 16 to 47. Level 13 is empty, which is what is above the first one.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_of_a_man_against_a_man() {
        let index = SliceIndex::new("1m0k-1m0k".parse().unwrap());
        let found: Vec<Range<u64>> = (0..=13).rev().map(|advance| positions(&index, advance)).collect();
        assert_eq!(found[..3], [0..0, 0..16, 16..48]);
        assert!(found.windows(2).all(|pair| pair[0].end == pair[1].start));
        assert_eq!(found[13].end, index.size());
    }
}
