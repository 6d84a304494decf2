//! `retrograde gtp`: an engine that speaks the Go Text Protocol, version 2 (draft 2, Gunnar Farnebäck,
//! <https://www.lysator.liu.se/~gunnar/gtp/>).
//!
//! `line` takes a line apart and frames an answer, `session` is a game and the commands on it, a
//! function of lines in to answers out; `katago` knows the names that KataGo has for rules. Here is the
//! loop around it.

mod katago;
mod line;
mod session;

use std::io::{self, BufRead, BufReader};

use clap::Args;
use retrograde_db::go::{BoardSize, Komi};

use self::session::Session;
use super::exact_adviser::SearchOption;
use super::tables::TablesOption;
use crate::error::CommandError;
use crate::output::Output;

/// Play Go as an engine for other programs (Go Text Protocol, version 2).
///
/// `genmove` gives a perfect move, from tables or by a search within limits, or fails and says why none
/// is known: a table is missing and the board too large to search, or the limits leave the value open. Two passes end a game, with all stones alive. A player may move twice in a row: the
/// turn is handed over then, which is not a pass.
#[derive(Debug, Args)]
pub(crate) struct Gtp {
    #[command(flatten)]
    tables: TablesOption,
    #[command(flatten)]
    search: SearchOption,
    /// Rows and columns of the board at the beginning; `boardsize` and `rectangular_boardsize` set others.
    #[arg(long, value_name = "MxN", default_value = "3x3")]
    size: BoardSize,
    /// Points for White [default: what the rules say]
    #[arg(long, allow_negative_numbers = true)]
    komi: Option<Komi>,
    /// Where the value is open, play the move that is sure of the most, in place of none.
    #[arg(long)]
    play_on: bool,
}

impl Gtp {
    /// Answers commands until the last one.
    pub(crate) fn run(&self, output: &mut Output) -> Result<(), CommandError> {
        let adviser = self.search.adviser(&self.tables)?;
        let rules = self.tables.rules;
        let komi = self.komi.unwrap_or_else(|| rules.komi_for(0));
        let mut session = Session::new(Box::new(adviser), rules, self.size, komi, self.play_on);
        let mut input = BufReader::new(io::stdin().lock());
        let mut line = Vec::new();
        while !session.is_over() && input.read_until(b'\n', &mut line).map_err(CommandError::Input)? > 0 {
            if let Some(answer) = session.answer(&line) {
                output.bytes(answer.as_bytes())?;
                output.flush()?;
            }
            line.clear();
        }
        Ok(())
    }
}
