//! `retrograde go probe [POSITION ...]`

use std::fmt;

use clap::Args;
use retrograde_db::Value;
use retrograde_db::go::{Bounds, Colour, Komi};
use serde::Serialize;

use super::tables::TablesOption;
use crate::error::CommandError;
use crate::input::answer_each;
use crate::output::Output;

/// Give bounds of what positions are worth.
///
/// Writes `POSITION <TAB> LOW <TAB> HIGH` for each, Black's points less White's; where they are equal
/// the value is exact, whatever the rule of repetition. With --komi, a column says whether the player
/// to move gets a win, a draw or a loss, or that it is undecided. Without a position on the command
/// line, one a line is read from standard input.
#[derive(Debug, Args)]
pub(crate) struct Probe {
    #[command(flatten)]
    tables: TablesOption,
    /// Points for White, such as 0.5.
    #[arg(long, allow_negative_numbers = true)]
    komi: Option<Komi>,
    /// Positions, such as 'XX./... O'.
    #[arg(value_name = "POSITION")]
    positions: Vec<String>,
}

/// A position and its bounds.
#[derive(Serialize)]
struct Answer<'a> {
    position: &'a str,
    low: i8,
    high: i8,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'static str>,
}

impl fmt::Display for Answer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}\t{}", self.position, self.low, self.high)?;
        self.value.map_or(Ok(()), |value| write!(f, "\t{value}"))
    }
}

/// The value for the player to move, in a word.
pub(super) fn word(bounds: Bounds, komi: Komi, to_move: Colour) -> &'static str {
    let value = bounds.value_with(komi).map(|value| match to_move {
        Colour::Black => value,
        Colour::White => value.for_opponent(),
    });
    value.map_or("undecided", Value::name)
}

impl Probe {
    /// Answers each position.
    pub(crate) fn run(&self, output: &mut Output) -> Result<(), CommandError> {
        let mut tables = self.tables.open()?;
        answer_each(&self.positions, output, |text, output| {
            let position = self.tables.position(text)?;
            let bounds = tables.bounds(position)?;
            let value = self.komi.map(|komi| word(bounds, komi, position.to_move));
            output.record(&Answer { position: text, low: bounds.low.0, high: bounds.high.0, value })
        })
    }
}
