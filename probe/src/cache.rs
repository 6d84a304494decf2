//! Decoded blocks, shared by all threads.
//!
//! Decoding a block takes some microseconds, looking into a decoded one some nanoseconds, so blocks
//! are kept as long as there is room. The cache is cut into **shards**, each with its own lock, room
//! and blocks: a block always lives in the same shard, and threads that look into different blocks
//! rarely meet. A lock is held for a look-up, never while a block is decoded.
//!
//! Blocks of small tables do not come here: those tables keep all their blocks, see
//! [`crate::kept_blocks`], and **reserve** the room for that. What is left is shared out among the
//! shards.
//!
//! When a shard is full, a **clock** decides what goes: a hand goes round the blocks, takes the mark
//! off those that were looked into since it last came by, and drops the first one without a mark.
//! That is close to dropping what was not used for the longest time, and costs one store a look-up.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use retrograde_db::file::{BlockNumber, ByteSource, FormatError, Table};

use crate::decoder;

/// Most shards: enough that some dozens of threads seldom wait.
const MAX_SHARDS: usize = 64;
/// A shard with less room than this would keep too few blocks for the clock to choose from.
const MIN_SHARD_BYTES: usize = 1 << 18;
/// What a block costs beside its packed values: the slot, and its place in the map.
const SLOT_BYTES: usize = 96;
/// One reservation takes at most this part of the room, so that it holds what many probes need and
/// not a large table that few blocks are used of.
const RESERVATION_PART: usize = 16;
/// All reservations take at most this part of it.
const RESERVED_PART: usize = 2;

/// Which block of which table: tables are numbered by whoever owns the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BlockKey {
    pub(crate) table: u32,
    pub(crate) block: BlockNumber,
}

/// A cache of decoded blocks with a bound on the memory that it takes.
#[derive(Debug)]
pub(crate) struct BlockCache {
    shards: Box<[Shard]>,
    max_bytes: usize,
    /// What tables that keep all their blocks have reserved of it.
    reserved: AtomicUsize,
}

/// A shard on cache lines of its own, so that the lock of one does not slow down another.
#[derive(Debug)]
#[repr(align(128))]
struct Shard {
    blocks: Mutex<Blocks>,
}

/// The blocks of a shard.
#[derive(Debug, Default)]
struct Blocks {
    /// Where the block of a mixed key is in `slots`.
    places: HashMap<u64, usize, BuildHasherDefault<Mixed>>,
    slots: Vec<Slot>,
    /// The next slot that the clock looks at.
    hand: usize,
    bytes: usize,
    max_bytes: usize,
}

#[derive(Debug)]
struct Slot {
    key: u64,
    packed: Box<[u8]>,
    /// Looked into since the hand last came by.
    marked: bool,
}

impl BlockCache {
    /// A cache that takes at most about `max_bytes` of memory; with 0 it keeps nothing.
    pub(crate) fn new(max_bytes: usize) -> BlockCache {
        let shards = (max_bytes / MIN_SHARD_BYTES).clamp(1, MAX_SHARDS);
        // A power of two, so that a shard is chosen by some bits.
        let shards = 1 << shards.ilog2();
        let blocks = || Blocks { max_bytes: max_bytes / shards, ..Blocks::default() };
        let shards = (0..shards).map(|_| Shard { blocks: Mutex::new(blocks()) }).collect();
        BlockCache { shards, max_bytes, reserved: AtomicUsize::new(0) }
    }

    /// Takes room away for good, for blocks that are kept elsewhere. Says whether there is as much to
    /// give; where it is, blocks have made way for it.
    pub(crate) fn reserve(&self, bytes: usize) -> bool {
        let taken = |reserved: usize| {
            let reserved = reserved.checked_add(bytes)?;
            (reserved <= self.max_bytes / RESERVED_PART).then_some(reserved)
        };
        if bytes > self.max_bytes / RESERVATION_PART
            || self.reserved.fetch_update(Ordering::Relaxed, Ordering::Relaxed, taken).is_err()
        {
            return false;
        }
        for shard in &self.shards {
            let mut blocks = shard.lock();
            // Read under the lock: who comes last sees all reservations.
            let left = self.max_bytes - self.reserved.load(Ordering::Relaxed);
            blocks.limit(left / self.shards.len());
        }
        true
    }

    /// Gives the packed values of a block to `read`, and its answer back. The block is decoded where
    /// it is not in the cache.
    ///
    /// `read` runs under the lock of the shard, so it should be short and must not come back here.
    #[inline]
    pub(crate) fn read<B: ByteSource, R>(
        &self,
        key: BlockKey,
        table: &Table<B>,
        read: impl FnOnce(&[u8]) -> R,
    ) -> Result<R, FormatError> {
        let mixed = mix(key);
        let shard = &self.shards[(mixed >> 32) as usize & (self.shards.len() - 1)];
        let mut blocks = shard.lock();
        if let Some(packed) = blocks.look_up(mixed) {
            return Ok(read(packed));
        }
        drop(blocks);
        shard.decode(mixed, key.block, table, read)
    }

    /// Gives the packed values of a block to `read`, and its answer back; `None` where the block is not
    /// in the cache. Nothing is decoded and no file is read, here or by a thread that is waited for.
    pub(crate) fn look_up<R>(&self, key: BlockKey, read: impl FnOnce(&[u8]) -> R) -> Option<R> {
        let mixed = mix(key);
        let shard = &self.shards[(mixed >> 32) as usize & (self.shards.len() - 1)];
        shard.lock().look_up(mixed).map(read)
    }

    /// How many bytes it takes.
    #[cfg(test)]
    fn bytes(&self) -> usize {
        self.shards.iter().map(|shard| shard.lock().bytes).sum()
    }
}

impl Shard {
    fn lock(&self) -> MutexGuard<'_, Blocks> {
        // A thread that panicked in `read` left the blocks as they were.
        self.blocks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Decodes a block, lets `read` look into it, and keeps it.
    #[cold]
    fn decode<B: ByteSource, R>(
        &self,
        mixed: u64,
        block: BlockNumber,
        table: &Table<B>,
        read: impl FnOnce(&[u8]) -> R,
    ) -> Result<R, FormatError> {
        decoder::decode(table, block, |packed| {
            self.lock().keep(mixed, packed);
            read(packed)
        })
    }
}

impl Blocks {
    #[inline]
    fn look_up(&mut self, key: u64) -> Option<&[u8]> {
        let slot = self.slots.get_mut(*self.places.get(&key)?)?;
        slot.marked = true;
        Some(&slot.packed)
    }

    /// Keeps a block, if it has room for one of this size at all; others go, if need be.
    fn keep(&mut self, key: u64, packed: &[u8]) {
        let bytes = packed.len() + SLOT_BYTES;
        // Another thread may have decoded the same block.
        if bytes > self.max_bytes || self.places.contains_key(&key) {
            return;
        }
        while self.bytes + bytes > self.max_bytes {
            self.drop_one();
        }
        self.places.insert(key, self.slots.len());
        self.slots.push(Slot { key, packed: packed.into(), marked: false });
        self.bytes += bytes;
    }

    /// Sets the room, and drops blocks until they fit.
    fn limit(&mut self, max_bytes: usize) {
        self.max_bytes = max_bytes;
        while self.bytes > self.max_bytes {
            self.drop_one();
        }
    }

    /// Drops the first block without a mark that the hand comes to. There has to be a block.
    fn drop_one(&mut self) {
        loop {
            if self.hand >= self.slots.len() {
                self.hand = 0;
            }
            let slot = &mut self.slots[self.hand];
            if !std::mem::take(&mut slot.marked) {
                break;
            }
            self.hand += 1;
        }
        let dropped = self.slots.swap_remove(self.hand);
        self.bytes -= dropped.packed.len() + SLOT_BYTES;
        self.places.remove(&dropped.key);
        if let Some(moved) = self.slots.get(self.hand) {
            self.places.insert(moved.key, self.hand);
        }
    }
}

/// Spreads a key over 64 bits, one to one for tables of up to 2^40 blocks: the finaliser of
/// MurmurHash3 (Appleby), in which every bit of the key reaches every bit of the result.
fn mix(key: BlockKey) -> u64 {
    let mut bits = u64::from(key.table) << 40 ^ key.block.0;
    for factor in [0xFF51_AFD7_ED55_8CCD, 0xC4CE_B9FE_1A85_EC53] {
        bits = (bits ^ bits >> 33).wrapping_mul(factor);
    }
    bits ^ bits >> 33
}

/// The hash of a mixed key is the key itself.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write_u64(&mut self, mixed: u64) {
        self.0 = mixed;
    }

    fn write(&mut self, bytes: &[u8]) {
        // Keys are single numbers; this is here because the trait asks for it.
        self.0 = bytes.iter().fold(self.0, |hash, &byte| hash.rotate_left(8) ^ u64::from(byte));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrograde_db::file::{
        BlockEncoder, Game, IndexScheme, Rows, RulesId, TableHeader, TableKind, TableWriter, value_in_packed,
    };
    use retrograde_db::{Value, ValueCounts};

    const BLOCKS: u64 = 400;
    const VALUES: usize = 256;

    /// A table in which block `n` has value `n % 3` in all places but one.
    fn table() -> Table<Vec<u8>> {
        let header = TableHeader {
            game: Game::Draughts,
            rules: RulesId(1),
            kind: TableKind::WinDrawLoss,
            index_scheme: IndexScheme(1),
            subject: "cache".to_owned(),
            positions: BLOCKS * VALUES as u64,
            positions_per_block: VALUES as u32,
            rows: Rows::NONE,
        };
        let mut encoder = BlockEncoder::new(header.rows);
        let mut writer = TableWriter::new(Vec::new(), &header).unwrap();
        for block in 0..BLOCKS {
            let mut codes = [(block % 3) as u8; VALUES];
            codes[block as usize % VALUES] = 1;
            writer.append_block(&encoder.encode(&codes).unwrap()).unwrap();
        }
        let counts = ValueCounts { win: 0, draw: header.positions, loss: 0 };
        Table::open(writer.finish(counts).unwrap()).unwrap()
    }

    /// Reads place 255 of a block and compares.
    fn check(cache: &BlockCache, table: &Table<Vec<u8>>, block: u64) {
        let key = BlockKey { table: 7, block: BlockNumber(block) };
        let value = cache.read(key, table, |packed| value_in_packed(packed, 255)).unwrap();
        let expected = if block == 255 { 1 } else { (block % 3) as u8 };
        assert_eq!(value.map(Value::code), Some(expected));
    }

    #[test]
    fn it_keeps_to_its_room_and_answers_right() {
        let table = table();
        let one = VALUES.div_ceil(5) + SLOT_BYTES;
        for max_bytes in [0, 1, one, 10 * one + 5, 1 << 20, 1 << 28] {
            let cache = BlockCache::new(max_bytes);
            for round in 0..3 * BLOCKS {
                check(&cache, &table, round * round % BLOCKS);
                assert!(cache.bytes() <= max_bytes);
            }
        }
    }

    #[test]
    fn reservations_take_room_from_blocks() {
        let table = table();
        let max_bytes = 200 * (VALUES.div_ceil(5) + SLOT_BYTES);
        let cache = BlockCache::new(max_bytes);
        (0..BLOCKS).for_each(|block| check(&cache, &table, block));
        let before = cache.bytes();
        assert!(before > max_bytes / 2);
        assert!(!cache.reserve(max_bytes / RESERVATION_PART + 1));
        assert_eq!(cache.bytes(), before);
        let bytes = max_bytes / RESERVATION_PART;
        let given = (0..2 * RESERVATION_PART).filter(|_| cache.reserve(bytes)).count();
        assert_eq!(given, RESERVATION_PART / RESERVED_PART);
        for block in 0..BLOCKS {
            assert!(cache.bytes() + given * bytes <= max_bytes);
            check(&cache, &table, block);
        }
        assert!(cache.bytes() > 0);
    }

    #[test]
    fn what_is_used_stays() {
        let table = table();
        let cache = BlockCache::new(20 * (VALUES.div_ceil(5) + SLOT_BYTES));
        check(&cache, &table, 0);
        let kept = |block| {
            let key = mix(BlockKey { table: 7, block: BlockNumber(block) });
            cache.shards[0].lock().places.contains_key(&key)
        };
        for block in 1..BLOCKS {
            check(&cache, &table, block);
            check(&cache, &table, 0);
            assert!(kept(0), "used all the time, and gone when block {block} came");
        }
        assert!(!kept(1));
    }

    #[test]
    fn a_damaged_block_is_an_error_each_time() {
        let table = table();
        let cache = BlockCache::new(1 << 20);
        let key = BlockKey { table: 7, block: BlockNumber(BLOCKS) };
        for _ in 0..2 {
            let result = cache.read(key, &table, |_| ());
            assert_eq!(result, Err(FormatError::NoSuchBlock { block: key.block, blocks: BLOCKS }));
        }
    }

    #[test]
    fn threads_share_it() {
        let table = table();
        let cache = BlockCache::new(50 * (VALUES.div_ceil(5) + SLOT_BYTES));
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let (cache, table) = (&cache, &table);
                scope.spawn(move || (0..4000).for_each(|n| check(cache, table, (n * (thread + 3)) % BLOCKS)));
            }
        });
    }
}
