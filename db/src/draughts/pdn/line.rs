//! A line of play: moves in order, with what is said of them and the lines beside them.
//!
//! PDN writes a move as two squares, which mean nothing without the position before them. So a [`Line`] keeps
//! that position with each move, and takes only moves that are legal in it. Whoever has a line can replay it
//! without an error to handle, and the writer knows when two squares are ambiguous. It costs a list of legal
//! moves for each move that is added.
//!
//! A variation stands behind the move that it could have replaced, so it begins one move before the place
//! where the line is. That is the only position it may begin in; a line that begins elsewhere is refused.
//!
//! ```
//! use retrograde_db::draughts::pdn::{Line, LineError};
//! use retrograde_db::draughts::{Position, Rules};
//!
//! let play = |line: &mut Line, text: &str| {
//!     let mv = line.position().read_move(&Rules::ENGLISH, text).unwrap();
//!     line.play(mv).unwrap();
//! };
//! let mut line = Line::new(Position::start());
//! play(&mut line, "11-15");
//! let mut beside = Line::new(line.before_last_move());
//! play(&mut beside, "9-14");
//! assert_eq!(line.variation(beside.clone()), Ok(()));
//!
//! play(&mut line, "23-19");
//! assert!(matches!(line.variation(beside), Err(LineError::VariationStart { .. })));
//! ```

use thiserror::Error;

use super::super::{Move, Position, Rules};
use super::{Comment, Nag, Strength};

/// The rules of game type 21.
pub(super) const RULES: &Rules = &Rules::ENGLISH;

/// Moves that follow from each other, with comments and variations among them.
///
/// A line knows its positions, and takes legal moves only. Captures that take the same pieces along
/// different routes are written alike, so a line keeps one route for all of them.
///
/// ```
/// use retrograde_db::draughts::Position;
/// use retrograde_db::draughts::pdn::Line;
///
/// let mut line = Line::new(Position::start());
/// let mv = line.position().read_move(&retrograde_db::draughts::Rules::ENGLISH, "11-15").unwrap();
/// line.play(mv).unwrap();
/// assert!(line.play(mv).is_err(), "it is White's turn");
/// assert_eq!(line.moves().count(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    start: Position,
    items: Vec<Item>,
    /// Where the last move was made, and where a variation begins.
    before: Position,
    position: Position,
}

/// What stands in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A move.
    Move(PlayedMove),
    /// A remark on what is before it, or on the whole line where it is first.
    Comment(Comment),
    /// A number that stands for a remark.
    Nag(Nag),
    /// What could have been played for the last move, from the position before it.
    Variation(Line),
    /// The line goes on from another position: `/FEN "W:W32:B1"/`.
    SetUp(Position),
}

/// A move where it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The position before it.
    pub position: Position,
    /// The move, legal in that position.
    pub mv: Move,
    /// What is thought of it.
    pub strength: Option<Strength>,
}

impl PlayedMove {
    /// The position after it.
    #[must_use]
    pub fn after(&self) -> Position {
        self.position.play(RULES, &self.mv)
    }

    /// Its text, as short as it is unambiguous, without its strength.
    #[must_use]
    pub fn text(&self) -> String {
        self.position.write_move(RULES, &self.mv)
    }
}

/// Why something cannot be added to a line.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum LineError {
    /// The move is not legal where the line ends.
    #[error("move {mv} is not legal in {position}")]
    Illegal {
        /// The move.
        mv: Move,
        /// Where the line ends.
        position: Position,
    },
    /// The variation begins elsewhere.
    #[error("a variation here begins in {expected}, the position before the last move, not in {found}")]
    VariationStart {
        /// The position before the last move.
        expected: Position,
        /// Where the variation begins.
        found: Position,
    },
    /// The variation has nothing in it, which PDN cannot write.
    #[error("a variation without anything in it: add a move or a comment to it first")]
    EmptyVariation,
    /// There are variations in variations in variations ..., too deep.
    #[error("variations are nested more than {} deep", Line::MAX_DEPTH)]
    TooDeep,
}

impl Line {
    /// How deep variations may be nested. People need three or four; without a bound a file of
    /// parentheses would run the reader out of stack.
    pub const MAX_DEPTH: usize = 32;

    /// A line that begins here, without any move yet.
    #[must_use]
    pub const fn new(start: Position) -> Line {
        Line { start, items: Vec::new(), before: start, position: start }
    }

    /// Where it begins.
    #[must_use]
    pub const fn start(&self) -> Position {
        self.start
    }

    /// Where it ends: the position after the last move.
    #[must_use]
    pub const fn position(&self) -> Position {
        self.position
    }

    /// The position before the last move, where a variation begins now; [`Line::position`] where no
    /// move has been made from the start or since a set-up.
    #[must_use]
    pub const fn before_last_move(&self) -> Position {
        self.before
    }

    /// All that stands in it, in order.
    #[must_use]
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// The moves of the line itself, not those of its variations.
    pub fn moves(&self) -> impl Iterator<Item = &PlayedMove> {
        self.items.iter().filter_map(|item| match item {
            Item::Move(played) => Some(played),
            _ => None,
        })
    }

    /// Goes on with a move.
    ///
    /// # Errors
    /// Where it is not legal.
    pub fn play(&mut self, mv: Move) -> Result<(), LineError> {
        let position = self.position;
        let same = position.legal_moves(RULES).iter().find(|legal| legal.same_play(&mv)).copied();
        let mv = same.ok_or(LineError::Illegal { mv, position })?;
        self.items.push(Item::Move(PlayedMove { position, mv, strength: None }));
        self.before = position;
        self.position = position.play(RULES, &mv);
        Ok(())
    }

    /// Says what is thought of the last move; `false` where the line does not end with a move that
    /// has no strength yet.
    pub fn mark(&mut self, strength: Strength) -> bool {
        match self.items.last_mut() {
            Some(Item::Move(played @ PlayedMove { strength: None, .. })) => {
                played.strength = Some(strength);
                true
            }
            _ => false,
        }
    }

    /// Adds a comment.
    pub fn comment(&mut self, comment: Comment) {
        self.items.push(Item::Comment(comment));
    }

    /// Adds a glyph.
    pub fn nag(&mut self, nag: Nag) {
        self.items.push(Item::Nag(nag));
    }

    /// Goes on from another position.
    pub fn set_up(&mut self, position: Position) {
        self.items.push(Item::SetUp(position));
        self.before = position;
        self.position = position;
    }

    /// Adds a line that could have been played instead of the last move.
    ///
    /// # Errors
    /// Where it does not begin before the last move, is empty, or makes the nesting too deep.
    pub fn variation(&mut self, variation: Line) -> Result<(), LineError> {
        if variation.start != self.before {
            return Err(LineError::VariationStart { expected: self.before, found: variation.start });
        }
        if variation.items.is_empty() {
            return Err(LineError::EmptyVariation);
        }
        if variation.depth() >= Line::MAX_DEPTH {
            return Err(LineError::TooDeep);
        }
        self.items.push(Item::Variation(variation));
        Ok(())
    }

    /// How deep variations are nested in it, 0 where there are none.
    fn depth(&self) -> usize {
        let depths = self.items.iter().map(|item| match item {
            Item::Variation(line) => 1 + line.depth(),
            _ => 0,
        });
        depths.max().unwrap_or(0)
    }
}
