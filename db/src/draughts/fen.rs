//! FEN: a position in one line, after the *PDN 3.0* standard ("FEN tag", <http://pdn.fmjd.org>).
//!
//! ```text
//! W:WK15,20:B12,K28        White to move; White has a king on 15 and a man on 20, Black ...
//! ```
//!
//! Three fields with colons between them: the side to move, then the pieces of either side after
//! its letter. `K` marks the one square behind it as a king.
//!
//! The writer emits White first, squares ascending, each by itself, nothing else. The reader also
//! takes:
//!
//! 1. the two sides in either order (PDN 3.0);
//! 2. squares in any order (PDN 3.0);
//! 3. a range `21-32` of squares; a `K` before it makes all of them kings (PDN 3.0);
//! 4. a side without pieces, `B:W32:B` (an extension that PDN 3.0 mentions; the writer uses it);
//! 5. a dot at the end (PDN 3.0: to be read, not to be written);
//! 6. zeros before a number, as in `W05` (PDN 3.0 has one; any number of them is read);
//! 7. blanks around the whole text, a field, or an entry of a list (PDN 3.0 forbids them; files
//!    have them).
//!
//! Letters are upper case. The unknown side to move, `?`, is not a position to us. What else is
//! wrong is said in a [`FenError`].
//!
//! ```
//! use retrograde_db::draughts::Position;
//!
//! let position: Position = "W:B12,K28:WK15,20.".parse().unwrap();
//! assert_eq!(position.to_string(), "W:WK15,20:B12,K28");
//! assert_eq!("B:W21-32:B1-12".parse(), Ok(Position::start()));
//!
//! let error = "W:W0:B1".parse::<Position>().unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "FEN \"W:W0:B1\", pieces of White: \"0\" is no square: expected a number from 1 to 32, K \
//!      before it for a king, or a range such as 21-32"
//! );
//! ```

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{Pieces, Position, PositionError, Side, Square, SquareSet};

/// Why a text is not the FEN of a position. Every variant carries the whole text.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FenError {
    /// The first field is neither `B` nor `W`.
    #[error("FEN {fen:?}, side to move: expected B or W, found {found:?}")]
    SideToMove {
        /// The whole text.
        fen: String,
        /// The first field.
        found: String,
    },
    /// There are fewer than three fields.
    #[error(
        "FEN {fen:?}: expected three fields, the side to move and the pieces of each side, as in \
         W:W21,K30:B1; found {found}"
    )]
    MissingField {
        /// The whole text.
        fen: String,
        /// How many fields there are.
        found: usize,
    },
    /// There is something behind the third field.
    #[error("FEN {fen:?}: expected nothing after the pieces of both sides, found {found:?}")]
    ExtraField {
        /// The whole text.
        fen: String,
        /// The fourth field.
        found: String,
    },
    /// A list of pieces does not begin with the letter of a side.
    #[error("FEN {fen:?}, pieces: expected B or W and squares behind it, found {found:?}")]
    PiecesOf {
        /// The whole text.
        fen: String,
        /// The field.
        found: String,
    },
    /// Both lists are of the same side.
    #[error("FEN {fen:?}, pieces: expected those of both sides, found those of {side} twice")]
    SameSideTwice {
        /// The whole text.
        fen: String,
        /// The side.
        side: Side,
    },
    /// An entry of a list is no square and no range of squares.
    #[error(
        "FEN {fen:?}, pieces of {side}: {found:?} is no square: expected a number from 1 to 32, K \
         before it for a king, or a range such as 21-32"
    )]
    NoSquare {
        /// The whole text.
        fen: String,
        /// Whose pieces are listed.
        side: Side,
        /// The entry.
        found: String,
    },
    /// A range ends before it begins.
    #[error("FEN {fen:?}, pieces of {side}: the range {found:?} ends before it begins: write it upwards")]
    ReversedRange {
        /// The whole text.
        fen: String,
        /// Whose pieces are listed.
        side: Side,
        /// The entry.
        found: String,
    },
    /// A square is named twice, or a man stands on the rank where it is crowned.
    #[error("FEN {fen:?}, pieces of {side}: {error}")]
    Placement {
        /// The whole text.
        fen: String,
        /// Whose pieces are listed; of two pieces on a square, the side of the one listed last.
        side: Side,
        /// What is wrong.
        error: PositionError,
    },
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.side_to_move().letter())?;
        for side in [Side::White, Side::Black] {
            write!(f, ":{}", side.letter())?;
            for (place, square) in self.pieces(side).all().iter().enumerate() {
                let comma = if place > 0 { "," } else { "" };
                let king = if self.kings(side).contains(square) { "K" } else { "" };
                write!(f, "{comma}{king}{square}")?;
            }
        }
        Ok(())
    }
}

impl FromStr for Position {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Position, FenError> {
        let text = fen.trim();
        let text = text.strip_suffix('.').unwrap_or(text);
        let fields: Vec<&str> = text.split(':').map(str::trim).collect();
        let side_to_move = fields.first().and_then(|field| side_named(field)).ok_or_else(|| {
            let found = fields.first().copied().unwrap_or_default();
            FenError::SideToMove { fen: fen.to_owned(), found: found.to_owned() }
        })?;
        let (first, second) = match fields[..] {
            [_, first, second] => (first, second),
            [_, _, _, extra, ..] => {
                return Err(FenError::ExtraField { fen: fen.to_owned(), found: extra.to_owned() });
            }
            _ => return Err(FenError::MissingField { fen: fen.to_owned(), found: fields.len() }),
        };
        let mut board = Reader { fen, occupied: SquareSet::EMPTY };
        let (side, pieces) = board.side(first)?;
        let (other_side, other_pieces) = board.side(second)?;
        if side == other_side {
            return Err(FenError::SameSideTwice { fen: fen.to_owned(), side });
        }
        let (black, white) = match side {
            Side::Black => (pieces, other_pieces),
            Side::White => (other_pieces, pieces),
        };
        Position::new(side_to_move, black, white).map_err(|error| {
            // Doubled squares have been found while reading, so it is a man, and its side is known.
            let side = match error {
                PositionError::ManOnCrowningRank { side, .. } => side,
                PositionError::TwoPieces { .. } => other_side,
            };
            FenError::Placement { fen: fen.to_owned(), side, error }
        })
    }
}

/// The side with this letter.
fn side_named(letter: &str) -> Option<Side> {
    match letter {
        "B" => Some(Side::Black),
        "W" => Some(Side::White),
        _ => None,
    }
}

/// Reads the lists of pieces, and remembers which squares are taken.
struct Reader<'a> {
    fen: &'a str,
    occupied: SquareSet,
}

impl Reader<'_> {
    /// Reads the pieces of a side, such as `WK15,20` or `B`.
    fn side(&mut self, field: &str) -> Result<(Side, Pieces), FenError> {
        let (side, list) = field
            .split_at_checked(1)
            .and_then(|(letter, list)| Some((side_named(letter)?, list.trim())))
            .ok_or_else(|| FenError::PiecesOf { fen: self.fen.to_owned(), found: field.to_owned() })?;
        let mut pieces = Pieces::default();
        if !list.is_empty() {
            for entry in list.split(',') {
                self.entry(side, entry.trim(), &mut pieces)?;
            }
        }
        Ok((side, pieces))
    }

    /// Reads `15`, `K15`, `21-32` or `K4-6`.
    fn entry(&mut self, side: Side, entry: &str, pieces: &mut Pieces) -> Result<(), FenError> {
        let (king, range) = match entry.strip_prefix('K') {
            Some(range) => (true, range),
            None => (false, entry),
        };
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (Some(first), Some(last)) = (square_numbered(first), square_numbered(last)) else {
            return Err(FenError::NoSquare { fen: self.fen.to_owned(), side, found: entry.to_owned() });
        };
        if last < first {
            return Err(FenError::ReversedRange { fen: self.fen.to_owned(), side, found: entry.to_owned() });
        }
        let squares: SquareSet = Square::all().filter(|square| (first..=last).contains(square)).collect();
        if let Some(square) = (self.occupied & squares).first() {
            let error = PositionError::TwoPieces { square };
            return Err(FenError::Placement { fen: self.fen.to_owned(), side, error });
        }
        self.occupied |= squares;
        *(if king { &mut pieces.kings } else { &mut pieces.men }) |= squares;
        Ok(())
    }
}

/// The square with this number in decimal digits, leading zeros allowed.
pub(super) fn square_numbered(digits: &str) -> Option<Square> {
    // `parse` alone would take a plus sign.
    if digits.bytes().all(|byte| byte.is_ascii_digit()) { Square::new(digits.parse().ok()?) } else { None }
}
