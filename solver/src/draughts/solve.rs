//! Solving slices in order.
//!
//! Slices come by number of pieces, then by number of men, so that captures and crownings lead to
//! finished ones. A slice and its reverse are solved together, from the highest total advance down:
//! pairs of groups of equal total advance do not depend on each other and are shared out among
//! threads.

use std::sync::Arc;

use rayon::prelude::*;
use retrograde_db::draughts::{Slice, SliceIndex};

use super::capture::Captures;
use super::catalog::Catalog;
use super::emit::{Emit, Emitted};
use super::group::SideGroups;
use super::kernel::CpuKind;
use super::pair::{self, Place};
use super::table::{SliceTable, Tables};

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

/// The solver: constant tables, and the values of what has been solved.
pub(crate) struct Solver {
    catalog: Catalog,
    tables: Tables,
    cpu: CpuKind,
}

impl Solver {
    /// A solver for slices with up to so many pieces.
    pub(crate) fn new(pieces: u8, cpu: CpuKind) -> Solver {
        Solver { catalog: Catalog::new(pieces - 1), tables: Tables::new(), cpu }
    }

    /// Solves a slice and its reverse; all that they lead to has to be solved.
    pub(crate) fn solve<R: Receiver>(&mut self, slice: Slice, receiver: &mut R) -> Result<(), R::Error> {
        let (mover, opponent) = (self.catalog.side(slice.mover()), self.catalog.side(slice.opponent()));
        let (mover, opponent) = (Arc::clone(mover), Arc::clone(opponent));
        let mirrored = slice == slice.reversed();
        let slices = if mirrored { vec![slice] } else { vec![slice, slice.reversed()] };
        let indices: Vec<SliceIndex> = slices.iter().map(|&slice| SliceIndex::new(slice)).collect();
        for index in &indices {
            let (mover, opponent) =
                (self.catalog.side(index.slice().mover()), self.catalog.side(index.slice().opponent()));
            self.tables.insert(index.slice(), Arc::new(SliceTable::new(mover, opponent)));
            receiver.begin(index)?;
        }
        let most = 6 * u32::from(slice.men());
        // A group that joins men of all advances gives values of all levels at once.
        let whole = mover.is_whole() || opponent.is_whole();
        let mut kept: Vec<Vec<Emitted>> = slices.iter().map(|_| Vec::new()).collect();
        for advance in (0..=most).rev() {
            let values = self.solve_level(&indices, (&mover, &opponent), advance);
            for ((index, values), kept) in indices.iter().zip(values).zip(&mut kept) {
                if whole {
                    kept.extend(values);
                } else {
                    let (first, len) = level_range(index, advance);
                    receiver.level(index.slice(), first, len, values)?;
                }
            }
        }
        if whole {
            for (index, kept) in indices.iter().zip(kept) {
                receiver.level(index.slice(), 0, index.size(), kept)?;
            }
        }
        for &slice in &slices {
            receiver.end(slice)?;
        }
        Ok(())
    }

    /// Solves all pairs of groups of one total advance; gives the values by slice.
    fn solve_level(
        &self,
        indices: &[SliceIndex],
        sides: (&SideGroups, &SideGroups),
        advance: u32,
    ) -> Vec<Vec<Emitted>> {
        let captures = Captures { catalog: &self.catalog, tables: &self.tables };
        let solved: Vec<Vec<(usize, Emitted)>> = jobs(sides, advance)
            .into_par_iter()
            .map(|(first, second)| {
                let mut emitted = Vec::with_capacity(2);
                for solved in pair::solve(captures, self.cpu, first, second) {
                    let slice = Slice::new(solved.mover.side.side(), solved.opponent.side.side());
                    let place = indices.iter().position(|index| Ok(index.slice()) == slice).unwrap_or(0);
                    let index = &indices[place];
                    emitted.push((place, self.cpu.run(Emit { index, solved: &solved })));
                    let table = self.tables.slice(solved.mover.side.side(), solved.opponent.side.side());
                    table.insert(solved.mover.group, solved.opponent.group, solved.tile);
                }
                emitted
            })
            .collect();
        let mut values: Vec<Vec<Emitted>> = indices.iter().map(|_| Vec::new()).collect();
        for (slice, emitted) in solved.into_iter().flatten() {
            values[slice].push(emitted);
        }
        values
    }
}

/// The pairs of groups of one total advance, each named once.
fn jobs<'a>(
    (mover, opponent): (&'a SideGroups, &'a SideGroups),
    advance: u32,
) -> Vec<(Place<'a>, Place<'a>)> {
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
    let total = |pair: &retrograde_db::draughts::ClassPair| pair.mover.advance() + pair.opponent.advance();
    let start = pairs.partition_point(|pair| total(pair) > advance);
    let end = pairs.partition_point(|pair| total(pair) >= advance);
    let first = pairs.get(start).map_or(index.size(), |pair| pair.first);
    (first, pairs[start..end].iter().map(|pair| pair.len).sum())
}

/// The slices with 2 to `pieces` pieces, each pair of a slice and its reverse named once, in an
/// order in which they can be solved.
pub(crate) fn slice_pairs(pieces: u8) -> Vec<Slice> {
    Slice::up_to(pieces).into_iter().filter(|&slice| slice <= slice.reversed()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrograde_db::ValueCounts;

    struct Count(Vec<(Slice, ValueCounts)>);

    impl Receiver for Count {
        type Error = std::convert::Infallible;

        fn begin(&mut self, index: &SliceIndex) -> Result<(), Self::Error> {
            self.0.push((index.slice(), ValueCounts::default()));
            Ok(())
        }

        fn level(
            &mut self,
            slice: Slice,
            first: u64,
            len: u64,
            values: Vec<Emitted>,
        ) -> Result<(), Self::Error> {
            let (_, counts) = self.0.iter_mut().find(|(other, _)| *other == slice).unwrap();
            let mut runs: Vec<(u64, u64)> = Vec::new();
            for emitted in values {
                *counts += emitted.counts;
                assert_eq!(emitted.planes.len(), emitted.runs.iter().map(|run| run.1).sum::<u64>());
                runs.extend(emitted.runs);
            }
            runs.sort_unstable();
            let mut place = first;
            for (start, len) in runs {
                assert_eq!(start, place, "{slice}");
                place += len;
            }
            assert_eq!(place, first + len, "{slice}");
            Ok(())
        }

        fn end(&mut self, _: Slice) -> Result<(), Self::Error> {
            Ok(())
        }
    }

    #[test]
    fn counts_are_the_published_ones() {
        let published = include_str!("../../../db/tests/data/draughts-wld-2-5.csv");
        let max: u8 = std::env::var("P").map_or(4, |p| p.parse().unwrap());
        let mut solver = Solver::new(max, CpuKind::best());
        let mut counts = Count(Vec::new());
        let start = std::time::Instant::now();
        for slice in slice_pairs(max) {
            let t = std::time::Instant::now();
            solver.solve(slice, &mut counts).unwrap();
            let n = SliceIndex::new(slice).size()
                + if slice == slice.reversed() { 0 } else { SliceIndex::new(slice.reversed()).size() };
            println!("{slice} {n} {:?} {:.1} M/s", t.elapsed(), n as f64 / t.elapsed().as_secs_f64() / 1e6);
        }
        println!("{:?}", start.elapsed());
        let mut seen = 0;
        for line in published.lines().filter(|line| !line.starts_with('#') && !line.starts_with("bm")) {
            let n: Vec<u64> = line.split(',').take(8).map(|n| n.parse().unwrap()).collect();
            if n[..4].iter().sum::<u64>() > u64::from(max) {
                continue;
            }
            let side = |men: u64, kings: u64| {
                retrograde_db::draughts::SideType::new(men as u8, kings as u8).unwrap()
            };
            let slice = Slice::new(side(n[0], n[1]), side(n[2], n[3])).unwrap();
            let (_, counts) = counts.0.iter().find(|(other, _)| *other == slice).unwrap();
            assert_eq!([counts.total(), counts.win, counts.draw, counts.loss], n[4..], "{slice}");
            seen += 1;
        }
        println!("{seen} classes");
    }
}
