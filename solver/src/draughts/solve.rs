//! Solving slices in order.
//!
//! Slices come by number of pieces, then by number of men, so that captures and crownings lead to
//! finished ones. A slice and its reverse are solved together, and small slices of equal pieces and
//! men, which do not depend on each other, side by side (see [`super::family`]): from the highest
//! total advance down, since pairs of groups of equal total advance do not depend on each other
//! either. They are shared out among threads, in batches. Between two batches nothing is borrowed
//! from the tables, so that is when finished tiles go to the work files, and when tiles leave memory
//! where room is short. What a level has given is handed to the receiver, which compresses and
//! writes it, while the next level is solved.
//!
//! A man and two kings against the same, `1m2k-1m2k`, are 28 groups on either side, one for each square of
//! the man. Of 784 pairs 24 have both men on one square. The slice is its own reverse, so a pair is the same
//! as the one the other way round: 394 are left to solve. The first level is advance 12, both men on their
//! last rank but one, with 10 pairs.

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
use super::receiver::{Event, Receiver, deliver};
use super::table::{Fault, SliceTable, Tables, Tile};
use super::work_file::{PackedTile, WorkReader, WorkWriter};

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
    /// What the receiver has not been given yet.
    waiting: Vec<Event>,
}

/// Pieces of work from which on a range of them is not divided any further, for each thread: the
/// last ones decide how long threads wait for each other.
const PARTS_A_THREAD: usize = 16;

/// A pair of groups to solve: each of some side.
pub(crate) type Job<'a> = (Place<'a>, Place<'a>);

/// A slice that is being solved.
struct Solving {
    index: SliceIndex,
    writer: Option<WorkWriter>,
    /// Whether a group joins men of all advances, and gives values of all levels at once.
    whole: bool,
    /// Values that wait for the last level.
    kept: Vec<Emitted>,
}

/// A tile that was solved, with its groups and, where there are work files, its packed form.
struct SolvedTile {
    slice: Slice,
    groups: (u32, u32),
    tile: Tile,
    packed: Option<io::Result<PackedTile>>,
    emitted: Vec<Emitted>,
}

impl<'e> Solver<'e> {
    /// A solver for slices in which no side has more than so many pieces.
    pub(crate) fn new(side_pieces: u8, means: Means<'e>) -> Solver<'e> {
        Solver { catalog: Catalog::new(side_pieces), tables: Tables::new(), means, waiting: Vec::new() }
    }

    /// Takes the values of a slice and its reverse from their work files. Says whether both were
    /// there; if not, the slices have to be solved.
    pub(crate) fn load<E>(&mut self, slice: Slice) -> Result<bool, SolveError<E>> {
        let Some(folder) = &self.means.work else { return Ok(false) };
        let mut found = Vec::new();
        for slice in both(slice) {
            let path = work_path(folder, slice);
            let opened = WorkReader::open(&path, self.means.conditions.rules, slice);
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

    /// Solves the slices of a family and their reverses; all that they lead to has to be solved or
    /// loaded. The last values are given to the receiver by the next call, or by [`Solver::finish`].
    pub(crate) fn solve<R: Receiver>(
        &mut self,
        family: &[Slice],
        receiver: &mut R,
    ) -> Result<(), SolveError<R::Error>> {
        let mut slices = Vec::new();
        for slice in family.iter().copied().flat_map(both) {
            slices.push(self.begin(slice, receiver)?);
        }
        let side = |side| Arc::clone(self.catalog.side(side));
        let sides: Vec<_> =
            family.iter().map(|slice| [side(slice.mover()), side(slice.opponent())]).collect();
        let men = family.iter().map(|slice| slice.men()).max().unwrap_or(0);
        for advance in (0..=6 * u32::from(men)).rev() {
            let waiting = std::mem::take(&mut self.waiting);
            let (delivered, solved) =
                rayon::join(|| deliver(receiver, waiting), || self.solve_level(&mut slices, &sides, advance));
            delivered.map_err(SolveError::Receiver)?;
            solved?;
            for slice in &mut slices {
                if !slice.whole || advance == 0 {
                    let (first, len) = if slice.whole {
                        (0, slice.index.size())
                    } else {
                        level_range(&slice.index, advance)
                    };
                    let values = std::mem::take(&mut slice.kept);
                    self.waiting.push(Event::Level { slice: slice.index.slice(), first, len, values });
                }
            }
        }
        for Solving { index, writer, .. } in slices {
            self.waiting.push(Event::End(index.slice()));
            if let Some(writer) = writer {
                writer.finish().map_err(|source| self.work_error(index.slice(), source))?;
            }
        }
        Ok(())
    }

    /// Gives the receiver what it has not been given yet.
    pub(crate) fn finish<R: Receiver>(&mut self, receiver: &mut R) -> Result<(), SolveError<R::Error>> {
        deliver(receiver, std::mem::take(&mut self.waiting)).map_err(SolveError::Receiver)
    }

    /// Begins a slice: with the receiver, in the tables, and in its work file.
    fn begin<R: Receiver>(
        &mut self,
        slice: Slice,
        receiver: &mut R,
    ) -> Result<Solving, SolveError<R::Error>> {
        let (mut work, mut writer) = (None, None);
        if let Some(folder) = &self.means.work {
            let path = work_path(folder, slice);
            let created = WorkWriter::create(&path, self.means.conditions.rules, slice);
            let created = created.and_then(|writer| Ok((writer.reader()?, writer)));
            let (reader, created) = created.map_err(|source| self.work_error(slice, source))?;
            work = Some((path, reader));
            writer = Some(created);
        }
        let table = self.new_table(slice, work);
        self.tables.insert(slice, table);
        let index = SliceIndex::new(slice);
        receiver.begin(&index).map_err(SolveError::Receiver)?;
        let whole = [slice.mover(), slice.opponent()].map(|side| self.catalog.side(side).is_whole());
        Ok(Solving { index, writer, whole: whole.contains(&true), kept: Vec::new() })
    }

    fn work_error<E>(&self, slice: Slice, source: io::Error) -> SolveError<E> {
        let path = work_path(self.means.work.as_deref().unwrap_or(Path::new("")), slice);
        SolveError::Work(Fault { path, source })
    }

    /// Solves all pairs of groups of one total advance, and adds their values to those that wait.
    fn solve_level<E>(
        &mut self,
        slices: &mut [Solving],
        sides: &[[Arc<SideGroups>; 2]],
        advance: u32,
    ) -> Result<(), SolveError<E>> {
        let jobs: Vec<Job<'_>> =
            sides.iter().flat_map(|[mover, opponent]| jobs([mover, opponent], advance)).collect();
        let mut rest = &jobs[..];
        while !rest.is_empty() {
            let batch;
            (batch, rest) = rest.split_at(memory::batch_len(rest, self.means.room));
            let part = batch.len() / (PARTS_A_THREAD * rayon::current_num_threads());
            let solved: Vec<SolvedTile> = batch
                .par_iter()
                .with_max_len(part.max(1))
                .flat_map_iter(|&job| self.solve_job(slices, job))
                .collect();
            if self.means.conditions.interrupt.load(Ordering::Relaxed) {
                return Err(SolveError::Interrupted);
            }
            for solved in solved {
                self.keep(slices, solved)?;
            }
            for Solving { index, writer, .. } in &mut *slices {
                if let Some(writer) = writer {
                    writer.flush().map_err(|source| self.work_error(index.slice(), source))?;
                }
            }
            self.tables.end_batch(self.means.room).map_err(SolveError::Work)?;
        }
        Ok(())
    }

    /// Files a solved tile.
    fn keep<E>(&mut self, slices: &mut [Solving], solved: SolvedTile) -> Result<(), SolveError<E>> {
        let SolvedTile { slice, groups: (mover, opponent), tile, packed, emitted } = solved;
        let solving = slices.iter_mut().find(|solving| solving.index.slice() == slice);
        let Solving { writer, kept, .. } = solving.expect("a tile belongs to a slice that is being solved");
        let mut frame = None;
        if let (Some(writer), Some(packed)) = (writer, packed) {
            let appended = packed.and_then(|packed| writer.append(mover, opponent, &packed));
            frame = Some(appended.map_err(|source| self.work_error(slice, source))?);
        }
        kept.extend(emitted);
        self.tables.slice_mut(slice).insert(mover, opponent, tile, frame);
        Ok(())
    }

    fn solve_job(&self, slices: &[Solving], (first, second): Job<'_>) -> Vec<SolvedTile> {
        let Means { conditions, ref work, .. } = self.means;
        let Conditions { rules, cpu, interrupt, phases } = conditions;
        let captures = Captures { rules, catalog: &self.catalog, tables: &self.tables };
        let solved = pair::solve(captures, conditions, first, second);
        if interrupt.load(Ordering::Relaxed) {
            return Vec::new();
        }
        let file = |solved: pair::SolvedHalf<'_>| {
            let of_tile = |index: &SliceIndex| {
                let slice = index.slice();
                (slice.mover(), slice.opponent()) == (solved.mover.side.side(), solved.opponent.side.side())
            };
            let index = slices.iter().map(|solving| &solving.index).find(|index| of_tile(index));
            let index = index.expect("a pair of groups belongs to a slice that is being solved");
            let (emitted, packed) = rayon::join(
                || phases.run(Phase::Ordering, || emit(cpu, index, &solved)),
                || work.as_ref().map(|_| PackedTile::new(solved.tile.bits())),
            );
            let groups = (solved.mover.group, solved.opponent.group);
            SolvedTile { slice: index.slice(), groups, tile: solved.tile, packed, emitted }
        };
        solved.into_par_iter().map(file).collect()
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
    let mut by_advance: Vec<Vec<u32>> = vec![Vec::new(); advance as usize + 1];
    for (second, their) in (0..).zip(opponent.groups()) {
        if let Some(groups) = by_advance.get_mut(their.advance() as usize)
            && their.columns() > 0
        {
            groups.push(second);
        }
    }
    let mut jobs = Vec::new();
    for (first, own) in (0..).zip(mover.groups()) {
        if own.columns() == 0 || own.advance() > advance {
            continue;
        }
        for &second in &by_advance[(advance - own.advance()) as usize] {
            let their = opponent.group(second);
            let collide = match (own.single_men(), their.single_men()) {
                (Some(own), Some(their)) => own & their.reverse_bits() != 0,
                _ => false,
            };
            if !(collide || mirrored && second < first) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_groups_of_a_man_and_two_kings() {
        let catalog = Catalog::new(3);
        let slice: Slice = "1m2k-1m2k".parse().unwrap();
        let sides = [slice.mover(), slice.opponent()].map(|side| &**catalog.side(side));
        assert_eq!(sides[0].groups().len(), 28);
        let of_level: Vec<usize> = (0..=12).map(|advance| jobs(sides, advance).len()).collect();
        assert_eq!((of_level.iter().sum::<usize>(), of_level[12]), (394, 10));
    }
}
