//! How large a board is, and which of its points are neighbours.
//!
//! ```
//! use retrograde_db::go::{BoardSize, PointSet};
//!
//! let size: BoardSize = "2x3".parse().unwrap();
//! assert_eq!((size.rows(), size.columns(), size.points()), (2, 3, 6));
//! // Point 1 is in the middle of the upper row.
//! let neighbours = size.neighbours(PointSet::from_bits(1 << 1));
//! assert_eq!(neighbours, PointSet::from_bits(1 << 0 | 1 << 2 | 1 << 4));
//! assert!("6x6".parse::<BoardSize>().is_err());
//! ```

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{Point, PointSet};

/// The size of a board: rows times columns, 1 to 25 points in all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardSize {
    rows: u8,
    columns: u8,
    all: PointSet,
    first_column: PointSet,
}

/// There are no boards of this size.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SizeError {
    /// A side is 0, or there are too many points.
    #[error("a board of {rows} rows and {columns} columns: expected 1 to {most} points", most = Point::MOST)]
    Points {
        /// Its rows.
        rows: u64,
        /// Its columns.
        columns: u64,
    },
    /// The text is not two numbers.
    #[error("{found:?} is no size of a board: expected rows and columns, as in 3x4")]
    Text {
        /// The text.
        found: String,
    },
}

impl BoardSize {
    /// The size with so many rows and columns.
    ///
    /// # Errors
    /// Where either is 0 or there are more than 25 points.
    pub fn new(rows: u8, columns: u8) -> Result<BoardSize, SizeError> {
        let points = u16::from(rows) * u16::from(columns);
        if points == 0 || points > Point::MOST.into() {
            return Err(SizeError::Points { rows: rows.into(), columns: columns.into() });
        }
        let all = PointSet::from_bits((1 << points) - 1);
        let first = (0..rows).filter_map(|row| Point::new(row * columns));
        Ok(BoardSize { rows, columns, all, first_column: first.collect() })
    }

    /// Rows, 1 to 25.
    #[must_use]
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// Columns, 1 to 25.
    #[must_use]
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// Points, 1 to 25.
    #[must_use]
    pub const fn points(self) -> u8 {
        self.rows * self.columns
    }

    /// All its points.
    #[must_use]
    pub const fn all(self) -> PointSet {
        self.all
    }

    /// The same board lying down: no more rows than columns. Tables know only such boards.
    #[must_use]
    pub fn lying(self) -> BoardSize {
        if self.rows <= self.columns { self } else { BoardSize::new(self.columns, self.rows).unwrap_or(self) }
    }

    /// The point in this row and column, from the top left one, both from 0.
    #[must_use]
    pub fn point(self, row: u8, column: u8) -> Option<Point> {
        if row < self.rows && column < self.columns { Point::new(row * self.columns + column) } else { None }
    }

    /// The row and the column of a point.
    #[must_use]
    pub const fn row_and_column(self, point: Point) -> (u8, u8) {
        (point.number() / self.columns, point.number() % self.columns)
    }

    /// The points beside those of a set, some of which may be in the set too.
    #[must_use]
    #[inline]
    pub const fn neighbours(self, set: PointSet) -> PointSet {
        let (set, first) = (set.bits(), self.first_column.bits());
        let last = first << (self.columns - 1);
        let beside = (set & !last) << 1 | (set & !first) >> 1 | set << self.columns | set >> self.columns;
        PointSet::from_bits(beside & self.all.bits())
    }

    /// All points of `within` that are connected, through points of `within`, with a point of `seed`,
    /// which has to be part of it.
    #[must_use]
    #[inline]
    pub fn connected(self, seed: PointSet, within: PointSet) -> PointSet {
        let mut set = seed;
        loop {
            let grown = set | self.neighbours(set) & within;
            if grown == set {
                return set;
            }
            set = grown;
        }
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.rows, self.columns))
    }
}

impl fmt::Debug for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BoardSize({self})")
    }
}

impl FromStr for BoardSize {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<BoardSize, SizeError> {
        let wrong = || SizeError::Text { found: text.to_owned() };
        let number = |digits: &str| {
            // `parse` alone would take a plus sign.
            let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            plain.then(|| digits.parse::<u64>().ok()).flatten().ok_or_else(wrong)
        };
        let (rows, columns) = text.split_once('x').ok_or_else(wrong)?;
        let (rows, columns) = (number(rows)?, number(columns)?);
        match (u8::try_from(rows), u8::try_from(columns)) {
            (Ok(rows), Ok(columns)) => BoardSize::new(rows, columns),
            _ => Err(SizeError::Points { rows, columns }),
        }
    }
}
