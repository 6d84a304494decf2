//! Blocks of distances: one byte a position, compressed with zstd.
//!
//! What the byte means is up to the kind of the table, see [`DistanceKind`](crate::DistanceKind).
//! Most tables have positions that nobody looks up (draws have no distance, captures are played
//! out); their place is filled with the distance before them.
//!
//! ```
//! use retrograde_db::file::{BlockDecoder, DistanceEncoder};
//!
//! let encoded = DistanceEncoder::new().encode(&[None, Some(5), None, Some(7)]).unwrap();
//! let mut codes = Vec::new();
//! BlockDecoder::new().decode_distances(encoded.bytes(), 4, &mut codes).unwrap();
//! assert_eq!(codes, [5, 5, 5, 7]);
//! ```

use super::frame::{Packer, TAG_EQUAL};
use super::{BlockDecoder, BlockFault, EncodeError, EncodedBlock, MAX_POSITIONS_PER_BLOCK, Rows};

/// Effort of zstd. See the section on distances in FORMAT.md for how it was chosen.
const ZSTD_LEVEL: i32 = 9;

/// Encodes blocks of distances, one after the other; each thread has its own.
///
/// What comes out depends on the codes alone, not on what was encoded before.
#[derive(Debug)]
pub struct DistanceEncoder {
    packer: Packer,
    filled: Vec<u8>,
}

impl DistanceEncoder {
    /// An encoder, which holds some megabytes.
    ///
    /// # Panics
    /// Where memory runs out, or a zstd library without the parameters used here was linked.
    #[must_use]
    pub fn new() -> DistanceEncoder {
        DistanceEncoder { packer: Packer::new(ZSTD_LEVEL), filled: Vec::new() }
    }

    /// Encodes the distances of one block, one a position; `None` for a position whose distance
    /// nobody looks up. Equal codes give equal bytes.
    ///
    /// # Errors
    /// For no codes, or more than [`MAX_POSITIONS_PER_BLOCK`].
    pub fn encode(&mut self, codes: &[Option<u8>]) -> Result<EncodedBlock, EncodeError> {
        if codes.is_empty() || codes.len() > MAX_POSITIONS_PER_BLOCK as usize {
            return Err(EncodeError::Values { found: codes.len() });
        }
        fill(codes, &mut self.filled);
        let first = self.filled[0];
        let bytes = if self.filled.iter().all(|&code| code == first) {
            vec![TAG_EQUAL, first]
        } else {
            self.packer.pack(&self.filled)
        };
        Ok(EncodedBlock { bytes, values: codes.len(), rows: Rows::NONE })
    }
}

impl Default for DistanceEncoder {
    fn default() -> DistanceEncoder {
        DistanceEncoder::new()
    }
}

/// Gives each position without a distance the one before it, those at the beginning the first one
/// behind them, and a block without any distance 0.
fn fill(codes: &[Option<u8>], filled: &mut Vec<u8>) {
    let mut last = codes.iter().find_map(|&code| code).unwrap_or(0);
    filled.clear();
    filled.extend(codes.iter().map(|&code| {
        last = code.unwrap_or(last);
        last
    }));
}

impl BlockDecoder {
    /// Decodes a block of `positions` distances (at most [`MAX_POSITIONS_PER_BLOCK`]) and puts the
    /// code of each into `codes`. What was in `codes` is dropped; after an error it holds nothing of
    /// use. No more memory is taken than the codes need, whatever the bytes say.
    ///
    /// # Errors
    /// Where the bytes are no encoded block of so many distances.
    pub fn decode_distances(
        &mut self,
        encoded: &[u8],
        positions: usize,
        codes: &mut Vec<u8>,
    ) -> Result<(), BlockFault> {
        codes.clear();
        let (&tag, body) = encoded.split_first().ok_or(BlockFault::Length { expected: 1, found: 0 })?;
        let len = positions.min(MAX_POSITIONS_PER_BLOCK as usize);
        match (tag, body) {
            (TAG_EQUAL, &[code]) => codes.resize(len, code),
            (TAG_EQUAL, _) => return Err(BlockFault::Length { expected: 1, found: body.len() }),
            _ => self.unpacker.unpack(tag, body, len, codes)?,
        }
        Ok(())
    }
}
