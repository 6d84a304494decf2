//! Finished values, as rows of bits.
//!
//! The values of one slice are kept in tiles, one for each pair of groups. A tile has two rows of
//! bits (won, lost; a draw is neither) for each configuration of the **side not to move**, with one
//! column for each configuration of the mover. So where a side has just moved, one row answers for
//! all configurations of the other side at once.

use std::sync::{Arc, OnceLock};

use retrograde_db::draughts::{SideType, Slice};

use super::catalog::{SIDE_NUMBERS, side_number};
use super::group::SideGroups;

/// The values of a pair of groups: row by configuration of the side not to move.
pub(crate) struct Tile {
    words: usize,
    /// For each row the words of its won columns, then those of its lost ones.
    bits: Box<[u64]>,
}

/// The won and the lost columns of one row.
#[derive(Clone, Copy)]
pub(crate) struct RowPair<'a> {
    pub(crate) win: &'a [u64],
    pub(crate) loss: &'a [u64],
}

impl Tile {
    /// All drawn, or not known yet.
    pub(crate) fn new(rows: usize, words: usize) -> Tile {
        Tile { words, bits: vec![0; rows * words * 2].into_boxed_slice() }
    }

    #[inline(always)]
    pub(crate) fn row(&self, row: usize) -> RowPair<'_> {
        let (win, loss) = self.bits[row * 2 * self.words..][..2 * self.words].split_at(self.words);
        RowPair { win, loss }
    }

    /// The bits of all rows, [`Tile::row_words`] words each.
    pub(crate) fn bits_mut(&mut self) -> &mut [u64] {
        &mut self.bits
    }

    /// Words of a row, won and lost columns together.
    pub(crate) fn row_words(&self) -> usize {
        2 * self.words
    }
}

/// The tiles of one slice.
pub(crate) struct SliceTable {
    opponent_groups: usize,
    tiles: Vec<OnceLock<Tile>>,
}

impl SliceTable {
    pub(crate) fn new(mover: &SideGroups, opponent: &SideGroups) -> SliceTable {
        let opponent_groups = opponent.groups().len();
        let tiles = mover.groups().len() * opponent_groups;
        SliceTable { opponent_groups, tiles: std::iter::repeat_with(OnceLock::new).take(tiles).collect() }
    }

    /// The values of a pair of groups.
    ///
    /// # Panics
    /// Where the pair has not been solved: the order of the build makes that impossible, and a
    /// default would be a wrong value.
    #[inline(always)]
    pub(crate) fn tile(&self, mover: u32, opponent: u32) -> &Tile {
        self.tiles[mover as usize * self.opponent_groups + opponent as usize]
            .get()
            .expect("a tile is solved after those that its moves lead to")
    }

    /// Files a finished tile.
    pub(crate) fn insert(&self, mover: u32, opponent: u32, tile: Tile) {
        let place = &self.tiles[mover as usize * self.opponent_groups + opponent as usize];
        assert!(place.set(tile).is_ok(), "a tile is solved once");
    }
}

/// The slices that are finished or being solved.
pub(crate) struct Tables {
    slices: Vec<Option<Arc<SliceTable>>>,
}

impl Tables {
    pub(crate) fn new() -> Tables {
        Tables { slices: vec![None; SIDE_NUMBERS * SIDE_NUMBERS] }
    }

    pub(crate) fn insert(&mut self, slice: Slice, table: Arc<SliceTable>) {
        self.slices[slice_number(slice.mover(), slice.opponent())] = Some(table);
    }

    pub(crate) fn remove(&mut self, slice: Slice) {
        self.slices[slice_number(slice.mover(), slice.opponent())] = None;
    }

    /// The values of a slice.
    ///
    /// # Panics
    /// Where it has not been inserted, see [`SliceTable::tile`].
    #[inline(always)]
    pub(crate) fn slice(&self, mover: SideType, opponent: SideType) -> &SliceTable {
        self.slices[slice_number(mover, opponent)]
            .as_ref()
            .expect("a slice is solved after those that its moves lead to")
    }
}

#[inline(always)]
fn slice_number(mover: SideType, opponent: SideType) -> usize {
    side_number(mover) * SIDE_NUMBERS + side_number(opponent)
}
