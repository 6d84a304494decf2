//! Steps on the board, in the view of the side to move.
//!
//! Squares are bit indices 0 to 31, four a rank; men move towards higher ranks. The solver asks for
//! a neighbour some hundred million times a second, so the answers are tables.
//!
//! Square 14 is index 13, on rank 3. Forward of it are the indices 16 and 17, back 8 and 9; its jumps go
//! over 16 to 20 and over 17 to 22, and back over 8 to 4 and over 9 to 6. Two steps in one direction are a
//! jump, so nothing else is needed for captures. A direction turned by half is 3 less its number, and index
//! `i` is 31 - `i` for the other side: what goes forward from 13 for one goes back from 18 for the other.

use retrograde_db::draughts::{Diagonal, SquareSet};

/// The four diagonal directions; the first two are forward, the ones that men take.
pub(crate) const DIRECTIONS: usize = 4;
/// How many of the directions are forward.
pub(crate) const FORWARD: usize = 2;
/// What [`step`] says where the board ends.
pub(crate) const OFF_BOARD: u8 = 32;
/// The first square of the rank on which men are crowned.
pub(crate) const CROWNING: u8 = 28;

/// `STEPS[direction][square]`.
static STEPS: [[u8; 32]; DIRECTIONS] = steps();

const fn steps() -> [[u8; 32]; DIRECTIONS] {
    let mut table = [[OFF_BOARD; 32]; DIRECTIONS];
    let mut square = 0i8;
    while square < 32 {
        // Even ranks are shifted by half a square: square c of rank r stands in column 2c + 1 of
        // eight where r is even, in column 2c where it is odd.
        let rank = square / 4;
        let column = 2 * (square % 4) + (rank + 1) % 2;
        let mut direction = 0;
        while direction < DIRECTIONS {
            let to_rank = rank + if direction < FORWARD { 1 } else { -1 };
            let to_column = column + if direction % 2 == 0 { -1 } else { 1 };
            if to_rank >= 0 && to_rank < 8 && to_column >= 0 && to_column < 8 {
                table[direction][square as usize] = (to_rank * 4 + to_column / 2) as u8;
            }
            direction += 1;
        }
        square += 1;
    }
    table
}

/// A jump: the square that is jumped over, and the one behind it.
#[derive(Clone, Copy)]
pub(crate) struct Jump {
    pub(crate) over: u8,
    pub(crate) landing: u8,
}

/// The jumps from one square that stay on the board, forward ones first.
struct Jumps {
    jumps: [Jump; DIRECTIONS],
    /// How many there are forward, and in all.
    counts: [u8; 2],
}

static JUMPS: [Jumps; 32] = jump_table();

const fn jump_table() -> [Jumps; 32] {
    const NONE: Jumps = Jumps { jumps: [Jump { over: 0, landing: 0 }; DIRECTIONS], counts: [0; 2] };
    let mut table = [NONE; 32];
    let mut square = 0;
    while square < 32 {
        let mut found = 0;
        let mut direction = 0;
        while direction < DIRECTIONS {
            let over = STEPS[direction][square];
            if over != OFF_BOARD && STEPS[direction][over as usize] != OFF_BOARD {
                table[square].jumps[found] = Jump { over, landing: STEPS[direction][over as usize] };
                found += 1;
            }
            if direction < FORWARD {
                table[square].counts[0] = found as u8;
            }
            direction += 1;
        }
        table[square].counts[1] = found as u8;
        square += 1;
    }
    table
}

/// The jumps of a piece that stay on the board.
#[inline(always)]
pub(crate) fn jumps(square: u8, is_king: bool) -> &'static [Jump] {
    let Jumps { jumps, counts } = &JUMPS[usize::from(square & 31)];
    &jumps[..usize::from(counts[usize::from(is_king)])]
}

/// The neighbours of the squares of a set in a direction.
#[inline(always)]
pub(crate) fn beside(set: u32, direction: usize) -> u32 {
    SquareSet::from_bits(set).step(DIAGONALS[direction]).bits()
}

/// The directions, by their names.
const DIAGONALS: [Diagonal; DIRECTIONS] =
    [Diagonal::ForwardRight, Diagonal::ForwardLeft, Diagonal::BackwardRight, Diagonal::BackwardLeft];

/// The neighbour of a square in a direction, or [`OFF_BOARD`].
#[inline(always)]
pub(crate) fn step(square: u8, direction: usize) -> u8 {
    STEPS[direction][usize::from(square & 31)]
}

/// The same square as the other side numbers it.
#[inline(always)]
pub(crate) fn turned(square: u8) -> u8 {
    31 - square
}

/// The squares of a set, lowest first.
#[inline(always)]
pub(crate) fn squares(set: u32) -> impl Iterator<Item = u8> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let square = rest.trailing_zeros();
        rest &= rest.wrapping_sub(1);
        (square < 32).then_some(square as u8)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jumps_are_two_steps() {
        let found = |square, is_king| -> Vec<(u8, u8)> {
            jumps(square, is_king).iter().map(|&Jump { over, landing }| (over, landing)).collect()
        };
        assert_eq!(found(13, false), [(16, 20), (17, 22)]);
        assert_eq!(found(13, true), [(16, 20), (17, 22), (8, 4), (9, 6)]);
        assert_eq!(found(0, true), [(5, 9)]);
    }

    #[test]
    fn neighbours_are_those_of_the_board() {
        // By square numbers: 1 touches 5 and 6, 4 only 8, 5 touches 1 and 9, 14 touches 9, 10, 17, 18.
        let neighbours = |number: u8| -> Vec<u8> {
            let mut found: Vec<u8> = (0..DIRECTIONS)
                .map(|direction| step(number - 1, direction))
                .filter(|&square| square != OFF_BOARD)
                .map(|square| square + 1)
                .collect();
            found.sort_unstable();
            found
        };
        assert_eq!(neighbours(1), [5, 6]);
        assert_eq!(neighbours(4), [8]);
        assert_eq!(neighbours(5), [1, 9]);
        assert_eq!(neighbours(14), [9, 10, 17, 18]);
        assert_eq!(neighbours(29), [25]);
        assert_eq!(neighbours(32), [27, 28]);
    }

    #[test]
    fn sets_step_as_their_squares_do() {
        for direction in 0..DIRECTIONS {
            for square in 0..32 {
                let there = step(square, direction);
                let expected = if there == OFF_BOARD { 0 } else { 1 << there };
                assert_eq!(beside(1 << square, direction), expected);
            }
        }
    }

    #[test]
    fn a_direction_turned_is_the_opposite_one() {
        for square in 0..32 {
            for direction in 0..DIRECTIONS {
                let there = step(square, direction);
                if there != OFF_BOARD {
                    assert_eq!(step(there, 3 - direction), square);
                    assert_eq!(step(turned(square), 3 - direction), turned(there));
                }
            }
        }
    }
}
