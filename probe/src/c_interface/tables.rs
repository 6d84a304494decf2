//! Sets of tables: opening, checking, closing.
//!
//! A set is the only thing of this interface that has to be given back. To C it is a pointer to something
//! unknown: it was a box, which [`retrograde_open`] lets go of and [`retrograde_close`] takes up again. In
//! between all functions only share it, so any number of threads may call them; that the last of them is done
//! before the set is closed is up to the program, since nothing here could see it.
//!
//! ```
//! use std::ptr;
//!
//! use retrograde_probe::c_interface::{
//!     RetrogradeStatus, retrograde_close, retrograde_max_pieces, retrograde_open, retrograde_verify,
//! };
//!
//! # let folder = tempfile::tempdir()?;
//! # let folder = std::ffi::CString::new(folder.path().to_str().unwrap())?;
//! let (mut tables, mut pieces) = (ptr::null_mut(), 99);
//! // A folder without tables is a set, and a sound one. No folder is a failure, and leaves all as it was.
//! // SAFETY: the texts end with a zero byte, and the set is closed once.
//! unsafe {
//!     let missing = retrograde_open(c"no/such/folder".as_ptr(), ptr::null(), &mut tables);
//!     assert_eq!((missing, tables), (RetrogradeStatus::Io, ptr::null_mut()));
//!     assert_eq!(retrograde_open(folder.as_ptr(), ptr::null(), &mut tables), RetrogradeStatus::Ok);
//!     assert_eq!(retrograde_max_pieces(tables, &mut pieces), RetrogradeStatus::Ok);
//!     assert_eq!(pieces, 0);
//!     assert_eq!(retrograde_verify(tables), RetrogradeStatus::Ok);
//!     assert_eq!(retrograde_close(tables), RetrogradeStatus::Ok);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![allow(unsafe_code)]

use std::ffi::c_char;

use super::boundary::status_of;
use super::failure::{Failure, with_sources};
use super::{RetrogradeOptions, RetrogradeStatus, pointers};
use crate::draughts::Tables;

/// A set of tables that is open. What is inside is not for programs.
#[derive(Debug)]
pub struct RetrogradeTables {
    pub(super) tables: Tables,
}

/// Opens the tables in a folder: all files with a name such as "2m1k-1m0k.wdl". The path is in UTF-8 on
/// Windows, and as the system takes it elsewhere. `options` can be null for the defaults. A folder
/// without tables is a set that knows only what needs none.
///
/// Files are opened when they are needed. Nobody may change them while the set is open, but others can
/// be renamed over them.
///
/// # Safety
/// The pointers are null, or as the rules for pointers say. What is put into `tables` is to be given to
/// retrograde_close once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retrograde_open(
    folder: *const c_char,
    options: *const RetrogradeOptions,
    tables: *mut *mut RetrogradeTables,
) -> RetrogradeStatus {
    status_of(|| {
        // SAFETY: the caller keeps the rules for pointers.
        let (folder, options, place) = unsafe {
            let folder = pointers::text(folder, "folder")?;
            (folder, RetrogradeOptions::read(options)?, pointers::output(tables, "tables")?)
        };
        let tables = Tables::open(pointers::path(folder)?, options)?;
        place.write(Box::into_raw(Box::new(RetrogradeTables { tables })));
        Ok(RetrogradeStatus::Ok)
    })
}

/// Closes a set. No other thread may be using it, and nobody can use it from here on. Null is fine, and
/// nothing is done.
///
/// # Safety
/// `tables` is null, or comes from retrograde_open and was not closed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retrograde_close(tables: *mut RetrogradeTables) -> RetrogradeStatus {
    status_of(|| {
        if !tables.is_null() {
            pointers::check(tables, "tables")?;
            // SAFETY: the caller vouches for it that this came from `Box::into_raw` in
            // `retrograde_open`, and that nobody else has it.
            drop(unsafe { Box::from_raw(tables) });
        }
        Ok(RetrogradeStatus::Ok)
    })
}

/// The most pieces, of both sides together, that a table of the set has; 0 for an empty set.
///
/// # Safety
/// The pointers are null, or as the rules for pointers say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retrograde_max_pieces(
    tables: *const RetrogradeTables,
    pieces: *mut u32,
) -> RetrogradeStatus {
    status_of(|| {
        // SAFETY: the caller keeps the rules for pointers.
        let (set, pieces) =
            unsafe { (pointers::input(tables, "tables")?, pointers::output(pieces, "pieces")?) };
        pieces.write(set.tables.max_pieces().into());
        Ok(RetrogradeStatus::Ok)
    })
}

/// Checks every byte of every table of the set, which takes as long as reading them. Where something is
/// wrong, the status is that of the first table for which it is, and the last error has a line for each
/// of them.
///
/// # Safety
/// `tables` is null, or as the rules for pointers say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retrograde_verify(tables: *const RetrogradeTables) -> RetrogradeStatus {
    status_of(|| {
        // SAFETY: the caller keeps the rules for pointers.
        let set = unsafe { pointers::input(tables, "tables")? };
        set.tables.verify(|_| ()).map_err(|faults| {
            let text = faults.iter().map(|fault| with_sources(fault)).collect::<Vec<_>>().join("\n");
            let first = faults.into_iter().next().map(Failure::from);
            Failure { status: first.map_or(RetrogradeStatus::Damaged, |failure| failure.status), text }
        })?;
        Ok(RetrogradeStatus::Ok)
    })
}
