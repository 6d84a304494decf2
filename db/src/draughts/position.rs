//! Positions: what stands where, and whose turn it is.
//!
//! A [`Position`] speaks of Black and White, as people do. A [`View`] is the same thing seen by the
//! side to move: its own men move towards higher squares, whoever it is. Rules, indices and tables
//! know only views, so everything about draughts is written once, for one side.
//!
//! ```
//! use retrograde_db::draughts::{Position, Side, SquareSet};
//!
//! let start = Position::start();
//! assert_eq!(start.side_to_move(), Side::Black);
//! assert_eq!(start.men(Side::White), SquareSet::from_bits(0xFFF0_0000));
//! // To White the board looks the same as to Black: the start is its own colour flip.
//! assert_eq!(start.view(), start.colours_swapped().view());
//! assert_eq!(Position::from_view(start.view(), Side::Black), start);
//! ```

use thiserror::Error;

use super::{Side, Square, SquareSet};

/// A legal placement of pieces, with the side to move.
///
/// Legal means: no square holds two pieces, and no man stands on the rank where it would have been
/// crowned. A side may be empty: it has lost, if it is its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    side_to_move: Side,
    black: Pieces,
    white: Pieces,
}

/// The men and kings of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pieces {
    /// Squares with a man.
    pub men: SquareSet,
    /// Squares with a king.
    pub kings: SquareSet,
}

impl Pieces {
    /// All squares that the side occupies.
    #[must_use]
    pub fn all(self) -> SquareSet {
        self.men | self.kings
    }

    /// The same pieces once the board is turned by half a circle.
    #[must_use]
    pub const fn turned(self) -> Pieces {
        Pieces { men: self.men.turned(), kings: self.kings.turned() }
    }
}

/// A position seen by the side to move: its own men move from rank 0 towards rank 7.
///
/// For Black this is the board as numbered, for White the board turned by half a circle. A view is
/// legal by construction, as a [`Position`] is. Views have an order, to be sorted by, which means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct View {
    own: Pieces,
    their: Pieces,
}

/// Why a placement of pieces is not a position.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum PositionError {
    /// Two pieces were put on one square.
    #[error("two pieces on square {square}: a square holds one piece")]
    TwoPieces {
        /// The square.
        square: Square,
    },
    /// A man was put on the rank where it becomes a king.
    #[error("a {side} man on square {square}, where it would have been crowned: write a king there")]
    ManOnCrowningRank {
        /// Whose man.
        side: Side,
        /// The square.
        square: Square,
    },
}

/// Squares on which the side to move crowns its men, in its own view.
pub(super) const CROWNING_RANK: SquareSet = SquareSet::WHITE_BACK_RANK;

impl Position {
    /// The position with these pieces.
    ///
    /// # Errors
    /// Where two pieces share a square, or a man stands on its crowning rank.
    pub fn new(side_to_move: Side, black: Pieces, white: Pieces) -> Result<Position, PositionError> {
        let mut seen = SquareSet::EMPTY;
        for set in [black.men, black.kings, white.men, white.kings] {
            if let Some(square) = (seen & set).first() {
                return Err(PositionError::TwoPieces { square });
            }
            seen |= set;
        }
        let crowned = [
            (Side::Black, black.men & SquareSet::WHITE_BACK_RANK),
            (Side::White, white.men & SquareSet::BLACK_BACK_RANK),
        ];
        for (side, men) in crowned {
            if let Some(square) = men.first() {
                return Err(PositionError::ManOnCrowningRank { side, square });
            }
        }
        Ok(Position { side_to_move, black, white })
    }

    /// The start of the game: black men on 1 to 12, white men on 21 to 32, Black to move.
    #[must_use]
    pub const fn start() -> Position {
        const fn men(bits: u32) -> Pieces {
            Pieces { men: SquareSet::from_bits(bits), kings: SquareSet::EMPTY }
        }
        Position { side_to_move: Side::Black, black: men(0x0000_0FFF), white: men(0xFFF0_0000) }
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn side_to_move(self) -> Side {
        self.side_to_move
    }

    /// The pieces of one side.
    #[must_use]
    pub const fn pieces(self, side: Side) -> Pieces {
        match side {
            Side::Black => self.black,
            Side::White => self.white,
        }
    }

    /// The men of one side.
    #[must_use]
    pub const fn men(self, side: Side) -> SquareSet {
        self.pieces(side).men
    }

    /// The kings of one side.
    #[must_use]
    pub const fn kings(self, side: Side) -> SquareSet {
        self.pieces(side).kings
    }

    /// How many pieces are on the board, 0 to 32.
    #[must_use]
    pub fn piece_count(self) -> u32 {
        (self.black.all() | self.white.all()).len()
    }

    /// The position seen by the side to move.
    #[must_use]
    pub fn view(self) -> View {
        match self.side_to_move {
            Side::Black => View { own: self.black, their: self.white },
            Side::White => View { own: self.white.turned(), their: self.black.turned() },
        }
    }

    /// The position that looks like this to `side_to_move`: the inverse of [`Position::view`].
    #[must_use]
    pub fn from_view(view: View, side_to_move: Side) -> Position {
        match side_to_move {
            Side::Black => Position { side_to_move, black: view.own, white: view.their },
            Side::White => Position { side_to_move, black: view.their.turned(), white: view.own.turned() },
        }
    }

    /// The same position with the colours swapped and the board turned: worth the same, move for
    /// move.
    #[must_use]
    pub fn colours_swapped(self) -> Position {
        Position::from_view(self.view(), self.side_to_move.opponent())
    }
}

impl View {
    /// The view with these pieces, squares as the side to move numbers them.
    ///
    /// # Errors
    /// Where two pieces share a square, or a man stands on its crowning rank (the squares in the
    /// error are those of the view, and Black stands for the side to move).
    pub fn new(own: Pieces, their: Pieces) -> Result<View, PositionError> {
        Position::new(Side::Black, own, their).map(Position::view)
    }

    /// A view that the caller knows to be legal: the rules and the index make only such ones.
    pub(crate) fn new_unchecked(own: Pieces, their: Pieces) -> View {
        debug_assert!(View::new(own, their).is_ok(), "{own:?} against {their:?}");
        View { own, their }
    }

    /// The pieces of the side to move.
    #[must_use]
    pub const fn own(self) -> Pieces {
        self.own
    }

    /// The pieces of the opponent, on the squares as the side to move numbers them.
    #[must_use]
    pub const fn their(self) -> Pieces {
        self.their
    }

    /// Squares with a piece.
    #[must_use]
    pub fn occupied(self) -> SquareSet {
        self.own.all() | self.their.all()
    }

    /// The same pieces with the other side to move, seen by that side.
    #[must_use]
    pub const fn opponent_view(self) -> View {
        View { own: self.their.turned(), their: self.own.turned() }
    }
}
