//! Best play from a position on.
//!
//! A line is one move after the other, each of which keeps the value: for each, one threshold is decided
//! anew, from the position with the longer history, and with what the limits of the first answer have left.
//! The side that can't do worse has nothing to keep, and passes.
//!
//! Nothing makes a line the shortest one: it shows how a value is kept.
//!
//! ```
//! use retrograde_db::go::{Game, Rules};
//! use retrograde_solver::go::{ExactLimits, ExactSolver};
//!
//! let size = "1x3".parse()?;
//! let mut solver = ExactSolver::new(size, &Rules::TROMP_TAYLOR, ExactLimits::default())?;
//! let game = Game::new(&Rules::TROMP_TAYLOR, size);
//! let answer = solver.solve(&game)?;
//! let line = solver.line(&game, &answer)?;
//! let moves: Vec<String> = line.iter().map(|mv| mv.on(size).to_string()).collect();
//! assert_eq!(moves, ["B1", "pass", "pass"]);
//! // Of the three points only the middle one keeps the value, and it comes first.
//! let values: Vec<i8> = solver.moves(&game)?.iter().map(|mv| mv.answer.low.0).collect();
//! assert_eq!(values, [3, -3, -3, -3]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::time::Instant;

use retrograde_db::go::{Game, GameState, Move};

use super::limits::{ExactAnswer, ExactError};
use super::narrow::Effort;
use super::solver::ExactSolver;

/// Most turns of a line, for each point of the board.
const TURNS_PER_POINT: usize = 8;

/// A move, and what the position after it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactMove {
    /// The move.
    pub mv: Move,
    /// The value of the position after it, with its history.
    pub answer: ExactAnswer,
}

impl ExactSolver {
    /// Moves of both players that keep the value of a position, up to the end of the game, or to where
    /// it stops or limits end the search. Empty where the value is not known.
    ///
    /// # Errors
    /// Where the game has another board or other rules.
    pub fn line(&mut self, game: &Game, answer: &ExactAnswer) -> Result<Vec<Move>, ExactError> {
        self.check(game)?;
        let mut line = Vec::new();
        let (Some(value), Some(mut best)) = (answer.exact(), answer.best) else { return Ok(line) };
        let mut game = game.clone();
        let _ = game.resume();
        let deadline = self.limits().time.map(|time| Instant::now() + time);
        let nodes = self.limits().nodes.map(|nodes| nodes.saturating_sub(answer.nodes));
        let effort = Effort::new(nodes, deadline);
        let most = TURNS_PER_POINT * usize::from(game.board().size().points());
        while game.make(best).is_ok() {
            line.push(best);
            if game.state() != GameState::Playing || line.len() >= most || self.prepare(deadline).is_err() {
                break;
            }
            let root = self.root(&game);
            match self.best_move(&root, value, &effort) {
                Ok(next) => best = next,
                Err(_) => break,
            }
        }
        Ok(line)
    }

    /// All moves of the player to move with what they lead to, best first; none where the game is over.
    ///
    /// # Errors
    /// Where the game has another board or other rules.
    pub fn moves(&mut self, game: &Game) -> Result<Vec<ExactMove>, ExactError> {
        self.check(game)?;
        let mut game = game.clone();
        let _ = game.resume();
        let mut moves = Vec::new();
        for mv in game.legal_plays().iter().map(Move::Play).chain([Move::Pass]) {
            let mut after = game.clone();
            if after.make(mv).is_ok() {
                moves.push(ExactMove { mv, answer: self.solve(&after)? });
            }
        }
        let sign = if game.to_move() == retrograde_db::go::Colour::Black { -1 } else { 1 };
        moves.sort_by_key(|of_move| {
            let (low, high) = (sign * of_move.answer.low.0, sign * of_move.answer.high.0);
            if sign < 0 { (low, high) } else { (high, low) }
        });
        Ok(moves)
    }
}
