//! Solving slices in order.
//!
//! Slices come by number of pieces, then by number of men, so that captures and crownings lead to
//! finished ones. A slice and its reverse are solved together, from the highest total advance down:
//! pairs of groups of equal total advance do not depend on each other and are shared out among
//! threads, in batches. Between two batches nothing is borrowed from the tables, so that is when
//! finished tiles go to the work files, and when tiles leave memory where room is short.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use rayon::prelude::*;
use retrograde_db::draughts::{ClassPair, Slice, SliceIndex};

use super::capture::Captures;
use super::catalog::Catalog;
use super::emit::{Emitted, emit};
use super::group::SideGroups;
use super::memory;
use super::pair::{self, Conditions, Place};
use super::phases::Phase;
use super::table::{Fault, SliceTable, Tables, Tile};
use super::work_file::{PackedTile, WorkReader, WorkWriter};

/// Receives the values of the slices in the order in which they are solved.
pub(crate) trait Receiver {
    /// What can go wrong there.
    type Error;

    /// A slice begins; for a slice that is not its own reverse both are begun before their values
    /// come.
    fn begin(&mut self, index: &SliceIndex) -> Result<(), Self::Error>;

    /// All values of one total advance of a slice: the positions from `first` on, `len` of them, in
    /// pieces that may come in any order.
    fn level(&mut self, slice: Slice, first: u64, len: u64, values: Vec<Emitted>) -> Result<(), Self::Error>;

    /// All values of a slice have been given.
    fn end(&mut self, slice: Slice) -> Result<(), Self::Error>;
}

/// Why a slice was not solved.
#[derive(Debug)]
pub(crate) enum SolveError<E> {
    /// The receiver refused.
    Receiver(E),
    /// A work file could not be written or read.
    Work(Fault),
    /// The run was asked to stop.
    Interrupted,
}

/// How a solver works.
pub(crate) struct Means<'e> {
    /// Folder of the work files; `None` to keep all tiles in memory.
    pub(crate) work: Option<PathBuf>,
    /// Bytes that tiles in memory may take.
    pub(crate) room: u64,
    /// What holds for all pairs of groups.
    pub(crate) conditions: Conditions<'e>,
}

/// The solver: constant tables, and the values of what has been solved.
pub(crate) struct Solver<'e> {
    catalog: Catalog,
    tables: Tables,
    means: Means<'e>,
}

/// A pair of groups to solve: each of some side.
type Job<'a> = (Place<'a>, Place<'a>);

/// A tile that was solved, with its groups and, where there are work files, its packed form.
struct SolvedTile {
    /// Which of the slices being solved it belongs to.
    slice: usize,
    groups: (u32, u32),
    tile: Tile,
    packed: Option<io::Result<PackedTile>>,
    emitted: Vec<Emitted>,
}

impl<'e> Solver<'e> {
    /// A solver for slices in which no side has more than so many pieces.
    pub(crate) fn new(side_pieces: u8, means: Means<'e>) -> Solver<'e> {
        Solver { catalog: Catalog::new(side_pieces), tables: Tables::new(), means }
    }

    /// Takes the values of a slice and its reverse from their work files. Says whether both were
    /// there; if not, the slices have to be solved.
    pub(crate) fn load<E>(&mut self, slice: Slice) -> Result<bool, SolveError<E>> {
        let Some(folder) = &self.means.work else { return Ok(false) };
        let mut found = Vec::new();
        for slice in both(slice) {
            let path = work_path(folder, slice);
            let opened = WorkReader::open(&path, slice);
            let opened = opened.map_err(|source| SolveError::Work(Fault { path: path.clone(), source }))?;
            let Some((reader, entries)) = opened else { return Ok(false) };
            found.push((slice, path, reader, entries));
        }
        for (slice, path, reader, entries) in found {
            let mut table = self.new_table(slice, Some((path, reader)));
            for entry in entries {
                if !table.has_groups(entry.mover, entry.opponent) {
                    return Ok(false);
                }
                table.insert_frame(entry.mover, entry.opponent, entry.frame);
            }
            self.tables.insert(slice, table);
        }
        Ok(true)
    }

    fn new_table(&self, slice: Slice, work: Option<(PathBuf, WorkReader)>) -> SliceTable {
        let (mover, opponent) = (self.catalog.side(slice.mover()), self.catalog.side(slice.opponent()));
        SliceTable::new(mover, opponent, work, self.tables.residence())
    }

    /// Solves a slice and its reverse; all that they lead to has to be solved or loaded.
    pub(crate) fn solve<R: Receiver>(
        &mut self,
        slice: Slice,
        receiver: &mut R,
    ) -> Result<(), SolveError<R::Error>> {
        let slices = both(slice);
        let indices: Vec<SliceIndex> = slices.iter().map(|&slice| SliceIndex::new(slice)).collect();
        let mut writers = self.begin(&indices, receiver)?;
        let sides = [slice.mover(), slice.opponent()].map(|side| Arc::clone(self.catalog.side(side)));
        // A group that joins men of all advances gives values of all levels at once.
        let whole = sides.iter().any(|side| side.is_whole());
        let mut kept: Vec<Vec<Emitted>> = slices.iter().map(|_| Vec::new()).collect();
        for advance in (0..=6 * u32::from(slice.men())).rev() {
            let values = self.solve_level(&indices, [&sides[0], &sides[1]], advance, &mut writers)?;
            for (kept, values) in kept.iter_mut().zip(values) {
                kept.extend(values);
            }
            if !whole || advance == 0 {
                for (index, kept) in indices.iter().zip(&mut kept) {
                    let (first, len) = if whole { (0, index.size()) } else { level_range(index, advance) };
                    let values = std::mem::take(kept);
                    receiver.level(index.slice(), first, len, values).map_err(SolveError::Receiver)?;
                }
            }
        }
        for &slice in &slices {
            receiver.end(slice).map_err(SolveError::Receiver)?;
        }
        for (writer, slice) in writers.into_iter().zip(slices) {
            writer.finish().map_err(|source| self.work_error(slice, source))?;
        }
        Ok(())
    }

    /// Begins slices: with the receiver, in the tables, and in their work files.
    fn begin<R: Receiver>(
        &mut self,
        indices: &[SliceIndex],
        receiver: &mut R,
    ) -> Result<Vec<WorkWriter>, SolveError<R::Error>> {
        let mut writers = Vec::new();
        for index in indices {
            let slice = index.slice();
            let mut work = None;
            if let Some(folder) = &self.means.work {
                let path = work_path(folder, slice);
                let writer = WorkWriter::create(&path, slice);
                let writer = writer.map_err(|source| self.work_error(slice, source))?;
                let reader = writer.reader().map_err(|source| self.work_error(slice, source))?;
                work = Some((path, reader));
                writers.push(writer);
            }
            let table = self.new_table(slice, work);
            self.tables.insert(slice, table);
            receiver.begin(index).map_err(SolveError::Receiver)?;
        }
        Ok(writers)
    }

    fn work_error<E>(&self, slice: Slice, source: io::Error) -> SolveError<E> {
        let path = work_path(self.means.work.as_deref().unwrap_or(Path::new("")), slice);
        SolveError::Work(Fault { path, source })
    }

    /// Solves all pairs of groups of one total advance; gives the values by slice.
    fn solve_level<E>(
        &mut self,
        indices: &[SliceIndex],
        sides: [&SideGroups; 2],
        advance: u32,
        writers: &mut [WorkWriter],
    ) -> Result<Vec<Vec<Emitted>>, SolveError<E>> {
        let mut values: Vec<Vec<Emitted>> = indices.iter().map(|_| Vec::new()).collect();
        let jobs = jobs(sides, advance);
        let mut rest = &jobs[..];
        while !rest.is_empty() {
            let batch;
            (batch, rest) = rest.split_at(memory::batch_len(rest, self.means.room));
            let solved: Vec<SolvedTile> =
                batch.par_iter().flat_map_iter(|&job| self.solve_job(indices, job)).collect();
            if self.means.conditions.interrupt.load(Ordering::Relaxed) {
                return Err(SolveError::Interrupted);
            }
            for SolvedTile { slice: place, groups: (mover, opponent), tile, packed, emitted } in solved {
                let slice = indices[place].slice();
                let frame = match packed {
                    Some(packed) => {
                        let frame = packed.and_then(|packed| writers[place].append(mover, opponent, &packed));
                        Some(frame.map_err(|source| self.work_error(slice, source))?)
                    }
                    None => None,
                };
                self.tables.slice_mut(slice).insert(mover, opponent, tile, frame);
                values[place].extend(emitted);
            }
            for (place, writer) in writers.iter_mut().enumerate() {
                writer.flush().map_err(|source| self.work_error(indices[place].slice(), source))?;
            }
            self.tables.end_batch(self.means.room).map_err(SolveError::Work)?;
        }
        Ok(values)
    }

    fn solve_job(&self, indices: &[SliceIndex], (first, second): Job<'_>) -> Vec<SolvedTile> {
        let Means { conditions, ref work, .. } = self.means;
        let Conditions { cpu, interrupt, phases } = conditions;
        let captures = Captures { catalog: &self.catalog, tables: &self.tables };
        let solved = pair::solve(captures, conditions, first, second);
        if interrupt.load(Ordering::Relaxed) {
            return Vec::new();
        }
        let file = |solved: pair::SolvedHalf<'_>| {
            let slice = Slice::new(solved.mover.side.side(), solved.opponent.side.side());
            let place = indices.iter().position(|index| Ok(index.slice()) == slice).unwrap_or(0);
            let emitted = phases.run(Phase::Ordering, || emit(cpu, &indices[place], &solved));
            let packed = work.as_ref().map(|_| PackedTile::new(solved.tile.bits()));
            let groups = (solved.mover.group, solved.opponent.group);
            SolvedTile { slice: place, groups, tile: solved.tile, packed, emitted }
        };
        solved.into_iter().map(file).collect()
    }
}

/// A slice and its reverse, once where they are the same.
pub(crate) fn both(slice: Slice) -> Vec<Slice> {
    let reversed = slice.reversed();
    if slice == reversed { vec![slice] } else { vec![slice, reversed] }
}

/// The work file of a slice.
fn work_path(folder: &Path, slice: Slice) -> PathBuf {
    folder.join(format!("{slice}.work"))
}

/// The pairs of groups of one total advance, each named once.
fn jobs<'a>([mover, opponent]: [&'a SideGroups; 2], advance: u32) -> Vec<Job<'a>> {
    let mirrored = mover.side() == opponent.side();
    let mut jobs = Vec::new();
    for (first, own) in (0..).zip(mover.groups()) {
        for (second, their) in (0..).zip(opponent.groups()) {
            let due = own.advance() + their.advance() == advance && !(mirrored && second < first);
            let empty = own.columns() == 0 || their.columns() == 0;
            let collide = match (own.single_men(), their.single_men()) {
                (Some(own), Some(their)) => own & their.reverse_bits() != 0,
                _ => false,
            };
            if due && !empty && !collide {
                jobs.push((Place { side: mover, group: first }, Place { side: opponent, group: second }));
            }
        }
    }
    jobs
}

/// The positions of one total advance: first index and number.
fn level_range(index: &SliceIndex, advance: u32) -> (u64, u64) {
    let pairs = index.class_pairs();
    // Pairs come by falling total advance.
    let total = |pair: &ClassPair| pair.mover.advance() + pair.opponent.advance();
    let start = pairs.partition_point(|pair| total(pair) > advance);
    let end = pairs.partition_point(|pair| total(pair) >= advance);
    let first = pairs.get(start).map_or(index.size(), |pair| pair.first);
    (first, pairs[start..end].iter().map(|pair| pair.len).sum())
}
