//! Blocks: the values of some thousand consecutive positions, compressed on their own.
//!
//! A block is the unit in which values are read: whoever wants one value decodes the block around
//! it. Blocks do not depend on each other, so many threads encode and decode them at once.
//!
//! Many positions are never looked up, because their value is found in another way (in draughts:
//! where the side to move can capture, the capture is played first). Their place gets whatever value
//! makes the block shortest. FORMAT.md describes the code, which looks for **runs** of equal values.
//!
//! ```
//! use retrograde_db::Value;
//! use retrograde_db::file::{BlockDecoder, BlockEncoder, DONT_CARE, Rows, value_in_packed};
//!
//! let codes = [2, 2, DONT_CARE, 0, DONT_CARE, 1];
//! let encoded = BlockEncoder::new(Rows::NONE).encode(&codes).unwrap();
//!
//! let mut packed = Vec::new();
//! BlockDecoder::new().decode(encoded.bytes(), codes.len(), Rows::NONE, &mut packed).unwrap();
//! let value = |place| value_in_packed(&packed, place).unwrap();
//! assert_eq!([0, 1, 3, 5].map(value), [Value::Win, Value::Win, Value::Loss, Value::Draw]);
//! ```

use std::fmt;

use thiserror::Error;

use super::frame::Unpacker;
use super::packing::{self, pack, pack_equal, packed_len};
use super::runs::{self, Choice, MOST_VALUES_IN_RUNS, RunEncoder};
use super::varint::{push_varint, take_varint};
use super::{BlockCodes, BlockFault, MAX_POSITIONS_PER_BLOCK, Rows};
use crate::Value;

/// The code of a position whose value nobody looks up: the encoder picks the cheapest one.
pub const DONT_CARE: u8 = 3;

/// Which block of a table, 0 the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockNumber(pub u64);

impl fmt::Display for BlockNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A block as a file holds it, ready for [`super::TableWriter::append_block`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EncodedBlock {
    pub(super) bytes: Vec<u8>,
    pub(super) values: usize,
    /// The rows of the table that it was encoded for.
    pub(super) rows: Rows,
}

impl EncodedBlock {
    /// The bytes that go into the file, one at least.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many values it holds.
    #[must_use]
    pub const fn values(&self) -> usize {
        self.values
    }
}

/// The codes are not a block of values.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum EncodeError {
    /// A code above [`DONT_CARE`].
    #[error("code {found} at place {place} of a block, expected 0 loss, 1 draw, 2 win or 3 don't care")]
    Code {
        /// Which of the codes.
        place: usize,
        /// What it is.
        found: u8,
    },
    /// No value at all, or more than a block can hold.
    #[error("a block of {found} values, expected 1 to {MAX_POSITIONS_PER_BLOCK}")]
    Values {
        /// How many there were.
        found: usize,
    },
}

/// The first byte of a block, which says how the others are to be read.
///
/// Bits 6 and 7 hold the first value of a block of runs, bits 4 and 5 which rows it has, bits 0 to 3 its
/// code book. Where bits 6 and 7 are set there are no runs: all values are the one in the low bits, or
/// stand there packed.
mod descriptor {
    pub(super) const NO_RUNS: u8 = 0b1100_0000;
    pub(super) const PACKED: u8 = NO_RUNS | 3;
    pub(super) const BOOK: u8 = 0b1111;
    /// The rows of the table.
    pub(super) const ROWS: u8 = 0 << 4;
    /// The rows of the table, taken the other way round.
    pub(super) const SWAPPED_ROWS: u8 = 1 << 4;
    /// Other rows, which follow.
    pub(super) const OWN_ROWS: u8 = 2 << 4;
}

/// Encodes blocks, one after the other; each thread has its own.
///
/// What comes out depends on the codes and rows alone, not on what was encoded before.
#[derive(Debug, Default)]
pub struct BlockEncoder {
    runs: RunEncoder,
    rows: Rows,
    /// Codes that came as bytes.
    codes: BlockCodes,
}

impl BlockEncoder {
    /// An encoder for blocks of a table with these rows, which are in its header.
    #[must_use]
    pub fn new(rows: Rows) -> BlockEncoder {
        BlockEncoder { rows, ..BlockEncoder::default() }
    }

    /// From now on for blocks of a table with these rows, which are in its header.
    pub fn set_rows(&mut self, rows: Rows) {
        self.rows = rows;
    }

    /// Encodes the values of one block, given one byte a position: 0 loss, 1 draw, 2 win, or
    /// [`DONT_CARE`]. Equal codes give equal bytes.
    ///
    /// # Errors
    /// For a code above 3, and for no codes or more than [`MAX_POSITIONS_PER_BLOCK`].
    pub fn encode(&mut self, codes: &[u8]) -> Result<EncodedBlock, EncodeError> {
        self.encode_with_rows(codes, self.rows)
    }

    /// The same for a block whose rows are perhaps others than those of the table.
    ///
    /// # Errors
    /// As [`BlockEncoder::encode`] does.
    pub fn encode_with_rows(&mut self, codes: &[u8], rows: Rows) -> Result<EncodedBlock, EncodeError> {
        let mut bits = std::mem::take(&mut self.codes);
        let encoded = bits.set_bytes(codes).and_then(|()| self.encode_codes(&bits, rows));
        self.codes = bits;
        encoded
    }

    /// The same for codes whose bits stand in words, which is faster: the values of a solver do.
    ///
    /// # Errors
    /// For no codes or more than [`MAX_POSITIONS_PER_BLOCK`].
    pub fn encode_codes(&mut self, codes: &BlockCodes, rows: Rows) -> Result<EncodedBlock, EncodeError> {
        if codes.is_empty() || codes.len() > MAX_POSITIONS_PER_BLOCK as usize {
            return Err(EncodeError::Values { found: codes.len() });
        }
        let bytes = match self.runs.find_stretches(codes) {
            None => vec![descriptor::NO_RUNS | Value::Draw.code()],
            Some((value, 1)) => vec![descriptor::NO_RUNS | value],
            Some(_) if codes.len() > MOST_VALUES_IN_RUNS => packed_block(codes),
            Some((value, _)) => self.encode_runs(value, rows, codes),
        };
        Ok(EncodedBlock { bytes, values: codes.len(), rows: self.rows })
    }

    fn encode_runs(&mut self, first: u8, rows: Rows, codes: &BlockCodes) -> Vec<u8> {
        let same = rows == self.rows;
        let bytes = self.runs.encode(rows, |Choice { book, swapped }| {
            let known = if swapped { descriptor::SWAPPED_ROWS } else { descriptor::ROWS };
            let mut head = vec![first << 6 | if same { known } else { descriptor::OWN_ROWS } | book];
            if !same {
                let Rows { above, behind } = if swapped { rows.swapped() } else { rows };
                push_varint(above.into(), &mut head);
                push_varint(behind.into(), &mut head);
            }
            head
        });
        if bytes.len() <= packed_len(codes.len()) { bytes } else { packed_block(codes) }
    }
}

/// A block where nothing repeats, or that is too long for runs. Positions that nobody asks for are losses.
fn packed_block(codes: &BlockCodes) -> Vec<u8> {
    let codes: Vec<u8> = codes.iter().map(|code| code % DONT_CARE).collect();
    let mut bytes = vec![descriptor::PACKED];
    pack(&codes, &mut bytes);
    bytes
}

/// Decodes blocks, one after the other; each thread has its own.
#[derive(Debug)]
pub struct BlockDecoder {
    pub(super) unpacker: Unpacker,
}

impl BlockDecoder {
    /// A decoder, which holds about 100 kilobytes.
    ///
    /// # Panics
    /// Where memory runs out, or a zstd library without the parameter used here was linked.
    #[must_use]
    pub fn new() -> BlockDecoder {
        BlockDecoder { unpacker: Unpacker::new() }
    }

    /// Decodes a block of `values` values of a table with these rows (at most [`MAX_POSITIONS_PER_BLOCK`]) and puts them into
    /// `packed`, five a byte, for [`super::value_in_packed`]. What was in `packed` is dropped; after
    /// an error it holds nothing of use. No more memory is taken than the values need, whatever the
    /// bytes say.
    ///
    /// # Errors
    /// Where the bytes are no encoded block of so many values.
    pub fn decode(
        &mut self,
        encoded: &[u8],
        values: usize,
        rows: Rows,
        packed: &mut Vec<u8>,
    ) -> Result<(), BlockFault> {
        packed.clear();
        let (&head, mut body) = encoded.split_first().ok_or(BlockFault::Length { expected: 1, found: 0 })?;
        let values = values.min(MAX_POSITIONS_PER_BLOCK as usize);
        if head >= descriptor::NO_RUNS {
            return without_runs(head, body, values, packed);
        }
        let fault = BlockFault::Runs { expected: values, found: body.len() };
        let mut own = || take_varint(&mut body).and_then(|row| u32::try_from(row).ok());
        let rows = match head & 0b11_0000 {
            descriptor::ROWS => rows,
            descriptor::SWAPPED_ROWS => rows.swapped(),
            descriptor::OWN_ROWS => match (own(), own()) {
                (Some(above), Some(behind)) => Rows { above, behind },
                _ => return Err(fault),
            },
            _ => return Err(fault),
        };
        let book = usize::from(head & descriptor::BOOK);
        let decoded = runs::decode(body, (book, rows), head >> 6, values as u32, packed);
        if decoded { Ok(()) } else { Err(fault) }
    }
}

/// A block in which all values are equal, or stand there packed.
fn without_runs(head: u8, body: &[u8], values: usize, packed: &mut Vec<u8>) -> Result<(), BlockFault> {
    let expected = if head == descriptor::PACKED { packed_len(values) } else { 0 };
    if body.len() != expected {
        return Err(BlockFault::Length { expected, found: body.len() });
    }
    if head != descriptor::PACKED {
        let value = Value::from_code(head & !descriptor::NO_RUNS);
        let value = value.ok_or(BlockFault::Tag { found: head })?;
        pack_equal(value, values, packed);
        return Ok(());
    }
    packed.extend_from_slice(body);
    match packing::first_fault(packed, values) {
        Some(place) => Err(BlockFault::NotValues { place, found: packed[place] }),
        None => Ok(()),
    }
}

impl Default for BlockDecoder {
    fn default() -> BlockDecoder {
        BlockDecoder::new()
    }
}
