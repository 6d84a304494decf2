//! Options of a set, in a structure that can grow.
//!
//! A program and the library that it finds when it runs can be of different versions. So the structure begins
//! with its own size, as the program knows it, and the library reads and writes no byte beyond that. Fields are
//! only ever added at the end, and in those that are added 0 has to mean the default:
//!
//! - an older program passes fewer bytes, and has the defaults for the fields it does not know;
//! - a newer program passes more. The library does not know what they ask for, so it takes them only where
//!   they are zero; it refuses what it can't do rather than doing something else.
//!
//! ```
//! use std::mem::MaybeUninit;
//!
//! use retrograde_probe::c_interface::{
//!     RetrogradeOptions, RetrogradeStatus, retrograde_open, retrograde_options_init,
//! };
//!
//! /// The structure of a later version.
//! #[repr(C)]
//! struct Later {
//!     known: RetrogradeOptions,
//!     new: u64,
//! }
//! let mut options = MaybeUninit::<Later>::uninit();
//! // SAFETY: there is room for as many bytes as are named, and all of them are set.
//! let mut options = unsafe {
//!     let status = retrograde_options_init(options.as_mut_ptr().cast(), size_of::<Later>());
//!     assert_eq!(status, RetrogradeStatus::Ok);
//!     options.assume_init()
//! };
//! assert_eq!((options.known.cache_bytes, options.known.max_pieces, options.new), (256 << 20, 0, 0));
//!
//! options.new = 1;
//! let mut tables = std::ptr::null_mut();
//! // SAFETY: the text ends with a zero byte, and the structure is as large as it says.
//! let status = unsafe { retrograde_open(c".".as_ptr(), (&raw const options).cast(), &mut tables) };
//! assert_eq!(status, RetrogradeStatus::BadArgument);
//! ```
#![allow(unsafe_code)]

use super::boundary::status_of;
use super::failure::Failure;
use super::{RetrogradeStatus, pointers};
use crate::{FileAccess, Options, ReadAhead};

/// Files are mapped if the library was built with that, else read in pieces.
pub const RETROGRADE_ACCESS_DEFAULT: u32 = 0;
/// Files are mapped into memory: fast, for drives of this machine.
pub const RETROGRADE_ACCESS_MAPPED: u32 = 1;
/// Blocks are read one by one: for network drives, where a failure is then a status.
pub const RETROGRADE_ACCESS_POSITIONED: u32 = 2;

/// The system reads ahead as it thinks best.
pub const RETROGRADE_READ_AHEAD_SYSTEM: u32 = 0;
/// The system reads only what is needed: for tables larger than the memory.
pub const RETROGRADE_READ_AHEAD_OFF: u32 = 1;
/// The system begins to read each file as a whole when it is opened.
pub const RETROGRADE_READ_AHEAD_WHOLE_FILE: u32 = 2;

/// How a set is opened. Fill it with retrograde_options_init, then change what should be different.
///
/// Later versions may add fields at the end. A program that was built with an older header works with a
/// newer library; one that was built with a newer header works with an older library, as long as it
/// leaves fields that the library does not know at zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct RetrogradeOptions {
    /// sizeof(RetrogradeOptions) in the program that fills it.
    pub struct_size: usize,
    /// Memory for decoded blocks, in bytes; 0 for none.
    pub cache_bytes: u64,
    /// RETROGRADE_ACCESS_DEFAULT, RETROGRADE_ACCESS_MAPPED or RETROGRADE_ACCESS_POSITIONED.
    pub access: u32,
    /// RETROGRADE_READ_AHEAD_SYSTEM, RETROGRADE_READ_AHEAD_OFF or RETROGRADE_READ_AHEAD_WHOLE_FILE.
    pub read_ahead: u32,
    /// Tables with at most so many pieces, those of distances too, are loaded into memory at once, in
    /// addition to cache_bytes; 0 for none.
    pub autoload_pieces: u32,
    /// Tables with more pieces are left alone; 0 for no bound.
    pub max_pieces: u32,
}

/// Bytes of the structure in this version.
const KNOWN_SIZE: usize = size_of::<RetrogradeOptions>();
/// Bytes of the structure in the first version that had it: no program passes less.
const FIRST_SIZE: usize = KNOWN_SIZE;
/// More than the structure will ever have: a field that was not set is found by it.
const MAX_SIZE: usize = 4096;

impl RetrogradeOptions {
    fn defaults(struct_size: usize) -> RetrogradeOptions {
        let Options { cache_bytes, autoload_pieces, .. } = Options::default();
        RetrogradeOptions {
            struct_size,
            cache_bytes: cache_bytes as u64,
            access: RETROGRADE_ACCESS_DEFAULT,
            read_ahead: RETROGRADE_READ_AHEAD_SYSTEM,
            autoload_pieces: autoload_pieces.into(),
            max_pieces: 0,
        }
    }

    /// The options of a caller, whatever version of the structure it knows.
    ///
    /// # Safety
    /// `options` is null, or points to a structure of as many bytes as its first field says.
    pub(super) unsafe fn read(options: *const RetrogradeOptions) -> Result<Options, Failure> {
        if options.is_null() {
            return Ok(Options::default());
        }
        pointers::check(options, "options")?;
        // SAFETY: it is not null and aligned, and every version of the structure begins with this.
        let struct_size = unsafe { options.cast::<usize>().read() };
        check_size(struct_size)?;
        let mut known = RetrogradeOptions::defaults(struct_size);
        // SAFETY: both have as many bytes as are copied, all fields are integers, and the copy is
        // in a place of its own.
        unsafe {
            let bytes = struct_size.min(KNOWN_SIZE);
            std::ptr::copy_nonoverlapping(options.cast::<u8>(), (&raw mut known).cast::<u8>(), bytes);
        }
        if struct_size > KNOWN_SIZE {
            // SAFETY: the caller says that these bytes are there, and nobody changes them meanwhile.
            let unknown = unsafe {
                std::slice::from_raw_parts(options.cast::<u8>().add(KNOWN_SIZE), struct_size - KNOWN_SIZE)
            };
            if unknown.iter().any(|&byte| byte != 0) {
                let text = "options of a newer version than this library are set: leave them at zero";
                return Err(Failure::bad_argument(text.to_owned()));
            }
        }
        known.checked()
    }

    fn checked(self) -> Result<Options, Failure> {
        let unknown = |field: &str, found: u32, most: u32| {
            Failure::bad_argument(format!("options: {field} is {found}, expected 0 to {most}"))
        };
        let access = match self.access {
            RETROGRADE_ACCESS_DEFAULT => FileAccess::default(),
            #[cfg(feature = "mapping")]
            RETROGRADE_ACCESS_MAPPED => FileAccess::Mapped,
            #[cfg(not(feature = "mapping"))]
            RETROGRADE_ACCESS_MAPPED => {
                let text = "options: this library was built without mapping of files";
                return Err(Failure::bad_argument(text.to_owned()));
            }
            RETROGRADE_ACCESS_POSITIONED => FileAccess::Positioned,
            found => return Err(unknown("access", found, RETROGRADE_ACCESS_POSITIONED)),
        };
        let read_ahead = match self.read_ahead {
            RETROGRADE_READ_AHEAD_SYSTEM => ReadAhead::System,
            RETROGRADE_READ_AHEAD_OFF => ReadAhead::Off,
            RETROGRADE_READ_AHEAD_WHOLE_FILE => ReadAhead::WholeFile,
            found => return Err(unknown("read_ahead", found, RETROGRADE_READ_AHEAD_WHOLE_FILE)),
        };
        let pieces = |pieces: u32| u8::try_from(pieces).unwrap_or(u8::MAX);
        Ok(Options {
            cache_bytes: usize::try_from(self.cache_bytes).unwrap_or(usize::MAX),
            access,
            read_ahead,
            autoload_pieces: pieces(self.autoload_pieces),
            max_pieces: if self.max_pieces == 0 { u8::MAX } else { pieces(self.max_pieces) },
        })
    }
}

fn check_size(struct_size: usize) -> Result<(), Failure> {
    if (FIRST_SIZE..=MAX_SIZE).contains(&struct_size) {
        return Ok(());
    }
    let text = format!(
        "options: struct_size is {struct_size}, expected sizeof(RetrogradeOptions): call \
         retrograde_options_init first"
    );
    Err(Failure::bad_argument(text))
}

/// Fills options with their defaults. `struct_size` is sizeof(RetrogradeOptions).
///
/// # Safety
/// `options` is null, or points to room for `struct_size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retrograde_options_init(
    options: *mut RetrogradeOptions,
    struct_size: usize,
) -> RetrogradeStatus {
    status_of(|| {
        pointers::check(options, "options")?;
        check_size(struct_size)?;
        let defaults = RetrogradeOptions::defaults(struct_size);
        // SAFETY: it is not null and aligned, and the caller says that all these bytes are there. Those
        // beyond the fields known here become zero.
        unsafe {
            options.cast::<u8>().write_bytes(0, struct_size);
            let bytes = struct_size.min(KNOWN_SIZE);
            std::ptr::copy_nonoverlapping((&raw const defaults).cast::<u8>(), options.cast::<u8>(), bytes);
        }
        Ok(RetrogradeStatus::Ok)
    })
}
