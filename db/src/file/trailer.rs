//! The tail of a file: what is known of a table only once all of it is written.
//!
//! A reader begins here, with the last 20 bytes, whose places are fixed: how long the rest of the tail is, its
//! checksum, and the end mark. The checksum takes in that of the preamble, and the block table has those of
//! the blocks, so eight bytes depend on the whole file: two tables are the same where these are (FORMAT.md,
//! section 3). It is not that of all bytes, since to check it should not mean to read them.
//!
//! In the example of FORMAT.md, section 6, the tail is
//!
//! ```text
//! 08 00 0B 21 18 08 01 03 B5 2A 0B CA 0C 00 00 00 1F 7C C5 F8 9D 20 CD 0B 0A 1A 0A 0D 47 54 52 98
//! ```
//!
//! Five varints, 8 positions above, none behind, 11 wins, 33 draws and 24 losses: so there are 68 positions.
//! Then the block table, which is read elsewhere: entries 8, 1 and 3, and the checksum of their group. These are
//! 12 bytes, as the next four say; then follow checksum and end mark.

use xxhash_rust::xxh3::Xxh3;

use super::fields::Fields;
use super::header::PREAMBLE_LEN;
use super::varint::{push_varint, take_varint};
use super::{ByteSource, FormatError, Part, Rows};
use crate::ValueCounts;

/// The last bytes of every table: the magic backwards, with another letter, so that one file glued
/// to another does not look like the middle of one.
pub(super) const END_MAGIC: [u8; 8] = *b"\n\x1a\n\rGTR\x98";
/// Bytes behind rows, counts and block table: their length, a checksum, and the end mark.
pub(super) const TRAILER_LEN: usize = 20;

/// The end of a file: rows, counts and block table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tail {
    pub(super) rows: Rows,
    pub(super) counts: ValueCounts,
    pub(super) block_table: Vec<u8>,
    /// Where the counts begin, which is where the blocks end.
    pub(super) start: u64,
}

/// The checksum of a tail. As it includes the preamble's checksum and the block table has the checksums of
/// all blocks, it depends on every byte of the file.
fn checksum_of(preamble_checksum: u32, tail: &[u8]) -> u64 {
    let mut hasher = Xxh3::new();
    hasher.update(&preamble_checksum.to_le_bytes());
    hasher.update(tail);
    hasher.digest()
}

impl Tail {
    /// The bytes behind the blocks.
    pub(super) fn to_bytes(
        rows: Rows,
        counts: ValueCounts,
        block_table: &[u8],
        preamble_checksum: u32,
    ) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(block_table.len() + 5 * 10 + TRAILER_LEN);
        let rows = [rows.above, rows.behind].map(u64::from);
        for number in rows.into_iter().chain([counts.win, counts.draw, counts.loss]) {
            push_varint(number, &mut bytes);
        }
        bytes.extend(block_table);
        let length = bytes.len() as u64;
        let checksum = checksum_of(preamble_checksum, &bytes);
        bytes.extend((length as u32).to_le_bytes());
        bytes.extend(checksum.to_le_bytes());
        bytes.extend(END_MAGIC);
        bytes
    }

    /// Reads the tail at the end of all bytes of a file.
    pub(super) fn at_end_of<B: ByteSource>(source: &B, preamble_checksum: u32) -> Result<Tail, FormatError> {
        let found = source.byte_count();
        let mut buffer = Vec::new();
        let last = source.read(found.saturating_sub(TRAILER_LEN as u64)..found, &mut buffer)?;
        let Some(trailer) =
            last.first_chunk::<TRAILER_LEN>().filter(|last| last.ends_with(&END_MAGIC)).copied()
        else {
            return Err(match end_of_table(source, preamble_checksum)? {
                Some(expected) => FormatError::TrailingBytes { expected, found },
                None => FormatError::NoEndMark { length: found },
            });
        };
        let mut fields = Fields::new(&trailer);
        let (length, expected) = (fields.u32(), fields.u64());
        let end = found - TRAILER_LEN as u64;
        let start = end.checked_sub(length.into()).filter(|&start| start >= PREAMBLE_LEN as u64);
        let start = start.ok_or_else(|| FormatError::Field {
            part: Part::Tail,
            field: "length of the part before it",
            expected: format!("at most {}", end.saturating_sub(PREAMBLE_LEN as u64)),
            found: length.to_string(),
        })?;
        let bytes = source.read(start..end, &mut buffer)?;
        let found = checksum_of(preamble_checksum, bytes);
        if expected != found {
            return Err(FormatError::Checksum { part: Part::Tail, expected, found });
        }
        Tail::parse(bytes, start).ok_or_else(|| FormatError::Field {
            part: Part::Tail,
            field: "rows and counts",
            expected: "five numbers".to_owned(),
            found: "no number".to_owned(),
        })
    }

    fn parse(mut bytes: &[u8], start: u64) -> Option<Tail> {
        let mut next = || take_varint(&mut bytes);
        let rows = Rows { above: next()?.try_into().ok()?, behind: next()?.try_into().ok()? };
        let counts = ValueCounts { win: next()?, draw: next()?, loss: next()? };
        Some(Tail { rows, counts, block_table: bytes.to_vec(), start })
    }
}

/// Where a sound tail ends that has something behind it; looked for in the last 64 KiB, and only to say
/// "bytes appended" in place of "no end mark".
fn end_of_table<B: ByteSource>(source: &B, preamble_checksum: u32) -> Result<Option<u64>, FormatError> {
    const LOOKED_AT: u64 = 1 << 16;
    let found = source.byte_count();
    let from = found.saturating_sub(LOOKED_AT + TRAILER_LEN as u64);
    let mut buffer = Vec::new();
    let bytes = source.read(from..found, &mut buffer)?;
    for end in (TRAILER_LEN..bytes.len()).rev() {
        let Some(trailer) =
            bytes[..end].last_chunk::<TRAILER_LEN>().filter(|last| last.ends_with(&END_MAGIC))
        else {
            continue;
        };
        let mut fields = Fields::new(trailer);
        let (length, checksum) = (u64::from(fields.u32()), fields.u64());
        let tail_end = from + (end - TRAILER_LEN) as u64;
        let Some(start) = tail_end.checked_sub(length) else { continue };
        let mut tail = Vec::new();
        if checksum_of(preamble_checksum, source.read(start..tail_end, &mut tail)?) == checksum {
            return Ok(Some(from + end as u64));
        }
    }
    Ok(None)
}
