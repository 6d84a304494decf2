//! Random positions: from a seed for long runs, from proptest where a failure should shrink.

use proptest::prelude::*;
use retrograde_db::draughts::{Pieces, Position, Side, Square, SquareSet};

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers on every machine.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }

    /// A position of 1 to 24 pieces, men and kings of both sides in any numbers.
    pub(crate) fn position(&mut self) -> Position {
        let side = if self.below(2) == 0 { Side::Black } else { Side::White };
        let pieces = 1 + self.below(24);
        let kings_in_eight = self.below(9);
        let mut board = Placement::default();
        for _ in 0..pieces {
            let square = Square::from_index(self.below(32) as u8).unwrap();
            board.put(square, self.below(2) == 0, self.below(8) < kings_in_eight);
        }
        board.position(side)
    }
}

/// A board that pieces are put on one by one, whatever there is already.
#[derive(Default)]
struct Placement {
    black: Pieces,
    white: Pieces,
}

impl Placement {
    /// Puts a piece on an empty square; a man on the rank where it is crowned becomes a king.
    fn put(&mut self, square: Square, black: bool, king: bool) {
        let taken = self.black.all() | self.white.all();
        let (pieces, crowning) = if black {
            (&mut self.black, SquareSet::WHITE_BACK_RANK)
        } else {
            (&mut self.white, SquareSet::BLACK_BACK_RANK)
        };
        if taken.contains(square) {
            return;
        }
        let set = if king || crowning.contains(square) { &mut pieces.kings } else { &mut pieces.men };
        *set = set.with(square);
    }

    fn position(&self, side: Side) -> Position {
        Position::new(side, self.black, self.white).unwrap()
    }
}

/// Positions of up to 24 pieces, a side may be empty.
pub(crate) fn positions() -> impl Strategy<Value = Position> {
    let piece = (0..32u8, any::<bool>(), any::<bool>());
    (prop::bool::ANY, prop::collection::vec(piece, 0..=24)).prop_map(|(black_to_move, pieces)| {
        let mut board = Placement::default();
        for (index, black, king) in pieces {
            board.put(Square::from_index(index).unwrap(), black, king);
        }
        board.position(if black_to_move { Side::Black } else { Side::White })
    })
}
