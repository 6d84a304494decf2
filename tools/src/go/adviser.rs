//! Who knows the best move of a game.

use retrograde_db::go::{Bounds, Game, Move, Score};
use retrograde_probe::go::{ProbeError, Tables};
use retrograde_solver::go::{Advice, BestMove, ExactError, ExactStop, advise, best_move};

use super::solve::word;
use super::tables::TableSource;
use crate::error::{CommandError, one_line};

/// Positions that are visited for each score that is tried: a few seconds on a large board.
const MOST_POSITIONS: usize = 400_000;

/// Someone who knows the best move of a game, as far as that can be known.
///
/// The engine and the player of the command line ask one of these, and nobody else.
pub(super) trait Adviser {
    /// A perfect move, and what the game is worth, seen by Black, with all boards that it has visited.
    fn best(&mut self, game: &Game) -> Result<(Move, Score), NoAdvice>;

    /// A move that is sure of as much as can be shown, with bounds of what the game is worth.
    fn advise(&mut self, game: &Game) -> Result<Advice, NoAdvice>;
}

/// Why there is no move.
#[derive(Debug)]
pub(super) enum NoAdvice {
    /// No move can be made.
    Over,
    /// The value of the game is not known; a table has these bounds for the present board alone.
    Open { table: Bounds },
    /// A search was ended with these bounds of what the game is worth.
    Searched { bounds: Bounds, stop: Option<ExactStop> },
    /// Tables can't be asked.
    Tables(Box<CommandError>),
    /// Tables do not know for this reason, and the board can't be searched.
    NoSearch { reason: Box<NoAdvice>, error: ExactError },
}

impl NoAdvice {
    /// What is wrong with the tables, where that is why.
    pub(super) fn error(self) -> Option<CommandError> {
        match self {
            NoAdvice::Tables(error) => Some(*error),
            NoAdvice::NoSearch { reason, .. } => reason.error(),
            NoAdvice::Over | NoAdvice::Open { .. } | NoAdvice::Searched { .. } => None,
        }
    }

    /// What to say of it, in one line.
    pub(super) fn reason(&self) -> String {
        match self {
            NoAdvice::Over => "the game is over".to_owned(),
            NoAdvice::Open { table } if table.exact().is_none() => {
                format!("the value is open: the table leaves it at {table} for Black")
            }
            NoAdvice::Open { table } => format!(
                "the value is open: with the boards that were visited, that of the table, {table} for Black, was \
                 not shown to hold"
            ),
            NoAdvice::Searched { bounds, stop } => format!(
                "the value is open: a search came to {bounds} for Black, ended by: {}",
                stop.map_or("a part of it", word)
            ),
            NoAdvice::Tables(error) => one_line(error.as_ref()),
            NoAdvice::NoSearch { reason, error } => format!("{}; {error}", reason.reason()),
        }
    }
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

    fn ask<T>(
        &mut self,
        game: &Game,
        question: impl Fn(&Tables, &Game, usize) -> Result<T, ProbeError>,
    ) -> Result<T, NoAdvice> {
        self.source.rules = game.rules();
        let answer = self.source.ask(game.position(), |tables, _, _| question(tables, game, MOST_POSITIONS));
        answer.map_err(|error| NoAdvice::Tables(Box::new(error)))
    }
}

impl Adviser for TableAdviser {
    fn best(&mut self, game: &Game) -> Result<(Move, Score), NoAdvice> {
        match self.ask(game, best_move)? {
            BestMove::Known { mv, score } => Ok((mv, score)),
            BestMove::Open { table } => Err(NoAdvice::Open { table }),
            BestMove::Over => Err(NoAdvice::Over),
        }
    }

    fn advise(&mut self, game: &Game) -> Result<Advice, NoAdvice> {
        self.ask(game, advise)?.ok_or(NoAdvice::Over)
    }
}
