//! A file that is read piece by piece.
//!
//! A read gives all bytes of its range or an error, never fewer. Ranges come from the file itself, so they are
//! compared with its length, asked for once when it is opened, before any memory is taken. A file can become
//! shorter afterwards, where somebody copies another one over it: then a read finds the end too early, and
//! the error says how long the file is by now.
//!
//! ```
//! use std::fs::{self, File};
//!
//! use retrograde_db::file::{ByteSource, FormatError, PositionedFile};
//!
//! # let folder = tempfile::tempdir()?;
//! let path = folder.path().join("digits");
//! fs::write(&path, "0123456789")?;
//! let file = PositionedFile::new(File::open(&path)?)?;
//! let behind = file.read(8..11, &mut Vec::new()).map(<[u8]>::to_vec);
//! assert_eq!(behind, Err(FormatError::Cut { expected: 11, found: 10 }));
//!
//! fs::write(&path, "01234")?;
//! let gone = file.read(3..6, &mut Vec::new()).map(<[u8]>::to_vec);
//! assert_eq!(gone, Err(FormatError::Cut { expected: 6, found: 5 }));
//! # Ok::<(), std::io::Error>(())
//! ```

use std::fs::File;
use std::io;
use std::ops::Range;

use super::{ByteSource, FormatError};

/// A file whose bytes are read where they are needed, each piece with a call to the system.
///
/// That is slower than a mapped file as long as the system has the file in memory. But a failure, such
/// as that of a network drive, is an error of one read here, while it ends the whole program where the
/// file is mapped.
///
/// Many threads can read at the same time: on Unix without waiting for each other, elsewhere one after
/// the other.
///
/// ```
/// use retrograde_db::file::{ByteSource, PositionedFile};
///
/// let path = std::env::temp_dir().join(format!("retrograde-positioned-{}", std::process::id()));
/// std::fs::write(&path, "0123456789")?;
/// let file = PositionedFile::new(std::fs::File::open(&path)?)?;
/// assert_eq!(file.byte_count(), 10);
/// assert_eq!(file.read(3..6, &mut Vec::new())?, b"345");
/// std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PositionedFile {
    /// On Unix a read says itself where it begins; elsewhere the place is a state of the open file.
    #[cfg(unix)]
    file: File,
    #[cfg(not(unix))]
    file: std::sync::Mutex<File>,
    length: u64,
}

impl PositionedFile {
    /// Takes an open file, and asks for its length.
    ///
    /// # Errors
    /// Where the system does not say how long it is.
    pub fn new(file: File) -> io::Result<PositionedFile> {
        let length = file.metadata()?.len();
        #[cfg(not(unix))]
        let file = std::sync::Mutex::new(file);
        Ok(PositionedFile { file, length })
    }

    /// How long the file is now; as long as it was, where the system does not say.
    fn length_now(&self) -> u64 {
        #[cfg(unix)]
        let file = &self.file;
        #[cfg(not(unix))]
        let file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.metadata().map_or(self.length, |metadata| metadata.len())
    }

    #[cfg(unix)]
    fn read_exactly(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.file, buffer, offset)
    }

    #[cfg(not(unix))]
    fn read_exactly(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        use std::io::{Read, Seek, SeekFrom};
        // A thread that panicked left the file open and whole; every read goes to its place first.
        let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(buffer)
    }
}

impl ByteSource for PositionedFile {
    fn byte_count(&self) -> u64 {
        self.length
    }

    fn read<'a>(&'a self, range: Range<u64>, buffer: &'a mut Vec<u8>) -> Result<&'a [u8], FormatError> {
        let cut = |found| FormatError::Cut { expected: range.end, found };
        // Checked before memory is taken: no range that a damaged file asks for is longer than it.
        let length = range.end.checked_sub(range.start).filter(|_| range.end <= self.length);
        let length = length.and_then(|length| usize::try_from(length).ok()).ok_or(cut(self.length))?;
        buffer.clear();
        buffer.resize(length, 0);
        match self.read_exactly(buffer, range.start) {
            Ok(()) => Ok(buffer),
            // It became shorter since it was opened.
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Err(cut(self.length_now())),
            Err(error) => Err(FormatError::Read {
                offset: range.start,
                length: length as u64,
                kind: error.kind(),
                message: error.to_string(),
            }),
        }
    }
}
