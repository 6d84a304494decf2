//! Building the table of a board size.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use retrograde_db::go::Suicide;
//! use retrograde_probe::go::Tables;
//! use retrograde_solver::{MemoryStore, Silent};
//! use retrograde_solver::go::{BuildOptions, build};
//!
//! let options = BuildOptions::new("2x4".parse()?, Suicide::Allowed);
//! let mut store = MemoryStore::default();
//! let report = build(&mut store, &options, &Silent, &AtomicBool::new(false))?;
//! assert_eq!((report.boards, report.exact_states), (4_125, 13_728));
//!
//! let tables = Tables::from_memory(store.into_tables())?;
//! // Black gets the whole board, whatever the rule of repetition.
//! let bounds = tables.bounds("..../.... X".parse()?, Suicide::Allowed)?;
//! assert_eq!(bounds.to_string(), "+8");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use retrograde_db::ValueCounts;
use retrograde_db::file::{ManifestEntry, Table, TableHeader, WriteError};
use retrograde_db::go::{BoardIndex, BoardSize, BoundCounts, Suicide, TableName};
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

use super::output;
use super::plan::{MOST_ORBITS, plan};
use super::solve::Solved;
use super::work_file;
use crate::TableStore;
use crate::budget::Bytes;
use crate::counted::Counted;
use crate::progress::Progress;

/// Memory for links where no limit is set: enough for boards up to 4x4, and no surprise on others.
const LINKS_WITHOUT_LIMIT: u64 = 2 << 30;
/// Boards with fewer orbits are solved in seconds, and leave no work file.
const ORBITS_WITH_WORK: u64 = 200_000;
/// Time between two work files of a run that is not stopped.
const BETWEEN_WORK_FILES: Duration = Duration::from_secs(600);

/// What to build, and with what.
#[derive(Clone, Copy, Debug)]
pub struct BuildOptions {
    /// Which table.
    pub name: TableName,
    /// Threads to use; `None` for one a core.
    pub threads: Option<NonZeroUsize>,
    /// Memory to stay under; `None` for what is needed and 2 GiB more. What plays lead to is kept as far
    /// as it fits, and is found anew in each sweep otherwise; the table is the same.
    pub memory: Option<Bytes>,
}

impl BuildOptions {
    /// The table of a size, on all cores.
    #[must_use]
    pub fn new(size: BoardSize, suicide: Suicide) -> BuildOptions {
        BuildOptions { name: TableName::new(size, suicide), threads: None, memory: None }
    }
}

/// A table that was built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildReport {
    /// Which table.
    pub name: TableName,
    /// Legal boards. Each has four states: either player to move, after a pass or not.
    pub boards: u64,
    /// Boards by what is known of the position with Black to move that does not follow a pass.
    pub counts: BoundCounts,
    /// States in which both players force the same score; 0 for a table that was there.
    pub exact_states: u64,
    /// States whose bounds agree, those among them where one player forces no end and the other all
    /// points; 0 for a table that was there.
    pub known_states: u64,
    /// Boards that are different under the symmetries of the board; 0 for a table that was there.
    pub orbits: u64,
    /// Sweeps, of which the last one changed nothing; 0 for a table that was there.
    pub sweeps: u32,
    /// Length of the file.
    pub bytes: Bytes,
    /// The 64-bit XXH3 checksum of the file.
    pub checksum: u64,
    /// Whether an earlier run had finished it.
    pub kept: bool,
}

/// Why a table could not be built.
#[derive(Debug, Error)]
pub enum BuildError {
    /// The threads could not be started.
    #[error("the threads could not be started")]
    Threads(#[source] rayon::ThreadPoolBuildError),
    /// The board is too large.
    #[error("boards of {size}: {orbits} that differ under symmetry, expected at most {MOST_ORBITS}")]
    TooLarge {
        /// The size.
        size: BoardSize,
        /// How many orbits it has, about.
        orbits: u64,
    },
    /// The memory does not suffice.
    #[error("boards of {size} need {needed} of memory, the limit is {limit}: raise it")]
    Memory {
        /// The size.
        size: BoardSize,
        /// What it takes.
        needed: Bytes,
        /// What it may take.
        limit: Bytes,
    },
    /// The run was asked to stop. What was reached is kept for boards that take long.
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
    /// The table could not be written.
    #[error("{} could not be written", path.display())]
    Write {
        /// Its file.
        path: PathBuf,
        /// Why.
        source: WriteError,
    },
}

/// Builds a table into a store. A sound table that is there already is kept.
///
/// Where the store has work files, a run that was stopped goes on from the bounds that it had reached,
/// and ends with the same bytes as one that was never stopped. Once `interrupt` is set the run stops
/// within a second or two.
///
/// # Errors
/// For a board that is too large or memory that does not suffice, and where the threads can't be
/// started or the store fails.
pub fn build<S: TableStore + Send>(
    store: &mut S,
    options: &BuildOptions,
    progress: &(dyn Progress + Sync),
    interrupt: &AtomicBool,
) -> Result<BuildReport, BuildError>
where
    S::Output: Send,
{
    let room = room_for_links(options)?;
    let threads = options.threads.map_or(0, NonZeroUsize::get);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(BuildError::Threads)?;
    pool.install(|| {
        let file = options.name.file_name();
        let io_error = |path: PathBuf| |source| BuildError::Io { path, source };
        let header = TableHeader::of_go(options.name, &BoardIndex::new(options.name.size()));
        let there = store.read(&file).map_err(io_error(store.place(&file)))?;
        let report = match there.and_then(|bytes| sound_table(options.name, &header, &bytes)) {
            Some(report) => report,
            None => build_table(store, options.name, &header, room, progress, interrupt)?,
        };
        let ValueCounts { win, draw, loss } = report.counts.into();
        let counts = ValueCounts { win, draw, loss };
        let entry = ManifestEntry { bytes: report.bytes.0, checksum: report.checksum, counts };
        store.finish(&[(file, entry)]).map_err(io_error(store.place("")))?;
        Ok(report)
    })
}

/// The memory that links may take.
fn room_for_links(options: &BuildOptions) -> Result<u64, BuildError> {
    let plan = plan(options.name.size());
    if plan.orbits > MOST_ORBITS {
        return Err(BuildError::TooLarge { size: plan.size, orbits: plan.orbits });
    }
    match options.memory {
        None => Ok(LINKS_WITHOUT_LIMIT),
        Some(limit) if limit < plan.memory => {
            Err(BuildError::Memory { size: plan.size, needed: plan.memory, limit })
        }
        Some(limit) => Ok(limit.0 - plan.memory.0),
    }
}

/// What a file says of its table; `None` where it is damaged or another one, and has to be made anew.
fn sound_table(name: TableName, header: &TableHeader, bytes: &[u8]) -> Option<BuildReport> {
    let table = Table::open(bytes).ok()?;
    table.header().expect(header).ok()?;
    table.verify().ok()?;
    Some(BuildReport {
        name,
        boards: header.positions,
        counts: table.counts().into(),
        exact_states: 0,
        known_states: 0,
        orbits: 0,
        sweeps: 0,
        bytes: Bytes(bytes.len() as u64),
        checksum: xxh3_64(bytes),
        kept: true,
    })
}

fn build_table<S: TableStore>(
    store: &mut S,
    name: TableName,
    header: &TableHeader,
    room: u64,
    progress: &(dyn Progress + Sync),
    interrupt: &AtomicBool,
) -> Result<BuildReport, BuildError> {
    let file = name.file_name();
    let io_error = |path: PathBuf| |source| BuildError::Io { path, source };
    let begun = Solved::begin(name.size(), name.suicide(), interrupt);
    let mut solved = begun.ok_or(BuildError::Interrupted)?;
    let folder = match solved.orbits() >= ORBITS_WITH_WORK {
        true => store.work_folder().map_err(io_error(store.place("")))?,
        false => None,
    };
    let work = folder.map(|folder| folder.join(format!("{file}.work")));
    if let Some(path) = &work
        && let Some(values) = work_file::read(path, &file).map_err(io_error(path.clone()))?
    {
        // What does not fit is no work of this table: the run begins anew.
        let _ = solved.set_state(&values);
    }
    let mut written = Instant::now();
    let save = |solved: &Solved| match &work {
        Some(path) => work_file::write(path, &file, &solved.state()).map_err(io_error(path.clone())),
        None => Ok(()),
    };
    let done = solved.sweep_all(room, progress, interrupt, |solved| {
        if written.elapsed() >= BETWEEN_WORK_FILES {
            written = Instant::now();
            return save(solved);
        }
        Ok(())
    })?;
    if !done {
        save(&solved)?;
        return Err(BuildError::Interrupted);
    }
    let output = store.create(&file).map_err(io_error(store.place(&file)))?;
    let table = output::write(&solved, header, output, progress, interrupt)
        .map_err(|source| BuildError::Write { path: store.place(&file), source })?;
    let Some((Counted { output, bytes, checksum }, counts)) = table else {
        save(&solved)?;
        return Err(BuildError::Interrupted);
    };
    store.keep(&file, output).map_err(io_error(store.place(&file)))?;
    if let Some(path) = work {
        remove_work(&path).map_err(io_error(path.clone()))?;
    }
    Ok(BuildReport {
        name,
        boards: header.positions,
        counts: counts.boards,
        exact_states: counts.exact_states,
        known_states: counts.known_states,
        orbits: solved.orbits(),
        sweeps: solved.sweeps(),
        bytes: Bytes(bytes),
        checksum: checksum.digest(),
        kept: false,
    })
}

/// Removes a work file, and its folder where nothing else is in it.
fn remove_work(path: &std::path::Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    if let Some(folder) = path.parent() {
        // Fails where other builds have left their work there, which is to stay.
        let _ = fs::remove_dir(folder);
    }
    Ok(())
}
