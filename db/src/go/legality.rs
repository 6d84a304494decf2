//! Which plays are allowed, and why others are not.
//!
//! A play is tried in the order in which rules speak of it: the point has to be vacant; the opponent's stones
//! without liberty are taken off, then the player's own, which is suicide; and the board must not be one that
//! has been there. The last question is about the history and not the board, so a play is compared with all
//! situations since the start, one by one. That takes as long as the game is, and games are short on boards
//! of this size.
//!
//! ```
//! use retrograde_db::go::{Game, IllegalPlay, Move, Rules};
//!
//! let size = "1x4".parse().unwrap();
//! let mut game = Game::new(&Rules::AGA, size);
//! for text in ["B1", "pass", "D1"] {
//!     game.make(Move::read(text, size).unwrap()).unwrap();
//! }
//! // Black stands on the second and the fourth of four points. White has no liberty on either of the others,
//! // but on the third one it takes a stone first.
//! let [first, third] = [0, 2].map(|column| size.point(0, column).unwrap());
//! assert_eq!(game.check(first), Err(IllegalPlay::Suicide { stones: 1 }));
//! assert_eq!(game.check(third).unwrap().captured.len(), 1);
//! ```

use thiserror::Error;

use super::{Board, Colour, Played, Point, Repetition, Rules, Suicide};

/// A board, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Situation {
    /// The board.
    pub board: Board,
    /// Whose turn it is.
    pub to_move: Colour,
}

/// Why a play is not allowed.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum IllegalPlay {
    /// The point is not on the board.
    #[error("point {} is not on the board", point.number())]
    OffBoard {
        /// The point.
        point: Point,
    },
    /// There is a stone on the point.
    #[error("the point is occupied by a {by} stone")]
    Occupied {
        /// Its colour.
        by: Colour,
    },
    /// The stone takes nothing and would have no liberty, alone or with the chains beside it.
    #[error("suicide of {stones} {}: it takes nothing and has no liberty", if *stones == 1 { "stone" } else { "stones" })]
    Suicide {
        /// How many stones would be taken off, 1 or more. One alone is forbidden by all rules.
        stones: u32,
    },
    /// An earlier board would come back.
    #[error("superko: it repeats the board {}{}", after(*turn), if *same_player { " with the same player to move" } else { "" })]
    Superko {
        /// Behind how many turns the board stood first, 0 for the start.
        turn: usize,
        /// Whether the rule is situational: the same player was to move.
        same_player: bool,
    },
}

fn after(turn: usize) -> String {
    if turn == 0 { "of the start".to_owned() } else { format!("after turn {turn}") }
}

/// Looks whether the player whose turn it is may play on a point. `history` holds all situations from
/// the start to the present one, the last.
///
/// # Errors
/// Why it may not.
///
/// # Panics
/// Where the history is empty.
pub fn check_play(rules: &Rules, history: &[Situation], point: Point) -> Result<Played, IllegalPlay> {
    let &Situation { board, to_move } = history.last().expect("a history holds the present");
    let Some(played) = board.play(to_move, point) else {
        return Err(match board.at(point) {
            Some(by) => IllegalPlay::Occupied { by },
            None => IllegalPlay::OffBoard { point },
        });
    };
    let stones = played.suicide.len();
    if stones == 1 || stones > 1 && rules.suicide == Suicide::Forbidden {
        return Err(IllegalPlay::Suicide { stones });
    }
    let after = Situation { board: played.board, to_move: to_move.opponent() };
    let repeats = |earlier: &Situation| match rules.repetition {
        Repetition::Positional => earlier.board == after.board,
        Repetition::Situational => *earlier == after,
    };
    match history.iter().position(repeats) {
        Some(turn) => {
            let same_player = rules.repetition == Repetition::Situational;
            Err(IllegalPlay::Superko { turn, same_player })
        }
        None => Ok(played),
    }
}
