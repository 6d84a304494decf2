//! Where the plays of boards lead, orbit by orbit.
//!
//! Every sweep asks where the plays lead. To find out is to play each of them, to find the image that stands
//! for the board behind it, and the number of that. So the answers are kept as far as memory goes.
//! Everything is seen with Black to move: behind a play the colours are swapped.
//!
//! On 1x2 there are the orbits 0 `..`, 1 `.X` and 2 `.O`. From `..` both plays lead to one black stone,
//! which is orbit 2 with the colours swapped: the list is 2, 2, and stays that long. From `.X` Black takes
//! its own two stones off (where that is allowed): 0. From `.O` Black captures: 2. The pairs are `..` with
//! itself, and `.X` with `.O`, which is at orbit 1 and not at 2 again.

use retrograde_db::go::{Board, BoardIndex, Colour, Score, Suicide};

use super::orbits::Orbits;

/// What is needed of the boards of a chunk. A board and the one with the colours swapped belong
/// together, since a pass hands over the position of one to that of the other; the links of both are
/// where the orbit of lower number is.
#[derive(Debug, Default)]
pub(super) struct Links {
    pairs: Vec<Ends>,
    /// The orbits that plays lead to, board after board, each seen with Black to move: colours are
    /// swapped after a play.
    plays: Vec<u32>,
}

/// A pair in the list.
#[derive(Debug)]
struct Ends {
    orbit: u32,
    swapped: u32,
    /// Where the plays of the board end in the list, and those of the other one.
    ends: [u32; 2],
    score: Score,
}

/// A board and the one with the colours swapped, Black to move on both.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<'l> {
    /// The orbits of both.
    pub(super) orbits: [u32; 2],
    /// The score of the first one.
    pub(super) score: Score,
    /// Where plays lead from both.
    pub(super) plays: [&'l [u32]; 2],
}

/// Bytes of memory of a pair.
pub(super) const PAIR_BYTES: u64 = size_of::<Ends>() as u64;
/// Bytes of memory of a play.
pub(super) const PLAY_BYTES: u64 = size_of::<u32>() as u64;

/// The boards that Black's plays lead to, in the order of the points.
pub(crate) fn boards_after(board: Board, suicide: Suicide) -> impl Iterator<Item = Board> {
    board.vacant().iter().filter_map(move |point| {
        let played = board.play(Colour::Black, point)?;
        let allowed = match played.suicide.len() {
            0 => true,
            1 => false,
            _ => suicide == Suicide::Allowed,
        };
        allowed.then_some(played.board)
    })
}

impl Links {
    /// Finds them for the pairs of a chunk that are wanted, given by their orbits.
    pub(super) fn of(
        index: &BoardIndex,
        orbits: &Orbits,
        suicide: Suicide,
        chunk: usize,
        wanted: impl Fn([u32; 2]) -> bool,
    ) -> Links {
        let orbit_of = |board: Board| orbits.orbit(index.standard(board).number);
        let mut links = Links::default();
        for (orbit, board) in orbits.orbits_of(chunk).zip(orbits.boards_of(index, chunk)) {
            let other = board.colours_swapped();
            let swapped = orbit_of(other);
            if swapped < orbit || !wanted([orbit, swapped]) {
                continue;
            }
            let ends = [board, other].map(|board| {
                let after = boards_after(board, suicide);
                links.plays.extend(after.map(|after| orbit_of(after.colours_swapped())));
                links.plays.len() as u32
            });
            links.pairs.push(Ends { orbit, swapped, ends, score: board.score() });
        }
        links.pairs.shrink_to_fit();
        links.plays.shrink_to_fit();
        links
    }

    /// Bytes of memory that they take.
    pub(super) fn bytes(&self) -> u64 {
        self.pairs.len() as u64 * PAIR_BYTES + self.plays.len() as u64 * PLAY_BYTES
    }

    /// The pairs, the last one first.
    #[inline]
    pub(super) fn iter_rev(&self) -> impl Iterator<Item = Pair<'_>> {
        (0..self.pairs.len()).rev().map(|place| {
            let Ends { orbit, swapped, ends: [middle, end], score } = self.pairs[place];
            let begin = place.checked_sub(1).map_or(0, |before| self.pairs[before].ends[1]);
            let part = |begin: u32, end: u32| &self.plays[begin as usize..end as usize];
            Pair { orbits: [orbit, swapped], score, plays: [part(begin, middle), part(middle, end)] }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[test]
    fn links_of_a_row_of_two() {
        let index = BoardIndex::new("1x2".parse().unwrap());
        let orbits = Orbits::mark(&index, &AtomicBool::new(false)).unwrap();
        for (suicide, of_black_stone) in [(Suicide::Allowed, &[0][..]), (Suicide::Forbidden, &[])] {
            let links = Links::of(&index, &orbits, suicide, 0, |_| true);
            let found: Vec<_> = links.iter_rev().map(|pair| (pair.orbits, pair.score, pair.plays)).collect();
            let expected =
                [([1, 2], Score(2), [of_black_stone, &[2]]), ([0, 0], Score(0), [&[2, 2], &[2, 2]])];
            assert_eq!(found, expected);
        }
    }
}
