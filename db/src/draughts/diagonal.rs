//! The four diagonals along which pieces step.
//!
//! With four squares a rank, a step from square `n` leads 3, 4 or 5 squares on, depending on the
//! rank: the ranks lie shifted against each other. As the board is drawn in
//! [`Square`](super::Square), a step forward and to the left leads from an even rank to `n + 5`,
//! from an odd one to `n + 4`; forward and to the right it is `n + 4` and `n + 3`. The square at the
//! edge has no such neighbour. So a whole set of squares steps at once by two shifts and two masks.
//!
//! ```
//! use retrograde_db::draughts::{Diagonal, Square, SquareSet};
//!
//! let square = |number| SquareSet::from(Square::new(number).unwrap());
//! assert_eq!(square(1).step(Diagonal::ForwardLeft), square(6));
//! assert_eq!(square(1).step(Diagonal::ForwardRight), square(5));
//! assert_eq!(square(4).step(Diagonal::ForwardLeft), SquareSet::EMPTY);
//! assert_eq!((square(6) | square(5)).step(Diagonal::BackwardRight), square(1));
//! ```

use super::SquareSet;

/// A direction of steps and jumps, as the board is drawn in [`Square`](super::Square) with the
/// mover's side at the bottom. Forward is towards higher squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Diagonal {
    /// One rank up and one file to the left.
    ForwardLeft,
    /// One rank up and one file to the right.
    ForwardRight,
    /// One rank down and one file to the left.
    BackwardLeft,
    /// One rank down and one file to the right.
    BackwardRight,
}

/// Squares 1 to 4, 9 to 12, 17 to 20, 25 to 28: these ranks reach the left edge of the drawing.
const EVEN_RANKS: u32 = 0x0F0F_0F0F;
/// Squares 5 to 8, 13 to 16, 21 to 24, 29 to 32: these ranks reach the right edge.
const ODD_RANKS: u32 = !EVEN_RANKS;
/// The even ranks without squares 4, 12, 20 and 28, which have nothing to their left.
const EVEN_RANKS_OFF_LEFT_EDGE: u32 = 0x0707_0707;
/// The odd ranks without squares 5, 13, 21 and 29, which have nothing to their right.
const ODD_RANKS_OFF_RIGHT_EDGE: u32 = 0xE0E0_E0E0;
/// All squares but those of the two left files, from where no jump leads left.
const JUMPS_LEFT: u32 = 0x7777_7777;
/// All squares but those of the two right files, from where no jump leads right.
const JUMPS_RIGHT: u32 = 0xEEEE_EEEE;

impl Diagonal {
    /// All four: the directions of a king, those of a man first.
    pub const ALL: [Diagonal; 4] =
        [Diagonal::ForwardLeft, Diagonal::ForwardRight, Diagonal::BackwardLeft, Diagonal::BackwardRight];
    /// The two forward ones: the directions of a man.
    pub const FORWARD: [Diagonal; 2] = [Diagonal::ForwardLeft, Diagonal::ForwardRight];
    /// The two backward ones, which only kings take.
    pub const BACKWARD: [Diagonal; 2] = [Diagonal::BackwardLeft, Diagonal::BackwardRight];

    /// The direction back.
    #[must_use]
    pub const fn opposite(self) -> Diagonal {
        match self {
            Diagonal::ForwardLeft => Diagonal::BackwardRight,
            Diagonal::ForwardRight => Diagonal::BackwardLeft,
            Diagonal::BackwardLeft => Diagonal::ForwardRight,
            Diagonal::BackwardRight => Diagonal::ForwardLeft,
        }
    }
}

impl SquareSet {
    /// The squares one step away in this direction; those at the edge have none.
    #[must_use]
    #[inline]
    pub const fn step(self, direction: Diagonal) -> SquareSet {
        let set = self.bits();
        SquareSet::from_bits(match direction {
            Diagonal::ForwardLeft => (set & EVEN_RANKS_OFF_LEFT_EDGE) << 5 | (set & ODD_RANKS) << 4,
            Diagonal::ForwardRight => (set & EVEN_RANKS) << 4 | (set & ODD_RANKS_OFF_RIGHT_EDGE) << 3,
            Diagonal::BackwardLeft => (set & EVEN_RANKS_OFF_LEFT_EDGE) >> 3 | (set & ODD_RANKS) >> 4,
            Diagonal::BackwardRight => (set & EVEN_RANKS) >> 4 | (set & ODD_RANKS_OFF_RIGHT_EDGE) >> 5,
        })
    }

    /// The squares two steps away in this direction, where a jump lands: 9 or 7 squares on from
    /// every rank alike.
    #[must_use]
    #[inline]
    pub const fn jump(self, direction: Diagonal) -> SquareSet {
        let set = self.bits();
        SquareSet::from_bits(match direction {
            Diagonal::ForwardLeft => (set & JUMPS_LEFT) << 9,
            Diagonal::ForwardRight => (set & JUMPS_RIGHT) << 7,
            Diagonal::BackwardLeft => (set & JUMPS_LEFT) >> 7,
            Diagonal::BackwardRight => (set & JUMPS_RIGHT) >> 9,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draughts::Square;

    /// Rank and file of a square, files counted from the left edge of the drawing.
    fn place(square: Square) -> (i8, i8) {
        let (rank, in_rank) = (square.index() as i8 / 4, square.index() as i8 % 4);
        (rank, if rank % 2 == 0 { 6 - 2 * in_rank } else { 7 - 2 * in_rank })
    }

    #[test]
    fn steps_follow_ranks_and_files() {
        let shifts = [(1, -1), (1, 1), (-1, -1), (-1, 1)];
        for (direction, (ranks, files)) in Diagonal::ALL.into_iter().zip(shifts) {
            for square in Square::all() {
                let (rank, file) = place(square);
                let target = Square::all().find(|&other| place(other) == (rank + ranks, file + files));
                assert_eq!(SquareSet::from(square).step(direction).first(), target, "{square} {direction:?}");
            }
        }
    }

    #[test]
    fn sets_step_square_by_square_and_turn_with_the_board() {
        for seed in 1..1000u32 {
            let set = SquareSet::from_bits(seed.wrapping_mul(0x9E37_79B9));
            for direction in Diagonal::ALL {
                let one_by_one = set.iter().map(|square| SquareSet::from(square).step(direction));
                assert_eq!(set.step(direction), one_by_one.fold(SquareSet::EMPTY, |all, one| all | one));
                assert_eq!(set.jump(direction), set.step(direction).step(direction));
                assert_eq!(set.turned().step(direction), set.step(direction.opposite()).turned());
            }
        }
    }
}
