//! Positions as four sets of squares.
//!
//! In C a position is five numbers and no handle, so a program makes one without a call and copies it as it
//! likes. The sets are those of the board as it stands, black and white, not of the side to move; what the
//! library keeps for itself can change without a change here. The numbers can say what is no position, so
//! each call that takes one checks it.
//!
//! ```
//! use std::mem::MaybeUninit;
//!
//! use retrograde_probe::c_interface::{
//!     RETROGRADE_WHITE, RetrogradePosition, RetrogradeStatus, retrograde_position_from_fen,
//! };
//!
//! let mut position = MaybeUninit::<RetrogradePosition>::uninit();
//! let mut read = |fen: &std::ffi::CStr| {
//!     // SAFETY: the text ends with a zero byte, and there is room for a position.
//!     unsafe { retrograde_position_from_fen(fen.as_ptr(), position.as_mut_ptr()) }
//! };
//! assert_eq!(read(c"W:W1:B32"), RetrogradeStatus::NotAPosition); // Both men would have been crowned.
//! assert_eq!(read(c"W:WK15,20:B12,K28"), RetrogradeStatus::Ok);
//! // SAFETY: it was set.
//! let position = unsafe { position.assume_init() };
//! assert_eq!(position.side_to_move, RETROGRADE_WHITE);
//! assert_eq!((position.white_kings, position.white_men), (1 << 14, 1 << 19));
//! assert_eq!((position.black_men, position.black_kings), (1 << 11, 1 << 27));
//! ```
#![allow(unsafe_code)]

use std::ffi::c_char;

use retrograde_db::draughts::{Pieces, Position, Side, SquareSet};

use super::boundary::status_of;
use super::failure::Failure;
use super::{RetrogradeStatus, pointers};

/// Black is to move.
pub const RETROGRADE_BLACK: u32 = 0;
/// White is to move.
pub const RETROGRADE_WHITE: u32 = 1;
/// Room for any FEN with its zero byte.
pub const RETROGRADE_FEN_SIZE: usize = 160;

/// A position. In each set of squares, bit n - 1 stands for square n: bit 0 for square 1, which is on
/// the back rank of Black, who moves first and up the board; bit 31 for square 32.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct RetrogradePosition {
    /// RETROGRADE_BLACK or RETROGRADE_WHITE.
    pub side_to_move: u32,
    /// Men of Black: none on squares 29 to 32, where they would have been crowned.
    pub black_men: u32,
    /// Kings of Black.
    pub black_kings: u32,
    /// Men of White: none on squares 1 to 4, where they would have been crowned.
    pub white_men: u32,
    /// Kings of White.
    pub white_kings: u32,
}

impl RetrogradePosition {
    pub(super) fn to_position(self) -> Result<Position, Failure> {
        let side_to_move = match self.side_to_move {
            RETROGRADE_BLACK => Side::Black,
            RETROGRADE_WHITE => Side::White,
            other => {
                let text = format!("side_to_move is {other}, expected 0 for Black or 1 for White");
                return Err(Failure::bad_argument(text));
            }
        };
        let pieces =
            |men, kings| Pieces { men: SquareSet::from_bits(men), kings: SquareSet::from_bits(kings) };
        let black = pieces(self.black_men, self.black_kings);
        Ok(Position::new(side_to_move, black, pieces(self.white_men, self.white_kings))?)
    }
}

impl From<Position> for RetrogradePosition {
    fn from(position: Position) -> RetrogradePosition {
        let [black, white] = Side::BOTH.map(|side| position.pieces(side));
        RetrogradePosition {
            side_to_move: match position.side_to_move() {
                Side::Black => RETROGRADE_BLACK,
                Side::White => RETROGRADE_WHITE,
            },
            black_men: black.men.bits(),
            black_kings: black.kings.bits(),
            white_men: white.men.bits(),
            white_kings: white.kings.bits(),
        }
    }
}

/// Reads a FEN such as "W:WK15,20:B12,K28".
///
/// # Safety
/// `fen` and `position` are null, or as the rules for pointers say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retrograde_position_from_fen(
    fen: *const c_char,
    position: *mut RetrogradePosition,
) -> RetrogradeStatus {
    status_of(|| {
        // SAFETY: the caller keeps the rules for pointers.
        let (fen, position) =
            unsafe { (pointers::text(fen, "fen")?, pointers::output(position, "position")?) };
        let read: Position = pointers::utf8(fen, "fen")?.parse()?;
        position.write(read.into());
        Ok(RetrogradeStatus::Ok)
    })
}

/// Writes the FEN of a position, with a zero byte at its end. RETROGRADE_FEN_SIZE bytes are enough.
///
/// # Safety
/// `position` and `fen` are null, or as the rules for pointers say; `fen` has room for `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retrograde_position_to_fen(
    position: *const RetrogradePosition,
    fen: *mut c_char,
    size: usize,
) -> RetrogradeStatus {
    status_of(|| {
        // SAFETY: the caller keeps the rules for pointers.
        let (position, fen) =
            unsafe { (pointers::input(position, "position")?, pointers::outputs(fen, size, "fen")?) };
        let text = position.to_position()?.to_string();
        if !pointers::write_text(&text, fen) {
            let text = format!("the FEN takes {} bytes, and there is room for {size}", text.len() + 1);
            return Err(Failure { status: RetrogradeStatus::BufferTooSmall, text });
        }
        Ok(RetrogradeStatus::Ok)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fen_has_room() {
        // A king on each square but one, both sides as long as they can be written.
        let full = Pieces { men: SquareSet::EMPTY, kings: SquareSet::from_bits(!0x1_0000) };
        let one = Pieces { men: SquareSet::EMPTY, kings: SquareSet::from_bits(0x1_0000) };
        let longest = Position::new(Side::Black, full, one).unwrap().to_string();
        assert!(longest.len() < RETROGRADE_FEN_SIZE, "{longest}");
    }
}
