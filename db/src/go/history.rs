//! A position and the turns after it: `ROW/ROW/... PLAYER [pass] [after MOVES]`.
//!
//! The position is the one that the turns began from. All boards from there on count as visited, so
//! the text says what superko forbids now; without turns only the position itself does.
//!
//! ```
//! use retrograde_db::go::{History, Rules};
//!
//! // White took the stone on A1; Black may not take back.
//! let history: History = "X. O after B1".parse().unwrap();
//! let game = history.game(&Rules::TROMP_TAYLOR).unwrap();
//! assert_eq!(game.position().to_string(), ".O X");
//! let again: History = "X. O after B1 A1".parse().unwrap();
//! assert_eq!(
//!     again.game(&Rules::TROMP_TAYLOR).unwrap_err().to_string(),
//!     "turn 2, Black A1: superko: it repeats the board of the start"
//! );
//! ```

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{Game, Move, MoveError, Position, PositionError, Rules, VertexError};

/// A position, and the turns that were played from it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct History {
    /// What the turns begin from.
    pub start: Position,
    /// The turns, alternating, the first one by the player to move at the start.
    pub moves: Vec<Move>,
}

/// Why a text is no history.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum HistoryError {
    /// What it begins from is no position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A turn can't be read.
    #[error("position {text:?}, turn {turn}: {error}")]
    Move {
        /// The whole text.
        text: String,
        /// Which turn, 1 for the first.
        turn: usize,
        /// What is wrong.
        error: VertexError,
    },
    /// There are no turns behind `after`.
    #[error("position {text:?}: expected turns behind after, such as A1 or pass")]
    NoMoves {
        /// The whole text.
        text: String,
    },
}

impl History {
    /// The game with these turns.
    ///
    /// # Errors
    /// The first turn that is not allowed.
    pub fn game(&self, rules: &'static Rules) -> Result<Game, MoveError> {
        let mut game = Game::from_position(rules, self.start);
        self.moves.iter().try_for_each(|&mv| game.make(mv))?;
        Ok(game)
    }
}

impl From<Position> for History {
    fn from(start: Position) -> History {
        History { start, moves: Vec::new() }
    }
}

impl fmt::Display for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.start)?;
        for (number, mv) in self.moves.iter().enumerate() {
            let before = if number == 0 { " after" } else { "" };
            write!(f, "{before} {}", mv.on(self.start.board.size()))?;
        }
        Ok(())
    }
}

impl FromStr for History {
    type Err = HistoryError;

    fn from_str(text: &str) -> Result<History, HistoryError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let Some(place) = words.iter().position(|&word| word == "after") else {
            return Ok(History::from(text.parse::<Position>()?));
        };
        let start: Position = words[..place].join(" ").parse()?;
        let moves = &words[place + 1..];
        if moves.is_empty() {
            return Err(HistoryError::NoMoves { text: text.to_owned() });
        }
        let read = |(turn, word): (usize, &&str)| {
            Move::read(word, start.board.size()).map_err(|error| HistoryError::Move {
                text: text.to_owned(),
                turn,
                error,
            })
        };
        let moves = (1..).zip(moves).map(read).collect::<Result<_, _>>()?;
        Ok(History { start, moves })
    }
}
