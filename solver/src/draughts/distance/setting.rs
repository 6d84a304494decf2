//! A setting: all positions of a slice and its reverse in which the men stand on the same squares.
//!
//! King moves are the only ones that can be taken back, and they stay within a setting; captures and
//! man moves leave it for good. So a setting can be finished on its own once those behind it are, and
//! its positions are two stretches of the index, one for either side to move: the digits of the kings
//! are the last two of the index.
//!
//! The two sides are called `first` and `second` here, and each has its **board**: the positions in
//! which it is to move, all squares as it numbers them itself. A board has a **row** for each set of
//! the opponent's kings, and in the row a place for each set of its own kings on the squares that are
//! left.

use retrograde_db::combinatorics::{binomial, colex_rank, compress, expand, sets};
use retrograde_db::draughts::{Diagonal, Pieces, SideType, Square, SquareSet, View};

/// What all settings of a slice have in common.
#[derive(Debug)]
pub(super) struct KingDigits {
    /// Sets of the opponent's kings among the squares without men, by digit, the squares closed up.
    their: Vec<u32>,
    /// The same for the mover's kings among the squares that are then left.
    own: Vec<u32>,
}

/// Squares on which a side's pieces can stand.
const SQUARES: u32 = Square::COUNT as u32;

impl KingDigits {
    /// The digits of a slice with so many men on the board.
    pub(super) fn new(mover: SideType, opponent: SideType) -> KingDigits {
        let free = SQUARES - u32::from(mover.men() + opponent.men());
        let [own, their] = [mover, opponent].map(|side| u32::from(side.kings()));
        KingDigits { their: sets(free, their).collect(), own: sets(free - their, own).collect() }
    }

    /// How many positions a setting has with one side to move, without making the digits.
    pub(super) fn positions(mover: SideType, opponent: SideType) -> u64 {
        let free = SQUARES - u32::from(mover.men() + opponent.men());
        let [own, their] = [mover, opponent].map(|side| u32::from(side.kings()));
        binomial(free, their) * binomial(free - their, own)
    }

    /// How many rows a board has.
    pub(super) fn rows(&self) -> usize {
        self.their.len()
    }

    /// How many places a row has.
    pub(super) fn places(&self) -> usize {
        self.own.len()
    }
}

/// The positions of a setting with one side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board<'a> {
    digits: &'a KingDigits,
    own_men: SquareSet,
    their_men: SquareSet,
    /// The squares without men.
    free: SquareSet,
}

/// One row of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a> {
    board: Board<'a>,
    their_kings: SquareSet,
    /// The squares on which the mover's kings can stand.
    free: SquareSet,
}

impl<'a> Board<'a> {
    /// The board on which the men stand as in this view.
    pub(super) fn of(view: View, digits: &'a KingDigits) -> Board<'a> {
        let (own_men, their_men) = (view.own().men, view.their().men);
        Board { digits, own_men, their_men, free: !(own_men | their_men) }
    }

    /// A row, 0 to `rows` - 1.
    #[inline]
    pub(super) fn row(&self, row: usize) -> Row<'a> {
        let free = self.free.turned();
        let their_kings = SquareSet::from_bits(expand(self.digits.their[row], free.bits())).turned();
        Row { board: *self, their_kings, free: self.free - their_kings }
    }
}

impl Row<'_> {
    /// The mover's kings of a place.
    #[inline]
    pub(super) fn own_kings(&self, place: usize) -> SquareSet {
        SquareSet::from_bits(expand(self.board.digits.own[place], self.free.bits()))
    }

    /// The pieces of a place. They make a legal view, as the index has no other positions.
    #[inline]
    pub(super) fn pieces(&self, place: usize) -> (Pieces, Pieces) {
        let own = Pieces { men: self.board.own_men, kings: self.own_kings(place) };
        (own, Pieces { men: self.board.their_men, kings: self.their_kings })
    }

    /// Hands the number of each position, on the opponent's board, from which a king move of the
    /// opponent leads to this place.
    #[inline]
    pub(super) fn predecessors(&self, place: usize, opponent: &Board<'_>, mut found: impl FnMut(usize)) {
        // As the opponent numbers the squares, who has made the move.
        let own = self.own_kings(place).turned();
        let kings = self.their_kings.turned();
        let occupied = kings | own | !opponent.free;
        // The row is that of our kings, which did not move; only the digit of the moved kings changes.
        let row = rank_among(own.turned(), opponent.free.turned()) * opponent.digits.places();
        let free = opponent.free - own;
        for direction in Diagonal::ALL {
            for from in (kings.step(direction) - occupied).iter().map(SquareSet::from) {
                let before = (kings - from.step(direction.opposite())) | from;
                found(row + rank_among(before, free));
            }
        }
    }
}

/// The colex rank of `set` among the sets of its size within `free`.
#[inline]
fn rank_among(set: SquareSet, free: SquareSet) -> usize {
    colex_rank(compress(set.bits(), free.bits())) as usize
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use retrograde_db::draughts::{Rules, Slice, SliceIndex};

    use super::*;

    #[test]
    fn rows_and_places_are_the_index_and_predecessors_are_king_moves_back() {
        let slice: Slice = "1m2k-1m1k".parse().unwrap();
        let indices = [slice, slice.reversed()].map(SliceIndex::new);
        let digits = [slice, slice.reversed()].map(|slice| KingDigits::new(slice.mover(), slice.opponent()));
        let size = digits[0].rows() * digits[0].places();
        assert_eq!(KingDigits::positions(slice.mover(), slice.opponent()), size as u64);
        for setting in (0..slice.positions() / size as u64).step_by(101) {
            let first = setting * size as u64;
            let view = indices[0].view(first).unwrap();
            let back = indices[1].index_of(view.opponent_view()).unwrap() / size as u64 * size as u64;
            let [board, opponent] = [(view, 0), (view.opponent_view(), 1)]
                .map(|(view, side): (View, usize)| Board::of(view, &digits[side]));
            for number in (0..size).step_by(37) {
                let row = board.row(number / digits[0].places());
                let place = number % digits[0].places();
                let (own, their) = row.pieces(place);
                let after = View::new(own, their).unwrap();
                assert_eq!(indices[0].index_of(after), Ok(first + number as u64));
                let mut found = BTreeSet::new();
                row.predecessors(place, &opponent, |number| assert!(found.insert(number)));
                // The same by moves: a king that could go somewhere could have come from there.
                let mut expected = BTreeSet::new();
                for from in (!after.occupied()).iter() {
                    for king in their.kings.iter() {
                        let kings = their.kings.without(king).with(from);
                        let before = View::new(own, Pieces { kings, ..their }).unwrap().opponent_view();
                        let stepped = Diagonal::ALL
                            .into_iter()
                            .any(|way| SquareSet::from(from).step(way).contains(king));
                        if stepped {
                            expected.insert((indices[1].index_of(before).unwrap() - back) as usize);
                        }
                        let quiet = !Rules::ENGLISH.can_capture(before);
                        let played = Rules::ENGLISH
                            .moves(before)
                            .iter()
                            .any(|mv| Rules::ENGLISH.play(before, mv) == after);
                        assert_eq!(played, stepped && quiet);
                    }
                }
                assert_eq!(found, expected);
            }
        }
    }
}
