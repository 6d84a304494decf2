//! Finding and opening a set.
//!
//! An engine first asks whether a folder has tables that it knows, then opens them with as many pieces as it
//! was told of. These are the functions of other databases, and can't say what the errors of this library do:
//! a number or a null pointer is all that comes back, and the reason goes to the engine's function for texts.
//! An engine chooses the memory, but was written for tables of other sizes, so there is a least amount, and
//! small tables are loaded at once whatever it says.
//!
//! With a folder of tables of up to six pieces, `egdb_identify("tables", &type, &pieces)` gives 0, and 6 in
//! `pieces`. Then `egdb_open(EGDB_NORMAL, 6, 256, "tables", print)` gives a driver. To ask for 8 pieces gives
//! null, and the text that the tables have 6: an engine that goes by pieces would take positions of 7 for known
//! ones. To ask for 5 leaves the larger tables alone.
#![allow(unsafe_code)]

use std::ffi::{c_char, c_int};
use std::sync::atomic::AtomicBool;

use super::super::boundary::caught;
use super::super::failure::Failure;
use super::super::pointers;
use super::driver::{Driver, EgdbDriver};
use super::messages::{EgdbMessageFunction, tell};
use super::position::{Bitboards, EgdbBitboardType};
use super::statistics::Counters;
use crate::Options;
use crate::draughts::Tables;

/// A kind of database.
pub type EgdbType = c_int;
/// Win, draw and loss for English draughts, both sides to move, up to five pieces a side: the kind that
/// engines know whose answers are nearest to those of these tables.
pub const EGDB_KINGSROW32_WLD: EgdbType = 4;

/// Least memory for decoded blocks, whatever the engine says: with none, every look-up would decode.
const LEAST_CACHE_MB: u64 = 16;
/// Tables with so many pieces take 1.5 megabytes, and are what most look-ups lead to.
const AUTOLOAD_PIECES: u8 = 4;

/// Looks for tables in a folder: 0 where there are some, and `egdb_type` and `max_pieces` say which.
/// Else 1, and both are left alone.
///
/// # Safety
/// The pointers are null, or point to a text that ends with a zero byte and to room for the results.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn egdb_identify(
    directory: *const c_char,
    egdb_type: *mut EgdbType,
    max_pieces: *mut c_int,
) -> c_int {
    let found = || -> Result<bool, Failure> {
        // SAFETY: the engine passes what is asked for above.
        let (directory, type_place, pieces_place) = unsafe {
            let directory = pointers::text(directory, "directory")?;
            (
                directory,
                pointers::output(egdb_type, "egdb_type")?,
                pointers::output(max_pieces, "max_pieces")?,
            )
        };
        let tables = Tables::open(pointers::path(directory)?, Options::default())?;
        let pieces = tables.max_pieces();
        if pieces > 0 {
            type_place.write(EGDB_KINGSROW32_WLD);
            pieces_place.write(pieces.into());
        }
        Ok(pieces > 0)
    };
    match caught(found) {
        Ok(Ok(true)) => 0,
        _ => 1,
    }
}

/// Opens the tables in a folder, with at most `pieces` pieces each. `bitboard_type` says how the engine
/// keeps positions; `cache_mb` is memory for decoded blocks in megabytes, 16 at least. All texts go to
/// `msg_fn`.
///
/// Null where there are no tables with so many pieces, the folder or a table that is loaded at once
/// can't be used, or an argument means nothing. The driver is closed with its own function.
///
/// # Safety
/// The pointers are null, or point to a text that ends with a zero byte and to a function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn egdb_open(
    bitboard_type: EgdbBitboardType,
    pieces: c_int,
    cache_mb: c_int,
    directory: *const c_char,
    msg_fn: EgdbMessageFunction,
) -> *mut EgdbDriver {
    let open = || {
        // SAFETY: the engine passes what is asked for above.
        let directory = unsafe { pointers::text(directory, "directory")? };
        let driver = open(bitboard_type, pieces, cache_mb, pointers::path(directory)?, msg_fn)?;
        let tables = driver.tables.slices().len();
        tell(msg_fn, &format!("retrograde: {tables} tables with up to {pieces} pieces"));
        Ok(driver.into_handle())
    };
    caught(open).and_then(|result| result).unwrap_or_else(|failure: Failure| {
        tell(msg_fn, &format!("retrograde: {}", failure.text));
        std::ptr::null_mut()
    })
}

fn open(
    bitboard_type: EgdbBitboardType,
    pieces: c_int,
    cache_mb: c_int,
    directory: &std::path::Path,
    message: EgdbMessageFunction,
) -> Result<Driver, Failure> {
    let bitboards = Bitboards::new(bitboard_type).ok_or_else(|| {
        Failure::bad_argument(format!(
            "bitboard type {bitboard_type}, expected 0 (normal) or 1 (row reversed)"
        ))
    })?;
    let max_pieces = u8::try_from(pieces).ok().filter(|&pieces| pieces > 0).ok_or_else(|| {
        Failure::bad_argument(format!("tables with {pieces} pieces were asked for, expected 2 or more"))
    })?;
    let cache_bytes = u64::try_from(cache_mb).unwrap_or(0).max(LEAST_CACHE_MB) << 20;
    let options = Options {
        cache_bytes: usize::try_from(cache_bytes).unwrap_or(usize::MAX),
        max_pieces,
        autoload_pieces: AUTOLOAD_PIECES,
        ..Options::default()
    };
    let tables = Tables::open(directory, options)?;
    if tables.max_pieces() < max_pieces {
        let most = tables.max_pieces();
        let text = format!("tables with {pieces} pieces were asked for, those of {directory:?} have {most}");
        return Err(Failure::bad_argument(text));
    }
    let told = AtomicBool::new(false);
    Ok(Driver { tables, bitboards, message, counters: Counters::default(), told })
}
