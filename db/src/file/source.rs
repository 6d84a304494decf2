//! Where the bytes of a table come from.
//!
//! A reader asks for ranges of bytes. Where all bytes are in memory (a vector, a mapped file) it gets
//! a part of them, without a copy; where they are in a file that is read piece by piece, they are put
//! into a buffer of the reader. So the reader is written once, and a mistake in a range is an error in
//! both cases.
//!
//! ```
//! use retrograde_db::file::{ByteSource, FormatError};
//!
//! let bytes = [1u8, 2, 3, 4];
//! let mut buffer = Vec::new();
//! assert_eq!(bytes.read(1..3, &mut buffer)?, [2, 3]);
//! assert!(buffer.is_empty(), "bytes in memory are not copied");
//! assert_eq!(bytes.read(1..5, &mut buffer), Err(FormatError::Cut { expected: 5, found: 4 }));
//! # Ok::<(), FormatError>(())
//! ```

use std::ops::Range;

use super::FormatError;

/// Bytes that can be read in any order: those of a slice, or of a [`super::PositionedFile`].
pub trait ByteSource {
    /// How many bytes there are. Reading can show later that a file has become shorter.
    fn byte_count(&self) -> u64;

    /// The bytes of a range, counted from the beginning: either a part of what is in memory, or read
    /// into `buffer`, whose old content is dropped then.
    ///
    /// # Errors
    /// [`FormatError::Cut`] where the range ends behind the last byte, [`FormatError::Read`] where the
    /// bytes can't be read.
    fn read<'a>(&'a self, range: Range<u64>, buffer: &'a mut Vec<u8>) -> Result<&'a [u8], FormatError>;
}

impl<B: AsRef<[u8]> + ?Sized> ByteSource for B {
    fn byte_count(&self) -> u64 {
        self.as_ref().len() as u64
    }

    #[inline]
    fn read<'a>(&'a self, range: Range<u64>, _: &'a mut Vec<u8>) -> Result<&'a [u8], FormatError> {
        let all = self.as_ref();
        // A number that does not fit lies behind the end as well.
        let place = |offset| usize::try_from(offset).unwrap_or(usize::MAX);
        all.get(place(range.start)..place(range.end))
            .ok_or(FormatError::Cut { expected: range.end, found: all.len() as u64 })
    }
}
