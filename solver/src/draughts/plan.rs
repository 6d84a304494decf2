//! What a build will take, said before it begins.
//!
//! Positions and memory come from closed formulas. Time and disk are estimates: the cost of a slice
//! follows from the number and the length of its rows, with constants fitted to measured builds of
//! two to seven pieces, and a short calibration says how fast this machine is in comparison.
//!
//! ```
//! use retrograde_solver::draughts::{BuildOptions, Speed, plan};
//!
//! let plans = plan(&BuildOptions::new(8), 2, Speed::REFERENCE)?;
//! let positions: u64 = plans.iter().map(|plan| plan.positions).sum();
//! assert_eq!(positions, 440_005_309_505); // both sides present, two to eight pieces
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use retrograde_db::DistanceKind;
use retrograde_db::draughts::{Density, Slice};

use super::build::{BuildError, build};
use super::kernel::CpuKind;
use super::memory::{GroupSizes, SliceMemory, beside_tiles};
use super::options::BuildOptions;
use super::solve::both;
use crate::budget::Bytes;
use crate::progress::Silent;
use crate::store::MemoryStore;

/// What solving a slice and its reverse, and writing their tables, takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlicePlan {
    /// The slice; it is solved together with its reverse.
    pub slice: Slice,
    /// Positions of both, or of the one that is its own reverse.
    pub positions: u64,
    /// Memory for all their values; with less, they are read back from work files.
    pub values: Bytes,
    /// Memory for everything else while they are solved: with less the slice can't be built.
    pub working: Bytes,
    /// Estimated length of their tables, those of distances too where they are asked for.
    pub disk: Bytes,
    /// Estimated length of their work files, which are removed at the end of the build.
    pub work_disk: Bytes,
    /// Estimated CPU time, all threads together.
    pub cpu: Duration,
}

/// How fast a machine is, compared with the one that the constants were measured on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speed(f64);

impl Speed {
    /// The machine of the constants: one core of an Intel Xeon (Sapphire Rapids) with AVX-512.
    pub const REFERENCE: Speed = Speed(1.0);

    /// So many times as fast as the reference; `None` unless it is a positive number.
    #[must_use]
    pub fn new(factor: f64) -> Option<Speed> {
        (factor > 0.0 && factor.is_finite()).then_some(Speed(factor))
    }

    /// How many times as fast as the reference.
    #[must_use]
    pub const fn factor(self) -> f64 {
        self.0
    }
}

/// CPU time of a build with four pieces in memory on the reference.
const REFERENCE_FOUR_PIECES: Duration = Duration::from_millis(130);

/// Nanoseconds for each row, jumping direction and opponent's piece: captures.
const CAPTURE_COST: f64 = 30.8;
/// Nanoseconds for each word of a row: moves and transposition.
const WORD_COST: f64 = 323.0;
/// Nanoseconds for each position: putting values in order, looking for runs.
const POSITION_COST: f64 = 3.5;
/// Nanoseconds for each byte of a table: compressing.
const BYTE_COST: f64 = 301.0;

/// Nanoseconds for each position: finding its distance, and compressing it, as FORMAT.md says.
const DISTANCE_COST: f64 = 550.0;

/// How many times as many positions a byte compact tables have, roughly: 2.7 with two to four pieces, 3.9
/// with three against two; not measured beyond.
const COMPACT_FACTOR: f64 = 2.7;

/// Estimates a build on so many threads, slice by slice in the order of the build.
///
/// # Errors
/// For what [`build`](super::build()) refuses at once: a number of pieces out of range, rules without such
/// tables, and distances beside compact ones.
pub fn plan(options: &BuildOptions, threads: usize, speed: Speed) -> Result<Vec<SlicePlan>, BuildError> {
    options.check()?;
    let slices = options.slice_pairs().into_iter();
    Ok(slices.map(|slice| plan_slice(slice, options, threads, speed)).collect())
}

fn plan_slice(slice: Slice, options: &BuildOptions, threads: usize, speed: Speed) -> SlicePlan {
    let positions: u64 = both(slice).into_iter().map(Slice::positions).sum();
    let position_cost = POSITION_COST + BYTE_COST / positions_a_byte(slice);
    let nanoseconds: f64 =
        both(slice).into_iter().map(solving_cost).sum::<f64>() + position_cost * positions as f64;
    let distances = options.distance.map_or(0.0, |kind| positions as f64 / distances_a_byte(kind));
    let distance_cost = options.distance.map_or(0.0, |_| DISTANCE_COST);
    let nanoseconds = nanoseconds + distance_cost * positions as f64;
    let density = if options.density == Density::Compact { COMPACT_FACTOR } else { 1.0 };
    SlicePlan {
        slice,
        positions,
        values: Bytes(SliceMemory::of(slice).tiles),
        working: Bytes(beside_tiles(&[slice], &[], options.most_of_a_side(), threads)),
        disk: Bytes((positions as f64 / positions_a_byte(slice) / density + distances) as u64 + 200),
        work_disk: Bytes((positions as f64 / work_positions_a_byte(slice)) as u64 + 200),
        cpu: Duration::from_secs_f64(nanoseconds / 1e9 / speed.factor()),
    }
}

/// Nanoseconds for solving one side to move of a slice, on the reference.
fn solving_cost(slice: Slice) -> f64 {
    let (own, their) = (GroupSizes::of(slice.mover()), GroupSizes::of(slice.opponent()));
    let rows = own.configurations as f64 * their.groups as f64;
    let words = own.configurations as f64 * their.words as f64;
    let jumps = 2.25 * f64::from(slice.mover().kings()) + 1.1 * f64::from(slice.mover().men());
    CAPTURE_COST * rows * jumps * f64::from(slice.opponent().pieces()) + WORD_COST * words
}

/// Positions a byte of tables.
fn positions_a_byte(slice: Slice) -> f64 {
    match slice.pieces() {
        0..=4 => 60.5,
        5 => 191.0,
        6 => 102.0,
        7 => 95.3,
        8 => 40.1,
        // Not measured.
        _ => 30.0,
    }
}

/// Positions a byte of distances, of two to five pieces; not measured beyond.
const fn distances_a_byte(kind: DistanceKind) -> f64 {
    match kind {
        DistanceKind::Conversion => 21.0,
        DistanceKind::Win => 3.4,
    }
}

/// Positions a byte of work files.
fn work_positions_a_byte(slice: Slice) -> f64 {
    match slice.pieces() {
        0..=4 => 10.9,
        5 => 23.2,
        6 => 15.0,
        7 => 11.0,
        8 => 5.9,
        // Not measured.
        _ => 4.4,
    }
}

/// Measures how fast this machine is, by building four pieces in memory a few times: about a second.
///
/// # Errors
/// Where the threads can't be started.
pub fn calibrate(cpu: CpuKind) -> Result<Speed, BuildError> {
    let options = BuildOptions { threads: NonZeroUsize::new(1), cpu, ..BuildOptions::new(4) };
    let mut fastest = Duration::MAX;
    for _ in 0..8 {
        let start = Instant::now();
        build(&mut MemoryStore::default(), &options, &Silent, &AtomicBool::new(false))?;
        // The fastest run is the one that others on the machine have disturbed the least.
        fastest = fastest.min(start.elapsed());
    }
    let factor = REFERENCE_FOUR_PIECES.as_secs_f64() / fastest.as_secs_f64().max(1e-6);
    Ok(Speed::new(factor).unwrap_or(Speed::REFERENCE))
}
