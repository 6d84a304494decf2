//! `retrograde draughts line FEN`

use std::fmt;

use clap::Args;
use retrograde_db::draughts::Position;
use retrograde_probe::draughts::{self as probe, LineEnd, Tables};
use serde::Serialize;

use super::plies::{PliesColumns, columns};
use super::read_position;
use super::tables::ProbeOptions;
use crate::error::CommandError;
use crate::output::Output;

/// Play a line of moves that keep the value, to the end or to the first repetition.
///
/// Writes `MOVE <TAB> win|draw|loss <TAB> FEN` for each move: its value for the side that makes it,
/// and the position after it; then how the line ends. Where the folder has distances, `<TAB> PLIES
/// <TAB> conversion|win` follows: the plies from before the move, and the line is the best one. Without
/// distances the tables know which moves win and not how fast, so it may take longer than it has to.
#[derive(Debug, Args)]
pub(crate) struct Line {
    #[command(flatten)]
    tables: ProbeOptions,
    /// The position, such as W:WK15,20:B12,K28.
    #[arg(value_name = "FEN")]
    position: String,
}

/// One move of a line.
#[derive(Serialize)]
struct Step {
    #[serde(rename = "move")]
    text: String,
    value: &'static str,
    after: String,
    #[serde(flatten)]
    distance: Option<PliesColumns>,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}\t{}{}", self.text, self.value, self.after, columns(self.distance))
    }
}

/// How a line ends, from a position with this value.
#[derive(Serialize)]
struct End {
    value: &'static str,
    plies: usize,
    end: String,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} after {} plies: {}", self.value, self.plies, self.end)
    }
}

impl Line {
    /// Writes the moves and the end.
    pub(crate) fn run(&self, output: &mut Output) -> Result<(), CommandError> {
        let position = read_position(&self.position)?;
        let mut tables = self.tables.open()?;
        let line = tables.ask(position, Tables::line)?;
        let mut before = position;
        for probed in &line.moves {
            let text = before.write_move(tables.rules(), &probed.mv);
            let (value, after) = (probed.value.name(), probed.after.to_string());
            let distance = probed.distance.map(PliesColumns::from);
            output.record(&Step { text, value, after, distance })?;
            before = probed.after;
        }
        let (value, plies) = (line.value.name(), line.moves.len());
        match end(line, before) {
            Ok(end) => output.record(&End { value, plies, end }),
            Err(error) => Err(tables.error(before, error)),
        }
    }
}

/// How the line ends, in words; where a value is missing, the error.
fn end(line: probe::Line, last: Position) -> Result<String, probe::ProbeError> {
    Ok(match line.end {
        LineEnd::GameOver => format!("{} has no move", last.side_to_move()),
        LineEnd::Repetition { after } => format!("the position after {after} plies again"),
        LineEnd::TooLong => "no end so far".to_owned(),
        LineEnd::Unknown(error) => return Err(error),
    })
}
