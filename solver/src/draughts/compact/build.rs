//! Building all compact tables of a set.
//!
//! Fast tables come first, all of them, in a store beside: a compact table is made by asking what a probe of
//! it will ask, and the answers are in fast tables of its own slice and of those that moves lead to. Then
//! each pair of slices gets one table. Both candidates are made and the shorter one is kept, as there is no
//! telling beforehand; that costs the time of both, and the memory of both until one is chosen.
//!
//! A pair counts as finished if the store has a sound table of one of its slices and none of the other. Only
//! if some pair is not are fast tables built.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use retrograde_db::draughts::Density;
//! use retrograde_solver::{MemoryStore, Silent};
//! use retrograde_solver::draughts::{BuildOptions, build};
//!
//! let mut store = MemoryStore::default();
//! let options = BuildOptions { density: Density::Compact, ..BuildOptions::new(2) };
//! let report = build(&mut store, &options, &Silent, &AtomicBool::new(false))?;
//! // Three tables answer for the four slices of two pieces.
//! assert_eq!((report.tables.len(), report.positions()), (3, 3_488));
//! assert_eq!(store.into_tables().keys().filter(|name| name.ends_with(".wdl")).count(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::io::Write;
use std::sync::atomic::AtomicBool;

use retrograde_db::draughts::{Density, Rules, Slice, SliceIndex};
use retrograde_db::file::TableHeader;
use retrograde_probe::Options;
use retrograde_probe::draughts::Tables;

use super::table::{CompactTable, Stop, encode};
use crate::budget::Bytes;
use crate::draughts::build::{BuildError, BuildReport, BuiltTable, build_fast};
use crate::draughts::options::BuildOptions;
use crate::draughts::output::{read_own, sound_table};
use crate::draughts::solve::both;
use crate::draughts::stored::stored_tables;
use crate::progress::Progress;
use crate::store::TableStore;

/// Builds fast tables beside the store, with `room` for their tiles, then compact ones into it, with
/// `room_for_blocks` for decoded blocks of fast ones.
pub(crate) fn build_compact<S>(
    store: &mut S,
    options: &BuildOptions,
    (room, room_for_blocks): (u64, Bytes),
    progress: &(dyn Progress + Sync),
    interrupt: &AtomicBool,
) -> Result<BuildReport, BuildError>
where
    S: TableStore + Send,
    S::Output: Send,
{
    let slices = options.slice_pairs();
    let mut finished =
        slices.iter().map(|&slice| existing(store, options.rules, slice)).collect::<Result<Vec<_>, _>>()?;
    let mut fast = None;
    if finished.iter().any(Option::is_none) {
        let beside = store.beside();
        let mut beside = beside.map_err(|source| BuildError::Io { path: store.place(""), source })?;
        let report = build_fast(&mut beside, options, room, progress, interrupt)?;
        let cache_bytes = room_beside_candidates(options, &report, room_for_blocks)?.0 as usize;
        fast = Some(stored_tables(&beside, options.rules, Options { cache_bytes, ..Options::default() })?);
    }
    progress.begin(slices.iter().flat_map(|&slice| both(slice)).map(places).sum());
    let mut tables = Vec::new();
    for (&slice, finished) in slices.iter().zip(&mut finished) {
        progress.part(&slice.to_string());
        match (finished.take(), &fast) {
            (None, Some(fast)) => tables.push(build_pair(store, fast, slice, progress, interrupt)?),
            (kept, _) => {
                progress.advance(both(slice).into_iter().map(places).sum());
                tables.extend(kept);
            }
        }
    }
    let entries: Vec<_> = tables.iter().map(BuiltTable::manifest_entry).collect();
    store.finish(&entries).map_err(|source| BuildError::Io { path: store.place(""), source })?;
    Ok(BuildReport { tables, distances: Vec::new() })
}

/// What is left for decoded blocks beside both tables that a slice and its reverse could have, which are in
/// memory until the shorter one is chosen.
fn room_beside_candidates(
    options: &BuildOptions,
    fast: &BuildReport,
    room: Bytes,
) -> Result<Bytes, BuildError> {
    let Some(limit) = options.memory else { return Ok(room) };
    // None is longer than the fast table of its slice, and a list that grows takes at most twice what it
    // holds, and half of that again while it moves.
    let bytes_of = |slice: Slice| {
        fast.tables.iter().filter(|table| table.slice == slice).map(|table| 3 * table.bytes.0).sum::<u64>()
    };
    let candidates =
        options.slice_pairs().into_iter().map(|slice| (both(slice).into_iter().map(bytes_of).sum(), slice));
    let Some((candidates, slice)) = candidates.max() else { return Ok(room) };
    match room.0.checked_sub(candidates) {
        Some(left) => Ok(Bytes(left)),
        None => {
            let needed = Bytes(limit.0.saturating_add(candidates - room.0));
            Err(BuildError::Memory { slice, needed, limit })
        }
    }
}

/// How many positions the compact table of a slice has a place for.
fn places(slice: Slice) -> u64 {
    SliceIndex::with_density(slice, Density::Compact).size()
}

/// The sound compact table that a store has of a slice or its reverse, if it is the only table of them.
fn existing<S: TableStore>(
    store: &mut S,
    rules: &Rules,
    slice: Slice,
) -> Result<Option<BuiltTable>, BuildError> {
    let mut found = Vec::new();
    for slice in both(slice) {
        let bytes = read_own(store, rules, slice)?;
        let header = TableHeader::of_slice(&SliceIndex::with_density(slice, Density::Compact)).under(rules);
        found.extend(bytes.map(|bytes| sound_table(slice, &header, &bytes)));
    }
    Ok(if found.len() == 1 { found.remove(0) } else { None })
}

/// Makes the tables of a slice and its reverse and keeps the shorter one.
fn build_pair<S: TableStore>(
    store: &mut S,
    fast: &Tables,
    slice: Slice,
    progress: &(dyn Progress + Sync),
    interrupt: &AtomicBool,
) -> Result<BuiltTable, BuildError> {
    let mut shortest: Option<CompactTable> = None;
    for slice in both(slice) {
        let table = encode(fast, slice, progress, interrupt).map_err(|stop| match stop {
            Stop::Probe(source) => BuildError::Probe { slice, source: Box::new(source) },
            Stop::Write(source) => BuildError::Write { path: store.place(&slice.file_name()), source },
            Stop::Interrupted => BuildError::Interrupted,
        })?;
        if shortest.as_ref().is_none_or(|shortest| table.bytes.len() < shortest.bytes.len()) {
            shortest = Some(table);
        }
    }
    let CompactTable { bytes, built } = shortest.expect("there is a slice at least");
    let (name, reverse) = (built.slice.file_name(), built.slice.reversed().file_name());
    let path = store.place(&name);
    let error = |source| BuildError::Io { path: path.clone(), source };
    if reverse != name {
        // What is left of another build goes first: both at once would be no set.
        store.remove(&reverse).map_err(error)?;
    }
    let mut output = store.create(&name).map_err(error)?;
    output.write_all(&bytes).map_err(error)?;
    store.keep(&name, output).map_err(error)?;
    Ok(built)
}
