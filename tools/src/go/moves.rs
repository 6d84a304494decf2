//! `retrograde go moves POSITION`

use std::fmt;

use clap::Args;
use retrograde_probe::go::Tables;
use serde::Serialize;

use super::tables::TablesOption;
use crate::error::CommandError;
use crate::output::Output;

/// List the moves with bounds of what they lead to, best first.
///
/// Writes `MOVE <TAB> LOW <TAB> HIGH` for each move, Black's points less White's. The bounds are those
/// of the position after the move, taken on its own: that the board before it can't come back is left
/// out of account.
#[derive(Debug, Args)]
pub(crate) struct Moves {
    #[command(flatten)]
    tables: TablesOption,
    /// The position, such as 'XX./... O'.
    #[arg(value_name = "POSITION")]
    position: String,
}

/// A move, its bounds, and the position after it.
#[derive(Serialize)]
struct BoundedMove {
    #[serde(rename = "move")]
    text: String,
    low: i8,
    high: i8,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<String>,
}

impl fmt::Display for BoundedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}\t{}", self.text, self.low, self.high)
    }
}

impl Moves {
    /// Lists the moves.
    pub(crate) fn run(&self, output: &mut Output) -> Result<(), CommandError> {
        let position = self.tables.position(&self.position)?;
        let moves = self.tables.open()?.ask(position, Tables::moves)?;
        moves.iter().try_for_each(|probed| {
            let text = probed.mv.on(position.board.size()).to_string();
            let after = probed.after.map(|after| after.to_string());
            output.record(&BoundedMove { text, low: probed.bounds.low.0, high: probed.bounds.high.0, after })
        })
    }
}
