//! Writing tables as their values become known.
//!
//! The solver gives a level of a slice at a time, in pieces that come in any order and know where they
//! belong. They are put in order, cut into blocks, encoded by all threads and written; what does not fill a
//! block waits for the next level, since blocks know nothing of levels. Nothing of a table is seen under its
//! name before its last block is written.
//!
//! With blocks of 2,048 positions, 1,500 values that were left over and a level of 6,000 make 7,500: three
//! blocks are written, and 1,356 values are left over. The last block of the table may be shorter.
//!
//! A table that is there already is kept if all of its bytes are sound, its header is the one that would be
//! written, and that of the reverse slice is as good, since both are solved together. One that is damaged is
//! made anew; one of another game is an error, as somebody wants it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use retrograde_db::ValueCounts;
use retrograde_db::draughts::{Density, Rules, Slice, SliceIndex};
use retrograde_db::file::{
    BlockCodes, BlockEncoder, EncodedBlock, Rows, Table, TableHeader, TableKind, TableWriter, WriteError,
};
use xxhash_rust::xxh3::xxh3_64;

use super::build::{BuildError, BuiltTable, Finished};
use super::emit::Emitted;
use super::planes::{Bits, Planes};
use super::receiver::Receiver;
use super::solve::both;
use crate::budget::Bytes;
use crate::counted::Counted;
use crate::progress::Progress;
use crate::store::TableStore;

/// The sound tables that a store has of these slices and their reverses, where it has both.
pub(crate) fn existing<S: TableStore>(
    store: &mut S,
    rules: &'static Rules,
    slices: &[Slice],
) -> Result<Finished, BuildError> {
    let mut finished = Finished::new();
    for &slice in slices {
        let tables = both(slice).into_iter().map(|slice| {
            let header = TableHeader::of_slice(&SliceIndex::new(slice)).under(rules);
            let bytes = read_own(store, rules, slice)?;
            Ok(bytes.and_then(|bytes| sound_table(slice, &header, &bytes)))
        });
        let tables: Option<Vec<BuiltTable>> = tables.collect::<Result<_, BuildError>>()?;
        finished.extend(tables.map(|tables| (slice, tables)));
    }
    Ok(finished)
}

/// The bytes of a slice's table, if it is there. A table of another game is an error, since it is not to be
/// written over.
pub(crate) fn read_own<S: TableStore>(
    store: &mut S,
    rules: &Rules,
    slice: Slice,
) -> Result<Option<Vec<u8>>, BuildError> {
    let name = slice.file_name();
    let bytes = store.read(&name).map_err(|source| BuildError::Io { path: store.place(&name), source })?;
    let found = bytes.as_deref().and_then(|bytes| Table::open(bytes).ok()).map(|table| table.header().rules);
    match found {
        Some(found) if found != rules.id => {
            Err(BuildError::OtherRules { path: store.place(&name), expected: rules.id, found })
        }
        _ => Ok(bytes),
    }
}

/// What a file says of its table; `None` where it is damaged or another one, and has to be made anew.
pub(crate) fn sound_table(slice: Slice, header: &TableHeader, bytes: &[u8]) -> Option<BuiltTable> {
    let table = Table::open(bytes).ok()?;
    table.header().expect(header).ok()?;
    table.verify().ok()?;
    let (counts, len, checksum) = (table.counts(), Bytes(bytes.len() as u64), xxh3_64(bytes));
    let density = Density::of_index_scheme(header.index_scheme).unwrap_or_default();
    Some(BuiltTable { slice, kind: header.kind, density, counts, bytes: len, checksum, kept: true })
}

/// Writes what the solver gives.
pub(crate) struct Output<'s, S: TableStore> {
    store: &'s mut S,
    rules: &'static Rules,
    progress: &'s (dyn Progress + Sync),
    interrupt: &'s AtomicBool,
    open: Vec<OpenTable<S::Output>>,
    /// The tables that are finished.
    pub(crate) tables: Vec<BuiltTable>,
}

/// A table that is being written.
struct OpenTable<W> {
    slice: Slice,
    name: String,
    writer: TableWriter<Counted<W>>,
    positions_per_block: u64,
    index: SliceIndex,
    rows: Rows,
    /// Number of the next block.
    first_block: u64,
    /// Values that do not fill a block yet.
    rest: Planes,
    counts: ValueCounts,
}

impl<'s, S: TableStore> Output<'s, S> {
    pub(crate) fn new(
        store: &'s mut S,
        rules: &'static Rules,
        progress: &'s (dyn Progress + Sync),
        interrupt: &'s AtomicBool,
    ) -> Output<'s, S> {
        Output { store, rules, progress, interrupt, open: Vec::new(), tables: Vec::new() }
    }

    fn open_table(&mut self, slice: Slice) -> &mut OpenTable<S::Output> {
        let table = self.open.iter_mut().find(|table| table.slice == slice);
        table.expect("the solver begins a slice before it gives values")
    }

    fn io_error(&self, name: &str, source: io::Error) -> BuildError {
        BuildError::Io { path: self.store.place(name), source }
    }

    fn write_error(&self, name: &str, source: WriteError) -> BuildError {
        BuildError::Write { path: self.store.place(name), source }
    }
}

impl<S: TableStore + Send> Receiver for Output<'_, S>
where
    S::Output: Send,
{
    type Error = BuildError;

    fn begin(&mut self, index: &SliceIndex) -> Result<(), BuildError> {
        let slice = index.slice();
        let name = slice.file_name();
        let header = TableHeader::of_slice(index).under(self.rules);
        let output = self.store.create(&name).map_err(|source| self.io_error(&name, source))?;
        let writer = TableWriter::new(Counted::new(output), &header)
            .map_err(|source| self.write_error(&name, source))?;
        let positions_per_block = header.positions_per_block.into();
        let (rest, counts) = (Planes::default(), ValueCounts::default());
        let (index, rows, first_block) = (index.clone(), header.rows, 0);
        self.open.push(OpenTable {
            slice,
            name,
            writer,
            positions_per_block,
            index,
            rows,
            first_block,
            rest,
            counts,
        });
        Ok(())
    }

    fn level(&mut self, slice: Slice, first: u64, len: u64, values: Vec<Emitted>) -> Result<(), BuildError> {
        let interrupt = self.interrupt;
        let table = self.open_table(slice);
        for emitted in &values {
            table.counts += emitted.counts;
        }
        let planes = in_order(&table.rest, first, len, &values);
        drop(values);
        let size = table.positions_per_block;
        let first_block = table.first_block;
        let blocks = planes.len() / size;
        let rest = planes.len() % size;
        table.rest = Planes::by_plane(|plane| {
            let mut bits = Bits::zeros(rest);
            bits.copy_from(0, plane(&planes), blocks * size, rest);
            bits
        });
        table.first_block += blocks;
        let (index, rows) = (&table.index, table.rows);
        let encode = Encode { index, rows, planes: &planes, first_block, size, interrupt };
        let encoded = encode.blocks(blocks * size).ok_or(BuildError::Interrupted)?;
        let written = encoded.iter().try_for_each(|block| table.writer.append_block(block));
        let name = table.name.clone();
        written.map_err(|source| self.write_error(&name, source))?;
        self.progress.advance(len);
        Ok(())
    }

    fn end(&mut self, slice: Slice) -> Result<(), BuildError> {
        let place = self.open.iter().position(|table| table.slice == slice).unwrap_or(0);
        let OpenTable {
            name,
            mut writer,
            positions_per_block: size,
            index,
            rows,
            first_block,
            rest,
            counts,
            ..
        } = self.open.swap_remove(place);
        let encode =
            Encode { index: &index, rows, planes: &rest, first_block, size, interrupt: self.interrupt };
        let encoded = encode.blocks(rest.len()).ok_or(BuildError::Interrupted)?;
        let written = encoded.iter().try_for_each(|block| writer.append_block(block));
        let output = written.and_then(|()| writer.finish(counts));
        let Counted { output, bytes, checksum } = output.map_err(|source| self.write_error(&name, source))?;
        let kept = self.store.keep_soon(&name, output);
        kept.map_err(|source| self.io_error(&name, source))?;
        let checksum = checksum.digest();
        let (kind, bytes) = (TableKind::WinDrawLoss, Bytes(bytes));
        self.tables.push(BuiltTable {
            slice,
            kind,
            density: Density::Fast,
            counts,
            bytes,
            checksum,
            kept: false,
        });
        Ok(())
    }
}

/// Counts what the solver gives.
pub(crate) struct Counter<'s> {
    pub(crate) progress: &'s (dyn Progress + Sync),
    pub(crate) counts: BTreeMap<Slice, ValueCounts>,
}

impl Receiver for Counter<'_> {
    type Error = BuildError;

    fn begin(&mut self, _: &SliceIndex) -> Result<(), BuildError> {
        Ok(())
    }

    fn level(&mut self, slice: Slice, _: u64, len: u64, values: Vec<Emitted>) -> Result<(), BuildError> {
        let counts = self.counts.entry(slice).or_default();
        for emitted in values {
            *counts += emitted.counts;
        }
        self.progress.advance(len);
        Ok(())
    }

    fn end(&mut self, _: Slice) -> Result<(), BuildError> {
        Ok(())
    }
}

/// The values that were left over, and behind them those of a level, in the order of the index.
fn in_order(rest: &Planes, first: u64, len: u64, values: &[Emitted]) -> Planes {
    Planes::by_plane(|plane| {
        let mut bits = Bits::zeros(rest.len() + len);
        bits.copy_from(0, plane(rest), 0, rest.len());
        for emitted in values {
            let mut from = 0;
            for &(start, run) in &emitted.runs {
                bits.copy_from(rest.len() + (start - first), plane(&emitted.planes), from, run);
                from += run;
            }
        }
        bits
    })
}

/// Blocks that one task encodes: some tenths of a millisecond.
const BLOCKS_A_TASK: usize = 4;

/// Values of some blocks of a table.
struct Encode<'e> {
    index: &'e SliceIndex,
    /// Rows of the table.
    rows: Rows,
    planes: &'e Planes,
    first_block: u64,
    /// Positions in a block.
    size: u64,
    interrupt: &'e AtomicBool,
}

impl Encode<'_> {
    /// Encodes the first `positions` positions; `None` once the run is asked to stop.
    fn blocks(&self, positions: u64) -> Option<Vec<EncodedBlock>> {
        (0..positions.div_ceil(self.size) as usize)
            .into_par_iter()
            .with_max_len(BLOCKS_A_TASK)
            .map(|block| self.block(block as u64, positions))
            .collect()
    }

    fn block(&self, block: u64, positions: u64) -> Option<EncodedBlock> {
        thread_local! {
            static ENCODER: RefCell<(BlockEncoder, BlockCodes)> = RefCell::default();
        }
        if self.interrupt.load(Ordering::Relaxed) {
            return None;
        }
        let start = block * self.size;
        ENCODER.with_borrow_mut(|(encoder, codes)| {
            self.planes.codes(start, (positions - start).min(self.size), codes);
            encoder.set_rows(self.rows);
            let rows = self.index.rows_at((self.first_block + block) * self.size);
            let encoded = encoder.encode_codes(codes, rows);
            Some(encoded.expect("a block has codes, and not too many"))
        })
    }
}
