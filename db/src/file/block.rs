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
use super::runs::{self, MOST_VALUES_IN_RUNS, RunEncoder};
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
    /// The bytes that a decoder takes, one at least. In a table of values the first one says what the others are, and goes
    /// into the block table of a file.
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

/// The first byte of an encoded block, which says what the others are. A file does not hold it: it is part of
/// the block table.
pub(super) mod form {
    /// There are no others: all values are this number, or one below it.
    pub(in crate::file) const EQUAL: u8 = 2;
    /// The values, packed.
    pub(in crate::file) const PACKED: u8 = 3;
    /// The code of runs.
    pub(in crate::file) const RUNS: u8 = 4;
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
            None => vec![Value::Draw.code()],
            Some((value, 1)) => vec![value],
            Some(_) if codes.len() > MOST_VALUES_IN_RUNS => packed_block(codes),
            Some(_) => self.encode_runs(rows, codes),
        };
        Ok(EncodedBlock { bytes, values: codes.len(), rows: self.rows })
    }

    fn encode_runs(&mut self, rows: Rows, codes: &BlockCodes) -> Vec<u8> {
        let mut bytes = vec![form::RUNS];
        self.runs.encode(rows, self.rows, &mut bytes);
        if bytes.len() <= packed_len(codes.len()) { bytes } else { packed_block(codes) }
    }
}

/// A block where nothing repeats, or that is too long for runs. Positions that nobody asks for are losses.
fn packed_block(codes: &BlockCodes) -> Vec<u8> {
    let codes: Vec<u8> = codes.iter().map(|code| code % DONT_CARE).collect();
    let mut bytes = vec![form::PACKED];
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
    /// `packed`, four a byte, for [`super::value_in_packed`]. What was in `packed` is dropped; after
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
        let (&form, body) = encoded.split_first().ok_or(BlockFault::Length { expected: 1, found: 0 })?;
        decode_form(form, body, values, rows, packed)
    }
}

/// Decodes a block by its first byte and the others.
pub(super) fn decode_form(
    form: u8,
    body: &[u8],
    values: usize,
    rows: Rows,
    packed: &mut Vec<u8>,
) -> Result<(), BlockFault> {
    packed.clear();
    let values = values.min(MAX_POSITIONS_PER_BLOCK as usize);
    match form {
        ..=form::EQUAL => {
            let value = Value::from_code(form).ok_or(BlockFault::Tag { found: form })?;
            has_length(body, 0)?;
            pack_equal(value, values, packed);
            Ok(())
        }
        form::PACKED => {
            has_length(body, packed_len(values))?;
            packed.extend_from_slice(body);
            match packing::first_fault(packed, values) {
                Some(place) => Err(BlockFault::NotValues { place, found: packed[place] }),
                None => Ok(()),
            }
        }
        form::RUNS if runs::decode(body, rows, values as u32, packed) => Ok(()),
        form::RUNS => Err(BlockFault::Runs { expected: values, found: body.len() }),
        found => Err(BlockFault::Tag { found }),
    }
}

/// Whether there are so many bytes.
const fn has_length(body: &[u8], expected: usize) -> Result<(), BlockFault> {
    let found = body.len();
    if found == expected { Ok(()) } else { Err(BlockFault::Length { expected, found }) }
}

impl Default for BlockDecoder {
    fn default() -> BlockDecoder {
        BlockDecoder::new()
    }
}
