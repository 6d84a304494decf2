//! Mapping a file into memory.
//!
//! Beside the C interface this is the only file of the crate with unsafe code. Without the feature
//! `mapping` it is not built.

use std::fs::File;
use std::io;

use memmap2::Mmap;

/// The bytes of a file, whose pages the system reads when they are needed. They must not change as long
/// as they are in use; a file that is replaced by renaming another one over it is fine, the old bytes
/// stay.
pub(crate) fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the bytes of a mapping may only be read as a slice while nobody changes the file.
    // Table files are written under another name and renamed once complete (see
    // `retrograde_db::file::write_atomically`), so no program of this family changes one in
    // place, and the documentation of `Tables::open` asks the same of the caller.
    #[allow(unsafe_code)]
    unsafe {
        Mmap::map(file)
    }
}
