//! Points and moves as players write them: a letter for the column, from the left and without I, and
//! the number of the row, from the bottom, as in `C2`.
//!
//! A [`Point`] has a number along the rows from the top, whatever the board; players count rows from the bottom.
//! So the same point has other names on boards of other sizes, and it is written and read with a size:
//!
//! ```
//! use retrograde_db::go::{BoardSize, Move, Point};
//!
//! let point = Point::new(4).unwrap();
//! let on = |size: &str| point.vertex(size.parse().unwrap()).to_string();
//! assert_eq!(["1x9", "2x3", "3x3"].map(on), ["E1", "B1", "B2"]);
//! let size: BoardSize = "1x9".parse().unwrap();
//! assert_eq!(Move::read("J1", size), Ok(Move::Play(Point::new(8).unwrap())));
//! ```

use std::fmt;

use thiserror::Error;

use super::{BoardSize, Point};

/// Letters of the columns.
const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// A point of a board of a certain size, for writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vertex {
    point: Point,
    size: BoardSize,
}

/// A turn: a play or a pass.
///
/// ```
/// use retrograde_db::go::{BoardSize, Move};
///
/// let size: BoardSize = "2x3".parse().unwrap();
/// let mv = Move::read("c2", size).unwrap();
/// assert_eq!(mv, Move::Play(size.point(0, 2).unwrap()));
/// assert_eq!(mv.on(size).to_string(), "C2");
/// assert_eq!(Move::read("pass", size), Ok(Move::Pass));
/// assert!(Move::read("D1", size).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A stone is put on a point.
    Play(Point),
    /// The turn is given up.
    Pass,
}

/// A move of a board of a certain size, for writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveText {
    mv: Move,
    size: BoardSize,
}

/// A text is no move on this board.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{found:?} is no move on a board of {size}: expected pass, or a point from A1 to {}", corner(*size))]
pub struct VertexError {
    /// The text.
    pub found: String,
    /// The size of the board.
    pub size: BoardSize,
}

/// The top right point.
fn corner(size: BoardSize) -> String {
    let last = size.columns() - 1;
    size.point(0, last).map(|point| point.vertex(size).to_string()).unwrap_or_default()
}

impl Point {
    /// This point, to be written as one of a board of this size.
    #[must_use]
    pub const fn vertex(self, size: BoardSize) -> Vertex {
        Vertex { point: self, size }
    }
}

impl Move {
    /// Reads a point such as `C2`, in either case, or `pass`.
    ///
    /// # Errors
    /// Where it is neither, or not on the board.
    pub fn read(text: &str, size: BoardSize) -> Result<Move, VertexError> {
        let error = || VertexError { found: text.to_owned(), size };
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Move::Pass);
        }
        let (letter, digits) = text.split_at_checked(1).ok_or_else(error)?;
        let letter = letter.bytes().next().map(|letter| letter.to_ascii_uppercase());
        let column = LETTERS.iter().position(|&known| Some(known) == letter).ok_or_else(error)?;
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(error());
        }
        let number: u8 = digits.parse().map_err(|_| error())?;
        let row = size.rows().checked_sub(number).ok_or_else(error)?;
        size.point(row, column as u8).map(Move::Play).ok_or_else(error)
    }

    /// This move, to be written as one on a board of this size.
    #[must_use]
    pub const fn on(self, size: BoardSize) -> MoveText {
        MoveText { mv: self, size }
    }
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, column) = self.size.row_and_column(self.point);
        let letter = LETTERS.get(usize::from(column)).copied().map_or('?', char::from);
        f.pad(&format!("{letter}{}", self.size.rows().saturating_sub(row)))
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mv {
            Move::Play(point) => point.vertex(self.size).fmt(f),
            Move::Pass => f.pad("pass"),
        }
    }
}
