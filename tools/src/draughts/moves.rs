//! `retrograde draughts moves FEN`

use std::fmt;

use clap::Args;
use retrograde_probe::draughts::Tables;
use serde::Serialize;

use super::plies::{PliesColumns, columns};
use super::read_position;
use super::tables::ProbeOptions;
use crate::error::CommandError;
use crate::output::Output;

/// List the legal moves with what each is worth to the side that makes it, best first.
///
/// Writes `MOVE <TAB> win|draw|loss` for each move, and nothing where there is none. Where the folder
/// has distances, `<TAB> PLIES <TAB> conversion|win` follows, but for moves that draw: the plies from
/// here if the move is made. The shortest win comes first, and the longest loss.
#[derive(Debug, Args)]
pub(crate) struct Moves {
    #[command(flatten)]
    tables: ProbeOptions,
    /// The position, such as W:WK15,20:B12,K28.
    #[arg(value_name = "FEN")]
    position: String,
}

/// A move, the value of it for the side that makes it, and the position after it.
#[derive(Serialize)]
struct ValuedMove {
    #[serde(rename = "move")]
    text: String,
    value: &'static str,
    #[serde(flatten)]
    distance: Option<PliesColumns>,
    after: String,
}

impl fmt::Display for ValuedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}{}", self.text, self.value, columns(self.distance))
    }
}

impl Moves {
    /// Lists the moves.
    pub(crate) fn run(&self, output: &mut Output) -> Result<(), CommandError> {
        let position = read_position(&self.position)?;
        let mut tables = self.tables.open()?;
        let moves = tables.ask(position, Tables::moves)?;
        for probed in moves {
            let text = position.write_move(tables.rules(), &probed.mv);
            let (value, after) = (probed.value.name(), probed.after.to_string());
            let distance = probed.distance.map(PliesColumns::from);
            output.record(&ValuedMove { text, value, distance, after })?;
        }
        Ok(())
    }
}
