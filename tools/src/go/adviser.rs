//! Who knows the best move of a game.

use retrograde_db::go::{Bounds, Game};
use retrograde_solver::go::{Advice, advise};

use super::tables::TableSource;
use crate::error::{CommandError, one_line};

/// Positions that are visited for each score that is tried: a few seconds on a large board.
const MOST_POSITIONS: usize = 400_000;

/// Someone who knows the best move of a game, as far as that can be known.
///
/// The engine and the player of the command line ask one of these, and nobody else.
pub(super) trait Adviser {
    /// A move of the game, with bounds of what the game is worth, which the boards that it has visited
    /// are taken into account of. The move forces the bound of the player who makes it.
    fn advise(&mut self, game: &Game) -> Result<Advice, NoAdvice>;
}

/// Why there is no move.
#[derive(Debug)]
pub(super) enum NoAdvice {
    /// No move can be made.
    Over,
    /// Tables can't be asked.
    Tables(Box<CommandError>),
}

impl NoAdvice {
    /// What to say of it, in one line.
    pub(super) fn reason(&self) -> String {
        match self {
            NoAdvice::Over => "the game is over".to_owned(),
            NoAdvice::Tables(error) => one_line(error.as_ref()),
        }
    }
}

/// Why a move is not known to be perfect.
pub(super) fn open_value(bounds: Bounds) -> String {
    format!("the value is open: the table and the boards that were visited leave it at {bounds} for Black")
}

/// Asks tables.
#[derive(Debug)]
pub(super) struct TableAdviser {
    source: TableSource,
}

impl TableAdviser {
    pub(super) fn new(source: TableSource) -> TableAdviser {
        TableAdviser { source }
    }
}

impl Adviser for TableAdviser {
    fn advise(&mut self, game: &Game) -> Result<Advice, NoAdvice> {
        self.source.suicide = game.rules().suicide;
        let question = self.source.ask(game.position(), |tables, _, _| advise(tables, game, MOST_POSITIONS));
        question.map_err(|error| NoAdvice::Tables(Box::new(error)))?.ok_or(NoAdvice::Over)
    }
}
