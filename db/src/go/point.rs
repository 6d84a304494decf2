//! Points, and sets of them.
//!
//! A board has 25 points at most, so a set of them is a number of 32 bits, and what is done with sets is done
//! with all points at once: the neighbours of a chain are those of its points, shifted as one
//! ([`BoardSize::neighbours`](super::BoardSize::neighbours)). Neither a point nor a set knows the size of its
//! board. A point is a number along the rows, and the same number is another place on a board with other
//! columns. The complement of a set has all bits that the set does not have, those behind the last point too:
//! what is left of a board is the difference from all of it.
//!
//! ```
//! use retrograde_db::go::{BoardSize, Point, PointSet};
//!
//! let size: BoardSize = "3x3".parse().unwrap();
//! let centre = PointSet::from(size.point(1, 1).unwrap());
//! let corners = size.all() - centre - size.neighbours(centre);
//! assert_eq!(corners.iter().map(Point::number).collect::<Vec<_>>(), [0, 2, 6, 8]);
//! assert_eq!((!centre).len(), 31);
//! assert_eq!((size.all() - centre).len(), 8);
//! ```

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Sub};

/// A point of a board: 0 is the top left one, then along the row, as in a position's text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

impl Point {
    /// Most points that a board has.
    pub const MOST: u8 = 25;

    /// The point with this number, 0 to 24; whether a board has it is up to its size.
    #[must_use]
    pub const fn new(number: u8) -> Option<Point> {
        if number < Point::MOST { Some(Point(number)) } else { None }
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Point({})", self.0)
    }
}

/// A set of points: bit `n` stands for point `n`.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PointSet(u32);

impl PointSet {
    /// No point.
    pub const EMPTY: PointSet = PointSet(0);

    /// The set with these bits.
    #[must_use]
    pub const fn from_bits(bits: u32) -> PointSet {
        PointSet(bits)
    }

    /// Its bits.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// How many points are in it.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no point is in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this point is in it.
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        self.0 >> point.0 & 1 == 1
    }

    /// The point with the lowest number, `None` where it is empty.
    #[must_use]
    pub const fn first(self) -> Option<Point> {
        if self.0 == 0 { None } else { Some(Point(self.0.trailing_zeros() as u8)) }
    }

    /// Its points, lowest first.
    pub fn iter(self) -> impl Iterator<Item = Point> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let point = PointSet(rest).first()?;
            rest &= rest - 1;
            Some(point)
        })
    }
}

impl From<Point> for PointSet {
    fn from(point: Point) -> PointSet {
        PointSet(1 << point.0)
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        points.into_iter().fold(PointSet::EMPTY, |set, point| set | point.into())
    }
}

impl BitOr for PointSet {
    type Output = PointSet;
    fn bitor(self, other: PointSet) -> PointSet {
        PointSet(self.0 | other.0)
    }
}

impl BitOrAssign for PointSet {
    fn bitor_assign(&mut self, other: PointSet) {
        self.0 |= other.0;
    }
}

impl BitAnd for PointSet {
    type Output = PointSet;
    fn bitand(self, other: PointSet) -> PointSet {
        PointSet(self.0 & other.0)
    }
}

impl Sub for PointSet {
    type Output = PointSet;
    fn sub(self, other: PointSet) -> PointSet {
        PointSet(self.0 & !other.0)
    }
}

impl Not for PointSet {
    type Output = PointSet;
    fn not(self) -> PointSet {
        PointSet(!self.0)
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Point::number)).finish()
    }
}
