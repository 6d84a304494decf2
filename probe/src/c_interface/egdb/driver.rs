//! A driver: what an engine has of an open set.
//!
//! To the engine a driver is a structure of five functions, each of which gets a pointer to the structure
//! itself. What this side needs to know stands behind the five in the same memory ([`Handle`]), so that pointer
//! finds it, and there is no list of open drivers to look it up in.
//!
//! A look-up is first a probe of what is at hand, and only then, if the engine may wait, one that reads. The two
//! in turn tell hits from loads for the counts, at the price of a second look where a file is read anyway. What
//! comes of it is one number: 1, 2 or 3 for a win, a loss or a draw, and below that three ways to have no
//! value: a table that is not there is -2, one that would have to be read is -1, a damaged one or what is no
//! position is 0. Engines take 0 for "not known", and none of these is ever a draw.
#![allow(unsafe_code)]

use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, Ordering};

use retrograde_db::Value;
use retrograde_db::draughts::{Position, Side};

use super::super::boundary::caught;
use super::super::failure::with_sources;
use super::messages::{EgdbMessageFunction, tell};
use super::position::{Bitboards, EgdbBitboard};
use super::statistics::{Counters, EgdbStatistics, Outcome};
use crate::draughts::{ProbeError, Tables};

/// Black is to move.
pub const EGDB_BLACK: c_int = 0;
/// White is to move.
pub const EGDB_WHITE: c_int = 1;

/// There is no table for the position.
pub const EGDB_SUBDB_UNAVAILABLE: c_int = -2;
/// The value is not in memory, and the look-up was conditional.
pub const EGDB_NOT_IN_CACHE: c_int = -1;
/// No value: what was asked for is no position, or its table can't be used.
pub const EGDB_UNKNOWN: c_int = 0;
/// The side to move wins.
pub const EGDB_WIN: c_int = 1;
/// The side to move loses.
pub const EGDB_LOSS: c_int = 2;
/// Neither side can force a win.
pub const EGDB_DRAW: c_int = 3;
/// For engines that know it; these tables never give it.
pub const EGDB_DRAW_OR_LOSS: c_int = 4;
/// For engines that know it; these tables never give it.
pub const EGDB_WIN_OR_DRAW: c_int = 5;

/// An open set: the functions that an engine calls with it.
#[derive(Debug)]
#[repr(C)]
pub struct EgdbDriver {
    /// The value of a position for the side to move, `colour`: EGDB_BLACK or EGDB_WHITE. With
    /// `conditional` other than 0, EGDB_NOT_IN_CACHE where a file would have to be read. Any number of
    /// threads can ask at the same time.
    pub lookup: unsafe extern "C" fn(
        handle: *mut EgdbDriver,
        position: *const EgdbBitboard,
        colour: c_int,
        conditional: c_int,
    ) -> c_int,
    /// Sets all counts to zero.
    pub reset_stats: unsafe extern "C" fn(handle: *mut EgdbDriver),
    /// The counts. They change when this is called again, and are gone when the driver is closed.
    pub get_stats: unsafe extern "C" fn(handle: *mut EgdbDriver) -> *mut EgdbStatistics,
    /// Checks every byte of every table; 0 where all are sound.
    pub verify: unsafe extern "C" fn(handle: *mut EgdbDriver) -> c_int,
    /// Closes the set, which no thread may be using; 0 when it is closed.
    pub close: unsafe extern "C" fn(handle: *mut EgdbDriver) -> c_int,
}

/// What lies behind the pointer that an engine has. The functions come first, so that a pointer to all
/// of it is one to them.
#[repr(C)]
struct Handle {
    functions: EgdbDriver,
    driver: Driver,
}

/// An open set, as this side sees it.
pub(super) struct Driver {
    pub(super) tables: Tables,
    pub(super) bitboards: Bitboards,
    pub(super) message: EgdbMessageFunction,
    pub(super) counters: Counters,
    /// A file that can't be used is told of once: a search asks again and again.
    pub(super) told: AtomicBool,
}

impl Driver {
    /// Hands the driver over to an engine.
    pub(super) fn into_handle(self) -> *mut EgdbDriver {
        let functions = EgdbDriver { lookup, reset_stats, get_stats, verify, close };
        Box::into_raw(Box::new(Handle { functions, driver: self })).cast()
    }

    /// Looks a position up, and counts it.
    fn look_up(&self, position: Option<Position>, conditional: bool) -> c_int {
        let (code, outcome) = match position {
            Some(position) => self.value(position, conditional),
            None => (EGDB_UNKNOWN, Outcome::Unknown),
        };
        self.counters.count(outcome);
        code
    }

    fn value(&self, position: Position, conditional: bool) -> (c_int, Outcome) {
        match self.tables.probe_if_cached(position) {
            Ok(Some(value)) => (code(value), Outcome::Hit),
            Ok(None) if conditional => (EGDB_NOT_IN_CACHE, Outcome::NotInMemory),
            Ok(None) => match self.tables.probe(position) {
                Ok(value) => (code(value), Outcome::Load),
                Err(error) => self.no_value(&error),
            },
            Err(error) => self.no_value(&error),
        }
    }

    fn no_value(&self, error: &ProbeError) -> (c_int, Outcome) {
        match error {
            ProbeError::MissingSlice { .. } | ProbeError::TooManyPieces { .. } => {
                (EGDB_SUBDB_UNAVAILABLE, Outcome::NotPresent)
            }
            ProbeError::CaptureToMove { .. } | ProbeError::File(_) => {
                if !self.told.swap(true, Ordering::Relaxed) {
                    tell(self.message, &with_sources(error));
                }
                (EGDB_UNKNOWN, Outcome::Unknown)
            }
        }
    }

    fn verify(&self) -> c_int {
        match self.tables.verify(|_| ()) {
            Ok(()) => 0,
            Err(faults) => {
                faults.iter().for_each(|fault| tell(self.message, &with_sources(fault)));
                1
            }
        }
    }
}

const fn code(value: Value) -> c_int {
    match value {
        Value::Win => EGDB_WIN,
        Value::Draw => EGDB_DRAW,
        Value::Loss => EGDB_LOSS,
    }
}

/// Runs `body` with the driver behind a pointer; `otherwise` where there is none, or `body` panics.
///
/// # Safety
/// `handle` is null, or was made by [`Driver::into_handle`] and not closed.
unsafe fn with_driver<R>(handle: *mut EgdbDriver, otherwise: R, body: impl FnOnce(&Driver) -> R) -> R {
    let handle = handle.cast::<Handle>();
    if handle.is_null() || !handle.is_aligned() {
        return otherwise;
    }
    // SAFETY: `into_handle` made the pointer from one to this type. All threads only share what is
    // behind it.
    let driver = unsafe { &(*handle).driver };
    caught(|| body(driver)).unwrap_or_else(|failure| {
        tell(driver.message, &failure.text);
        otherwise
    })
}

/// See [`EgdbDriver::lookup`].
unsafe extern "C" fn lookup(
    handle: *mut EgdbDriver,
    position: *const EgdbBitboard,
    colour: c_int,
    conditional: c_int,
) -> c_int {
    // SAFETY: the engine passes its driver, and a position of the type that it was opened with.
    unsafe {
        with_driver(handle, EGDB_UNKNOWN, |driver| {
            let side_to_move = match colour {
                EGDB_BLACK => Some(Side::Black),
                EGDB_WHITE => Some(Side::White),
                _ => None,
            };
            let position = side_to_move.and_then(|side| driver.bitboards.read(position, side));
            driver.look_up(position, conditional != 0)
        })
    }
}

/// See [`EgdbDriver::reset_stats`].
unsafe extern "C" fn reset_stats(handle: *mut EgdbDriver) {
    // SAFETY: the engine passes its driver.
    unsafe { with_driver(handle, (), |driver| driver.counters.reset()) }
}

/// See [`EgdbDriver::get_stats`].
unsafe extern "C" fn get_stats(handle: *mut EgdbDriver) -> *mut EgdbStatistics {
    let sums = |driver: &Driver| std::ptr::from_ref(driver.counters.sums()).cast_mut();
    // SAFETY: the engine passes its driver. What it writes into the counts, whose type has no `const` in
    // the headers that engines have, goes into atomic numbers.
    unsafe { with_driver(handle, std::ptr::null_mut(), sums) }
}

/// See [`EgdbDriver::verify`].
unsafe extern "C" fn verify(handle: *mut EgdbDriver) -> c_int {
    // SAFETY: the engine passes its driver.
    unsafe { with_driver(handle, 1, Driver::verify) }
}

/// See [`EgdbDriver::close`].
unsafe extern "C" fn close(handle: *mut EgdbDriver) -> c_int {
    let handle = handle.cast::<Handle>();
    if handle.is_null() || !handle.is_aligned() {
        return 1;
    }
    // SAFETY: `into_handle` made the pointer from a box of this type, and the engine gives it back, for
    // the first time and with no thread using it.
    let handle = unsafe { Box::from_raw(handle) };
    c_int::from(caught(|| drop(handle)).is_err())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_to_a_handle_is_one_to_its_functions() {
        assert_eq!(std::mem::offset_of!(Handle, functions), 0);
    }
}
