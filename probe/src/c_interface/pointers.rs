//! Pointers from C, checked as far as they can be.
//!
//! All of these are unsafe for the reason that the module above gives under "Pointers": whether
//! something lies behind a pointer can't be seen from here.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;

use super::failure::Failure;

/// Whether a pointer is one that can point to something.
pub(super) fn check<T>(pointer: *const T, name: &str) -> Result<(), Failure> {
    if pointer.is_null() {
        return Err(Failure::bad_argument(format!("{name} is null")));
    }
    if !pointer.is_aligned() {
        return Err(Failure::bad_argument(format!("{name} is not aligned for its type")));
    }
    Ok(())
}

/// What an argument points to.
///
/// # Safety
/// A pointer that is not null has to point to a `T`, which nobody changes for as long as the result is
/// in use.
pub(super) unsafe fn input<'a, T>(pointer: *const T, name: &str) -> Result<&'a T, Failure> {
    check(pointer, name)?;
    // SAFETY: it is not null and aligned, and the rest is what the caller vouches for.
    Ok(unsafe { &*pointer })
}

/// Where a result goes.
///
/// # Safety
/// A pointer that is not null has to point to room for a `T`, which nobody else uses for as long as the
/// result is in use.
pub(super) unsafe fn output<'a, T>(pointer: *mut T, name: &str) -> Result<&'a mut MaybeUninit<T>, Failure> {
    check(pointer, name)?;
    // SAFETY: it is not null and aligned; what lies there may be uninitialised; the rest is what the
    // caller vouches for.
    Ok(unsafe { &mut *pointer.cast::<MaybeUninit<T>>() })
}

/// Where several results go. A null pointer is fine where there is no room behind it.
///
/// # Safety
/// As for [`output`], with room for `length` elements.
pub(super) unsafe fn outputs<'a, T>(
    pointer: *mut T,
    length: usize,
    name: &str,
) -> Result<&'a mut [MaybeUninit<T>], Failure> {
    if length == 0 {
        return Ok(&mut []);
    }
    check(pointer, name)?;
    if length > isize::MAX as usize / size_of::<T>().max(1) {
        return Err(Failure::bad_argument(format!("{name}: no memory has room for {length}")));
    }
    // SAFETY: it is not null and aligned, and not longer than any memory can be; the rest is what the
    // caller vouches for.
    Ok(unsafe { std::slice::from_raw_parts_mut(pointer.cast::<MaybeUninit<T>>(), length) })
}

/// A text that ends with a zero byte.
///
/// # Safety
/// A pointer that is not null has to point to such a text, which nobody changes for as long as the
/// result is in use.
pub(super) unsafe fn text<'a>(pointer: *const c_char, name: &str) -> Result<&'a CStr, Failure> {
    check(pointer, name)?;
    // SAFETY: it is not null, and the rest is what the caller vouches for.
    Ok(unsafe { CStr::from_ptr(pointer) })
}

/// The path that a text names: its bytes where paths are bytes, UTF-8 elsewhere.
pub(super) fn path(text: &CStr) -> Result<&std::path::Path, Failure> {
    #[cfg(unix)]
    return Ok(std::path::Path::new(<std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(
        text.to_bytes(),
    )));
    #[cfg(not(unix))]
    utf8(text, "folder").map(std::path::Path::new)
}

/// A text in UTF-8.
pub(super) fn utf8<'a>(text: &'a CStr, name: &str) -> Result<&'a str, Failure> {
    text.to_str().map_err(|error| Failure::bad_argument(format!("{name} is not UTF-8: {error}")))
}

/// Writes a text and the zero byte at its end; false where there is no room for both.
pub(super) fn write_text(text: &str, room: &mut [MaybeUninit<c_char>]) -> bool {
    if text.len() >= room.len() {
        return false;
    }
    let bytes = text.bytes().chain([0]);
    room.iter_mut().zip(bytes).for_each(|(place, byte)| {
        place.write(byte as c_char);
    });
    true
}
