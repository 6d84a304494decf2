//! The 32 dark squares, and sets of them.
//!
//! Squares carry the numbers of the draughts world: Black's back rank is 1 to 4, White's 29 to 32.
//!
//! ```text
//!   White's side            rank (Black's view)
//!   .  32 .  31 .  30 .  29    7
//!   28 .  27 .  26 .  25 .     6
//!   .  24 .  23 .  22 .  21    5
//!   20 .  19 .  18 .  17 .     4
//!   .  16 .  15 .  14 .  13    3
//!   12 .  11 .  10 .  9  .     2
//!   .  8  .  7  .  6  .  5     1
//!   4  .  3  .  2  .  1  .     0
//!   Black's side
//! ```
//!
//! Inside, square `n` is bit `n - 1` of a [`SquareSet`]. Turning the board by half a circle maps
//! square `n` to `33 - n`, which reverses the bits: so one move generator serves both sides.
//!
//! ```
//! use retrograde_db::draughts::{Square, SquareSet};
//!
//! let square = Square::new(1).unwrap();
//! assert_eq!(square.turned(), Square::new(32).unwrap());
//! assert_eq!(SquareSet::from(square).turned().bits(), 1 << 31);
//! assert_eq!(Square::new(33), None);
//! ```

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Sub};

/// One of the 32 dark squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// How many squares pieces can stand on.
    pub const COUNT: u8 = 32;

    /// The square with this number, 1 to 32.
    #[must_use]
    pub const fn new(number: u8) -> Option<Square> {
        if 1 <= number && number <= Square::COUNT { Some(Square(number - 1)) } else { None }
    }

    /// The square of bit `index`, 0 to 31: number `index + 1`.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Square> {
        if index < Square::COUNT { Some(Square(index)) } else { None }
    }

    /// Its number, 1 to 32.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// Its bit in a [`SquareSet`], 0 to 31.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Its rank seen by Black, 0 (squares 1 to 4) to 7 (squares 29 to 32).
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / 4
    }

    /// The same square once the board is turned by half a circle: `33 - n`.
    #[must_use]
    pub const fn turned(self) -> Square {
        Square(31 - self.0)
    }

    /// All squares, 1 first.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..Square::COUNT).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Square({})", self.number())
    }
}

/// A set of squares: bit `n - 1` stands for square `n`.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SquareSet(u32);

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet(0);
    /// All 32 squares.
    pub const ALL: SquareSet = SquareSet(u32::MAX);
    /// Squares 1 to 4, Black's back rank: a white man that arrives here is crowned.
    pub const BLACK_BACK_RANK: SquareSet = SquareSet(0xF);
    /// Squares 29 to 32, White's back rank: a black man that arrives here is crowned.
    pub const WHITE_BACK_RANK: SquareSet = SquareSet(0xF << 28);

    /// The set with these bits.
    #[must_use]
    pub const fn from_bits(bits: u32) -> SquareSet {
        SquareSet(bits)
    }

    /// Its bits: bit `n - 1` for square `n`.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// How many squares are in it.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no square is in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this square is in it.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 == 1
    }

    /// The set with this square in it.
    #[must_use]
    pub const fn with(self, square: Square) -> SquareSet {
        SquareSet(self.0 | 1 << square.0)
    }

    /// The set without this square.
    #[must_use]
    pub const fn without(self, square: Square) -> SquareSet {
        SquareSet(self.0 & !(1 << square.0))
    }

    /// The lowest square, `None` where it is empty.
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        Square::from_index(self.0.trailing_zeros() as u8)
    }

    /// The same squares once the board is turned by half a circle.
    #[must_use]
    pub const fn turned(self) -> SquareSet {
        SquareSet(self.0.reverse_bits())
    }

    /// Its squares, lowest first.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let square = rest.first()?;
            rest = rest.without(square);
            Some(square)
        })
    }
}

impl From<Square> for SquareSet {
    fn from(square: Square) -> SquareSet {
        SquareSet(1 << square.0)
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        squares.into_iter().fold(SquareSet::EMPTY, SquareSet::with)
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;
    fn bitor(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 | other.0)
    }
}

impl BitOrAssign for SquareSet {
    fn bitor_assign(&mut self, other: SquareSet) {
        self.0 |= other.0;
    }
}

impl BitAnd for SquareSet {
    type Output = SquareSet;
    fn bitand(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & other.0)
    }
}

impl Sub for SquareSet {
    type Output = SquareSet;
    fn sub(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & !other.0)
    }
}

impl Not for SquareSet {
    type Output = SquareSet;
    fn not(self) -> SquareSet {
        SquareSet(!self.0)
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Square::number)).finish()
    }
}
