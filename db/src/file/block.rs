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
use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::{CParameter, DParameter, FrameFormat};

use super::packing::{self, pack, pack_equal, packed_len};
use super::{BlockFault, MAX_POSITIONS_PER_BLOCK};
use crate::Value;

/// The code of a position whose value nobody looks up: the encoder picks the cheapest one.
pub const DONT_CARE: u8 = 3;

/// Effort of the entropy coder. See "Why these numbers" in FORMAT.md for how it was chosen.
const ZSTD_LEVEL: i32 = 5;

/// Tag of a block of equal values; its code follows.
const TAG_EQUAL: u8 = 0;
/// Tag of a block of packed values as they are.
const TAG_RAW: u8 = 1;
/// Tag of a zstd frame of packed values.
const TAG_ZSTD: u8 = 2;

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
pub struct BlockEncoder {
    compressor: Compressor<'static>,
    filled: Vec<u8>,
    packed: Vec<u8>,
    frame: Vec<u8>,
}

impl BlockEncoder {
    /// An encoder, which holds about a megabyte.
    ///
    /// # Panics
    /// Where memory runs out, or a zstd library without the parameters used here was linked.
    #[must_use]
    pub fn new() -> BlockEncoder {
        let mut compressor = Compressor::new(ZSTD_LEVEL).expect("zstd has this level");
        // The file has its own checksums and knows the size of every block, and each frame would
        // begin with the same four bytes: without all that a frame is 9 to 10 bytes shorter.
        for parameter in [
            CParameter::Format(FrameFormat::Magicless),
            CParameter::ContentSizeFlag(false),
            CParameter::ChecksumFlag(false),
            CParameter::DictIdFlag(false),
        ] {
            compressor.set_parameter(parameter).expect("zstd has this parameter");
        }
        BlockEncoder { compressor, filled: Vec::new(), packed: Vec::new(), frame: Vec::new() }
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
            self.compress();
            let shorter = !self.frame.is_empty() && self.frame.len() < self.packed.len();
            let (tag, body) = if shorter { (TAG_ZSTD, &self.frame) } else { (TAG_RAW, &self.packed) };
            let mut bytes = Vec::with_capacity(1 + body.len());
            bytes.push(tag);
            bytes.extend_from_slice(body);
            bytes
        };
        Ok(EncodedBlock { bytes, values: codes.len() })
    }

    /// Makes `frame` the compressed form of `packed`; empty where zstd gives none.
    fn compress(&mut self) {
        self.frame.clear();
        self.frame.reserve(zstd::zstd_safe::compress_bound(self.packed.len()));
        if self.compressor.compress_to_buffer(&self.packed, &mut self.frame).is_err() {
            self.frame.clear();
        }
    }
}

impl Default for BlockEncoder {
    fn default() -> BlockEncoder {
        BlockEncoder::new()
    }
}

impl fmt::Debug for BlockEncoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BlockEncoder").finish_non_exhaustive()
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
pub struct BlockDecoder {
    decompressor: Decompressor<'static>,
}

impl BlockDecoder {
    /// A decoder, which holds about 100 kilobytes.
    ///
    /// # Panics
    /// Where memory runs out, or a zstd library without the parameter used here was linked.
    #[must_use]
    pub fn new() -> BlockDecoder {
        let mut decompressor = Decompressor::new().expect("memory for a zstd context");
        decompressor
            .set_parameter(DParameter::Format(FrameFormat::Magicless))
            .expect("zstd has frames without magic");
        BlockDecoder { decompressor }
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
            TAG_RAW if body.len() == len => packed.extend_from_slice(body),
            TAG_RAW => return Err(BlockFault::Length { expected: len, found: body.len() }),
            TAG_ZSTD => self.decompress(body, len, packed)?,
            found => return Err(BlockFault::Tag { found }),
        }
        match packing::first_fault(packed, values) {
            Some(place) => Err(BlockFault::NotValues { place, found: packed[place] }),
            None => Ok(()),
        }
    }

    /// Unpacks a frame of `len` bytes.
    pub(super) fn decompress(
        &mut self,
        frame: &[u8],
        len: usize,
        packed: &mut Vec<u8>,
    ) -> Result<(), BlockFault> {
        let fault = |message: String| BlockFault::Frame { expected: len, message };
        packed.resize(len, 0);
        // A slice, unlike a vector, bounds the output by what is wanted, not by its capacity.
        let found = self
            .decompressor
            .decompress_to_buffer(frame, packed.as_mut_slice())
            .map_err(|error| fault(error.to_string()))?;
        if found == len { Ok(()) } else { Err(fault(format!("it holds {found} bytes"))) }
    }
}

impl Default for BlockDecoder {
    fn default() -> BlockDecoder {
        BlockDecoder::new()
    }
}

impl fmt::Debug for BlockDecoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BlockDecoder").finish_non_exhaustive()
    }
}
