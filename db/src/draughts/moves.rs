//! A move, and lists of moves.
//!
//! A [`Move`] is a small value without pointers: where the piece starts, every square it lands on,
//! what it takes, and whether it is crowned. Captures that take the same pieces along different
//! routes are different moves; [`Move::same_play`] tells that they are the same to a player.
//!
//! A move does not know whose numbering its squares follow. Moves of a [`View`](super::View) are
//! numbered by the side to move, moves of a [`Position`](super::Position) by the board;
//! [`Move::turned`] leads from one to the other.
//!
//! ```
//! use retrograde_db::draughts::{Position, Rules, Square};
//!
//! let position: Position = "B:W11,19,27:B7".parse().unwrap();
//! let moves = position.legal_moves(&Rules::ENGLISH);
//! let [capture] = moves[..] else { panic!("the capture is the only move") };
//! assert_eq!(capture.to_string(), "7x16x23x32");
//! assert_eq!(capture.captured().len(), 3);
//! assert!(capture.crowns());
//! assert_eq!(capture.to(), Square::new(32).unwrap());
//! ```

use std::fmt;
use std::ops::Deref;

use super::{Square, SquareSet};

/// The most jumps that a move can have. A jump changes rank and file by two, so a piece only ever
/// jumps over the nine inner squares whose rank and file differ in parity from its own, each of
/// them once.
const MAX_JUMPS: usize = 9;

/// What a side does in its turn.
///
/// Only the rules make moves, see [`Rules::moves`](super::Rules::moves). Moves are ordered by
/// start, then by the squares they land on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    from: Square,
    /// Squares beyond `landing_count` repeat the start, so that equal moves are equal values.
    landings: [Square; MAX_JUMPS],
    landing_count: u8,
    crowns: bool,
    captured: SquareSet,
}

impl Move {
    /// A quiet move.
    pub(super) const fn step(from: Square, to: Square, crowns: bool) -> Move {
        let mut landings = [from; MAX_JUMPS];
        landings[0] = to;
        Move { from, landings, landing_count: 1, crowns, captured: SquareSet::EMPTY }
    }

    /// The beginning of a capture: a piece lifted, and no jump yet.
    pub(super) const fn lifted(from: Square) -> Move {
        Move {
            from,
            landings: [from; MAX_JUMPS],
            landing_count: 0,
            crowns: false,
            captured: SquareSet::EMPTY,
        }
    }

    /// The capture with one more jump, over the one square in `over`.
    pub(super) fn and_jump(mut self, over: SquareSet, to: Square, crowns: bool) -> Move {
        self.landings[usize::from(self.landing_count)] = to;
        self.landing_count += 1;
        self.captured |= over;
        self.crowns |= crowns;
        self
    }

    /// Where the piece starts.
    #[must_use]
    pub const fn from(&self) -> Square {
        self.from
    }

    /// Where the piece ends: its start, for a capture that comes full circle.
    #[must_use]
    pub const fn to(&self) -> Square {
        match self.landing_count {
            0 => self.from,
            count => self.landings[count as usize - 1],
        }
    }

    /// Every square that the piece lands on, in order; the last is [`Move::to`].
    #[must_use]
    pub fn landings(&self) -> &[Square] {
        &self.landings[..usize::from(self.landing_count)]
    }

    /// The squares of the pieces it takes.
    #[must_use]
    pub const fn captured(&self) -> SquareSet {
        self.captured
    }

    /// Whether it takes a piece.
    #[must_use]
    pub const fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }

    /// Whether it makes a man a king.
    #[must_use]
    pub const fn crowns(&self) -> bool {
        self.crowns
    }

    /// The same move once the board is turned by half a circle.
    #[must_use]
    pub fn turned(&self) -> Move {
        Move {
            from: self.from.turned(),
            landings: self.landings.map(Square::turned),
            captured: self.captured.turned(),
            ..*self
        }
    }

    /// Whether both start and end on the same squares and take the same pieces: the same move to a
    /// player, perhaps by another route.
    #[must_use]
    pub fn same_play(&self, other: &Move) -> bool {
        (self.from, self.to(), self.captured) == (other.from, other.to(), other.captured)
    }
}

/// Writes start and every landing square: `11-15`, `22x31`, `18x9x2`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.is_capture() { 'x' } else { '-' };
        write!(f, "{}", self.from)?;
        self.landings().iter().try_for_each(|landing| write!(f, "{separator}{landing}"))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({self}, captured {:?}, crowns {})", self.captured, self.crowns)
    }
}

/// Moves of one position, in a buffer that can be used again.
///
/// ```
/// use retrograde_db::draughts::{MoveList, Position, Rules};
///
/// let mut moves = MoveList::new();
/// Rules::ENGLISH.moves_into(Position::start().view(), &mut moves);
/// assert_eq!(moves.len(), 7);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveList {
    moves: Vec<Move>,
}

impl MoveList {
    /// An empty list, which allocates nothing until a move comes in.
    #[must_use]
    pub const fn new() -> MoveList {
        MoveList { moves: Vec::new() }
    }

    /// Keeps one move of all that are the [same play](Move::same_play), the first of them.
    pub fn merge_routes(&mut self) {
        let mut kept = 0;
        for place in 0..self.moves.len() {
            let mv = self.moves[place];
            let seen = mv.is_capture() && self.moves[..kept].iter().any(|earlier| earlier.same_play(&mv));
            if !seen {
                self.moves[kept] = mv;
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }

    pub(super) fn clear(&mut self) {
        self.moves.clear();
    }

    pub(super) fn push(&mut self, mv: Move) {
        self.moves.push(mv);
    }

    /// Numbers the moves as seen from the other side of the board.
    pub(super) fn turn(&mut self) {
        self.moves.iter_mut().for_each(|mv| *mv = mv.turned());
    }

    /// Puts the moves in their own order.
    pub(super) fn sort(&mut self) {
        self.moves.sort_unstable();
    }
}

impl Deref for MoveList {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.moves
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.moves.iter()
    }
}
