//! The distances of a slice and its reverse, level by level.
//!
//! A man move takes the total advance of the men up by exactly one, so a level needs only the one
//! above it beside finished slices. Settings of a level do not depend on each other and are shared
//! out among threads; a large one is shared itself.

use std::sync::atomic::AtomicBool;

use rayon::prelude::*;
use retrograde_db::DistanceKind;
use retrograde_db::draughts::{Rules, Slice, SliceIndex};
use retrograde_probe::draughts::Tables;

use super::level::{Level, positions};
use super::outside::Outside;
use super::rounds::{Half, Scratch, Stop, solve_setting};
use super::setting::{Board, KingDigits};
use crate::draughts::solve::both;

/// A slice and its reverse, or a slice that is its own reverse.
pub(super) struct Pair<'a> {
    kind: DistanceKind,
    tables: &'a Tables,
    /// One or two; each is the reverse of the last.
    indices: Vec<SliceIndex>,
    digits: Vec<KingDigits>,
}

impl<'a> Pair<'a> {
    /// The slice and its reverse; all slices that captures and crownings lead to have to be among the
    /// tables, to the end of the game with their distances.
    pub(super) fn new(slice: Slice, kind: DistanceKind, tables: &'a Tables) -> Pair<'a> {
        let slices = both(slice);
        let digits = slices.iter().map(|slice| KingDigits::new(slice.mover(), slice.opponent())).collect();
        Pair { kind, tables, indices: slices.into_iter().map(SliceIndex::new).collect(), digits }
    }

    /// The rules of the game.
    pub(super) fn rules(&self) -> &'static Rules {
        self.tables.rules()
    }

    /// The numberings of the slices.
    pub(super) fn indices(&self) -> &[SliceIndex] {
        &self.indices
    }

    /// Finds all distances; `finished` is given the levels of the slices by falling advance, each
    /// once, in the order of [`Pair::indices`].
    pub(super) fn solve<E: From<Stop>>(
        &self,
        interrupt: &AtomicBool,
        mut finished: impl FnMut(&[Level]) -> Result<(), E>,
    ) -> Result<(), E> {
        let most = 6 * u32::from(self.indices[0].slice().men());
        let mut above: Vec<Level> = self.indices.iter().map(|_| Level::default()).collect();
        for advance in (0..=most).rev() {
            let levels: Vec<Level> = self.indices.iter().map(|index| Level::new(index, advance)).collect();
            self.solve_level(&levels, &above, interrupt)?;
            finished(&levels)?;
            above = levels;
        }
        Ok(())
    }

    fn solve_level(&self, levels: &[Level], above: &[Level], interrupt: &AtomicBool) -> Result<(), Stop> {
        let size = (self.digits[0].rows() * self.digits[0].places()) as u64;
        let settings = levels[0].cells().len() / size as usize;
        (0..settings).into_par_iter().with_max_len(1).try_for_each_init(
            Scratch::default,
            |scratch, setting| {
                let first = levels[0].first() + setting as u64 * size;
                self.solve_setting(levels, above, first, scratch, interrupt)
            },
        )
    }

    /// Solves the setting whose first position in the first slice is this one.
    fn solve_setting(
        &self,
        levels: &[Level],
        above: &[Level],
        first: u64,
        scratch: &mut Scratch,
        interrupt: &AtomicBool,
    ) -> Result<(), Stop> {
        let view = self.indices[0].view(first).expect("a level lies within its slice");
        let other = self.indices.len() - 1;
        let back = view.opponent_view();
        let number = self.indices[other].index_of(back).expect("the reverse slice has the same pieces");
        let size = self.digits[0].rows() * self.digits[0].places();
        let second = number / size as u64 * size as u64;
        if other == 0 && second < first {
            // The slice is its own reverse, and the setting was met from the other side.
            return Ok(());
        }
        let half = |slice: usize, view, first| Half {
            digits: &self.digits[slice],
            board: Board::of(view, &self.digits[slice]),
            cells: levels[slice].stretch(first, size),
            outside: Outside {
                kind: self.kind,
                tables: self.tables,
                reverse: &self.indices[other - slice],
                above: &above[other - slice],
            },
        };
        let halves = [half(0, view, first), half(other, back, second)];
        let all = if other == 0 && second == first { 1 } else { 2 };
        solve_setting(&halves[..all], scratch, interrupt)
    }
}

/// Bytes of the levels that are known at once, at most.
pub(super) fn level_bytes(slice: Slice) -> u64 {
    let index = SliceIndex::new(slice);
    let slices = both(slice).len() as u64;
    let len = |advance| {
        let range = positions(&index, advance);
        range.end - range.start
    };
    let most = 6 * u32::from(slice.men());
    let largest = (0..=most).map(|advance| len(advance) + len(advance + 1)).max().unwrap_or(0);
    // Two bytes a position, and one for the king moves that it waits for.
    largest * slices * 2 + KingDigits::positions(slice.mover(), slice.opponent()) * slices
}
