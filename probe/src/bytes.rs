//! The bytes of a table: mapped into memory, read from a file in pieces, or in memory.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::sync::Arc;

use retrograde_db::file::{ByteSource, FormatError, PositionedFile};

use crate::{FileAccess, ReadAhead};

/// All bytes of a table.
#[derive(Debug)]
pub(crate) enum Bytes {
    /// A file, whose pages the system reads when they are needed.
    #[cfg(feature = "mapping")]
    Mapped(memmap2::Mmap),
    /// A file, read with a call to the system for each block.
    Positioned(PositionedFile),
    /// Bytes in memory.
    Owned(Arc<[u8]>),
}

impl Bytes {
    /// The bytes of a file. They must not change as long as they are in use.
    pub(crate) fn of_file(file: File, access: FileAccess, read_ahead: ReadAhead) -> io::Result<Bytes> {
        match access {
            #[cfg(feature = "mapping")]
            FileAccess::Mapped => {
                let mapped = crate::mapping::map(&file)?;
                advise(&mapped, read_ahead);
                Ok(Bytes::Mapped(mapped))
            }
            FileAccess::Positioned => {
                // Nothing is told to the system here: see the documentation of `ReadAhead`.
                let _ = read_ahead;
                PositionedFile::new(file).map(Bytes::Positioned)
            }
        }
    }

    /// Whether no disk is needed to read them.
    pub(crate) const fn in_memory(&self) -> bool {
        matches!(self, Bytes::Owned(_))
    }

    /// Tells the system that these bytes are needed soon, and does not wait for them. Only a hint.
    pub(crate) fn prefetch(&self, range: Range<u64>) {
        #[cfg(all(feature = "mapping", unix))]
        if let Bytes::Mapped(mapped) = self
            && let (Ok(start), Ok(length)) =
                (usize::try_from(range.start), usize::try_from(range.end.saturating_sub(range.start)))
            && start.checked_add(length).is_some_and(|end| end <= mapped.len())
        {
            // A hint that is refused costs time, and nothing else.
            let _ = mapped.advise_range(memmap2::Advice::WillNeed, start, length);
        }
        #[cfg(not(all(feature = "mapping", unix)))]
        let _ = range;
    }
}

/// Tells the system how the file is going to be read. Only a hint, so a refusal is no error.
#[cfg(feature = "mapping")]
fn advise(mapped: &memmap2::Mmap, read_ahead: ReadAhead) {
    #[cfg(unix)]
    let _ = match read_ahead {
        ReadAhead::System => Ok(()),
        ReadAhead::Off => mapped.advise(memmap2::Advice::Random),
        ReadAhead::WholeFile => mapped.advise(memmap2::Advice::WillNeed),
    };
    #[cfg(not(unix))]
    let _ = (mapped, read_ahead);
}

impl ByteSource for Bytes {
    fn byte_count(&self) -> u64 {
        match self {
            #[cfg(feature = "mapping")]
            Bytes::Mapped(mapped) => mapped.byte_count(),
            Bytes::Positioned(file) => file.byte_count(),
            Bytes::Owned(bytes) => bytes.byte_count(),
        }
    }

    fn read<'a>(&'a self, range: Range<u64>, buffer: &'a mut Vec<u8>) -> Result<&'a [u8], FormatError> {
        match self {
            #[cfg(feature = "mapping")]
            Bytes::Mapped(mapped) => mapped.read(range, buffer),
            Bytes::Positioned(file) => file.read(range, buffer),
            Bytes::Owned(bytes) => bytes.read(range, buffer),
        }
    }
}
