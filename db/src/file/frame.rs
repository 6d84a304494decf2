//! What blocks of distances and of bounds have in common: a tag, and the plain bytes, compressed where
//! that makes them shorter.
//!
//! These are bytes without the long runs of values, and there are far fewer of them to decode, so they are left
//! to zstd, a frame a block (FORMAT.md, section 2, "Kinds 2, 3 and 4"). A frame is stripped of all that a table
//! says elsewhere. An unpacker is told how many bytes there have to be, and gives as much room and no more: a
//! frame that claims more is a fault, whatever it would unpack to.

use std::fmt;

use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::{CParameter, DParameter, FrameFormat, compress_bound};

use super::BlockFault;

/// Tag of a block of which all positions have the same; what they have follows.
pub(super) const TAG_EQUAL: u8 = 0;
/// Tag of the plain bytes as they are.
const TAG_RAW: u8 = 1;
/// Tag of a zstd frame of the plain bytes.
const TAG_ZSTD: u8 = 2;

/// Makes frames, one after the other.
pub(super) struct Packer {
    compressor: Compressor<'static>,
    frame: Vec<u8>,
}

impl Packer {
    /// A packer, which holds about a megabyte, more with a high level.
    ///
    /// # Panics
    /// Where memory runs out, or a zstd library without the parameters used here was linked.
    pub(super) fn new(level: i32) -> Packer {
        let mut compressor = Compressor::new(level).expect("zstd has this level");
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
        Packer { compressor, frame: Vec::new() }
    }

    /// A tag and the plain bytes, as a frame where that is shorter.
    pub(super) fn pack(&mut self, plain: &[u8]) -> Vec<u8> {
        self.frame.clear();
        self.frame.reserve(compress_bound(plain.len()));
        let compressed = self.compressor.compress_to_buffer(plain, &mut self.frame).is_ok();
        let shorter = compressed && self.frame.len() < plain.len();
        let (tag, body) = if shorter { (TAG_ZSTD, &self.frame[..]) } else { (TAG_RAW, plain) };
        [&[tag], body].concat()
    }
}

impl fmt::Debug for Packer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Packer").finish_non_exhaustive()
    }
}

/// Undoes what a [`Packer`] does.
pub(super) struct Unpacker {
    decompressor: Decompressor<'static>,
}

impl Unpacker {
    /// An unpacker, which holds about 100 kilobytes.
    ///
    /// # Panics
    /// Where memory runs out, or a zstd library without the parameter used here was linked.
    pub(super) fn new() -> Unpacker {
        let mut decompressor = Decompressor::new().expect("memory for a zstd context");
        decompressor
            .set_parameter(DParameter::Format(FrameFormat::Magicless))
            .expect("zstd has frames without magic");
        Unpacker { decompressor }
    }

    /// Appends to `plain`, which is empty, the `len` bytes that stand behind a tag.
    ///
    /// # Errors
    /// For a tag that is none of a [`Packer`], and where the bytes are another number.
    pub(super) fn unpack(
        &mut self,
        tag: u8,
        body: &[u8],
        len: usize,
        plain: &mut Vec<u8>,
    ) -> Result<(), BlockFault> {
        match tag {
            TAG_RAW if body.len() == len => plain.extend_from_slice(body),
            TAG_RAW => return Err(BlockFault::Length { expected: len, found: body.len() }),
            TAG_ZSTD => self.decompress(body, len, plain)?,
            found => return Err(BlockFault::Tag { found }),
        }
        Ok(())
    }

    fn decompress(&mut self, frame: &[u8], len: usize, plain: &mut Vec<u8>) -> Result<(), BlockFault> {
        let fault = |message: String| BlockFault::Frame { expected: len, message };
        plain.resize(len, 0);
        // A slice, unlike a vector, bounds the output by what is wanted, not by its capacity.
        let found = self
            .decompressor
            .decompress_to_buffer(frame, plain.as_mut_slice())
            .map_err(|error| fault(error.to_string()))?;
        if found == len { Ok(()) } else { Err(fault(format!("it holds {found} bytes"))) }
    }
}

impl fmt::Debug for Unpacker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Unpacker").finish_non_exhaustive()
    }
}
