//! All positions that can stand on the board after so many plies.
//!
//! A layer is a list without repetitions, 16 bytes a position. To find repetitions it is sorted, which takes
//! no room beside it, and puts positions with the same pieces of the mover next to each other, so that those
//! a thread takes at once lead to the same ones more often. It is made and sorted in four parts, by a hash
//! of the pieces of the side to move, so that only the repetitions of one part are in memory at a time.
//!
//! From the start of the game Black has seven moves, and to each White has seven answers: layers of 7 and 49
//! positions. The 302 ways to go on from there lead to 216.

use std::ops::ControlFlow;

use rayon::prelude::*;
use retrograde_db::draughts::{Rules, View};

/// How many positions a thread takes at once.
const CHUNK: usize = 1 << 14;

/// How many parts of a layer are made one after the other, a power of two.
const PARTS: u32 = 4;

/// The distinct positions after a number of plies, those of each part in order.
pub(super) struct Layer(Vec<View>);

impl Layer {
    /// The start alone.
    pub(super) fn of_start(start: View) -> Layer {
        Layer(vec![start])
    }

    /// The positions.
    pub(super) fn positions(&self) -> &[View] {
        &self.0
    }

    /// How many moves lead on from all of them.
    pub(super) fn moves(&self, rules: &Rules) -> u64 {
        self.0.par_iter().with_min_len(CHUNK).map(|&view| rules.count_moves(view)).sum()
    }

    /// Whether the game is over in one of them.
    pub(super) fn ended(&self, rules: &Rules) -> bool {
        self.0.par_iter().with_min_len(CHUNK).any(|&view| !rules.has_move(view))
    }

    /// The positions one ply on.
    pub(super) fn next(&self, rules: &Rules) -> Layer {
        let mut views = Vec::new();
        // Part after part, so that less is in memory before what is there twice is dropped.
        for part in 0..PARTS {
            let after = |chunk: &[View]| next_of(rules, chunk, |view| part_of(view) == part);
            let chunks: Vec<Vec<View>> = self.0.par_chunks(CHUNK).map(after).collect();
            let mut of_part = chunks.concat();
            drop(chunks);
            of_part.par_sort_unstable();
            of_part.dedup();
            views.append(&mut of_part);
        }
        views.shrink_to_fit();
        Layer(views)
    }
}

/// In which part of its layer a position is. Positions with the same pieces of the side to move are in the
/// same part, and so next to each other.
fn part_of(view: View) -> u32 {
    view.own().all().bits().wrapping_mul(0x9E37_79B1) >> (u32::BITS - PARTS.ilog2())
}

/// The distinct positions one ply on from these that are wanted, in order.
pub(super) fn next_of(rules: &Rules, views: &[View], wanted: impl Fn(View) -> bool) -> Vec<View> {
    let mut next = Vec::new();
    for &view in views {
        let _ = after_each(rules, view, |view| {
            if wanted(view) {
                next.push(view);
            }
            ControlFlow::<()>::Continue(())
        });
    }
    next.sort_unstable();
    next.dedup();
    next
}

/// Hands the position after each move to `found`, until it breaks off. Captures are compulsory.
#[inline]
pub(super) fn after_each<B>(
    rules: &Rules,
    view: View,
    mut found: impl FnMut(View) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if rules.can_capture(view) {
        rules.moves(view).iter().try_for_each(|mv| found(rules.play(view, mv)))
    } else {
        rules.after_quiet_moves(view, found)
    }
}

/// Whether a move leads to one of these positions.
pub(super) fn leads_to(rules: &Rules, view: View, wanted: impl Fn(View) -> bool) -> bool {
    let after = |next| if wanted(next) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    after_each(rules, view, after).is_break()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use retrograde_db::draughts::Position;

    use super::*;

    #[test]
    fn layers_are_the_positions_that_moves_lead_to() {
        let rules = &Rules::ENGLISH;
        let mut layer = Layer::of_start(Position::start().view());
        let mut positions = HashSet::from([Position::start()]);
        let mut found = Vec::new();
        for _ in 0..5 {
            let moves = layer.moves(rules);
            layer = layer.next(rules);
            let next = |position: Position| {
                let moves: Vec<_> = position.legal_moves(rules).iter().copied().collect();
                moves.into_iter().map(move |mv| position.play(rules, &mv))
            };
            positions = positions.into_iter().flat_map(next).collect();
            let views: HashSet<View> = positions.iter().map(|position| position.view()).collect();
            assert_eq!(layer.positions().len(), views.len());
            assert!(layer.positions().iter().all(|view| views.contains(view)));
            found.push((moves, layer.positions().len()));
        }
        assert_eq!(found[..3], [(7, 7), (49, 49), (302, 216)]);
        assert_eq!(size_of::<View>(), 16);
    }
}
