//! What a position is worth, for the side that is to move in it.
//!
//! A value always belongs to a side to move, never to a colour: so one table serves both colours, and to make a
//! move is to look from the other side ([`Value::for_opponent`]). The values are ordered as the side to move
//! likes them, and so the value of a position is the maximum over its moves, and a loss without a move: this is
//! minimax in the form that is called negamax.
//!
//! ```
//! use retrograde_db::Value;
//!
//! /// By the values of the positions after each move, where the opponent is to move.
//! fn best(after: &[Value]) -> Value {
//!     after.iter().map(|value| value.for_opponent()).max().unwrap_or(Value::Loss)
//! }
//! assert_eq!(best(&[Value::Win, Value::Draw, Value::Win]), Value::Draw);
//! assert_eq!(best(&[Value::Draw, Value::Loss]), Value::Win);
//! assert_eq!(best(&[]), Value::Loss);
//! ```

use std::fmt;

/// The value of a position for the side to move, under best play by both sides.
///
/// There is no variant for "unknown": a position without a value is an error of the question, and
/// has an error type of its own.
///
/// ```
/// use retrograde_db::Value;
///
/// assert!(Value::Win > Value::Draw && Value::Draw > Value::Loss);
/// assert_eq!(Value::Win.for_opponent(), Value::Loss);
/// assert_eq!(Value::Draw.to_string(), "draw");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Value {
    /// The side to move loses.
    Loss = 0,
    /// Neither side can force a win.
    Draw = 1,
    /// The side to move wins.
    Win = 2,
}

impl Value {
    /// Every value, worst first.
    pub const ALL: [Value; 3] = [Value::Loss, Value::Draw, Value::Win];

    /// The same outcome seen by the other side.
    #[must_use]
    pub const fn for_opponent(self) -> Value {
        match self {
            Value::Loss => Value::Win,
            Value::Draw => Value::Draw,
            Value::Win => Value::Loss,
        }
    }

    /// The value with this number (0 loss, 1 draw, 2 win), the numbers that files store.
    #[must_use]
    pub const fn from_code(code: u8) -> Option<Value> {
        match code {
            0 => Some(Value::Loss),
            1 => Some(Value::Draw),
            2 => Some(Value::Win),
            _ => None,
        }
    }

    /// The number that files store: 0 loss, 1 draw, 2 win.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// `"win"`, `"draw"` or `"loss"`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Value::Loss => "loss",
            Value::Draw => "draw",
            Value::Win => "win",
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How many positions have each value: of a slice, of a file, of a whole set of tables.
///
/// ```
/// use retrograde_db::{Value, ValueCounts};
///
/// let mut counts = ValueCounts::default();
/// counts.add(Value::Win, 3);
/// counts.add(Value::Loss, 1);
/// assert_eq!((counts.win, counts.draw, counts.loss, counts.total()), (3, 0, 1, 4));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ValueCounts {
    /// Positions that the side to move wins.
    pub win: u64,
    /// Positions that neither side wins.
    pub draw: u64,
    /// Positions that the side to move loses.
    pub loss: u64,
}

impl ValueCounts {
    /// Counts `positions` more positions of this value.
    pub fn add(&mut self, value: Value, positions: u64) {
        match value {
            Value::Win => self.win += positions,
            Value::Draw => self.draw += positions,
            Value::Loss => self.loss += positions,
        }
    }

    /// All positions counted; wraps above 2^64 - 1, which no set of tables reaches.
    #[must_use]
    pub const fn total(self) -> u64 {
        self.win.wrapping_add(self.draw).wrapping_add(self.loss)
    }

    /// All positions counted; `None` above 2^64 - 1, which only a damaged file claims.
    #[must_use]
    pub const fn checked_total(self) -> Option<u64> {
        match self.win.checked_add(self.draw) {
            Some(sum) => sum.checked_add(self.loss),
            None => None,
        }
    }
}

impl std::ops::AddAssign for ValueCounts {
    fn add_assign(&mut self, other: ValueCounts) {
        self.win += other.win;
        self.draw += other.draw;
        self.loss += other.loss;
    }
}
