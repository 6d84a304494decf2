//! `retrograde draughts tour`

use std::fmt;
use std::path::PathBuf;

use clap::Args;
use retrograde_db::Value;
use retrograde_db::draughts::Position;
use retrograde_probe::Options;
use retrograde_probe::draughts::Tables;
use retrograde_solver::draughts::BuildOptions;
use serde::Serialize;

use super::build::{build_folder, summaries};
use super::tables::{DEFAULT_FOLDER, open_folder};
use super::{RULES, read_position};
use crate::error::CommandError;
use crate::output::Output;
use crate::summary::{Summary, totals};

/// Build the tables up to four pieces and ask them about a few known positions.
///
/// Writes a row for each number of pieces, then name, FEN, value for the side to move, and a move
/// that keeps it.
#[derive(Debug, Args)]
pub(crate) struct Tour {
    /// Folder for the tables; made if it is not there.
    #[arg(long, value_name = "DIR", default_value = DEFAULT_FOLDER)]
    out: PathBuf,
}

/// The tour needs tables of up to so many pieces.
const PIECES: u8 = 4;

/// Positions of the literature, and some in which programs have gone wrong.
const SIGHTS: [(&str, &str); 9] = [
    ("First Position", "W:WK15,20:B12,K28"),
    ("the same, Black to move", "B:WK15,20:B12,K28"),
    ("the move (opposition)", "W:WK32:BK26"),
    ("the same, Black to move", "B:WK32:BK26"),
    ("longest win of four", "B:W29,30:B2,15"),
    ("two kings against one", "W:WK29,K32:BK1"),
    ("crowned, and stops", "B:W26,27:B22"),
    ("one move takes three", "B:W11,19,27:B7"),
    ("blocked", "B:W32:B28"),
];

/// A position and what the tables say of it.
#[derive(Serialize)]
struct Sight {
    name: &'static str,
    fen: String,
    value: &'static str,
    /// A best move; `None` where there is no move.
    best: Option<String>,
}

impl fmt::Display for Sight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let best = self.best.as_deref().unwrap_or("no move");
        write!(f, "{:<24} {:<20} {:<5} {best}", self.name, self.fen, self.value)
    }
}

impl Tour {
    /// Builds, and shows the sights.
    pub(crate) fn run(&self, output: &mut Output) -> Result<(), CommandError> {
        let report = build_folder(&self.out, &BuildOptions::new(PIECES), false)?;
        output.heading(Summary::HEADING)?;
        totals(&summaries(&report.tables)).iter().try_for_each(|total| output.record(total))?;
        let tables = open_folder(RULES, &self.out, Options::default())?;
        output.heading(format_args!("\n{:<24} {:<20} {:<5} best move", "position", "FEN", "value"))?;
        SIGHTS.iter().try_for_each(|(name, fen)| output.record(&sight(&tables, name, read_position(fen)?)?))
    }
}

/// Asks the tables about one position.
fn sight(tables: &Tables, name: &'static str, position: Position) -> Result<Sight, CommandError> {
    let ask = || -> Result<(Value, Option<String>), _> {
        let best = tables.moves(position)?.into_iter().next();
        Ok((tables.probe(position)?, best.map(|best| position.write_move(RULES, &best.mv))))
    };
    let (value, best) = ask().map_err(|source| CommandError::Probe {
        position: position.to_string(),
        source: Box::new(source),
        advice: String::new(),
    })?;
    Ok(Sight { name, fen: position.to_string(), value: value.name(), best })
}
