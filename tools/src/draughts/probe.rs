//! `retrograde draughts probe [FEN ...]`

use std::fmt;

use clap::Args;
use retrograde_probe::draughts::Tables;
use serde::Serialize;

use super::plies::{PliesColumns, columns};
use super::read_position;
use super::tables::ProbeOptions;
use crate::error::CommandError;
use crate::input::answer_each;
use crate::output::Output;

/// Say whether the side to move wins, draws or loses.
///
/// Writes `FEN <TAB> win|draw|loss` for each position, the FEN as it was given; where the folder has
/// distances, `<TAB> PLIES <TAB> conversion|win` too, but for a draw: how many moves of both sides are
/// left to the next capture or man move, or to the end of the game. Without a position on
/// the command line, one a line is read from standard input; blank lines and lines that begin with #
/// are skipped.
#[derive(Debug, Args)]
pub(crate) struct Probe {
    #[command(flatten)]
    tables: ProbeOptions,
    /// Positions, such as W:WK15,20:B12,K28.
    #[arg(value_name = "FEN")]
    positions: Vec<String>,
}

/// A position and its value for the side to move.
#[derive(Serialize)]
struct Answer<'a> {
    fen: &'a str,
    value: &'static str,
    #[serde(flatten)]
    distance: Option<PliesColumns>,
}

impl fmt::Display for Answer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}{}", self.fen, self.value, columns(self.distance))
    }
}

impl Probe {
    /// Answers each position.
    pub(crate) fn run(&self, output: &mut Output) -> Result<(), CommandError> {
        let mut tables = self.tables.open()?;
        answer_each(&self.positions, output, |fen, output| {
            let ask = |tables: &Tables, position| Ok((tables.probe(position)?, tables.distance(position)?));
            let (value, distance) = tables.ask(read_position(fen)?, ask)?;
            output.record(&Answer { fen, value: value.name(), distance: distance.map(PliesColumns::from) })
        })
    }
}
