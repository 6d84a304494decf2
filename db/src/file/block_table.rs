//! The block table: how long each block is, and the checksums of groups of them.
//!
//! Blocks are short (some hundred bytes of a win/draw/loss table), so a checksum for each would take a
//! noticeable share of the file. A group of [`TableKind::blocks_per_group`] blocks has one together; to
//! read a block is to check its group.

use std::ops::Range;

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::header::PREAMBLE_LEN;
use super::varint::{push_varint, take_varint};
use super::{BlockNumber, FormatError, Part, TableHeader};

/// Bytes of a group's checksum: the low half of its 64-bit XXH3.
const CHECKSUM_LEN: usize = 4;

/// The block table of a file that is being written.
pub(super) struct BlockTableWriter {
    bytes: Vec<u8>,
    blocks_per_group: u64,
    /// Blocks of the group that is not full yet.
    blocks: u64,
    hasher: Xxh3,
}

impl BlockTableWriter {
    pub(super) fn new(blocks_per_group: u64) -> BlockTableWriter {
        BlockTableWriter { bytes: Vec::new(), blocks_per_group, blocks: 0, hasher: Xxh3::new() }
    }

    /// Adds the next block.
    pub(super) fn push(&mut self, encoded: &[u8]) {
        push_varint(encoded.len() as u64, &mut self.bytes);
        self.hasher.update(encoded);
        self.blocks += 1;
        if self.blocks == self.blocks_per_group {
            self.end_group();
        }
    }

    fn end_group(&mut self) {
        self.bytes.extend((self.hasher.digest() as u32).to_le_bytes());
        self.hasher.reset();
        self.blocks = 0;
    }

    /// The bytes of the table.
    pub(super) fn finish(mut self) -> Vec<u8> {
        if self.blocks > 0 {
            self.end_group();
        }
        self.bytes
    }
}

impl std::fmt::Debug for BlockTableWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BlockTableWriter").field("bytes", &self.bytes.len()).finish_non_exhaustive()
    }
}

/// Where the blocks of a file are.
#[derive(Clone, Debug)]
pub(super) struct BlockPlaces {
    blocks_per_group: usize,
    /// For each group where it begins and its checksum; behind the last one, where the blocks end.
    groups: Vec<(u64, u32)>,
    /// Length of each block in bytes.
    lengths: Vec<u32>,
}

impl BlockPlaces {
    /// Reads a block table.
    pub(super) fn new(header: &TableHeader, mut table: &[u8]) -> Result<BlockPlaces, FormatError> {
        let fault = |field, expected: String, found: String| FormatError::Field {
            part: Part::BlockTable,
            field,
            expected,
            found,
        };
        let blocks = header.block_count();
        let blocks_per_group = header.kind.blocks_per_group();
        // No more than the bytes at hand can be blocks, whatever the preamble says.
        let room = blocks.min(table.len() as u64) as usize;
        let mut lengths = Vec::with_capacity(room);
        let mut groups = Vec::with_capacity(room / blocks_per_group as usize + 2);
        let (mut start, mut end) = (PREAMBLE_LEN as u64, PREAMBLE_LEN as u64);
        for number in 0..blocks {
            let most = 1 + header.kind.decoded_len(header.values_in_block(number).unwrap_or(0)) as u64;
            let length = take_varint(&mut table)
                .ok_or_else(|| fault("number of blocks", blocks.to_string(), number.to_string()))?;
            if !(1..=most).contains(&length) {
                return Err(fault("length of a block", format!("1 to {most}"), length.to_string()));
            }
            lengths.push(length as u32);
            end += length;
            if (number + 1) % blocks_per_group == 0 || number + 1 == blocks {
                let (checksum, rest) = table.split_first_chunk::<CHECKSUM_LEN>().ok_or_else(|| {
                    fault("length", "a checksum behind each group".to_owned(), "none".to_owned())
                })?;
                table = rest;
                groups.push((start, u32::from_le_bytes(*checksum)));
                start = end;
            }
        }
        if !table.is_empty() {
            return Err(fault("bytes behind the last block", "0".to_owned(), table.len().to_string()));
        }
        groups.push((end, 0));
        Ok(BlockPlaces { blocks_per_group: blocks_per_group as usize, groups, lengths })
    }

    pub(super) fn block_count(&self) -> u64 {
        self.lengths.len() as u64
    }

    /// Where the blocks end.
    pub(super) fn end(&self) -> u64 {
        self.groups.last().map_or(0, |group| group.0)
    }

    /// The group of a block: where it is in the file, its checksum, and where in it the block is.
    #[inline]
    pub(super) fn find(&self, block: BlockNumber) -> Option<(Range<u64>, u32, Range<usize>)> {
        let number = usize::try_from(block.0).ok().filter(|&number| number < self.lengths.len())?;
        let group = number / self.blocks_per_group;
        let &[(start, checksum), (end, _)] = self.groups.get(group..)?.first_chunk()?;
        let before = &self.lengths[group * self.blocks_per_group..number];
        let from: u64 = before.iter().map(|&length| u64::from(length)).sum();
        let to = from + u64::from(self.lengths[number]);
        Some((start..end, checksum, from as usize..to as usize))
    }
}

/// The checksum of a group.
pub(super) fn group_checksum(group: &[u8]) -> u32 {
    xxh3_64(group) as u32
}
