//! Building tables: solving slices in order and writing them as they become known.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use retrograde_db::file::Table;
//! use retrograde_solver::{MemoryStore, Silent};
//! use retrograde_solver::draughts::{BuildOptions, build};
//!
//! let mut store = MemoryStore::default();
//! let report = build(&mut store, &BuildOptions::new(2), &Silent, &AtomicBool::new(false))?;
//! assert_eq!(report.positions(), 3_488);
//!
//! let tables = store.into_tables();
//! let king_against_king = Table::open(&tables["0m1k-0m1k.wdl"])?;
//! assert_eq!(king_against_king.counts().win, 230);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BTreeMap;
use std::io;
use std::iter;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use retrograde_db::ValueCounts;
use retrograde_db::draughts::{Density, Rules, Slice};
use retrograde_db::file::{ManifestEntry, RulesId, TableKind, WriteError};
use retrograde_probe::OpenError;
use retrograde_probe::draughts::ProbeError;
use thiserror::Error;

use super::compact::build_compact;
use super::distance::{DistanceError, build_distances, room_for_blocks};
use super::family::families;
use super::memory;
use super::options::BuildOptions;
use super::output::{Counter, Output, existing};
use super::pair::Conditions;
use super::phases::Phases;
use super::solve::{Means, SolveError, Solver, both};
use super::table::Fault;
use crate::budget::Bytes;
use crate::progress::Progress;
use crate::store::TableStore;

/// What was built.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BuildReport {
    /// The tables of values, in the order in which they were finished.
    pub tables: Vec<BuiltTable>,
    /// The tables of distances, in the order in which they were finished.
    pub distances: Vec<BuiltTable>,
}

/// One table that was built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuiltTable {
    /// Its slice.
    pub slice: Slice,
    /// What it holds.
    pub kind: TableKind,
    /// How much of its values it keeps.
    pub density: Density,
    /// Its positions by value; of a compact table those that it has a place for.
    pub counts: ValueCounts,
    /// Length of its file.
    pub bytes: Bytes,
    /// The 64-bit XXH3 checksum of its file.
    pub checksum: u64,
    /// Whether an earlier run had finished it.
    pub kept: bool,
}

impl BuiltTable {
    /// How many positions it answers for: those of the reverse of its slice too, if it is compact.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.density.positions(self.slice)
    }

    /// The name of its file.
    #[must_use]
    pub fn file_name(&self) -> String {
        match self.kind.distance() {
            None => self.slice.file_name(),
            Some(kind) => self.slice.distance_file_name(kind),
        }
    }

    pub(crate) fn manifest_entry(&self) -> (String, ManifestEntry) {
        let BuiltTable { counts, bytes, checksum, .. } = *self;
        (self.file_name(), ManifestEntry { bytes: bytes.0, checksum, counts })
    }
}

impl BuildReport {
    /// Positions that all tables of values answer for.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.tables.iter().map(BuiltTable::positions).sum()
    }

    /// Length of all tables of values.
    #[must_use]
    pub fn bytes(&self) -> Bytes {
        Bytes(self.tables.iter().map(|table| table.bytes.0).sum())
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
    /// The rules are some of which there are no tables.
    #[error("no tables of the rules {}: what a position is worth does not show on the board", rules.name)]
    Rules {
        /// What was asked for.
        rules: &'static Rules,
    },
    /// A table with the name of one that is to be built is of another game.
    #[error("{}: a table for rules {found}, to be built are those for rules {expected}: use another folder", path.display())]
    OtherRules {
        /// Where it is.
        path: PathBuf,
        /// The rules that were asked for.
        expected: RulesId,
        /// The rules of the table.
        found: RulesId,
    },
    /// Distances were asked for beside compact tables.
    #[error("distances are found from fast tables only: build these, or leave the distances out")]
    CompactDistances,
    /// Compact tables were asked for under rules for which it was not shown that what they leave out can be
    /// found.
    #[error("tables of the rules {} are fast ones only: leave --density out", rules.name)]
    CompactRules {
        /// What was asked for.
        rules: &'static Rules,
    },
    /// A value was not found in the fast tables that compact ones are made from.
    #[error("the compact table of slice {slice} could not be made")]
    Probe {
        /// The slice.
        slice: Slice,
        /// Why.
        source: Box<ProbeError>,
    },
    /// The threads could not be started.
    #[error("the threads could not be started")]
    Threads(#[source] rayon::ThreadPoolBuildError),
    /// The memory does not suffice.
    #[error("slice {slice} needs {needed} of memory, the limit is {limit}: raise it, or use fewer threads")]
    Memory {
        /// The slice that needs the most.
        slice: Slice,
        /// What it takes.
        needed: Bytes,
        /// What it may take.
        limit: Bytes,
    },
    /// The run was asked to stop. What was finished is kept.
    #[error("stopped: the same command goes on from here")]
    Interrupted,
    /// A file could not be read, begun or kept.
    #[error("{} could not be read or written", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The values that were built could not be opened.
    #[error("the tables of values could not be opened")]
    Open(#[from] OpenError),
    /// The distances could not be found.
    #[error(transparent)]
    Distance(#[from] DistanceError),
    /// A table could not be written.
    #[error("{} could not be written", path.display())]
    Write {
        /// Its file.
        path: PathBuf,
        /// Why.
        source: WriteError,
    },
}

impl From<SolveError<BuildError>> for BuildError {
    fn from(error: SolveError<BuildError>) -> BuildError {
        match error {
            SolveError::Receiver(error) => error,
            SolveError::Work(Fault { path, source }) => BuildError::Io { path, source },
            SolveError::Interrupted => BuildError::Interrupted,
        }
    }
}

/// Builds tables into a store, fewest pieces first: the values of all, then the distances, where they
/// are asked for. Compact tables are made from fast ones, which are built first.
///
/// Where the store has work files, tables that an earlier run finished are checked and kept, and
/// the run goes on behind them; it ends with the same bytes as one that was never stopped. Once
/// `interrupt` is set the run stops within a second or two.
///
/// # Errors
/// For a number of pieces out of range, rules without tables, tables of another game in the store, too
/// little memory, and where the threads can't be started or the store fails. Tables that were finished before stay.
pub fn build<S>(
    store: &mut S,
    options: &BuildOptions,
    progress: &(dyn Progress + Sync),
    interrupt: &AtomicBool,
) -> Result<BuildReport, BuildError>
where
    S: TableStore + Send,
    S::Output: Send,
{
    with_threads(options, |room| {
        if options.density == Density::Compact {
            let room_for_blocks = room_for_blocks(options, rayon::current_num_threads())?;
            return build_compact(store, options, (room, room_for_blocks), progress, interrupt);
        }
        let Some(kind) = options.distance else {
            return build_fast(store, options, room, progress, interrupt);
        };
        let room_for_blocks = room_for_blocks(options, rayon::current_num_threads())?;
        let mut report = build_fast(store, options, room, progress, interrupt)?;
        let slices = options.slice_pairs();
        progress.begin(slices.iter().flat_map(|&slice| both(slice)).map(Slice::positions).sum());
        let rules = options.rules;
        report.distances =
            build_distances(store, rules, (&slices, kind), room_for_blocks, progress, interrupt)?;
        Ok(report)
    })
}

/// Solves slices and counts their values, without writing any: what a bench of the solver measures,
/// and what checks counts with the least effort. All values stay in memory; where the time goes is
/// added to `phases`.
///
/// # Errors
/// For a number of pieces out of range, too little memory, where the threads can't be started, and
/// once `interrupt` is set.
pub fn count(
    options: &BuildOptions,
    progress: &(dyn Progress + Sync),
    interrupt: &AtomicBool,
    phases: &Phases,
) -> Result<BTreeMap<Slice, ValueCounts>, BuildError> {
    with_threads(options, |_| {
        let slices = options.slice_pairs();
        progress.begin(slices.iter().flat_map(|&slice| both(slice)).map(Slice::positions).sum());
        let conditions = Conditions { rules: options.rules, cpu: options.cpu, interrupt, phases };
        let means = Means { work: None, room: u64::MAX, conditions };
        let mut solver = Solver::new(options.most_of_a_side(), means);
        let mut counter = Counter { progress, counts: BTreeMap::new() };
        // One by one, so that each slice can be timed.
        for slice in &slices {
            progress.part(&slice.to_string());
            solver.solve(std::slice::from_ref(slice), &mut counter)?;
        }
        solver.finish(&mut counter)?;
        Ok(counter.counts)
    })
}

/// Runs on the threads that the options ask for; `run` is told what room there is for tiles.
fn with_threads<T: Send>(
    options: &BuildOptions,
    run: impl FnOnce(u64) -> Result<T, BuildError> + Send,
) -> Result<T, BuildError> {
    options.check()?;
    let threads = options.threads.map_or(0, NonZeroUsize::get);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(BuildError::Threads)?;
    pool.install(|| run(room_for_tiles(options, rayon::current_num_threads())?))
}

/// Solves all slices and writes their fast tables.
pub(crate) fn build_fast<S: TableStore + Send>(
    store: &mut S,
    options: &BuildOptions,
    room: u64,
    progress: &(dyn Progress + Sync),
    interrupt: &AtomicBool,
) -> Result<BuildReport, BuildError>
where
    S::Output: Send,
{
    let slices = options.slice_pairs();
    progress.begin(slices.iter().flat_map(|&slice| both(slice)).map(Slice::positions).sum());
    let io_error = |path, source| BuildError::Io { path, source };
    let work = store.work_folder().map_err(|source| io_error(store.place(""), source))?;
    let mut finished = existing(store, options.rules, &slices)?;
    // What lies behind the last missing table is only looked at, its values are not needed.
    let needed = slices.iter().rposition(|slice| !finished.contains_key(slice)).map_or(0, |last| last + 1);
    let phases = Phases::default();
    let conditions = Conditions { rules: options.rules, cpu: options.cpu, interrupt, phases: &phases };
    let mut solver = Solver::new(options.most_of_a_side(), Means { work, room, conditions });
    let mut output = Output::new(store, options.rules, progress, interrupt);
    let mut place = 0;
    for family in families(&slices) {
        let mut missing = Vec::new();
        for &slice in family {
            progress.part(&slice.to_string());
            let kept: Option<Vec<BuiltTable>> = finished.remove(&slice);
            match kept {
                Some(kept) if place >= needed || solver.load::<BuildError>(slice)? => {
                    progress.advance(kept.iter().map(|table| table.counts.total()).sum());
                    output.tables.extend(kept);
                }
                // Its values are needed, and its work file is gone: solved again, to the same bytes.
                _ => missing.push(slice),
            }
            place += 1;
        }
        if !missing.is_empty() {
            solver.solve(&missing, &mut output)?;
        }
    }
    solver.finish(&mut output)?;
    let tables = output.tables;
    let entries: Vec<_> = tables.iter().map(BuiltTable::manifest_entry).collect();
    store.finish(&entries).map_err(|source| io_error(store.place(""), source))?;
    Ok(BuildReport { tables, distances: Vec::new() })
}

/// Tables that were there before, by the slice that is named of a slice and its reverse.
pub(crate) type Finished = BTreeMap<Slice, Vec<BuiltTable>>;

/// The bytes that tiles in memory may take.
fn room_for_tiles(options: &BuildOptions, threads: usize) -> Result<u64, BuildError> {
    let Some(limit) = options.memory else { return Ok(u64::MAX) };
    let slices = options.slice_pairs();
    let families = families(&slices);
    let befores = iter::once(&[][..]).chain(families.iter().copied());
    let beside = families.iter().zip(befores).map(|(family, before)| {
        let beside = memory::beside_tiles(family, before, options.most_of_a_side(), threads);
        (beside, family.iter().map(|&slice| (memory::least_room(slice), slice)).max())
    });
    let mut most_beside = 0;
    let mut hardest = None;
    for (beside, largest) in beside {
        most_beside = most_beside.max(beside);
        hardest = hardest.max(largest.map(|(room, slice)| (Bytes(beside + room), slice)));
    }
    match hardest {
        Some((needed, slice)) if needed > limit => Err(BuildError::Memory { slice, needed, limit }),
        _ => Ok(limit.0 - most_beside),
    }
}
