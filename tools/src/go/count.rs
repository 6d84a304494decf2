//! `retrograde go count MxN`

use std::fmt;

use clap::Args;
use retrograde_db::go::{BoardIndex, BoardSize};
use retrograde_solver::Progress;
use serde::Serialize;

use crate::error::CommandError;
use crate::output::Output;
use crate::progress::Bar;

/// Boards whose images are looked for: a minute.
const MOST: u64 = 300_000_000;
/// Boards between two words of progress.
const BATCH: u64 = 1 << 16;

/// Count the legal boards of a size, and those that differ under its symmetries.
///
/// Writes `SIZE <TAB> LEGAL <TAB> ORBITS`. Orbits are counted one by one, and left out (a dash) above
/// 300 million legal boards.
#[derive(Debug, Args)]
pub(crate) struct Count {
    /// Rows and columns of the board, such as 3x4.
    #[arg(value_name = "MxN")]
    size: BoardSize,
}

/// The counts.
#[derive(Serialize)]
struct Counts {
    size: String,
    legal: u64,
    orbits: Option<u64>,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}\t", self.size, self.legal)?;
        match self.orbits {
            Some(orbits) => orbits.fmt(f),
            None => f.write_str("-"),
        }
    }
}

impl Count {
    /// Counts.
    pub(crate) fn run(&self, output: &mut Output) -> Result<(), CommandError> {
        let index = BoardIndex::new(self.size);
        let legal = index.boards();
        let orbits = (legal <= MOST).then(|| {
            let bar = Bar::counting("count", "boards");
            bar.begin(legal);
            let batches = (0..legal.div_ceil(BATCH)).map(|batch| {
                let numbers = batch * BATCH..legal.min((batch + 1) * BATCH);
                bar.advance(numbers.end - numbers.start);
                let standard =
                    |&number: &u64| index.board(number).is_some_and(|board| index.is_standard(board));
                numbers.filter(standard).count() as u64
            });
            batches.sum()
        });
        output.record(&Counts { size: self.size.to_string(), legal, orbits })
    }
}
