//! `retrograde draughts counts [--positions]`

use std::fmt;

use clap::Args;
use retrograde_db::ValueCounts;
use retrograde_db::draughts::{Density, Slice, position_counts};
use retrograde_solver::draughts::count_by_probing;
use serde::Serialize;

use super::tables::TablesOption;
use crate::error::CommandError;
use crate::output::Output;

/// Count won, drawn and lost positions of each slice.
///
/// Writes CSV: black men, black kings, white men, white kings, positions, and how many of them Black
/// wins, draws and loses with the move. All legal placements count, those with a capture too. Since
/// the tables know no colours, the same numbers hold for White to move. Compact tables have not counted
/// all of their positions, which are probed one by one: some microseconds each.
///
/// With --positions no table is needed: CSV with how many positions there are with 1 to 24 pieces, all
/// placements and those in which both sides have a piece, and a last row for all together.
#[derive(Debug, Args)]
pub(crate) struct Counts {
    #[command(flatten)]
    tables: TablesOption,
    /// Count the positions that there are, of 1 to 24 pieces.
    #[arg(long, conflicts_with = "tables")]
    positions: bool,
}

/// The positions with so many pieces, one side to move.
#[derive(Serialize)]
struct PositionsRow {
    /// How many pieces; none for all together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pieces: Option<u32>,
    all: u128,
    both: u128,
}

impl fmt::Display for PositionsRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PositionsRow { pieces, all, both } = self;
        match pieces {
            Some(pieces) => write!(f, "{pieces},{all},{both}"),
            None => write!(f, "all,{all},{both}"),
        }
    }
}

/// The most pieces in a game.
const PIECES: u32 = 24;

/// Writes how many positions there are.
fn write_positions(output: &mut Output) -> Result<(), CommandError> {
    output.heading("pieces,all,both")?;
    let mut sum = PositionsRow { pieces: None, all: 0, both: 0 };
    for pieces in 1..=PIECES {
        let counts = position_counts(pieces);
        sum.all += counts.all;
        sum.both += counts.both_sides;
        output.record(&PositionsRow { pieces: Some(pieces), all: counts.all, both: counts.both_sides })?;
    }
    output.record(&sum)
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
        if self.positions {
            return write_positions(output);
        }
        let tables = self.tables.open_some()?;
        // A compact table answers for two slices, and has counted a part of one.
        let mut slices: Vec<(Slice, bool)> = Vec::new();
        for slice in tables.slices() {
            let compact = tables.density(slice)? == Density::Compact;
            let reverse = Some(slice.reversed()).filter(|&reverse| compact && reverse != slice);
            slices.extend([Some(slice), reverse].into_iter().flatten().map(|slice| (slice, compact)));
        }
        slices.sort_by_key(|&(slice, _)| (slice.pieces(), slice.mover().pieces(), slice));
        output.heading("bm,bk,wm,wk,n,win,draw,loss")?;
        for (slice, compact) in slices {
            let counts =
                if compact { count_by_probing(&tables, slice)? } else { tables.describe(slice)?.counts };
            output.record(&Row::new(slice, counts))?;
        }
        Ok(())
    }
}
