//! Checking tables against the rules of the game.
//!
//! [`verify_logical`] goes over the positions of every table, plays each legal move, and compares
//! the stored value with the best that the moves lead to. It shares nothing with the code that made
//! the tables: positions, moves and values come one by one from the move generator and the probe.
//!
//! What that proves, and what not: a table that passes is right wherever its values are **founded**,
//! that is, wherever each win can be led to its end. A set of positions that claim to win because
//! of one another, in a circle, would pass too. The counts of each value, compared with published
//! ones, and the naive solver in the tests close that gap for small tables.

use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::Range;

use rayon::prelude::*;
use retrograde_db::draughts::{MoveList, Position, Side, Slice, SliceIndex};
use retrograde_db::{DistanceKind, Plies, Value};
use retrograde_probe::draughts::{ProbeError, Tables};
use thiserror::Error;

use super::sample::Sample;
use crate::progress::Progress;
use crate::tasks::tasks;

/// What to check, and with what.
#[derive(Clone, Copy, Debug, Default)]
pub struct LogicalOptions {
    /// Threads to use; `None` for one a core.
    pub threads: Option<NonZeroUsize>,
    /// Check about so many positions, spread over all tables by their sizes, in runs of consecutive ones
    /// (four thousand runs, or more where they would be longer than 65,536 positions); `None` for all.
    pub sample: Option<NonZeroU64>,
}

/// What was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LogicalReport {
    /// Positions whose stored value was compared with its successors.
    pub checked: u64,
    /// Positions in which the side to move can capture: no value is stored for them.
    pub captures: u64,
    /// Positions whose value the next moves tell, most of them threatened: none is stored for them either.
    pub threatened: u64,
}

impl LogicalReport {
    /// All positions that were looked at.
    #[must_use]
    pub const fn positions(self) -> u64 {
        self.checked + self.captures + self.threatened
    }
}

impl std::ops::AddAssign for LogicalReport {
    fn add_assign(&mut self, other: LogicalReport) {
        self.checked += other.checked;
        self.captures += other.captures;
        self.threatened += other.threatened;
    }
}

/// Why tables did not pass.
#[derive(Debug, Error)]
pub enum LogicalError {
    /// The threads could not be started.
    #[error("the threads could not be started")]
    Threads(#[source] rayon::ThreadPoolBuildError),
    /// A table could not be opened.
    #[error("the table of slice {slice} could not be checked")]
    Table {
        /// Its slice.
        slice: Slice,
        /// Why.
        source: Box<ProbeError>,
    },
    /// A value could not be had.
    #[error("{position}: its value could not be checked")]
    Probe {
        /// The position that was being checked.
        position: Position,
        /// Why.
        source: Box<ProbeError>,
    },
    /// A value is wrong.
    #[error("{position} (slice {slice}) is stored as a {stored}, but its moves make it a {expected}")]
    Wrong {
        /// The position.
        position: Position,
        /// Its slice.
        slice: Slice,
        /// What the table says.
        stored: Value,
        /// What follows from the values of its successors.
        expected: Value,
    },
    /// A distance is wrong.
    #[error(
        "{position} (slice {slice}) is stored with {stored} plies to {kind}, but its moves make it {expected}"
    )]
    WrongDistance {
        /// The position.
        position: Position,
        /// Its slice.
        slice: Slice,
        /// Which distance.
        kind: DistanceKind,
        /// What the table says.
        stored: Plies,
        /// What follows from the distances of its successors; 0 where no move wins.
        expected: Plies,
    },
}

/// Positions between two words of progress.
const BATCH: u64 = 1 << 20;
/// Positions that one task checks.
const TASK: u64 = 1 << 12;

/// Checks the stored values of all tables, or a sample of them, each against its successors. Positions that a
/// compact table has no place for have none: their values are found anew whenever they are asked for.
///
/// # Errors
/// The first wrong value, in the order of slices and indices, or the first one that can't be had.
pub fn verify_logical(
    tables: &Tables,
    options: &LogicalOptions,
    progress: &(dyn Progress + Sync),
) -> Result<LogicalReport, LogicalError> {
    let pool = threads(options)?;
    let slices: Vec<Slice> = tables.slices().collect();
    let sizes: Result<Vec<u64>, LogicalError> =
        slices.iter().map(|&slice| Ok(index_of(tables, slice)?.size())).collect();
    let all: u64 = sizes?.iter().sum();
    let sample = Sample::of(all, options.sample);
    progress.begin(sample.len(all));
    pool.install(|| {
        let mut report = LogicalReport::default();
        for slice in slices {
            progress.part(&slice.to_string());
            let index = index_of(tables, slice)?;
            let samples = sample.len(index.size());
            let mut first = 0;
            while first < samples {
                let batch = first..samples.min(first + BATCH);
                first = batch.end;
                progress.advance(batch.end - batch.start);
                let batch = check_batch(tables, &index, batch, sample)?;
                report += batch;
            }
        }
        Ok(report)
    })
}

/// The numbering of the positions that a table has a place for.
fn index_of(tables: &Tables, slice: Slice) -> Result<SliceIndex, LogicalError> {
    let density =
        tables.density(slice).map_err(|source| LogicalError::Table { slice, source: Box::new(source) })?;
    Ok(SliceIndex::with_density(slice, density))
}

/// The threads that the options ask for.
pub(crate) fn threads(options: &LogicalOptions) -> Result<rayon::ThreadPool, LogicalError> {
    let threads = options.threads.map_or(0, NonZeroUsize::get);
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(LogicalError::Threads)
}

/// Checks a range of samples on all threads.
fn check_batch(
    tables: &Tables,
    index: &SliceIndex,
    samples: Range<u64>,
    sample: Sample,
) -> Result<LogicalReport, LogicalError> {
    let results: Vec<Result<LogicalReport, LogicalError>> = tasks(samples.end - samples.start, TASK)
        .map(|task| {
            let mut report = LogicalReport::default();
            let mut moves = MoveList::new();
            for number in samples.start + task.start..samples.start + task.end {
                match check(tables, index, sample.place(number, index.size()), &mut moves)? {
                    Checked::Value => report.checked += 1,
                    Checked::Capture => report.captures += 1,
                    Checked::Threatened => report.threatened += 1,
                }
            }
            Ok(report)
        })
        .collect();
    results.into_iter().try_fold(LogicalReport::default(), |mut sum, report| {
        sum += report?;
        Ok(sum)
    })
}

/// What a look at a position came to.
enum Checked {
    /// Its value is right.
    Value,
    /// It has no stored value, but captures.
    Capture,
    /// It has no stored value, since the next moves tell it.
    Threatened,
}

fn check(
    tables: &Tables,
    index: &SliceIndex,
    place: u64,
    moves: &mut MoveList,
) -> Result<Checked, LogicalError> {
    let rules = tables.rules();
    let view = index.view(place).expect("samples lie below the size of the slice");
    if rules.can_capture(view) {
        return Ok(Checked::Capture);
    }
    let position = Position::from_view(view, Side::Black);
    let probe_error = |source| LogicalError::Probe { position, source: Box::new(source) };
    let stored = match tables.stored_value(position).map_err(probe_error)? {
        Some(stored) => stored,
        None if rules.has_move(view) => return Ok(Checked::Threatened),
        // The game is over, as a probe knows without a table.
        None => tables.probe_quiet(position).map_err(probe_error)?,
    };
    rules.moves_into(view, moves);
    let mut expected = rules.without_move;
    for mv in moves.iter() {
        let after = Position::from_view(rules.play(view, mv), Side::White);
        let value = tables.probe(after).map_err(probe_error)?.for_opponent();
        expected = expected.max(value);
        if expected > stored || expected == Value::Win {
            break;
        }
    }
    if stored == expected {
        Ok(Checked::Value)
    } else {
        Err(LogicalError::Wrong { position, slice: index.slice(), stored, expected })
    }
}
