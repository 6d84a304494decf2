//! Checking tables against the rules of the game.
//!
//! [`verify_logical`] plays every play of every board, and compares the stored bounds of the best play
//! with the best of what the plays lead to, as the probe answers. It shares the rules and the index
//! with the code that made the tables, and nothing else.
//!
//! That finds every value that does not follow from the others. Bounds that support each other in a
//! circle would pass; the naive solver in the tests, and published figures, close that gap.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use retrograde_db::go::{Board, BoardIndex, Bounds, Colour, Position, TableName};
use retrograde_probe::go::{ProbeError, Tables};
use thiserror::Error;

use super::links::boards_after;
use crate::progress::Progress;
use crate::tasks::tasks;

/// What was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LogicalReport {
    /// Boards whose bounds were compared; the others are images of them.
    pub checked: u64,
}

/// Why tables did not pass.
#[derive(Debug, Error)]
pub enum LogicalError {
    /// The threads could not be started.
    #[error("the threads could not be started")]
    Threads(#[source] rayon::ThreadPoolBuildError),
    /// A value could not be had.
    #[error("{board}: its bounds could not be checked")]
    Probe {
        /// The board that was being checked.
        board: Board,
        /// Why.
        source: ProbeError,
    },
    /// A value is wrong.
    #[error(
        "{board} (table {}): the best play is stored as {stored}, but plays lead to {expected}",
        name.file_name()
    )]
    Wrong {
        /// The board, Black to move.
        board: Board,
        /// Its table.
        name: TableName,
        /// What the table says.
        stored: Bounds,
        /// What follows from the positions after it.
        expected: Bounds,
    },
}

/// Boards that one task checks.
const TASK: u64 = 1 << 12;

/// The tables of bounds. Exact values do not follow from those of other positions, since these count
/// other boards as visited.
fn bounds(tables: &Tables) -> impl Iterator<Item = TableName> {
    tables.names().filter(|name| name.repetition().is_none())
}

/// Checks the stored bounds of all tables, those of exact values left out; of `stride` boards one, 1 for all.
///
/// # Errors
/// The first wrong value, in the order of tables and numbers, or the first one that can't be had.
pub fn verify_logical(
    tables: &Tables,
    threads: Option<NonZeroUsize>,
    stride: u64,
    progress: &(dyn Progress + Sync),
) -> Result<LogicalReport, LogicalError> {
    let threads = threads.map_or(0, NonZeroUsize::get);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(LogicalError::Threads)?;
    let indices: Vec<(TableName, BoardIndex)> =
        bounds(tables).map(|name| (name, BoardIndex::new(name.size()))).collect();
    progress.begin(indices.iter().map(|(_, index)| index.boards()).sum());
    pool.install(|| {
        let mut report = LogicalReport::default();
        for (name, index) in &indices {
            progress.part(&name.file_name());
            let checked = AtomicU64::new(0);
            let results: Vec<Result<(), LogicalError>> = tasks(index.boards(), TASK)
                .map(|numbers| {
                    progress.advance(numbers.end - numbers.start);
                    let here = numbers.filter(|number| number % stride.max(1) == 0).filter_map(|number| {
                        let board = index.board(number)?;
                        index.is_standard(board).then_some(board)
                    });
                    for board in here {
                        check(tables, *name, board)?;
                        checked.fetch_add(1, Ordering::Relaxed);
                    }
                    Ok(())
                })
                .collect();
            results.into_iter().collect::<Result<(), _>>()?;
            report.checked += checked.into_inner();
        }
        Ok(report)
    })
}

fn check(tables: &Tables, name: TableName, board: Board) -> Result<(), LogicalError> {
    let probe_error = |source| LogicalError::Probe { board, source };
    let stored = tables.best_play(board, name.suicide()).map_err(probe_error)?;
    let mut expected = Bounds::without_play(board.size());
    for after in boards_after(board, name.suicide()) {
        let position = Position { board: after, to_move: Colour::White, passed: false };
        expected = expected.best(tables.forced(position, name.suicide()).map_err(probe_error)?);
    }
    if stored == expected { Ok(()) } else { Err(LogicalError::Wrong { board, name, stored, expected }) }
}
