//! Blocks of bounds: two bytes a position, compressed.
//!
//! A position has a low code and a high one, 0 to [`MAX_BOUND_CODE`], the low one not above the high
//! one; what they stand for is up to the game. A block keeps the low codes of all its positions, then
//! how much higher each high code is: where most bounds agree, that is a long run of zeros.
//!
//! ```
//! use retrograde_db::file::{BoundCodes, BoundsDecoder, BoundsEncoder};
//!
//! let codes = |low, high| Some(BoundCodes { low, high });
//! // The second position is one that nobody looks up.
//! let encoded = BoundsEncoder::new().encode(&[codes(3, 5), None, codes(4, 4)]).unwrap();
//!
//! let mut bytes = Vec::new();
//! BoundsDecoder::new().decode(encoded.bytes(), 3, &mut bytes).unwrap();
//! assert_eq!(BoundCodes::in_block(&bytes, 0), codes(3, 5));
//! assert_eq!(BoundCodes::in_block(&bytes, 2), codes(4, 4));
//! assert_eq!(BoundCodes::in_block(&bytes, 3), None);
//! ```

use super::frame::{Packer, TAG_EQUAL, Unpacker};
use super::{BlockFault, EncodeError, MAX_POSITIONS_PER_BLOCK};

/// The highest code: boards of 25 points have scores from -25 to 25, and one more on both sides.
pub const MAX_BOUND_CODE: u8 = 52;

/// Effort of zstd; section 7 of FORMAT.md has the measurements.
const ZSTD_LEVEL: i32 = 9;

/// Bytes that a position takes before compression.
pub(super) const BYTES_PER_POSITION: usize = 2;

/// The codes of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoundCodes {
    /// The low one, not above the high one.
    pub low: u8,
    /// The high one, at most [`MAX_BOUND_CODE`].
    pub high: u8,
}

impl BoundCodes {
    /// The codes at `place` (0 is the first) of a block that a decoder has unpacked; `None` beyond its
    /// end.
    #[must_use]
    #[inline]
    pub fn in_block(bytes: &[u8], place: usize) -> Option<BoundCodes> {
        let (low, more) = bytes.split_at(bytes.len() / BYTES_PER_POSITION);
        let low = *low.get(place)?;
        let high = low.checked_add(*more.get(place)?)?;
        Some(BoundCodes { low, high })
    }

    const fn are_sound(self) -> bool {
        self.low <= self.high && self.high <= MAX_BOUND_CODE
    }
}

/// A block of bounds as a file holds it, ready for [`super::TableWriter::append_bounds`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EncodedBounds {
    bytes: Vec<u8>,
    positions: usize,
}

impl EncodedBounds {
    /// The bytes that go into the file, three at least.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many positions it holds.
    #[must_use]
    pub const fn positions(&self) -> usize {
        self.positions
    }
}

/// Encodes blocks of bounds, one after the other; each thread has its own.
#[derive(Debug)]
pub struct BoundsEncoder {
    packer: Packer,
    plain: Vec<u8>,
}

impl BoundsEncoder {
    /// An encoder, which holds some megabytes.
    ///
    /// # Panics
    /// Where memory runs out, or a zstd library without the parameters used here was linked.
    #[must_use]
    pub fn new() -> BoundsEncoder {
        BoundsEncoder { packer: Packer::new(ZSTD_LEVEL), plain: Vec::new() }
    }

    /// Encodes the positions of one block; `None` for those that nobody looks up, which get the codes
    /// of the one before them, the first ones those of the first that is kept. Equal codes give equal
    /// bytes.
    ///
    /// # Errors
    /// For a low code above the high one, a code above [`MAX_BOUND_CODE`], and for no positions or more
    /// than [`MAX_POSITIONS_PER_BLOCK`].
    pub fn encode(&mut self, codes: &[Option<BoundCodes>]) -> Result<EncodedBounds, EncodeError> {
        let positions = codes.len();
        if codes.is_empty() || positions > MAX_POSITIONS_PER_BLOCK as usize {
            return Err(EncodeError::Values { found: positions });
        }
        let unsound = |codes: &Option<BoundCodes>| codes.is_some_and(|codes| !codes.are_sound());
        if let Some(place) = codes.iter().position(unsound) {
            let found = codes[place].map_or(0, |codes| codes.low.max(codes.high));
            return Err(EncodeError::Code { place, found });
        }
        let mut last = codes.iter().flatten().next().copied().unwrap_or(BoundCodes { low: 0, high: 0 });
        self.plain.clear();
        self.plain.resize(positions * BYTES_PER_POSITION, 0);
        let (low, more) = self.plain.split_at_mut(positions);
        for (place, codes) in codes.iter().enumerate() {
            last = codes.unwrap_or(last);
            (low[place], more[place]) = (last.low, last.high - last.low);
        }
        let equal = [&*low, more].iter().all(|plane| plane.iter().all(|&byte| byte == plane[0]));
        let bytes = if equal { vec![TAG_EQUAL, low[0], more[0]] } else { self.packer.pack(&self.plain) };
        Ok(EncodedBounds { bytes, positions })
    }
}

impl Default for BoundsEncoder {
    fn default() -> BoundsEncoder {
        BoundsEncoder::new()
    }
}

/// Decodes blocks of bounds, one after the other; each thread has its own.
#[derive(Debug)]
pub struct BoundsDecoder {
    unpacker: Unpacker,
}

impl BoundsDecoder {
    /// A decoder, which holds about 100 kilobytes.
    ///
    /// # Panics
    /// Where memory runs out, or a zstd library without the parameter used here was linked.
    #[must_use]
    pub fn new() -> BoundsDecoder {
        BoundsDecoder { unpacker: Unpacker::new() }
    }

    /// Decodes a block of so many positions (at most [`MAX_POSITIONS_PER_BLOCK`]) into `bytes`, for
    /// [`BoundCodes::in_block`]. What was there is dropped; after an error it holds nothing of use.
    ///
    /// # Errors
    /// Where the bytes are no encoded block of so many positions.
    pub fn decode(
        &mut self,
        encoded: &[u8],
        positions: usize,
        bytes: &mut Vec<u8>,
    ) -> Result<(), BlockFault> {
        bytes.clear();
        let (&tag, body) = encoded.split_first().ok_or(BlockFault::Length { expected: 1, found: 0 })?;
        let positions = positions.min(MAX_POSITIONS_PER_BLOCK as usize);
        let len = positions * BYTES_PER_POSITION;
        match tag {
            TAG_EQUAL => {
                let &[low, more] = body else {
                    return Err(BlockFault::Length { expected: BYTES_PER_POSITION, found: body.len() });
                };
                bytes.resize(positions, low);
                bytes.resize(len, more);
            }
            _ => self.unpacker.unpack(tag, body, len, bytes)?,
        }
        let unsound = |&place: &usize| !BoundCodes::in_block(bytes, place).is_some_and(BoundCodes::are_sound);
        match (0..positions).find(unsound) {
            Some(place) => Err(BlockFault::NotValues { place, found: bytes[place] }),
            None => Ok(()),
        }
    }
}

impl Default for BoundsDecoder {
    fn default() -> BoundsDecoder {
        BoundsDecoder::new()
    }
}
