//! `retrograde draughts counts`

use std::fmt;

use clap::Args;
use retrograde_db::ValueCounts;
use retrograde_db::draughts::Slice;
use serde::Serialize;

use super::tables::TablesOption;
use crate::error::CommandError;
use crate::output::Output;

/// Count won, drawn and lost positions of each slice.
///
/// Writes CSV: black men, black kings, white men, white kings, positions, and how many of them Black
/// wins, draws and loses with the move. All legal placements count, those with a capture too. Since
/// the tables know no colours, the same numbers hold for White to move.
#[derive(Debug, Args)]
pub(crate) struct Counts {
    #[command(flatten)]
    tables: TablesOption,
}

/// One slice, Black to move.
#[derive(Serialize)]
struct Row {
    bm: u8,
    bk: u8,
    wm: u8,
    wk: u8,
    n: u64,
    win: u64,
    draw: u64,
    loss: u64,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { bm, bk, wm, wk, n, win, draw, loss } = self;
        write!(f, "{bm},{bk},{wm},{wk},{n},{win},{draw},{loss}")
    }
}

impl Row {
    fn new(slice: Slice, counts: ValueCounts) -> Row {
        let (black, white) = (slice.mover(), slice.opponent());
        let ValueCounts { win, draw, loss } = counts;
        let n = counts.total();
        Row { bm: black.men(), bk: black.kings(), wm: white.men(), wk: white.kings(), n, win, draw, loss }
    }
}

impl Counts {
    /// Writes the rows: fewest pieces first, then fewest black ones, then fewest men.
    pub(crate) fn run(&self, output: &mut Output) -> Result<(), CommandError> {
        let tables = self.tables.open_some()?;
        let mut slices: Vec<Slice> = tables.slices().collect();
        slices.sort_by_key(|slice| (slice.pieces(), slice.mover().pieces(), *slice));
        output.heading("bm,bk,wm,wk,n,win,draw,loss")?;
        for slice in slices {
            let description = tables.describe(slice)?;
            output.record(&Row::new(slice, description.counts))?;
        }
        Ok(())
    }
}
