//! Finished values, as rows of bits.
//!
//! The values of one slice are kept in tiles, one for each pair of groups. A tile has two rows of
//! bits (won, lost; a draw is neither) for each configuration of the **side not to move**, with one
//! column for each configuration of the mover. So where a side has just moved, one row answers for
//! all configurations of the other side at once.
//!
//! Tiles stay in memory while there is room, and are read back from work files where there is not.
//! That happens in the midst of the row code, which has no way to fail: a tile that can't be read
//! counts as drawn, and the fault is kept and ends the build before any of it is written.
//!
//! With two kings to move against one, the tile has 32 rows, one for each placement of the one king, of 16
//! words: 496 won columns in 8 words and as many lost ones. When the one king has moved, the row of the
//! square it stands on now says all at once where the two kings win and lose.
//!
//! Tiles leave memory between batches, those that were not used for the longest time first, down to three
//! quarters of the room: with room for 1,000 bytes and 1,200 in memory, at least 450 are dropped.

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use retrograde_db::draughts::{SideType, Slice};

use super::catalog::{SIDE_NUMBERS, side_number};
use super::group::SideGroups;
use super::room::zeros;
use super::work_file::{Frame, WorkReader};

/// The values of a pair of groups: row by configuration of the side not to move.
pub(crate) struct Tile {
    words: usize,
    /// For each row the words of its won columns, then those of its lost ones.
    bits: Box<[u64]>,
}

/// The won and the lost columns of one row.
#[derive(Clone, Copy)]
pub(crate) struct RowPair<'a> {
    pub(crate) win: &'a [u64],
    pub(crate) loss: &'a [u64],
}

impl Tile {
    /// All drawn, or not known yet.
    pub(crate) fn new(rows: usize, words: usize) -> Tile {
        Tile { words, bits: zeros(rows * words * 2).into_boxed_slice() }
    }

    #[inline(always)]
    pub(crate) fn row(&self, row: usize) -> RowPair<'_> {
        let (win, loss) = self.bits[row * 2 * self.words..][..2 * self.words].split_at(self.words);
        RowPair { win, loss }
    }

    /// The bits of all rows, [`Tile::row_words`] words each.
    pub(crate) fn bits(&self) -> &[u64] {
        &self.bits
    }

    pub(crate) fn bits_mut(&mut self) -> &mut [u64] {
        &mut self.bits
    }

    /// Words of a row, won and lost columns together.
    pub(crate) fn row_words(&self) -> usize {
        2 * self.words
    }

    fn bytes(&self) -> u64 {
        size_of_val(&*self.bits) as u64
    }
}

/// A tile that could not be read back.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) path: PathBuf,
    pub(crate) source: io::Error,
}

/// What all tiles have in common.
#[derive(Default)]
pub(crate) struct Residence {
    /// Bytes of the tiles in memory.
    bytes: AtomicU64,
    /// Counts the batches of the build, to tell how long a tile has not been used.
    now: AtomicU32,
    fault: OnceLock<Fault>,
}

struct Slot {
    tile: OnceLock<Tile>,
    frame: Option<Frame>,
    used: AtomicU32,
}

/// The tiles of one slice.
pub(crate) struct SliceTable {
    mover: Arc<SideGroups>,
    opponent: Arc<SideGroups>,
    slots: Vec<Slot>,
    work: Option<(PathBuf, WorkReader)>,
    residence: Arc<Residence>,
}

impl SliceTable {
    pub(crate) fn new(
        mover: &Arc<SideGroups>,
        opponent: &Arc<SideGroups>,
        work: Option<(PathBuf, WorkReader)>,
        residence: &Arc<Residence>,
    ) -> SliceTable {
        let slot = || Slot { tile: OnceLock::new(), frame: None, used: AtomicU32::new(0) };
        let tiles = mover.groups().len() * opponent.groups().len();
        SliceTable {
            mover: Arc::clone(mover),
            opponent: Arc::clone(opponent),
            slots: std::iter::repeat_with(slot).take(tiles).collect(),
            work,
            residence: Arc::clone(residence),
        }
    }

    #[inline(always)]
    fn place(&self, mover: u32, opponent: u32) -> usize {
        mover as usize * self.opponent.groups().len() + opponent as usize
    }

    /// The values of a pair of groups.
    ///
    /// # Panics
    /// Where the pair has not been solved: the order of the build makes that impossible, and a
    /// default would be a wrong value.
    #[inline(always)]
    pub(crate) fn tile(&self, mover: u32, opponent: u32) -> &Tile {
        let slot = &self.slots[self.place(mover, opponent)];
        let now = self.residence.now.load(Ordering::Relaxed);
        // Written at most once a batch: a store each time would pass the line from core to core.
        if slot.used.load(Ordering::Relaxed) != now {
            slot.used.store(now, Ordering::Relaxed);
        }
        slot.tile.get().unwrap_or_else(|| slot.tile.get_or_init(|| self.read(slot, mover, opponent)))
    }

    #[cold]
    fn read(&self, slot: &Slot, mover: u32, opponent: u32) -> Tile {
        let frame = slot.frame.expect("a tile is solved after those that its moves lead to");
        let rows = self.opponent.group(opponent).columns();
        let mut tile = Tile { words: self.mover.group(mover).words(), bits: Box::default() };
        let words = rows * tile.row_words();
        let (path, reader) = self.work.as_ref().expect("a tile with a frame is in a work file");
        tile.bits = reader.tile(frame, words).unwrap_or_else(|source| {
            let _ = self.residence.fault.set(Fault { path: path.clone(), source });
            vec![0; words].into_boxed_slice()
        });
        self.residence.bytes.fetch_add(tile.bytes(), Ordering::Relaxed);
        tile
    }

    /// Files a finished tile, which may be read back from a frame of the work file.
    pub(crate) fn insert(&mut self, mover: u32, opponent: u32, tile: Tile, frame: Option<Frame>) {
        self.residence.bytes.fetch_add(tile.bytes(), Ordering::Relaxed);
        let now = self.residence.now.load(Ordering::Relaxed);
        let place = self.place(mover, opponent);
        let slot = &mut self.slots[place];
        assert!(slot.tile.set(tile).is_ok(), "a tile is solved once");
        slot.frame = frame;
        slot.used = AtomicU32::new(now);
    }

    /// Says where a tile is that can be read when it is needed.
    pub(crate) fn insert_frame(&mut self, mover: u32, opponent: u32, frame: Frame) {
        let place = self.place(mover, opponent);
        self.slots[place].frame = Some(frame);
    }

    /// Whether a tile of this pair of groups can be in a table of this slice.
    pub(crate) fn has_groups(&self, mover: u32, opponent: u32) -> bool {
        (mover as usize) < self.mover.groups().len() && (opponent as usize) < self.opponent.groups().len()
    }
}

/// The slices that are finished or being solved.
pub(crate) struct Tables {
    slices: Vec<Option<Box<SliceTable>>>,
    residence: Arc<Residence>,
}

impl Tables {
    pub(crate) fn new() -> Tables {
        let slices = std::iter::repeat_with(|| None).take(SIDE_NUMBERS * SIDE_NUMBERS).collect();
        Tables { slices, residence: Arc::default() }
    }

    /// What all tiles have in common.
    pub(crate) fn residence(&self) -> &Arc<Residence> {
        &self.residence
    }

    pub(crate) fn insert(&mut self, slice: Slice, table: SliceTable) {
        self.slices[slice_number(slice.mover(), slice.opponent())] = Some(Box::new(table));
    }

    /// The values of a slice.
    ///
    /// # Panics
    /// Where it has not been inserted, see [`SliceTable::tile`].
    #[inline(always)]
    pub(crate) fn slice(&self, mover: SideType, opponent: SideType) -> &SliceTable {
        self.slices[slice_number(mover, opponent)]
            .as_ref()
            .expect("a slice is solved after those that its moves lead to")
    }

    /// The values of a slice that is being solved.
    pub(crate) fn slice_mut(&mut self, slice: Slice) -> &mut SliceTable {
        self.slices[slice_number(slice.mover(), slice.opponent())]
            .as_mut()
            .expect("a slice is inserted before it is solved")
    }

    /// Ends a batch of work: drops the tiles that were not used for the longest time until those in
    /// memory fit into `room` bytes. Only tiles that can be read back are dropped.
    ///
    /// # Errors
    /// Where a tile could not be read since the last time.
    pub(crate) fn end_batch(&mut self, room: u64) -> Result<(), Fault> {
        if let Some(fault) = self.residence.fault.get() {
            let source = io::Error::new(fault.source.kind(), fault.source.to_string());
            return Err(Fault { path: fault.path.clone(), source });
        }
        let now = self.residence.now.fetch_add(1, Ordering::Relaxed);
        let resident = self.residence.bytes.load(Ordering::Relaxed);
        if resident > room {
            // To below the limit, so that this is not done after every batch.
            self.evict(resident - room / 4 * 3, now);
        }
        Ok(())
    }

    fn evict(&mut self, bytes: u64, now: u32) {
        let slots = self.slices.iter_mut().flatten().flat_map(|table| &mut table.slots);
        let mut droppable: Vec<&mut Slot> =
            slots.filter(|slot| slot.frame.is_some() && slot.tile.get().is_some()).collect();
        droppable.sort_by_key(|slot| std::cmp::Reverse(now.wrapping_sub(slot.used.load(Ordering::Relaxed))));
        let mut dropped = 0;
        for slot in droppable {
            if dropped >= bytes {
                break;
            }
            dropped += slot.tile.take().map_or(0, |tile| tile.bytes());
        }
        self.residence.bytes.fetch_sub(dropped, Ordering::Relaxed);
    }
}

#[inline(always)]
fn slice_number(mover: SideType, opponent: SideType) -> usize {
    side_number(mover) * SIDE_NUMBERS + side_number(opponent)
}
