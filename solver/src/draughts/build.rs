//! Building tables: solving slices in order and writing them as they become known.
//!
//! ```
//! use retrograde_db::file::Table;
//! use retrograde_solver::Silent;
//! use retrograde_solver::draughts::{BuildOptions, MemoryStore, build};
//!
//! let mut store = MemoryStore::default();
//! let report = build(&mut store, &BuildOptions::new(2), &Silent)?;
//! assert_eq!(report.positions(), 3_488);
//!
//! let tables = store.into_tables();
//! let king_against_king = Table::open(&tables["0m1k-0m1k.wdl"])?;
//! assert_eq!(king_against_king.counts().win, 230);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::cell::RefCell;
use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use rayon::prelude::*;
use retrograde_db::ValueCounts;
use retrograde_db::draughts::{Slice, SliceIndex};
use retrograde_db::file::{BlockEncoder, EncodedBlock, TableHeader, TableWriter, WriteError};
use thiserror::Error;

use super::emit::Emitted;
use super::kernel::CpuKind;
use super::planes::Planes;
use super::solve::{Receiver, Solver, slice_pairs};
use super::store::TableStore;
use crate::progress::Progress;

/// What to build, and with what.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// Tables with up to so many pieces, 2 to [`Slice::MAX_PIECES`].
    pub pieces: u8,
    /// Threads to use; `None` for one a core.
    pub threads: Option<NonZeroUsize>,
    /// Instructions to use. The tables are the same bytes whatever is chosen.
    pub cpu: CpuKind,
}

impl BuildOptions {
    /// Tables with up to so many pieces, on all cores, with the best instructions of this machine.
    #[must_use]
    pub fn new(pieces: u8) -> BuildOptions {
        BuildOptions { pieces, threads: None, cpu: CpuKind::best() }
    }
}

/// What was built.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BuildReport {
    /// The tables, in the order in which they were finished.
    pub tables: Vec<BuiltTable>,
}

/// One table that was built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuiltTable {
    /// Its slice.
    pub slice: Slice,
    /// Its positions by value.
    pub counts: ValueCounts,
    /// Bytes of its file.
    pub bytes: u64,
}

impl BuildReport {
    /// Positions of all tables.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.tables.iter().map(|table| table.counts.total()).sum()
    }

    /// Bytes of all tables.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.tables.iter().map(|table| table.bytes).sum()
    }
}

/// Why tables could not be built.
#[derive(Debug, Error)]
pub enum BuildError {
    /// Too few pieces, or too many.
    #[error("tables of up to {found} pieces: expected 2 to {max}", max = Slice::MAX_PIECES)]
    Pieces {
        /// What was asked for.
        found: u8,
    },
    /// The threads could not be started.
    #[error("the threads could not be started")]
    Threads(#[source] rayon::ThreadPoolBuildError),
    /// A table could not be begun or kept.
    #[error("{} could not be written", path.display())]
    Io {
        /// Its file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A table could not be written.
    #[error("{} could not be written", path.display())]
    Write {
        /// Its file.
        path: PathBuf,
        /// Why.
        source: WriteError,
    },
}

/// Builds tables into a store, fewest pieces first.
///
/// # Errors
/// For a number of pieces out of range, and where the threads can't be started or the store fails.
/// Tables that were finished before stay.
pub fn build<S: TableStore + Send>(
    store: &mut S,
    options: &BuildOptions,
    progress: &(dyn Progress + Sync),
) -> Result<BuildReport, BuildError>
where
    S::Output: Send,
{
    if !(2..=Slice::MAX_PIECES).contains(&options.pieces) {
        return Err(BuildError::Pieces { found: options.pieces });
    }
    let threads = options.threads.map_or(0, NonZeroUsize::get);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(BuildError::Threads)?;
    pool.install(|| {
        let slices = slice_pairs(options.pieces);
        progress.begin(Slice::up_to(options.pieces).into_iter().map(Slice::positions).sum());
        let mut solver = Solver::new(options.pieces, options.cpu);
        let mut tables = Tables { store, progress, open: Vec::new(), report: BuildReport::default() };
        for slice in slices {
            progress.part(&slice.to_string());
            solver.solve(slice, &mut tables)?;
        }
        Ok(tables.report)
    })
}

/// Writes what the solver gives.
struct Tables<'s, S: TableStore> {
    store: &'s mut S,
    progress: &'s (dyn Progress + Sync),
    open: Vec<OpenTable<S::Output>>,
    report: BuildReport,
}

/// A table that is being written.
struct OpenTable<W> {
    slice: Slice,
    name: String,
    writer: TableWriter<Counted<W>>,
    positions_per_block: u64,
    /// Values that do not fill a block yet.
    rest: Planes,
    counts: ValueCounts,
}

/// Counts the bytes that are written.
struct Counted<W> {
    output: W,
    bytes: u64,
}

impl<W: io::Write> io::Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.output.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

impl<S: TableStore> Tables<'_, S> {
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

impl<S: TableStore> Receiver for Tables<'_, S> {
    type Error = BuildError;

    fn begin(&mut self, index: &SliceIndex) -> Result<(), BuildError> {
        let slice = index.slice();
        let name = slice.file_name();
        let header = TableHeader::of_slice(index);
        let output = self.store.create(&name).map_err(|source| self.io_error(&name, source))?;
        let writer = TableWriter::new(Counted { output, bytes: 0 }, &header)
            .map_err(|source| self.write_error(&name, source))?;
        let positions_per_block = header.positions_per_block.into();
        let (rest, counts) = (Planes::default(), ValueCounts::default());
        self.open.push(OpenTable { slice, name, writer, positions_per_block, rest, counts });
        Ok(())
    }

    fn level(&mut self, slice: Slice, first: u64, len: u64, values: Vec<Emitted>) -> Result<(), BuildError> {
        let table = self.open_table(slice);
        for emitted in &values {
            table.counts += emitted.counts;
        }
        let planes = in_order(&table.rest, first, len, &values);
        drop(values);
        let size = table.positions_per_block;
        let blocks = planes.len() / size;
        let rest = planes.len() % size;
        table.rest = Planes::zeros(rest);
        table.rest.copy_from(0, &planes, blocks * size, rest);
        let encoded = encode(&planes, size, blocks * size);
        let written = encoded.iter().try_for_each(|block| table.writer.append_block(block));
        let name = table.name.clone();
        written.map_err(|source| self.write_error(&name, source))?;
        self.progress.advance(len);
        Ok(())
    }

    fn end(&mut self, slice: Slice) -> Result<(), BuildError> {
        let place = self.open.iter().position(|table| table.slice == slice).unwrap_or(0);
        let OpenTable { name, mut writer, positions_per_block, rest, counts, .. } =
            self.open.swap_remove(place);
        let encoded = encode(&rest, positions_per_block, rest.len());
        let written = encoded.iter().try_for_each(|block| writer.append_block(block));
        let output = written.and_then(|()| writer.finish(counts));
        let Counted { output, bytes } = output.map_err(|source| self.write_error(&name, source))?;
        let kept = self.store.keep(&name, output);
        kept.map_err(|source| self.io_error(&name, source))?;
        self.report.tables.push(BuiltTable { slice, counts, bytes });
        Ok(())
    }
}

/// The values that were left over, and behind them those of a level, in the order of the index.
fn in_order(rest: &Planes, first: u64, len: u64, values: &[Emitted]) -> Planes {
    let mut planes = Planes::zeros(rest.len() + len);
    planes.copy_from(0, rest, 0, rest.len());
    for emitted in values {
        let mut from = 0;
        for &(start, run) in &emitted.runs {
            planes.copy_from(rest.len() + (start - first), &emitted.planes, from, run);
            from += run;
        }
    }
    planes
}

/// Encodes the first `positions` positions in blocks of `size`.
fn encode(planes: &Planes, size: u64, positions: u64) -> Vec<EncodedBlock> {
    thread_local! {
        static ENCODER: RefCell<(BlockEncoder, Vec<u8>)> = RefCell::default();
    }
    (0..positions.div_ceil(size))
        .into_par_iter()
        .map(|block| {
            let start = block * size;
            ENCODER.with_borrow_mut(|(encoder, codes)| {
                codes.resize((positions - start).min(size) as usize, 0);
                planes.unpack(start, codes);
                encoder.encode(codes).expect("two bits are a code, and a block is not too long")
            })
        })
        .collect()
}
