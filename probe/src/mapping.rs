//! The bytes of a file: mapped into memory, or read into it.
//!
//! This is the only file of the crate with unsafe code. Without the feature `mapping` there is none:
//! files are then read as a whole.

use std::fs::File;
use std::io;
use std::sync::Arc;

/// All bytes of a table.
#[derive(Debug)]
pub(crate) enum Bytes {
    /// A file, whose pages the system reads when they are needed.
    #[cfg(feature = "mapping")]
    Mapped(memmap2::Mmap),
    /// Bytes in memory.
    Owned(Arc<[u8]>),
}

impl Bytes {
    /// The bytes of a file. They must not change as long as they are in use; a file that is replaced
    /// by renaming another one over it is fine, the old bytes stay.
    #[cfg(feature = "mapping")]
    pub(crate) fn of_file(file: &File) -> io::Result<Bytes> {
        // SAFETY: the bytes of a mapping may only be read as a slice while nobody changes the file.
        // Table files are written under another name and renamed once complete (see
        // `retrograde_db::file::write_atomically`), so no program of this family changes one in
        // place, and the documentation of `Tables::open` asks the same of the caller.
        #[allow(unsafe_code)]
        let mapped = unsafe { memmap2::Mmap::map(file)? };
        Ok(Bytes::Mapped(mapped))
    }

    /// The bytes of a file, read into memory.
    #[cfg(not(feature = "mapping"))]
    pub(crate) fn of_file(mut file: &File) -> io::Result<Bytes> {
        let mut bytes = Vec::new();
        io::Read::read_to_end(&mut file, &mut bytes)?;
        Ok(Bytes::Owned(bytes.into()))
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        match self {
            #[cfg(feature = "mapping")]
            Bytes::Mapped(mapped) => mapped,
            Bytes::Owned(bytes) => bytes,
        }
    }
}
