//! `retrograde go perft MxN DEPTH`

use std::fmt;

use clap::Args;
use retrograde_db::go::{BoardSize, Position, Rules, perft};
use serde::Serialize;

use super::read_rules;
use crate::error::CommandError;
use crate::output::Output;

/// Count the sequences of turns from the empty board.
///
/// Passes are turns; two in a row end a game.
#[derive(Debug, Args)]
pub(crate) struct Perft {
    /// Rows and columns of the board, such as 3x4.
    #[arg(value_name = "MxN")]
    size: BoardSize,
    /// How many turns.
    #[arg(value_name = "DEPTH")]
    turns: u32,
    /// Rules.
    #[arg(long, value_name = "RULES", default_value = "tromp-taylor", value_parser = read_rules)]
    rules: &'static Rules,
}

/// How many there are.
#[derive(Serialize)]
struct Sequences {
    size: String,
    rules: &'static str,
    depth: u32,
    paths: u64,
}

impl fmt::Display for Sequences {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.paths.fmt(f)
    }
}

impl Perft {
    /// Counts.
    pub(crate) fn run(&self, output: &mut Output) -> Result<(), CommandError> {
        let paths = perft(self.rules, Position::start(self.size), self.turns);
        let (size, rules, depth) = (self.size.to_string(), self.rules.name, self.turns);
        output.record(&Sequences { size, rules, depth, paths })
    }
}
