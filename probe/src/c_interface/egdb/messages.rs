//! Texts for the engine.
#![allow(unsafe_code)]

use std::ffi::c_char;

/// A function of the engine that gets texts: a line each, with its line end. The text is gone when the
/// function returns. Null where nobody wants to know.
pub type EgdbMessageFunction = Option<unsafe extern "C" fn(text: *mut c_char)>;

/// Gives a line of text to the engine.
pub(super) fn tell(function: EgdbMessageFunction, line: &str) {
    let Some(function) = function else { return };
    let mut text: Vec<u8> = line.bytes().filter(|&byte| byte != 0).chain(*b"\n\0").collect();
    // SAFETY: the engine gave this function for texts such as this one, which ends with a zero byte. It
    // gets the text without `const` and may write into it: the vector is used for nothing else.
    unsafe { function(text.as_mut_ptr().cast()) }
}
