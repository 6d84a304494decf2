//! The block table: how long each block is, and the checksums of groups of them.
//!
//! Blocks are short (some hundred bytes of a win/draw/loss table), so a checksum for each would take a
//! noticeable share of the file. A group of [`TableKind::blocks_per_group`] blocks has one together; to
//! read a block is to check its group.

use std::ops::Range;

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::block::form;
use super::header::PREAMBLE_LEN;
use super::packing::{pack, value_in_packed};
use super::varint::{push_varint, take_varint};
use super::{BlockNumber, FormatError, Part, TableHeader, TableKind};
use crate::Value;

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

    /// Adds the next block of a table of this kind. Gives the bytes of it that go into the file.
    pub(super) fn push<'b>(&mut self, kind: TableKind, encoded: &'b [u8]) -> &'b [u8] {
        let (entry, written) = match encoded.split_first() {
            Some((&form, body)) if kind == TableKind::WinDrawLoss => {
                let length = if form == form::RUNS { body.len() } else { 0 };
                (u64::from(form) + length as u64, body)
            }
            _ => (encoded.len() as u64, encoded),
        };
        push_varint(entry, &mut self.bytes);
        self.hasher.update(written);
        self.blocks += 1;
        if self.blocks == self.blocks_per_group {
            self.end_group();
        }
        written
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

/// Where the blocks of a file are: the block table as it is, and where the groups are in file and table.
#[derive(Clone, Debug)]
pub(super) struct BlockPlaces {
    kind: TableKind,
    blocks: u64,
    /// Values of a full block, and of the last one.
    values: [usize; 2],
    /// Behind the last group, one that begins where the blocks end.
    groups: Vec<Group>,
    /// In a table of values the forms of blocks, packed as values are, with [`form::PACKED`] for runs too: no
    /// value has that code.
    equal: Vec<u8>,
    table: Vec<u8>,
}

/// Where a group begins.
#[derive(Clone, Copy, Debug)]
struct Group {
    /// In the file.
    start: u64,
    /// In the block table.
    entries: u32,
}

/// Where a block is.
#[derive(Clone, Debug)]
pub(super) struct BlockPlace {
    /// Its group, in the file.
    pub(super) group: Range<u64>,
    /// The checksum of the group.
    pub(super) checksum: u32,
    /// The block, in its group.
    pub(super) range: Range<usize>,
    /// What the bytes are, in a table of values.
    pub(super) form: u8,
}

impl BlockPlaces {
    /// Reads a block table.
    pub(super) fn new(header: &TableHeader, table: Vec<u8>) -> Result<BlockPlaces, FormatError> {
        let blocks = header.block_count();
        let values = |block| header.values_in_block(block).unwrap_or(0);
        let values = [values(0), values(blocks.saturating_sub(1))];
        let mut places =
            BlockPlaces { kind: header.kind, blocks, values, groups: Vec::new(), equal: Vec::new(), table };
        // No more than the bytes at hand can be blocks, whatever the preamble says.
        let room = blocks.min(places.table.len() as u64) / header.kind.blocks_per_group();
        places.groups.reserve_exact(room as usize + 2);
        let mut rest = &places.table[..];
        let mut end = PREAMBLE_LEN as u64;
        let mut forms = Vec::new();
        for first in (0..blocks).step_by(header.kind.blocks_per_group() as usize) {
            let entries = (places.table.len() - rest.len()) as u32;
            places.groups.push(Group { start: end, entries });
            for block in first..blocks.min(first + header.kind.blocks_per_group()) {
                let entry = take_varint(&mut rest)
                    .ok_or_else(|| fault("number of blocks", blocks.to_string(), block.to_string()))?;
                end += places.checked_length(entry, block)?;
                if header.kind == TableKind::WinDrawLoss {
                    forms.push(entry.min(form::PACKED.into()) as u8);
                }
            }
            rest = rest.get(CHECKSUM_LEN..).ok_or_else(|| {
                fault("length", "a checksum behind each group".to_owned(), "none".to_owned())
            })?;
        }
        if !rest.is_empty() {
            return Err(fault("bytes behind the last block", "0".to_owned(), rest.len().to_string()));
        }
        let entries = places.table.len() as u32;
        places.groups.push(Group { start: end, entries });
        pack(&forms, &mut places.equal);
        Ok(places)
    }

    /// The length of a block, if it is one that a block of so many values can have.
    fn checked_length(&self, entry: u64, block: u64) -> Result<u64, FormatError> {
        let decoded = self.kind.decoded_len(self.values_in(block)) as u64;
        let (least, most) = match self.kind {
            TableKind::WinDrawLoss => (0, u64::from(form::RUNS) + decoded),
            TableKind::PliesToConversion | TableKind::PliesToWin | TableKind::Bounds => (1, 1 + decoded),
        };
        if !(least..=most).contains(&entry) {
            return Err(fault("length of a block", format!("{least} to {most}"), entry.to_string()));
        }
        Ok(self.form_and_length(entry, block).1)
    }

    /// What an entry of the block table says.
    #[inline]
    fn form_and_length(&self, entry: u64, block: u64) -> (u8, u64) {
        const RUNS: u64 = form::RUNS as u64;
        match (self.kind, entry) {
            (TableKind::WinDrawLoss, RUNS..) => (form::RUNS, entry - RUNS),
            (TableKind::WinDrawLoss, _) if entry == u64::from(form::PACKED) => {
                (form::PACKED, self.kind.decoded_len(self.values_in(block)) as u64)
            }
            (TableKind::WinDrawLoss, _) => (entry as u8, 0),
            _ => (0, entry),
        }
    }

    #[inline]
    fn values_in(&self, block: u64) -> usize {
        self.values[usize::from(block + 1 == self.blocks)]
    }

    pub(super) const fn block_count(&self) -> u64 {
        self.blocks
    }

    /// Where the blocks end.
    pub(super) fn end(&self) -> u64 {
        self.groups.last().map_or(0, |group| group.start)
    }

    /// The value that all positions of a block have; `None` where there is none, or no such block.
    #[inline]
    pub(super) fn equal_value(&self, block: BlockNumber) -> Option<Value> {
        if block.0 >= self.blocks {
            return None;
        }
        value_in_packed(&self.equal, usize::try_from(block.0).ok()?)
    }

    /// Where a block is; `None` where there is none of this number.
    #[inline]
    pub(super) fn find(&self, block: BlockNumber) -> Option<BlockPlace> {
        if block.0 >= self.blocks {
            return None;
        }
        let a_group = self.kind.blocks_per_group();
        let &[group, next] = self.groups.get((block.0 / a_group) as usize..)?.first_chunk()?;
        let entries = self.table.get(group.entries as usize..next.entries as usize)?;
        let (mut entries, checksum) = entries.split_last_chunk::<CHECKSUM_LEN>()?;
        let mut from = 0;
        for before in block.0 / a_group * a_group..block.0 {
            from += self.form_and_length(take_varint(&mut entries)?, before).1;
        }
        let (form, length) = self.form_and_length(take_varint(&mut entries)?, block.0);
        Some(BlockPlace {
            group: group.start..next.start,
            checksum: u32::from_le_bytes(*checksum),
            range: from as usize..(from + length) as usize,
            form,
        })
    }
}

/// A block table is not what it should be.
fn fault(field: &'static str, expected: String, found: String) -> FormatError {
    FormatError::Field { part: Part::BlockTable, field, expected, found }
}

/// The checksum of a group.
pub(super) fn group_checksum(group: &[u8]) -> u32 {
    xxh3_64(group) as u32
}
