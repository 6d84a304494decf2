//! The decoded blocks of a table that is small enough to keep them all.
//!
//! Most probes go to small tables: games end there, and captures lead there. So a table whose blocks
//! fit well into the memory for decoded blocks reserves as much as all of them take, and each block
//! that was decoded once stays. A look-up then takes no lock and writes nothing, so any number of
//! threads can make it at the same time.

use std::sync::OnceLock;

use retrograde_db::file::{BlockNumber, ByteSource, FormatError, Table, TableKind};

use crate::cache::BlockCache;
use crate::decoder;

/// Decoded blocks, by number; empty where a block was not needed yet.
#[derive(Debug)]
pub(crate) struct KeptBlocks {
    blocks: Box<[OnceLock<Box<[u8]>>]>,
}

/// What a block costs beside its packed values: the slot, and what the allocator adds.
const SLOT_BYTES: usize = size_of::<OnceLock<Box<[u8]>>>() + 16;

impl KeptBlocks {
    /// Room for all blocks of this table; `None` where the cache has not so much to give.
    pub(crate) fn new<B: ByteSource>(table: &Table<B>, cache: &BlockCache) -> Option<KeptBlocks> {
        let count = block_count(table)?;
        let positions = usize::try_from(table.header().positions_per_block).ok()?;
        let block = match table.header().kind {
            TableKind::WinDrawLoss => positions.div_ceil(5),
            TableKind::Bounds => positions.checked_mul(2)?,
        };
        let bytes = count.checked_mul(block.checked_add(SLOT_BYTES)?)?;
        cache.reserve(bytes).then(|| KeptBlocks::with_room(count))
    }

    /// All blocks of this table, decoded now. They take nothing from a cache.
    ///
    /// # Errors
    /// The first block that is damaged or can't be read.
    pub(crate) fn decoded<B: ByteSource>(table: &Table<B>) -> Result<KeptBlocks, FormatError> {
        let kept = KeptBlocks::with_room(block_count(table).unwrap_or_default());
        (0..table.block_count()).try_for_each(|number| kept.read(BlockNumber(number), table, |_| ()))?;
        Ok(kept)
    }

    fn with_room(count: usize) -> KeptBlocks {
        KeptBlocks { blocks: (0..count).map(|_| OnceLock::new()).collect() }
    }

    /// Gives the packed values of a block to `read`, and its answer back; `None` where it was not
    /// decoded yet.
    #[inline]
    pub(crate) fn look_up<R>(&self, block: BlockNumber, read: impl FnOnce(&[u8]) -> R) -> Option<R> {
        let place = self.blocks.get(usize::try_from(block.0).ok()?)?;
        place.get().map(|packed| read(packed))
    }

    /// Gives the packed values of a block to `read`, and its answer back. The block is decoded where
    /// that was not done before; a block that can't be decoded is tried again each time.
    #[inline]
    pub(crate) fn read<B: ByteSource, R>(
        &self,
        block: BlockNumber,
        table: &Table<B>,
        read: impl FnOnce(&[u8]) -> R,
    ) -> Result<R, FormatError> {
        let kept = usize::try_from(block.0).ok().and_then(|number| self.blocks.get(number));
        match kept.and_then(OnceLock::get) {
            Some(packed) => Ok(read(packed)),
            None => decode(kept, block, table, read),
        }
    }
}

/// How many blocks a table has, as a number of slots in memory.
fn block_count<B: ByteSource>(table: &Table<B>) -> Option<usize> {
    usize::try_from(table.block_count()).ok()
}

/// Decodes a block, and keeps it if it has a place.
#[cold]
fn decode<B: ByteSource, R>(
    place: Option<&OnceLock<Box<[u8]>>>,
    block: BlockNumber,
    table: &Table<B>,
    read: impl FnOnce(&[u8]) -> R,
) -> Result<R, FormatError> {
    decoder::decode(table, block, |packed| {
        if let Some(place) = place {
            // Where another thread was faster its block is kept; both are the same.
            place.get_or_init(|| packed.into());
        }
        read(packed)
    })
}
