//! Values of positions.
//!
//! All questions have one form: a set, a position, and a place for the answer. The answer is a status, and
//! only [`RetrogradeStatus::Ok`] says that there is a value at the place; the values begin with 0, so a place
//! that was not set must not be read as one. That nothing is at hand is no failure, and has a status above 0.
//!
//! ```
//! use std::mem::MaybeUninit;
//!
//! use retrograde_probe::c_interface::{
//!     RETROGRADE_BLACK, RetrogradePosition, RetrogradeStatus, RetrogradeValue, retrograde_close,
//!     retrograde_open, retrograde_probe, retrograde_probe_quiet,
//! };
//!
//! # let folder = tempfile::tempdir()?;
//! # let folder = std::ffi::CString::new(folder.path().to_str().unwrap())?;
//! let mut tables = std::ptr::null_mut();
//! let mut value = MaybeUninit::<RetrogradeValue>::uninit();
//! let shot = RetrogradePosition {
//!     side_to_move: RETROGRADE_BLACK,
//!     black_men: 1 << 6,
//!     black_kings: 0,
//!     white_men: 1 << 10 | 1 << 18 | 1 << 26,
//!     white_kings: 0,
//! };
//! // A folder without tables will do: three captures decide.
//! // SAFETY: the pointers are as the functions ask for, and the value is read once it was set.
//! unsafe {
//!     assert_eq!(retrograde_open(folder.as_ptr(), std::ptr::null(), &mut tables), RetrogradeStatus::Ok);
//!     let quiet = retrograde_probe_quiet(tables, &shot, value.as_mut_ptr());
//!     assert_eq!(quiet, RetrogradeStatus::CaptureToMove);
//!     assert_eq!(retrograde_probe(tables, &shot, value.as_mut_ptr()), RetrogradeStatus::Ok);
//!     assert_eq!(value.assume_init(), RetrogradeValue::Win);
//!     assert_eq!(retrograde_close(tables), RetrogradeStatus::Ok);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![allow(unsafe_code)]

use retrograde_db::Value;
use retrograde_db::draughts::Position;

use super::boundary::status_of;
use super::failure::Failure;
use super::{RetrogradePosition, RetrogradeStatus, RetrogradeTables, pointers};
use crate::draughts::Tables;

/// What a position is worth for a side, under best play of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum RetrogradeValue {
    /// The side loses.
    Loss = 0,
    /// Nobody can force a win.
    Draw = 1,
    /// The side wins.
    Win = 2,
}

impl From<Value> for RetrogradeValue {
    fn from(value: Value) -> RetrogradeValue {
        match value {
            Value::Loss => RetrogradeValue::Loss,
            Value::Draw => RetrogradeValue::Draw,
            Value::Win => RetrogradeValue::Win,
        }
    }
}

/// The common part of all functions that ask for a value or a distance: `answer` is where it goes, `name`
/// what that argument is called.
///
/// # Safety
/// The pointers are null, or as the rules for pointers say.
pub(super) unsafe fn answer_with<T>(
    tables: *const RetrogradeTables,
    position: *const RetrogradePosition,
    (answer, name): (*mut T, &str),
    probe: impl FnOnce(&Tables, Position) -> Result<Option<T>, Failure>,
) -> RetrogradeStatus {
    status_of(|| {
        // SAFETY: the caller keeps the rules for pointers.
        let (set, position, place) = unsafe {
            let set = pointers::input(tables, "tables")?;
            (set, pointers::input(position, "position")?, pointers::output(answer, name)?)
        };
        Ok(match probe(&set.tables, position.to_position()?)? {
            Some(found) => {
                place.write(found);
                RetrogradeStatus::Ok
            }
            None => RetrogradeStatus::NotCached,
        })
    })
}

/// The value of a position for the side to move. Where it has a capture it has to capture, so captures
/// are played out, which can lead to tables with fewer pieces. A side to move that has no legal move, or
/// no piece, has lost; one whose opponent has no piece has won.
///
/// # Safety
/// The pointers are null, or as the rules for pointers say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retrograde_probe(
    tables: *const RetrogradeTables,
    position: *const RetrogradePosition,
    value: *mut RetrogradeValue,
) -> RetrogradeStatus {
    // SAFETY: the caller keeps the rules for pointers.
    unsafe {
        answer_with(tables, position, (value, "value"), |tables, position| {
            Ok(Some(tables.probe(position)?.into()))
        })
    }
}

/// The value of a position in which the side to move has no capture: the same as retrograde_probe gives
/// for it. With a capture the status is RETROGRADE_STATUS_CAPTURE_TO_MOVE.
///
/// # Safety
/// The pointers are null, or as the rules for pointers say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retrograde_probe_quiet(
    tables: *const RetrogradeTables,
    position: *const RetrogradePosition,
    value: *mut RetrogradeValue,
) -> RetrogradeStatus {
    // SAFETY: the caller keeps the rules for pointers.
    unsafe {
        answer_with(tables, position, (value, "value"), |tables, position| {
            Ok(Some(tables.probe_quiet(position)?.into()))
        })
    }
}

/// The value that retrograde_probe gives, if no disk has to be read for it; else RETROGRADE_STATUS_NOT_CACHED.
///
/// # Safety
/// The pointers are null, or as the rules for pointers say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retrograde_probe_if_cached(
    tables: *const RetrogradeTables,
    position: *const RetrogradePosition,
    value: *mut RetrogradeValue,
) -> RetrogradeStatus {
    // SAFETY: the caller keeps the rules for pointers.
    unsafe {
        answer_with(tables, position, (value, "value"), |tables, position| {
            Ok(tables.probe_if_cached(position)?.map(Into::into))
        })
    }
}

/// Tells the system that a position is going to be probed soon, without waiting for anything. A hint: it
/// never fails for what is or is not in the set.
///
/// # Safety
/// The pointers are null, or as the rules for pointers say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retrograde_prefetch(
    tables: *const RetrogradeTables,
    position: *const RetrogradePosition,
) -> RetrogradeStatus {
    status_of(|| {
        // SAFETY: the caller keeps the rules for pointers.
        let (set, position) =
            unsafe { (pointers::input(tables, "tables")?, pointers::input(position, "position")?) };
        set.tables.prefetch(position.to_position()?);
        Ok(RetrogradeStatus::Ok)
    })
}
