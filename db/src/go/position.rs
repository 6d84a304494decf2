//! Positions, and their text: `ROW/ROW/... PLAYER [pass]`.
//!
//! The top row first; `X` is a black stone, `O` a white one, `.` a vacant point. Then whose turn it is,
//! `X` or `O`, and `pass` where the turn before was one.
//!
//! ```
//! use retrograde_db::go::{Colour, Position};
//!
//! let position: Position = "XX./... O".parse().unwrap();
//! assert_eq!(position.board.size().to_string(), "2x3");
//! assert_eq!((position.to_move, position.passed), (Colour::White, false));
//! assert_eq!(position.to_string(), "XX./... O");
//!
//! let error = "XO X".parse::<Position>().unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "position \"XO X\": the Black chain on A1 has no liberty: it could not be on the board"
//! );
//! ```

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{Board, BoardError, BoardSize, Colour, Point, PointSet, SizeError};

/// A board, whose turn it is, and whether the turn before was a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The board.
    pub board: Board,
    /// Whose turn it is.
    pub to_move: Colour,
    /// Whether the turn before was a pass, so that another one ends the game or stops it.
    pub passed: bool,
}

/// Why a text is no position. Every variant carries the whole text.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PositionError {
    /// A letter of the board is none of the three.
    #[error("position {text:?}, row {row}: {found:?} is no point: expected X, O or a dot")]
    Letter {
        /// The whole text.
        text: String,
        /// The row, 1 for the top one.
        row: usize,
        /// The letter.
        found: char,
    },
    /// A row is longer or shorter than the top one.
    #[error("position {text:?}, row {row}: {found} points, expected {expected} as in the top row")]
    RowLength {
        /// The whole text.
        text: String,
        /// The row, 1 for the top one.
        row: usize,
        /// Points of the top row.
        expected: usize,
        /// Points of this row.
        found: usize,
    },
    /// The board has no point, or too many.
    #[error("position {text:?}: {error}")]
    Size {
        /// The whole text.
        text: String,
        /// What is wrong.
        error: SizeError,
    },
    /// A chain has no liberty.
    #[error("position {text:?}: {error}")]
    Board {
        /// The whole text.
        text: String,
        /// What is wrong.
        error: BoardError,
    },
    /// It does not say whose turn it is.
    #[error("position {text:?}, player to move: expected X or O behind the board, found {found:?}")]
    Player {
        /// The whole text.
        text: String,
        /// What stands there.
        found: String,
    },
    /// There is something behind the player that is not `pass`.
    #[error("position {text:?}: expected pass or nothing behind the player, found {found:?}")]
    Extra {
        /// The whole text.
        text: String,
        /// What stands there.
        found: String,
    },
}

impl Position {
    /// The empty board, Black to move.
    #[must_use]
    pub const fn start(size: BoardSize) -> Position {
        Position { board: Board::empty(size), to_move: Colour::Black, passed: false }
    }

    /// The same position with the colours swapped: worth the same to the player to move.
    #[must_use]
    pub const fn colours_swapped(self) -> Position {
        let (board, to_move) = (self.board.colours_swapped(), self.to_move.opponent());
        Position { board, to_move, passed: self.passed }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size();
        for point in size.all().iter() {
            let (row, column) = size.row_and_column(point);
            if row > 0 && column == 0 {
                f.write_str("/")?;
            }
            write!(f, "{}", self.at(point).map_or('.', Colour::letter))?;
        }
        Ok(())
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}{}", self.board, self.to_move.letter(), if self.passed { " pass" } else { "" })
    }
}

impl FromStr for Board {
    type Err = PositionError;

    fn from_str(board: &str) -> Result<Board, PositionError> {
        read_board(board, board)
    }
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Position, PositionError> {
        let mut words = text.split_whitespace();
        let board = read_board(text, words.next().unwrap_or_default())?;
        let player = words.next().unwrap_or_default();
        let mut letters = player.chars();
        let to_move = letters.next().and_then(Colour::of_letter).filter(|_| letters.next().is_none());
        let to_move = to_move
            .ok_or_else(|| PositionError::Player { text: text.to_owned(), found: player.to_owned() })?;
        let rest: Vec<&str> = words.collect();
        let passed = match rest[..] {
            [] => false,
            ["pass"] => true,
            _ => return Err(PositionError::Extra { text: text.to_owned(), found: rest.join(" ") }),
        };
        Ok(Position { board, to_move, passed })
    }
}

/// Reads the rows of a board, `rows`, a part of `text`.
fn read_board(text: &str, rows: &str) -> Result<Board, PositionError> {
    let text = || text.to_owned();
    let rows: Vec<&str> = rows.split('/').collect();
    let columns = rows[0].chars().count();
    let mut stones = [PointSet::EMPTY; 2];
    let size = size_of(rows.len(), columns).map_err(|error| PositionError::Size { text: text(), error })?;
    let mut number = 0;
    for (row, letters) in (1..).zip(&rows) {
        let found = letters.chars().count();
        if found != columns {
            return Err(PositionError::RowLength { text: text(), row, expected: columns, found });
        }
        for letter in letters.chars() {
            let point = Point::new(number).map_or(PointSet::EMPTY, PointSet::from);
            number += 1;
            match letter {
                'X' => stones[0] |= point,
                'O' => stones[1] |= point,
                '.' => {}
                found => return Err(PositionError::Letter { text: text(), row, found }),
            }
        }
    }
    Board::new(size, stones[0], stones[1]).map_err(|error| PositionError::Board { text: text(), error })
}

fn size_of(rows: usize, columns: usize) -> Result<BoardSize, SizeError> {
    match (u8::try_from(rows), u8::try_from(columns)) {
        (Ok(rows), Ok(columns)) => BoardSize::new(rows, columns),
        _ => Err(SizeError::Points { rows: rows as u64, columns: columns as u64 }),
    }
}
