//! Moves as people write them: `11-15`, `22x31`, `18x9x2`.
//!
//! The writer gives the two ends of a move, and every landing square in between only where another
//! legal capture has the same ends but takes other pieces. Captures that take the same pieces along
//! different routes are one move to a player, and are written alike.
//!
//! The reader takes the two ends, the whole route, or any part of the route between the ends; any
//! of `-`, `x`, `X` and `:` between the squares, whatever the kind of the move (files have quiet
//! moves written with `x`); zeros before a number; and blanks around the text. A text that fits
//! captures with different results is refused, and the error lists them.
//!
//! ```
//! use retrograde_db::draughts::{Position, Rules};
//!
//! let rules = &Rules::ENGLISH;
//! let position: Position = "W:W18:B6,7,14,15".parse().unwrap();
//! let by_nine = position.read_move(rules, "18x9x2").unwrap();
//! assert_eq!(position.write_move(rules, &by_nine), "18x9x2");
//! let error = position.read_move(rules, "18x2").unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "move \"18x2\" is ambiguous in W:W18:B6,7,14,15: write 18x9x2 or 18x11x2"
//! );
//! ```

use thiserror::Error;

use super::fen::square_numbered;
use super::{Move, Position, Rules, Square};

/// Why a text is not a move of a position.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum MoveTextError {
    /// It is no move in any position.
    #[error(
        "move {text:?}: {found:?} is no square: expected two or more numbers from 1 to 32 with - or \
         x between them, such as 11-15 or 18x9x2"
    )]
    Syntax {
        /// The text.
        text: String,
        /// The part of it that is no square.
        found: String,
    },
    /// It is no legal move of this position.
    #[error("move {text:?} is not legal in {position}: {}", legal_moves(legal))]
    Illegal {
        /// The text.
        text: String,
        /// The position.
        position: Position,
        /// Every legal move.
        legal: Vec<Move>,
    },
    /// It fits captures that take different pieces.
    #[error("move {text:?} is ambiguous in {position}: write {}", joined(candidates, " or "))]
    Ambiguous {
        /// The text.
        text: String,
        /// The position.
        position: Position,
        /// One capture for each set of pieces that could be taken; they are written with the whole
        /// route.
        candidates: Vec<Move>,
    },
}

/// "legal moves are 1-5, 1-6".
fn legal_moves(legal: &[Move]) -> String {
    match legal {
        [] => "the side to move has no legal move".to_owned(),
        [only] => format!("the only legal move is {only}"),
        _ => format!("legal moves are {}", joined(legal, ", ")),
    }
}

/// The moves with whole routes.
fn joined(moves: &[Move], separator: &str) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(separator)
}

impl Position {
    /// The text of a legal move: as short as it is unambiguous.
    #[must_use]
    pub fn write_move(self, rules: &Rules, mv: &Move) -> String {
        let takes_others = |other: &Move| {
            (other.from(), other.to()) == (mv.from(), mv.to()) && other.captured() != mv.captured()
        };
        if !mv.is_capture() || self.legal_moves(rules).iter().any(takes_others) {
            mv.to_string()
        } else {
            format!("{}x{}", mv.from(), mv.to())
        }
    }

    /// The legal move that a text means.
    ///
    /// # Errors
    /// Where the text is no move at all, is no legal move of this position, or fits captures that
    /// take different pieces.
    pub fn read_move(self, rules: &Rules, text: &str) -> Result<Move, MoveTextError> {
        let squares = read_squares(text)?;
        let legal = self.legal_moves(rules);
        // A whole route means that move, even where it is part of a longer route.
        let whole = legal.iter().find(|mv| squares[0] == mv.from() && squares[1..] == *mv.landings());
        if let Some(mv) = whole {
            return Ok(*mv);
        }
        let mut candidates: Vec<Move> = legal.iter().filter(|mv| fits(mv, &squares)).copied().collect();
        // The ends are the same for all, so the pieces taken tell plays apart.
        candidates.sort_by_key(|mv| mv.captured());
        candidates.dedup_by_key(|mv| mv.captured());
        let (text, position) = (text.to_owned(), self);
        match candidates[..] {
            [] => Err(MoveTextError::Illegal { text, position, legal: legal.to_vec() }),
            [mv] => Ok(mv),
            _ => {
                candidates.sort_unstable();
                Err(MoveTextError::Ambiguous { text, position, candidates })
            }
        }
    }
}

/// The squares of a text, two at least.
fn read_squares(text: &str) -> Result<Vec<Square>, MoveTextError> {
    let syntax = |found: &str| MoveTextError::Syntax { text: text.to_owned(), found: found.to_owned() };
    let squares: Vec<Square> = text
        .trim()
        .split(['-', 'x', 'X', ':'])
        .map(|part| square_numbered(part).ok_or_else(|| syntax(part)))
        .collect::<Result<_, _>>()?;
    // One square and no separator: what is missing is behind it.
    if squares.len() < 2 { Err(syntax("")) } else { Ok(squares) }
}

/// Whether a move has these ends, and passes the squares between them in this order.
fn fits(mv: &Move, squares: &[Square]) -> bool {
    let [from, between @ .., to] = squares else { return false };
    let mut passed = mv.landings().split_last().map_or(&[][..], |(_, passed)| passed).iter();
    mv.from() == *from
        && mv.to() == *to
        && between.iter().all(|square| passed.any(|landing| landing == square))
}
