//! Building the distances of all slices, once their values are there.
//!
//! Slices come in the same order as for values: captures and crownings lead to finished ones, whose
//! distances are read from the files that were just written, block by block through the probe. Only two
//! levels of a slice pair are in memory. With a limit, what these take at most is known beforehand; what is
//! left goes to decoded blocks, 16 MiB at least, since with fewer of them nearly each look-up would decode
//! one. A slice whose files are sound is kept, so a run that was stopped goes on behind the last finished
//! one.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use retrograde_db::{DistanceKind, Plies, Value};
//! use retrograde_probe::draughts::Tables;
//! use retrograde_solver::{MemoryStore, Silent};
//! use retrograde_solver::draughts::{BuildOptions, build};
//!
//! let mut store = MemoryStore::default();
//! let options = BuildOptions { distance: Some(DistanceKind::Win), ..BuildOptions::new(2) };
//! let report = build(&mut store, &options, &Silent, &AtomicBool::new(false))?;
//! assert_eq!((report.tables.len(), report.distances.len()), (4, 4));
//!
//! let tables = Tables::from_memory(store.into_tables())?;
//! let of = |position: &str| tables.value_and_plies(position.parse().unwrap(), DistanceKind::Win);
//! // Black has no move; and a ply earlier, when White has one that leads there.
//! assert_eq!(of("B:W32:B28")?, (Value::Loss, Some(Plies(0))));
//! assert_eq!(of("W:WK27:B28")?, (Value::Win, Some(Plies(1))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::atomic::AtomicBool;

use retrograde_db::DistanceKind;
use retrograde_db::draughts::{Rules, Slice, SliceIndex};
use retrograde_db::file::TableHeader;
use retrograde_probe::Options;

use super::level::Level;
use super::output::DistanceOutput;
use super::pair::{Pair, level_bytes};
use super::rounds::Stop;
use crate::budget::Bytes;
use crate::draughts::build::{BuildError, BuiltTable};
use crate::draughts::options::BuildOptions;
use crate::draughts::output::sound_table;
use crate::draughts::solve::both;
use crate::draughts::stored::stored_tables;
use crate::progress::Progress;
use crate::store::TableStore;

/// What a process takes before it does anything.
const BASE_BYTES: u64 = 24 << 20;
/// What each thread takes: stack, encoder, decoder, the setting it works on.
const THREAD_BYTES: u64 = 8 << 20;
/// Codes that wait to be encoded, and blocks that wait to be written.
const OUTPUT_BYTES: u64 = 16 << 20;
/// Decoded blocks of finished tables: more do not make it faster.
const MOST_CACHE_BYTES: u64 = 256 << 20;
/// With fewer of them each look-up would decode its block anew.
const LEAST_CACHE_BYTES: u64 = 16 << 20;

impl From<Stop> for BuildError {
    fn from(stop: Stop) -> BuildError {
        match stop {
            Stop::Error(error) => BuildError::Distance(error),
            Stop::Interrupted => BuildError::Interrupted,
        }
    }
}

/// The bytes that decoded blocks may take.
///
/// # Errors
/// Where the limit does not suffice.
pub(crate) fn room_for_blocks(options: &BuildOptions, threads: usize) -> Result<Bytes, BuildError> {
    let Some(limit) = options.memory else { return Ok(Bytes(MOST_CACHE_BYTES)) };
    let beside = BASE_BYTES + OUTPUT_BYTES + THREAD_BYTES * threads as u64;
    let levels = options.slice_pairs().into_iter().map(|slice| (level_bytes(slice), slice));
    let Some((levels, slice)) = levels.max() else { return Ok(Bytes(MOST_CACHE_BYTES)) };
    match limit.0.checked_sub(beside + levels).filter(|&room| room >= LEAST_CACHE_BYTES) {
        Some(room) => Ok(Bytes(room.min(MOST_CACHE_BYTES))),
        None => Err(BuildError::Memory { slice, needed: Bytes(beside + levels + LEAST_CACHE_BYTES), limit }),
    }
}

/// Builds the distances of these slices and their reverses into a store that has their values.
pub(crate) fn build_distances<S: TableStore>(
    store: &mut S,
    rules: &'static Rules,
    (slices, kind): (&[Slice], DistanceKind),
    room: Bytes,
    progress: &(dyn Progress + Sync),
    interrupt: &AtomicBool,
) -> Result<Vec<BuiltTable>, BuildError> {
    let mut built = Vec::new();
    for &slice in slices {
        progress.part(&slice.distance_file_name(kind));
        if let Some(kept) = existing(store, rules, slice, kind)? {
            progress.advance(kept.iter().map(|table| table.counts.total()).sum());
            built.extend(kept);
            continue;
        }
        // Opened anew, so that what was finished just now is seen.
        let tables =
            stored_tables(store, rules, Options { cache_bytes: room.0 as usize, ..Options::default() })?;
        built.extend(build_pair(store, &Pair::new(slice, kind, &tables), kind, progress, interrupt)?);
    }
    let entries: Vec<_> = built.iter().map(BuiltTable::manifest_entry).collect();
    store.finish(&entries).map_err(|source| BuildError::Io { path: store.place(""), source })?;
    Ok(built)
}

/// The sound files that a store has of a slice and its reverse, where it has both.
fn existing<S: TableStore>(
    store: &mut S,
    rules: &Rules,
    slice: Slice,
    kind: DistanceKind,
) -> Result<Option<Vec<BuiltTable>>, BuildError> {
    let tables = both(slice).into_iter().map(|slice| {
        let name = slice.distance_file_name(kind);
        let bytes = store.read(&name);
        let bytes = bytes.map_err(|source| BuildError::Io { path: store.place(&name), source })?;
        let header = TableHeader::of_distances(&SliceIndex::new(slice), kind).under(rules);
        Ok(bytes.and_then(|bytes| sound_table(slice, &header, &bytes)))
    });
    tables.collect()
}

fn build_pair<S: TableStore>(
    store: &mut S,
    pair: &Pair<'_>,
    kind: DistanceKind,
    progress: &(dyn Progress + Sync),
    interrupt: &AtomicBool,
) -> Result<Vec<BuiltTable>, BuildError> {
    let mut outputs = Vec::new();
    for index in pair.indices() {
        let name = index.slice().distance_file_name(kind);
        let output = store.create(&name);
        let output = output.map_err(|source| BuildError::Io { path: store.place(&name), source })?;
        let output = DistanceOutput::new(output, pair.rules(), index, kind);
        outputs.push(output.map_err(|source| BuildError::Write { path: store.place(&name), source })?);
    }
    let names: Vec<String> =
        pair.indices().iter().map(|index| index.slice().distance_file_name(kind)).collect();
    pair.solve(interrupt, |levels: &[Level]| {
        for ((level, output), name) in levels.iter().zip(&mut outputs).zip(&names) {
            output.level(level).map_err(|source| BuildError::Write { path: store.place(name), source })?;
            progress.advance(level.cells().len() as u64);
        }
        Ok::<(), BuildError>(())
    })?;
    let mut tables = Vec::new();
    for (output, name) in outputs.into_iter().zip(&names) {
        let finished = output.finish();
        let (output, table) =
            finished.map_err(|source| BuildError::Write { path: store.place(name), source })?;
        store.keep(name, output).map_err(|source| BuildError::Io { path: store.place(name), source })?;
        tables.push(table);
    }
    Ok(tables)
}
