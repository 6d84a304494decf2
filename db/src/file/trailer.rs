//! The trailer: what is known of a table only once all of it is written.

use xxhash_rust::xxh3::xxh3_64;

use super::fields::Fields;
use super::{ByteSource, FormatError, Part};
use crate::ValueCounts;

/// The last bytes of every table: the magic backwards, with another letter, so that one file glued
/// to another does not look like the middle of one.
pub(super) const END_MAGIC: [u8; 8] = *b"\n\x1a\n\rGTR\x98";
/// Bytes of the trailer, its checksum and the end mark included.
pub(super) const TRAILER_LEN: usize = 80;
/// Bytes of the trailer under its checksum.
const CHECKED_LEN: usize = TRAILER_LEN - 16;

/// The fixed-size end of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Trailer {
    pub(super) counts: ValueCounts,
    pub(super) block_count: u64,
    /// Where the block table begins, in bytes from the beginning of the file.
    pub(super) block_table: u64,
    /// Length of the whole file in bytes.
    pub(super) file_len: u64,
    /// The checksum that stands in the preamble. With it, the checksum of the trailer depends on
    /// every byte of the file: the block table holds the checksums of all blocks.
    pub(super) preamble_checksum: u64,
    pub(super) block_table_checksum: u64,
}

impl Trailer {
    pub(super) fn to_bytes(self) -> [u8; TRAILER_LEN] {
        let mut bytes = Vec::with_capacity(TRAILER_LEN);
        for field in [
            self.counts.win,
            self.counts.draw,
            self.counts.loss,
            self.block_count,
            self.block_table,
            self.file_len,
            self.preamble_checksum,
            self.block_table_checksum,
        ] {
            bytes.extend(field.to_le_bytes());
        }
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        bytes.extend(END_MAGIC);
        bytes.try_into().expect("ten fields of eight bytes fill the trailer")
    }

    /// Reads the trailer at the end of all bytes of a file.
    pub(super) fn at_end_of<B: ByteSource>(source: &B) -> Result<Trailer, FormatError> {
        let found = source.byte_count();
        let mut buffer = Vec::new();
        let last = source.read(found.saturating_sub(TRAILER_LEN as u64)..found, &mut buffer)?;
        let Some(trailer) = last.first_chunk::<TRAILER_LEN>().filter(|last| last.ends_with(&END_MAGIC))
        else {
            return Err(match end_of_table(source)? {
                Some(expected) => FormatError::TrailingBytes { expected, found },
                None => FormatError::NoEndMark { length: found },
            });
        };
        let trailer = Trailer::from_bytes(trailer)?;
        let expected = trailer.file_len;
        match expected.cmp(&found) {
            std::cmp::Ordering::Equal => Ok(trailer),
            std::cmp::Ordering::Greater => Err(FormatError::Cut { expected, found }),
            std::cmp::Ordering::Less => Err(FormatError::TrailingBytes { expected, found }),
        }
    }

    fn from_bytes(bytes: &[u8; TRAILER_LEN]) -> Result<Trailer, FormatError> {
        let (checked, rest) = bytes.split_at(CHECKED_LEN);
        let expected = Fields::new(rest).u64();
        let found = xxh3_64(checked);
        if expected != found {
            return Err(FormatError::Checksum { part: Part::Trailer, expected, found });
        }
        let mut fields = Fields::new(checked);
        let mut next = || fields.u64();
        Ok(Trailer {
            counts: ValueCounts { win: next(), draw: next(), loss: next() },
            block_count: next(),
            block_table: next(),
            file_len: next(),
            preamble_checksum: next(),
            block_table_checksum: next(),
        })
    }
}

/// Where a sound trailer ends that has something behind it; looked for in the last 64 KiB, and only
/// to say "bytes appended" in place of "no end mark".
fn end_of_table<B: ByteSource>(source: &B) -> Result<Option<u64>, FormatError> {
    const LOOKED_AT: u64 = 1 << 16;
    let found = source.byte_count();
    let from = found.saturating_sub(LOOKED_AT + TRAILER_LEN as u64);
    let mut buffer = Vec::new();
    let bytes = source.read(from..found, &mut buffer)?;
    Ok((0..bytes.len()).rev().find_map(|end| {
        let trailer = bytes[..end].last_chunk::<TRAILER_LEN>()?;
        let sound = trailer.ends_with(&END_MAGIC).then(|| Trailer::from_bytes(trailer).ok()).flatten()?;
        (sound.file_len == from + end as u64).then_some(sound.file_len)
    }))
}
