//! An adviser that searches where tables do not know.

use std::time::Duration;

use clap::Args;
use retrograde_db::go::{Bounds, Colour, Game, GameState, Move, Score};
use retrograde_probe::go::ProbeError;
use retrograde_solver::Bytes;
use retrograde_solver::go::{Advice, ExactError, ExactLimits, ExactSolver, ExactStop};

use super::adviser::{Adviser, NoAdvice, TableAdviser};
use super::solve::read_seconds;
use super::tables::TablesOption;
use crate::draughts::parse_size;
use crate::error::CommandError;

/// What the search for a move may take.
#[derive(Debug, Args)]
pub(super) struct SearchOption {
    /// Most nodes to look at for a move that tables do not know.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Most seconds for such a move, beside those that a board takes once.
    #[arg(long, value_name = "SECONDS", value_parser = read_seconds, default_value = "10")]
    time: Duration,
    /// Memory for such moves, such as 8G or 500M.
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "1G")]
    memory: Bytes,
}

impl SearchOption {
    /// Someone who asks these tables, and searches within these limits.
    pub(super) fn adviser(&self, tables: &TablesOption) -> Result<ExactAdviser, CommandError> {
        let limits = ExactLimits { nodes: self.nodes, time: Some(self.time), memory: self.memory };
        Ok(ExactAdviser { tables: TableAdviser::new(tables.open()?), limits, kept: None })
    }
}

/// Asks tables, and where they leave the value open, or are missing, searches the game.
#[derive(Debug)]
pub(super) struct ExactAdviser {
    tables: TableAdviser,
    limits: ExactLimits,
    /// The solver of the board that was asked about last. Only one: the limit of memory is for all.
    kept: Option<ExactSolver>,
}

/// What a search has come to.
struct Found {
    advice: Advice,
    stop: Option<ExactStop>,
}

impl ExactAdviser {
    fn solver(&mut self, game: &Game) -> Result<&mut ExactSolver, ExactError> {
        let (size, rules) = (game.board().size(), game.rules());
        let same = |solver: &ExactSolver| {
            let of = solver.rules();
            solver.size() == size && (of.repetition, of.suicide) == (rules.repetition, rules.suicide)
        };
        let solver = match self.kept.take().filter(same) {
            Some(solver) => solver,
            None => {
                let mut solver = ExactSolver::new(size, rules, self.limits)?;
                // The board is prepared once, whatever time a move may take.
                solver.set_limits(ExactLimits { nodes: Some(0), time: None, ..self.limits });
                solver.solve(game)?;
                solver
            }
        };
        Ok(self.kept.insert(solver))
    }

    /// Searches a game that goes on. Two passes are the end, under all rules.
    fn search(&mut self, game: &Game) -> Result<Found, ExactError> {
        let limits = self.limits;
        let solver = self.solver(game)?;
        let mut after = game.clone();
        if after.make(Move::Pass).is_ok() && after.state() == GameState::Stopped {
            return search_moves(solver, game, limits);
        }
        solver.set_limits(limits);
        let answer = solver.solve(game)?;
        let bounds = Bounds { low: answer.low, high: answer.high };
        Ok(Found { advice: Advice { mv: answer.best.unwrap_or(Move::Pass), bounds }, stop: answer.stop })
    }
}

/// Searches move by move where a pass only stops play, which the solver takes to go on.
fn search_moves(solver: &mut ExactSolver, game: &Game, limits: ExactLimits) -> Result<Found, ExactError> {
    let count = u32::from(game.legal_plays().len() as u16) + 1;
    let nodes = limits.nodes.map(|nodes| nodes / u64::from(count));
    solver.set_limits(ExactLimits { nodes, time: limits.time.map(|time| time / count), ..limits });
    let player = game.to_move();
    let score = game.board().score();
    let mut advice = Advice { mv: Move::Pass, bounds: Bounds { low: score, high: score } };
    let mut stop = None;
    for of_move in solver.moves(game)?.into_iter().filter(|of_move| of_move.mv != Move::Pass) {
        let bounds = Bounds { low: of_move.answer.low, high: of_move.answer.high };
        stop = stop.or(of_move.answer.stop);
        let (own, best) = (seen_by(player, bounds), seen_by(player, advice.bounds));
        if own.low > best.low {
            advice.mv = of_move.mv;
        }
        let both = Bounds { low: own.low.max(best.low), high: own.high.max(best.high) };
        advice.bounds = seen_by(player, both);
    }
    Ok(Found { advice, stop })
}

/// Bounds as a player sees them; and back.
fn seen_by(player: Colour, bounds: Bounds) -> Bounds {
    if player == Colour::Black { bounds } else { bounds.colours_swapped() }
}

/// Whether there is no table of the board, and nothing wrong but that.
fn is_missing(error: &CommandError) -> bool {
    match error {
        CommandError::BoardNotOnTheSpot { .. } => true,
        CommandError::GoProbe { source, .. } => matches!(**source, ProbeError::MissingTable { .. }),
        _ => false,
    }
}

impl Adviser for ExactAdviser {
    fn best(&mut self, game: &Game) -> Result<(Move, Score), NoAdvice> {
        let no_table = match self.tables.best(game) {
            Err(NoAdvice::Tables(error)) if is_missing(&error) => NoAdvice::Tables(error),
            Err(NoAdvice::Open { table }) => NoAdvice::Open { table },
            known => return known,
        };
        match self.search(game) {
            Ok(Found { advice: Advice { mv, bounds }, stop }) => match bounds.exact() {
                Some(score) => Ok((mv, score)),
                None => Err(NoAdvice::Searched { bounds, stop }),
            },
            Err(error) => Err(NoAdvice::NoSearch { reason: Box::new(no_table), error }),
        }
    }

    fn advise(&mut self, game: &Game) -> Result<Advice, NoAdvice> {
        let table = match self.tables.advise(game) {
            Err(NoAdvice::Tables(error)) if is_missing(&error) => Err(NoAdvice::Tables(error)),
            Ok(advice) if advice.bounds.exact().is_none() => Ok(advice),
            known => return known,
        };
        match (self.search(game), table) {
            (Ok(Found { advice, .. }), Ok(table)) => Ok(better(game.to_move(), advice, table)),
            (Ok(Found { advice, .. }), Err(_)) => Ok(advice),
            (Err(_), Ok(table)) => Ok(table),
            (Err(error), Err(reason)) => Err(NoAdvice::NoSearch { reason: Box::new(reason), error }),
        }
    }
}

/// The move that is sure of more, with bounds that hold by either advice.
fn better(player: Colour, one: Advice, other: Advice) -> Advice {
    let (own, others) = (seen_by(player, one.bounds), seen_by(player, other.bounds));
    let mv = if own.low >= others.low { one.mv } else { other.mv };
    let both = Bounds { low: own.low.max(others.low), high: own.high.min(others.high) };
    Advice { mv, bounds: seen_by(player, both) }
}
