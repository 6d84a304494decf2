//! Boards: which stones stand where, what a play does, and whose area is what.
//!
//! A board is **legal** by construction: every chain has a liberty.
//!
//! ```
//! use retrograde_db::go::{Board, Colour, Point, Score};
//!
//! let board: Board = "XO./.XO".parse().unwrap();
//! // Black plays on the vacant point of the upper row, and takes the white stones beside it.
//! let played = board.play(Colour::Black, Point::new(2).unwrap()).unwrap();
//! assert_eq!(played.captured.len(), 2);
//! assert_eq!(played.board.to_string(), "X.X/.X.");
//! let column: Board = "..X..".parse().unwrap();
//! assert_eq!(column.score(), Score(5));
//! ```

use thiserror::Error;

use super::{BoardSize, Colour, Point, PointSet, Score};

/// A board with stones, each chain of which has a liberty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    size: BoardSize,
    black: PointSet,
    white: PointSet,
}

/// What a play did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The board after it.
    pub board: Board,
    /// Stones of the opponent that it took.
    pub captured: PointSet,
    /// Stones of the player that it took off, the one that was played among them. Where it is only
    /// that one, the board is as before.
    pub suicide: PointSet,
}

/// Why stones on points are not a legal board.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum BoardError {
    /// A stone is not on the board.
    #[error("a stone on point {} of a board of {size}", point.number())]
    OffBoard {
        /// The point.
        point: Point,
        /// The size of the board.
        size: BoardSize,
    },
    /// There are stones of both colours on a point.
    #[error("two stones on point {} of a board of {size}", point.number())]
    TwoStones {
        /// The point.
        point: Point,
        /// The size of the board.
        size: BoardSize,
    },
    /// A chain has no liberty.
    #[error("the {colour} chain on {} has no liberty: it could not be on the board", point.vertex(*size))]
    NoLiberty {
        /// Its colour.
        colour: Colour,
        /// Its first point.
        point: Point,
        /// The size of the board.
        size: BoardSize,
    },
}

impl Board {
    /// A board without stones.
    #[must_use]
    pub const fn empty(size: BoardSize) -> Board {
        Board { size, black: PointSet::EMPTY, white: PointSet::EMPTY }
    }

    /// The board with these stones.
    ///
    /// # Errors
    /// Where a stone is off the board, two are on one point, or a chain has no liberty.
    pub fn new(size: BoardSize, black: PointSet, white: PointSet) -> Result<Board, BoardError> {
        if let Some(point) = ((black | white) - size.all()).first() {
            return Err(BoardError::OffBoard { point, size });
        }
        if let Some(point) = (black & white).first() {
            return Err(BoardError::TwoStones { point, size });
        }
        let board = Board { size, black, white };
        for colour in Colour::BOTH {
            let mut rest = board.stones(colour);
            while let Some(point) = rest.first() {
                let chain = board.chain(colour, point);
                if !board.has_liberty(chain) {
                    return Err(BoardError::NoLiberty { colour, point, size });
                }
                rest = rest - chain;
            }
        }
        Ok(board)
    }

    /// A board that the caller knows to be legal: plays and the index make only such ones.
    pub(crate) fn new_unchecked(size: BoardSize, black: PointSet, white: PointSet) -> Board {
        debug_assert!(Board::new(size, black, white).is_ok(), "{size}: {black:?} and {white:?}");
        Board { size, black, white }
    }

    /// Its size.
    #[must_use]
    pub const fn size(self) -> BoardSize {
        self.size
    }

    /// The stones of a colour.
    #[must_use]
    #[inline]
    pub const fn stones(self, colour: Colour) -> PointSet {
        match colour {
            Colour::Black => self.black,
            Colour::White => self.white,
        }
    }

    /// Points with a stone.
    #[must_use]
    pub fn occupied(self) -> PointSet {
        self.black | self.white
    }

    /// Points without a stone.
    #[must_use]
    pub fn vacant(self) -> PointSet {
        self.size.all() - self.occupied()
    }

    /// The colour of the stone on a point.
    #[must_use]
    pub fn at(self, point: Point) -> Option<Colour> {
        Colour::BOTH.into_iter().find(|&colour| self.stones(colour).contains(point))
    }

    /// The stones of a colour that are connected with the one on a point, which has to be there.
    #[must_use]
    pub fn chain(self, colour: Colour, point: Point) -> PointSet {
        self.size.connected(point.into(), self.stones(colour))
    }

    fn has_liberty(self, chain: PointSet) -> bool {
        !(self.size.neighbours(chain) & self.vacant()).is_empty()
    }

    /// What becomes of the board when `colour` plays on a point: chains of the opponent without
    /// liberty are taken off, then the player's own. Rules against suicide and repetition are not
    /// looked at. `None` where the point is occupied or not on the board.
    #[must_use]
    #[inline]
    pub fn play(self, colour: Colour, point: Point) -> Option<Played> {
        if !self.vacant().contains(point) {
            return None;
        }
        let stone = PointSet::from(point);
        let mut own = self.stones(colour) | stone;
        let mut their = self.stones(colour.opponent());
        let vacant = self.vacant() - stone;
        let mut captured = PointSet::EMPTY;
        let mut beside = self.size.neighbours(stone) & their;
        while let Some(neighbour) = beside.first() {
            let chain = self.size.connected(neighbour.into(), their);
            if (self.size.neighbours(chain) & vacant).is_empty() {
                captured |= chain;
            }
            beside = beside - chain;
        }
        their = their - captured;
        let chain = self.size.connected(stone, own);
        let breathes = !(self.size.neighbours(chain) & (vacant | captured)).is_empty();
        let suicide = if breathes { PointSet::EMPTY } else { chain };
        own = own - suicide;
        let (black, white) = match colour {
            Colour::Black => (own, their),
            Colour::White => (their, own),
        };
        Some(Played { board: Board::new_unchecked(self.size, black, white), captured, suicide })
    }

    /// The same board without some stones, as when dead ones are taken off: legal again, as chains
    /// only gain liberties.
    #[must_use]
    pub fn without(self, stones: PointSet) -> Board {
        Board { size: self.size, black: self.black - stones, white: self.white - stones }
    }

    /// The same board with the colours swapped.
    #[must_use]
    pub const fn colours_swapped(self) -> Board {
        Board { size: self.size, black: self.white, white: self.black }
    }

    /// The same board lying down: rows become columns where there are more rows.
    #[must_use]
    pub fn lying(self) -> Board {
        let (from, to) = (self.size, self.size.lying());
        if from == to {
            return self;
        }
        let turned = |stones: PointSet| {
            let turn = |point: Point| {
                let (row, column) = from.row_and_column(point);
                to.point(column, row)
            };
            stones.iter().filter_map(turn).collect()
        };
        Board { size: to, black: turned(self.black), white: turned(self.white) }
    }

    /// The area of a colour: its stones, and the vacant points from which only its stones can be
    /// reached through vacant points (Tromp/Taylor rules 3 and 9).
    #[must_use]
    pub fn area(self, colour: Colour) -> PointSet {
        self.reached(colour) - self.reached(colour.opponent())
    }

    /// The territory of a colour: the part of its area without stones.
    #[must_use]
    pub fn territory(self, colour: Colour) -> PointSet {
        self.area(colour) - self.stones(colour)
    }

    /// The stones of a colour, and the vacant points that reach them.
    fn reached(self, colour: Colour) -> PointSet {
        self.size.connected(self.stones(colour), self.stones(colour) | self.vacant())
    }

    /// Black's area less White's.
    #[must_use]
    pub fn score(self) -> Score {
        let [black, white] = Colour::BOTH.map(|colour| self.area(colour).len() as i8);
        Score(black - white)
    }
}
