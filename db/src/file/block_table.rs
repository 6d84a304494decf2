//! The block table: where each block ends, and what its checksum is.

use xxhash_rust::xxh3::xxh3_64;

use super::fields::Fields;

/// Bytes of a row.
pub(super) const BLOCK_ROW_LEN: usize = 8;

/// A row of the block table. Blocks stand one behind the other, so the lengths say where they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BlockRow {
    /// Bytes of the encoded block.
    pub(super) length: u32,
    /// The low half of the 64-bit XXH3 of the encoded block.
    pub(super) checksum: u32,
}

impl BlockRow {
    /// The row for a block, whose length fits: blocks have a largest size.
    pub(super) fn of(encoded: &[u8]) -> BlockRow {
        BlockRow { length: encoded.len() as u32, checksum: xxh3_64(encoded) as u32 }
    }

    pub(super) fn to_bytes(self) -> [u8; BLOCK_ROW_LEN] {
        let row = u64::from(self.checksum) << 32 | u64::from(self.length);
        row.to_le_bytes()
    }

    pub(super) fn from_bytes(row: &[u8; BLOCK_ROW_LEN]) -> BlockRow {
        let mut fields = Fields::new(row);
        BlockRow { length: fields.u32(), checksum: fields.u32() }
    }
}
