//! The moves of a position, with what they are worth.
//!
//! How many moves there are is not known before, and memory that the library allots would have to come back to
//! it. So the caller brings the room and says how much it is, and is told how many moves there are, whether
//! they fit or not. Whoever wants all of them asks with no room first, allots, and asks again:
//!
//! ```
//! use retrograde_probe::c_interface::{
//!     RETROGRADE_BLACK, RetrogradeMove, RetrogradePosition, RetrogradeStatus, RetrogradeValue,
//!     retrograde_close, retrograde_open, retrograde_probe_moves,
//! };
//!
//! # let folder = tempfile::tempdir()?;
//! # let folder = std::ffi::CString::new(folder.path().to_str().unwrap())?;
//! # let shot = RetrogradePosition {
//! #     side_to_move: RETROGRADE_BLACK,
//! #     black_men: 1 << 6,
//! #     black_kings: 0,
//! #     white_men: 1 << 10 | 1 << 18 | 1 << 26,
//! #     white_kings: 0,
//! # };
//! // Black takes three men with the one on 7.
//! let (mut tables, mut count) = (std::ptr::null_mut(), 0);
//! // SAFETY: the pointers are as the functions ask for; as many moves are taken as were put there.
//! unsafe {
//!     assert_eq!(retrograde_open(folder.as_ptr(), std::ptr::null(), &mut tables), RetrogradeStatus::Ok);
//!     let status = retrograde_probe_moves(tables, &shot, std::ptr::null_mut(), 0, &mut count);
//!     assert_eq!((status, count), (RetrogradeStatus::BufferTooSmall, 1));
//!
//!     let mut moves: Vec<RetrogradeMove> = Vec::with_capacity(count);
//!     let status = retrograde_probe_moves(tables, &shot, moves.as_mut_ptr(), count, &mut count);
//!     assert_eq!(status, RetrogradeStatus::Ok);
//!     moves.set_len(count);
//!     assert_eq!((moves[0].from, moves[0].to, moves[0].value), (7, 32, RetrogradeValue::Win));
//!     assert_eq!(std::ffi::CStr::from_ptr(moves[0].text.as_ptr()), c"7x32");
//!     assert_eq!(retrograde_close(tables), RetrogradeStatus::Ok);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![allow(unsafe_code)]

use std::ffi::c_char;
use std::mem::MaybeUninit;

use retrograde_db::draughts::Position;

use super::boundary::status_of;
use super::failure::Failure;
use super::{
    RetrogradeDistance, RetrogradeDistanceKind, RetrogradePosition, RetrogradeStatus, RetrogradeTables,
    RetrogradeValue, pointers,
};
use crate::draughts::{ProbedMove, Tables};

/// Room for the text of any move with its zero byte.
pub const RETROGRADE_MOVE_TEXT_SIZE: usize = 32;

/// A legal move and what it leads to.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct RetrogradeMove {
    /// The value for the side that makes the move: a move that wins is RETROGRADE_VALUE_WIN, although the side
    /// to move after it loses.
    pub value: RetrogradeValue,
    /// What `plies` are counted to.
    pub distance: RetrogradeDistanceKind,
    /// How many moves of both sides it is to that, this move included; 0 where there is no distance.
    pub plies: u32,
    /// The square where the piece starts, 1 to 32.
    pub from: u32,
    /// The square where it ends, 1 to 32; equal to `from` for a capture that comes full circle.
    pub to: u32,
    /// 1 where a man is crowned, else 0.
    pub crowns: u32,
    /// The squares of the pieces it takes: bit n - 1 for square n.
    pub captured: u32,
    /// The position after it, the opponent to move.
    pub after: RetrogradePosition,
    /// The move as people write it, such as "11-15" or "18x9x2", with a zero byte at the end.
    pub text: [c_char; RETROGRADE_MOVE_TEXT_SIZE],
}

impl RetrogradeMove {
    fn new(tables: &Tables, before: Position, probed: &ProbedMove) -> RetrogradeMove {
        let ProbedMove { mv, after, value, distance } = probed;
        let RetrogradeDistance { value, kind, plies } = RetrogradeDistance::from((*value, *distance));
        let mut text = [MaybeUninit::new(0); RETROGRADE_MOVE_TEXT_SIZE];
        // Nine jumps at most, with ten numbers of two digits and nine signs between them: 29 bytes.
        let fits = pointers::write_text(&before.write_move(tables.rules(), mv), &mut text);
        debug_assert!(fits, "{mv} is longer than any move");
        RetrogradeMove {
            value,
            distance: kind,
            plies,
            from: mv.from().number().into(),
            to: mv.to().number().into(),
            crowns: mv.crowns().into(),
            captured: mv.captured().bits(),
            after: (*after).into(),
            // SAFETY: all elements were set when the array was made.
            text: text.map(|byte| unsafe { byte.assume_init() }),
        }
    }
}

/// Every legal move with its value: winning moves first, then drawing ones, then losing ones; where the set
/// knows distances, short wins and long losses first. Captures with the same ends along different routes are listed one by one. `moves` has room for `capacity`
/// moves, and can be null if that is 0; `count` says how many moves there are.
///
/// Where there are more than fit, the status is RETROGRADE_STATUS_BUFFER_TOO_SMALL, the first ones are in
/// `moves`, and `count` says how many there are. Without a legal move `count` is 0, and the side to move
/// has lost. The value of every move has to be known; else there is a failure and no move.
///
/// # Safety
/// The pointers are null, or as the rules for pointers say; `moves` has room for `capacity` moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retrograde_probe_moves(
    tables: *const RetrogradeTables,
    position: *const RetrogradePosition,
    moves: *mut RetrogradeMove,
    capacity: usize,
    count: *mut usize,
) -> RetrogradeStatus {
    status_of(|| {
        // SAFETY: the caller keeps the rules for pointers.
        let (set, position, places, count) = unsafe {
            let set = pointers::input(tables, "tables")?;
            let position = pointers::input(position, "position")?;
            (set, position, pointers::outputs(moves, capacity, "moves")?, pointers::output(count, "count")?)
        };
        let position = position.to_position()?;
        let probed = set.tables.moves(position)?;
        for (place, probed) in places.iter_mut().zip(&probed) {
            place.write(RetrogradeMove::new(&set.tables, position, probed));
        }
        count.write(probed.len());
        if probed.len() > capacity {
            let text = format!("there are {} moves, and there is room for {capacity}", probed.len());
            return Err(Failure { status: RetrogradeStatus::BufferTooSmall, text });
        }
        Ok(RetrogradeStatus::Ok)
    })
}
