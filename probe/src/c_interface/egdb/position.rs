//! Positions in the two ways that engines keep them.
//!
//! An engine hands over its own bitboards, and says once, when it opens a driver, of which of two types they
//! are. Nothing in the numbers tells the types apart, so the driver keeps what it was told ([`Bitboards`]), and
//! reads the union as that. A black king on 26 and a white one on 32 are
//!
//! | type | numbers |
//! |---|---|
//! | normal | black `1 << 25`, white `1 << 31`, king both of them |
//! | row reversed | black man 0, black king `1 << 26`, white man 0, white king `1 << 28` |
//!
//! as 26 is the second square of the seventh rank and becomes the third, and 32 the last of the eighth and
//! becomes the first. What can't be a position is none: a king where no piece is, two pieces on a square, a
//! man where it would have been crowned.
#![allow(unsafe_code)]

use std::ffi::c_int;

use retrograde_db::draughts::{Pieces, Position, Side, SquareSet};

/// How an engine keeps positions: EGDB_NORMAL or EGDB_ROW_REVERSED.
pub type EgdbBitboardType = c_int;
/// Bit 0 stands for square 1, bit 31 for square 32.
pub const EGDB_NORMAL: EgdbBitboardType = 0;
/// The four squares of each rank the other way round: bit 3 stands for square 1, bit 0 for square 4, bit
/// 7 for square 5.
pub const EGDB_ROW_REVERSED: EgdbBitboardType = 1;

/// A position with EGDB_NORMAL.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct EgdbNormal {
    /// Squares with a black piece.
    pub black: u32,
    /// Squares with a white piece.
    pub white: u32,
    /// Those of them with a king.
    pub king: u32,
}

/// A position with EGDB_ROW_REVERSED.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct EgdbRowReversed {
    /// Squares with a black man.
    pub black_man: u32,
    /// Squares with a black king.
    pub black_king: u32,
    /// Squares with a white man.
    pub white_man: u32,
    /// Squares with a white king.
    pub white_king: u32,
}

/// A position, kept as the driver was told when it was opened.
#[derive(Clone, Copy)]
#[repr(C)]
pub union EgdbBitboard {
    /// With EGDB_NORMAL.
    pub normal: EgdbNormal,
    /// With EGDB_ROW_REVERSED.
    pub row_reversed: EgdbRowReversed,
}

/// The bitboard type that a driver was opened with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bitboards {
    Normal,
    RowReversed,
}

impl Bitboards {
    pub(super) const fn new(bitboard_type: EgdbBitboardType) -> Option<Bitboards> {
        match bitboard_type {
            EGDB_NORMAL => Some(Bitboards::Normal),
            EGDB_ROW_REVERSED => Some(Bitboards::RowReversed),
            _ => None,
        }
    }

    /// The position behind a pointer; `None` where it is null or not aligned, and for what is no
    /// position.
    ///
    /// # Safety
    /// A pointer that is not null points to a position of this type: with EGDB_NORMAL only to three
    /// numbers, since engines have structures of their own for it.
    pub(super) unsafe fn read(self, position: *const EgdbBitboard, side_to_move: Side) -> Option<Position> {
        if position.is_null() || !position.is_aligned() {
            return None;
        }
        let [black, white] = match self {
            Bitboards::Normal => {
                // SAFETY: it is not null and aligned, and the caller says what it points to.
                let EgdbNormal { black, white, king } = unsafe { position.cast::<EgdbNormal>().read() };
                if king & !(black | white) != 0 {
                    return None;
                }
                [black, white].map(|side| [side & !king, side & king])
            }
            Bitboards::RowReversed => {
                // SAFETY: it is not null and aligned, and the caller says what it points to.
                let sets = unsafe { position.cast::<EgdbRowReversed>().read() };
                let EgdbRowReversed { black_man, black_king, white_man, white_king } = sets;
                [[black_man, black_king], [white_man, white_king]].map(|side| side.map(rows_reversed))
            }
        };
        let pieces = |[men, kings]: [u32; 2]| Pieces {
            men: SquareSet::from_bits(men),
            kings: SquareSet::from_bits(kings),
        };
        Position::new(side_to_move, pieces(black), pieces(white)).ok()
    }
}

/// Turns round the four bits of each rank: what `reverse_bits` does to the whole board, done to the
/// ranks one by one.
const fn rows_reversed(bits: u32) -> u32 {
    let pairs = (bits & 0x5555_5555) << 1 | bits >> 1 & 0x5555_5555;
    (pairs & 0x3333_3333) << 2 | pairs >> 2 & 0x3333_3333
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_types_of_a_position_are_one_position() {
        let (black, white) = (1 << 25, 1 << 31);
        let normal = EgdbBitboard { normal: EgdbNormal { black, white, king: black | white } };
        let (black_king, white_king) = (1 << 26, 1 << 28);
        let row_reversed = EgdbRowReversed { black_man: 0, black_king, white_man: 0, white_king };
        let row_reversed = EgdbBitboard { row_reversed };
        for (bitboards, position) in [(Bitboards::Normal, normal), (Bitboards::RowReversed, row_reversed)] {
            // SAFETY: the position is of the type that is read.
            let found = unsafe { bitboards.read(&position, Side::White) };
            assert_eq!(found, Some("W:WK32:BK26".parse().unwrap()), "{bitboards:?}");
        }
    }

    #[test]
    fn rows_are_reversed_square_by_square() {
        for square in 0..32 {
            let (row, column) = (square / 4, square % 4);
            assert_eq!(rows_reversed(1 << square), 1 << (row * 4 + 3 - column));
        }
        assert_eq!(rows_reversed(0x8421_F003), 0x1248_F00C);
    }
}
