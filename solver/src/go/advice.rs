//! The best move of a game, with all the boards that it has visited.
//!
//! A table knows what players force where only the present board was visited. In a game others were
//! too, and no play may bring them back: a score of the table may then be out of reach, and where it is
//! not, a move to a position with that score may be a detour which superko does not allow. So bounds
//! only say what is worth trying here. That a player forces a score is shown anew for each move, in
//! the game without the plays to visited boards, and the move is the first one of the shortest way
//! to it. Such a way never comes back to a board, so superko takes nothing from it, and the score is
//! forced in the game as it is: see [`retrograde_db::go::Bounds`] for the theorem. The same is shown
//! for the opponent. Where both come to the same score it is the value of the game and the move is
//! perfect.
//!
//! Two passes in a row count as the end, with all stones alive, under all rules.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use retrograde_db::go::{Game, Move, Rules, Score, Suicide};
//! use retrograde_probe::go::Tables;
//! use retrograde_solver::{MemoryStore, Silent};
//! use retrograde_solver::go::{BestMove, BuildOptions, best_move, build};
//!
//! let size = "1x3".parse()?;
//! let mut store = MemoryStore::default();
//! build(&mut store, &BuildOptions::new(size, Suicide::Allowed), &Silent, &AtomicBool::new(false))?;
//! let tables = Tables::from_memory(store.into_tables())?;
//!
//! let game = Game::new(&Rules::TROMP_TAYLOR, size);
//! let best = best_move(&tables, &game, 1000)?;
//! assert_eq!(best, BestMove::Known { mv: Move::read("B1", size)?, score: Score(3) });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use retrograde_db::go::{Bounds, Colour, Game, GameState, Move, Position, Score};
use retrograde_probe::go::{ProbeError, Tables};

use super::force::{Force, Forced};

/// A move, and what the game is worth before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advice {
    /// A move that is allowed.
    pub mv: Move,
    /// Bounds of what the game is worth, seen by Black, under its rules and with all boards that were
    /// visited. The move forces that of the player who makes it, so it is perfect where they are equal.
    pub bounds: Bounds,
}

/// What is known of the best move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BestMove {
    /// The game is worth this score, seen by Black, and the move keeps it.
    Known {
        /// The move.
        mv: Move,
        /// The score.
        score: Score,
    },
    /// The table leaves the value open; or the score of the table was not shown to hold with the
    /// boards that were visited.
    Open {
        /// The bounds of the table, which hold where only the present board was visited.
        table: Bounds,
    },
    /// No move can be made, since play has ended or stopped.
    Over,
}

/// Looks for the best move of a game, with the bounds of a table. Each player's part of the proof visits
/// at most `most_positions` positions, some hundred bytes each, and each of them some twenty times.
///
/// # Errors
/// Where the table of the board is missing, damaged, or can't be read.
pub fn best_move(tables: &Tables, game: &Game, most_positions: usize) -> Result<BestMove, ProbeError> {
    if game.state() != GameState::Playing {
        return Ok(BestMove::Over);
    }
    let position = game.position();
    let player = position.to_move;
    let table = tables.bounds(position, game.rules().suicide)?;
    let Some(score) = table.exact() else { return Ok(BestMove::Open { table }) };
    let own = if player == Colour::Black { score } else { -score };
    let Forced::By { first } = Force::new(tables, game, player, own, most_positions).search()? else {
        return Ok(BestMove::Open { table });
    };
    let opponent = player.opponent();
    let holds = is_alone(game)
        || Force::new(tables, game, opponent, -own, most_positions).search()? != Forced::NotShown;
    Ok(if holds { BestMove::Known { mv: first, score } } else { BestMove::Open { table } })
}

/// Whether no board but the present one was visited: then the bounds of the table hold.
fn is_alone(game: &Game) -> bool {
    game.history().iter().all(|earlier| earlier.board == game.board())
}

/// Looks for a move that is sure of as much as can be shown, whether the value of the game is known or
/// not; as [`best_move`], and `None` where that is [`BestMove::Over`]. Scores below the one of the table are
/// tried with a tenth of the positions.
///
/// # Errors
/// Where the table of the board is missing, damaged, or can't be read.
pub fn advise(tables: &Tables, game: &Game, most_positions: usize) -> Result<Option<Advice>, ProbeError> {
    match best_move(tables, game, most_positions)? {
        BestMove::Over => return Ok(None),
        BestMove::Known { mv, score } => {
            return Ok(Some(Advice { mv, bounds: Bounds { low: score, high: score } }));
        }
        BestMove::Open { .. } => {}
    }
    let position = game.position();
    let player = position.to_move;
    let points = position.board.size().points() as i8;
    let table = tables.bounds(position, game.rules().suicide)?;
    let seen = |by: Colour| if by == Colour::Black { table } else { table.colours_swapped() };
    let forces = |by: Colour, score: Score, most: usize| Force::new(tables, game, by, score, most).search();
    let (mut own, mut best) = (Score(-points), None);
    let most_of = |score: Score| if score == seen(player).low { most_positions } else { most_positions / 10 };
    for score in (own.0 + 1..=seen(player).low.0).rev().map(Score) {
        if let Forced::By { first } = forces(player, score, most_of(score))? {
            (own, best) = (score, Some(first));
            break;
        }
    }
    let mv = match best {
        Some(mv) => mv,
        None => any_move(tables, game, position)?,
    };
    let opponent = player.opponent();
    let theirs = seen(opponent).low;
    let sure = theirs > Score(-points)
        && (is_alone(game) || forces(opponent, theirs, most_positions)? != Forced::NotShown);
    let theirs = if sure { theirs } else { Score(-points) };
    let bounds = Bounds { low: own, high: -theirs };
    let bounds = if player == Colour::Black { bounds } else { bounds.colours_swapped() };
    Ok(Some(Advice { mv, bounds }))
}

/// The first allowed one in the order of the table, for a player who forces nothing.
fn any_move(tables: &Tables, game: &Game, position: Position) -> Result<Move, ProbeError> {
    let moves = tables.moves(position, game.rules().suicide)?;
    let allowed = |mv: &Move| match *mv {
        Move::Play(point) => game.check(point).is_ok(),
        Move::Pass => true,
    };
    Ok(moves.iter().map(|probed| probed.mv).find(allowed).unwrap_or(Move::Pass))
}
