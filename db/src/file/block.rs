//! Blocks: the values of some thousand consecutive positions, compressed on their own.
//!
//! A block is the unit in which values are read: whoever wants one value decodes the block around
//! it. Blocks do not depend on each other, so many threads encode and decode them at once.
//!
//! Many positions are never looked up, because their value is found in another way (in draughts:
//! where the side to move can capture, the capture is played first). Their place is filled with the
//! value before them, so that it costs nothing.
//!
//! ```
//! use retrograde_db::Value;
//! use retrograde_db::file::{BlockDecoder, BlockEncoder, DONT_CARE, value_in_packed};
//!
//! let codes = [2, 2, DONT_CARE, 0, DONT_CARE, 1];
//! let encoded = BlockEncoder::new().encode(&codes).unwrap();
//!
//! let mut packed = Vec::new();
//! BlockDecoder::new().decode(encoded.bytes(), codes.len(), &mut packed).unwrap();
//! let values: Vec<Value> = (0..6).map(|place| value_in_packed(&packed, place).unwrap()).collect();
//! use Value::{Draw, Loss, Win};
//! assert_eq!(values, [Win, Win, Win, Loss, Loss, Draw]);
//! ```

use std::fmt;

use thiserror::Error;

use super::frame::{Packer, TAG_EQUAL, Unpacker};
use super::packing::{self, pack, pack_equal, packed_len};
use super::{BlockFault, MAX_POSITIONS_PER_BLOCK};
use crate::Value;

/// The code of a position whose value nobody looks up: the encoder picks the cheapest one.
pub const DONT_CARE: u8 = 3;

/// Effort of the entropy coder. See "Why these numbers" in FORMAT.md for how it was chosen.
const ZSTD_LEVEL: i32 = 5;

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
}

impl EncodedBlock {
    /// The bytes that go into the file, two at least.
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

/// Encodes blocks, one after the other; each thread has its own.
///
/// What comes out depends on the codes alone, not on what was encoded before.
#[derive(Debug)]
pub struct BlockEncoder {
    packer: Packer,
    filled: Vec<u8>,
    packed: Vec<u8>,
}

impl BlockEncoder {
    /// An encoder, which holds about a megabyte.
    ///
    /// # Panics
    /// Where memory runs out, or a zstd library without the parameters used here was linked.
    #[must_use]
    pub fn new() -> BlockEncoder {
        BlockEncoder { packer: Packer::new(ZSTD_LEVEL), filled: Vec::new(), packed: Vec::new() }
    }

    /// Encodes the values of one block, given one byte a position: 0 loss, 1 draw, 2 win, or
    /// [`DONT_CARE`]. Equal codes give equal bytes.
    ///
    /// # Errors
    /// For a code above 3, and for no codes or more than [`MAX_POSITIONS_PER_BLOCK`].
    pub fn encode(&mut self, codes: &[u8]) -> Result<EncodedBlock, EncodeError> {
        if codes.is_empty() || codes.len() > MAX_POSITIONS_PER_BLOCK as usize {
            return Err(EncodeError::Values { found: codes.len() });
        }
        if codes.iter().fold(0, |most, &code| code.max(most)) > DONT_CARE {
            let at_fault = codes.iter().position(|&code| code > DONT_CARE).unwrap_or_default();
            return Err(EncodeError::Code { place: at_fault, found: codes[at_fault] });
        }
        fill(codes, &mut self.filled);
        let first = self.filled[0];
        // Without an early way out the loop runs over many codes at a time.
        let differences = self.filled.iter().fold(0, |seen, &code| seen | code ^ first);
        let bytes = if differences == 0 {
            vec![TAG_EQUAL, first]
        } else {
            self.packed.clear();
            pack(&self.filled, &mut self.packed);
            self.packer.pack(&self.packed)
        };
        Ok(EncodedBlock { bytes, values: codes.len() })
    }
}

impl Default for BlockEncoder {
    fn default() -> BlockEncoder {
        BlockEncoder::new()
    }
}

/// Gives each don't-care code the value before it, those at the beginning the first value behind
/// them, and a block without any value draws.
fn fill(codes: &[u8], filled: &mut Vec<u8>) {
    let first = codes.iter().copied().find(|&code| code != DONT_CARE);
    let mut last = first.unwrap_or(Value::Draw.code());
    filled.clear();
    filled.extend(codes.iter().map(|&code| {
        if code != DONT_CARE {
            last = code;
        }
        last
    }));
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

    /// Decodes a block of `values` values (at most [`MAX_POSITIONS_PER_BLOCK`]) and puts them into
    /// `packed`, five a byte, for [`super::value_in_packed`]. What was in `packed` is dropped; after
    /// an error it holds nothing of use. No more memory is taken than the values need, whatever the
    /// bytes say.
    ///
    /// # Errors
    /// Where the bytes are no encoded block of so many values.
    pub fn decode(&mut self, encoded: &[u8], values: usize, packed: &mut Vec<u8>) -> Result<(), BlockFault> {
        packed.clear();
        let (&tag, body) = encoded.split_first().ok_or(BlockFault::Length { expected: 1, found: 0 })?;
        let len = packed_len(values.min(MAX_POSITIONS_PER_BLOCK as usize));
        match tag {
            TAG_EQUAL => {
                let &[code] = body else {
                    return Err(BlockFault::Length { expected: 1, found: body.len() });
                };
                let value = Value::from_code(code).ok_or(BlockFault::NotValues { place: 0, found: code })?;
                pack_equal(value, values, packed);
                return Ok(());
            }
            _ => self.unpacker.unpack(tag, body, len, packed)?,
        }
        match packing::first_fault(packed, values) {
            Some(place) => Err(BlockFault::NotValues { place, found: packed[place] }),
            None => Ok(()),
        }
    }
}

impl Default for BlockDecoder {
    fn default() -> BlockDecoder {
        BlockDecoder::new()
    }
}
