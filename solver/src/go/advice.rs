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
//! use retrograde_solver::Silent;
//! use retrograde_solver::draughts::MemoryStore;
//! use retrograde_solver::go::{BuildOptions, advise, build};
//!
//! let size = "1x3".parse()?;
//! let mut store = MemoryStore::default();
//! build(&mut store, &BuildOptions::new(size, Suicide::Allowed), &Silent, &AtomicBool::new(false))?;
//! let tables = Tables::from_memory(store.into_tables())?;
//!
//! let game = Game::new(&Rules::TROMP_TAYLOR, size);
//! let advice = advise(&tables, &game, 1000)?.expect("the game has just begun");
//! assert_eq!(advice.mv, Move::read("B1", size)?);
//! assert_eq!(advice.bounds.exact(), Some(Score(3)));
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

/// Looks for the best move of a game, with the bounds of a table. Each score that is tried visits at
/// most `most_positions` positions, some hundred bytes each; with too few of them bounds stay apart.
/// `None` where no move can be made, since play has ended or stopped.
///
/// # Errors
/// Where the table of the board is missing, damaged, or can't be read.
pub fn advise(tables: &Tables, game: &Game, most_positions: usize) -> Result<Option<Advice>, ProbeError> {
    if game.state() != GameState::Playing {
        return Ok(None);
    }
    let position = game.position();
    let player = position.to_move;
    let points = position.board.size().points() as i8;
    let fresh = tables.bounds(position, game.rules().suicide)?;
    let seen = |by: Colour| if by == Colour::Black { fresh } else { fresh.colours_swapped() };
    let forces = |by: Colour, score: Score| Force::new(tables, game, by, score, most_positions).search();
    let mut own = Score(-points);
    let mut best = None;
    for score in (own.0 + 1..=seen(player).low.0).rev().map(Score) {
        if let Forced::By { first, .. } = forces(player, score)? {
            (own, best) = (score, Some(first));
            break;
        }
    }
    let mv = match best {
        Some(mv) => mv,
        None => any_move(tables, game, position)?,
    };
    // What the opponent is sure of. Where no other board was visited the table says it.
    let opponent = player.opponent();
    let theirs = seen(opponent).low;
    let alone = game.history().iter().all(|earlier| earlier.board == position.board);
    let sure = alone || theirs == Score(-points) || matches!(forces(opponent, theirs)?, Forced::By { .. });
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
