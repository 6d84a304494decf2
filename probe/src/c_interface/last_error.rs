//! The text of the last failure, and the version.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};

thread_local! {
    static LAST_ERROR: RefCell<CString> = RefCell::default();
}

/// Keeps the text of a failure of this thread.
pub(super) fn set(text: String) {
    // A zero byte would end the text early; a file name given by the caller can't hold one.
    let text = CString::new(text.replace('\0', " ")).unwrap_or_default();
    // A thread that is ending has nobody left to ask.
    let _ = LAST_ERROR.try_with(|last| last.replace(text));
}

/// What went wrong in the last call that failed, of those that this thread made: a sentence in English
/// and UTF-8, for people. Empty where none failed. Never null. It is valid until the next call that
/// this thread makes.
#[unsafe(no_mangle)]
pub extern "C" fn retrograde_last_error() -> *const c_char {
    LAST_ERROR.try_with(|last| last.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}

/// The version of the library, such as "0.1.0". Never null, valid for ever.
#[unsafe(no_mangle)]
pub extern "C" fn retrograde_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => c"",
        };
    VERSION.as_ptr()
}
