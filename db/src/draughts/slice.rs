//! Slices: positions with the same pieces.
//!
//! The tables come in slices. One slice holds every position in which the side to move has `m` men
//! and `k` kings and the opponent has its own such numbers. Since one move generator serves both
//! sides, there is one slice for every *ordered* pair of [`SideType`]s, and no colour.
//!
//! ```
//! use retrograde_db::draughts::{Position, Slice};
//!
//! let slice: Slice = "2m1k-1m0k".parse().unwrap();
//! assert_eq!((slice.mover().men(), slice.opponent().kings()), (2, 0));
//! assert_eq!(slice.to_string(), "2m1k-1m0k");
//! assert_eq!(slice.reversed().to_string(), "1m0k-2m1k");
//! assert_eq!(Slice::of(Position::start().view()).unwrap_err().pieces, 24);
//! ```

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{View, placements};

/// How many pieces of each kind one side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SideType {
    men: u8,
    kings: u8,
}

impl SideType {
    /// The side with so many men and kings; `None` for more pieces than [`Slice::MAX_PIECES`].
    #[must_use]
    pub const fn new(men: u8, kings: u8) -> Option<SideType> {
        if men as u16 + kings as u16 <= Slice::MAX_PIECES as u16 {
            Some(SideType { men, kings })
        } else {
            None
        }
    }

    /// How many men, 0 to 12.
    #[must_use]
    pub const fn men(self) -> u8 {
        self.men
    }

    /// How many kings, 0 to 12.
    #[must_use]
    pub const fn kings(self) -> u8 {
        self.kings
    }

    /// How many pieces, 0 to 12.
    #[must_use]
    pub const fn pieces(self) -> u8 {
        self.men + self.kings
    }

    /// Every type with so many pieces, fewest men first.
    pub fn with_pieces(pieces: u8) -> impl DoubleEndedIterator<Item = SideType> {
        (0..=pieces).filter_map(move |men| SideType::new(men, pieces - men))
    }
}

impl fmt::Display for SideType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}m{}k", self.men, self.kings)
    }
}

/// An ordered pair of side types: the side to move, and its opponent. Both have a piece, and
/// together they have at most [`Slice::MAX_PIECES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slice {
    mover: SideType,
    opponent: SideType,
}

/// The position has no slice: a side is empty, or there are too many pieces.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error(
    "no slice for {mover} pieces against {opponent} ({pieces} in all): each side needs one at \
     least, and both together have {max} at most",
    max = Slice::MAX_PIECES
)]
pub struct SliceError {
    /// Pieces of the side to move.
    pub mover: u32,
    /// Pieces of the opponent.
    pub opponent: u32,
    /// Pieces of both.
    pub pieces: u32,
}

/// The text does not name a slice.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{text:?} names no slice: expected men and kings of both sides, as in 2m1k-1m0k")]
pub struct SliceNameError {
    /// What was read.
    pub text: String,
}

impl Slice {
    /// The most pieces that a slice may have, both sides together.
    pub const MAX_PIECES: u8 = 12;

    /// The slice of these two sides.
    ///
    /// # Errors
    /// Where a side has no piece, or both have more than [`Slice::MAX_PIECES`] together.
    pub const fn new(mover: SideType, opponent: SideType) -> Result<Slice, SliceError> {
        let pieces = mover.pieces() + opponent.pieces();
        if mover.pieces() == 0 || opponent.pieces() == 0 || pieces > Slice::MAX_PIECES {
            return Err(SliceError {
                mover: mover.pieces() as u32,
                opponent: opponent.pieces() as u32,
                pieces: pieces as u32,
            });
        }
        Ok(Slice { mover, opponent })
    }

    /// The slice that a position is in.
    ///
    /// # Errors
    /// Where a side has no piece, or both have more than [`Slice::MAX_PIECES`] together.
    #[inline]
    pub fn of(view: View) -> Result<Slice, SliceError> {
        let (own, their) = (view.own(), view.their());
        let types = [own, their].map(|side| SideType::new(side.men.len() as u8, side.kings.len() as u8));
        if let [Some(mover), Some(opponent)] = types
            && let Ok(slice) = Slice::new(mover, opponent)
        {
            return Ok(slice);
        }
        let (mover, opponent) = (own.all().len(), their.all().len());
        Err(SliceError { mover, opponent, pieces: mover + opponent })
    }

    /// What the side to move has.
    #[must_use]
    pub const fn mover(self) -> SideType {
        self.mover
    }

    /// What its opponent has.
    #[must_use]
    pub const fn opponent(self) -> SideType {
        self.opponent
    }

    /// The slice with the roles exchanged: a quiet move that crowns nothing leads there.
    #[must_use]
    pub const fn reversed(self) -> Slice {
        Slice { mover: self.opponent, opponent: self.mover }
    }

    /// How many pieces both sides have together, 2 to 12.
    #[must_use]
    pub const fn pieces(self) -> u8 {
        self.mover.pieces() + self.opponent.pieces()
    }

    /// How many men both sides have together, 0 to 12.
    #[must_use]
    pub const fn men(self) -> u8 {
        self.mover.men() + self.opponent.men()
    }

    /// How many positions it has: below 2^52, see [`placements`].
    #[must_use]
    pub fn positions(self) -> u64 {
        let (mover, opponent) = (self.mover, self.opponent);
        let [men, kings] = [mover.men(), mover.kings()].map(u32::from);
        let [their_men, their_kings] = [opponent.men(), opponent.kings()].map(u32::from);
        placements(men, kings, their_men, their_kings) as u64
    }

    /// Every slice with so many pieces, in an order in which a slice comes after all that its
    /// captures and crownings lead to: fewest men first.
    #[must_use]
    pub fn with_pieces(pieces: u8) -> Vec<Slice> {
        let mut slices: Vec<Slice> = (1..pieces)
            .flat_map(|own| {
                SideType::with_pieces(own).flat_map(move |mover| {
                    SideType::with_pieces(pieces - own)
                        .filter_map(move |opponent| Slice::new(mover, opponent).ok())
                })
            })
            .collect();
        slices.sort_by_key(|slice| (slice.men(), *slice));
        slices
    }

    /// Every slice with 2 to `pieces` pieces, in an order in which each comes after those that it
    /// depends on.
    #[must_use]
    pub fn up_to(pieces: u8) -> Vec<Slice> {
        (2..=pieces.min(Slice::MAX_PIECES)).flat_map(Slice::with_pieces).collect()
    }
}

impl fmt::Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.mover, self.opponent)
    }
}

impl FromStr for Slice {
    type Err = SliceNameError;

    fn from_str(text: &str) -> Result<Slice, SliceNameError> {
        let parse = || {
            let (mover, opponent) = text.split_once('-')?;
            let slice = Slice::new(parse_side(mover)?, parse_side(opponent)?).ok()?;
            // One name a slice: "02m1k-1m0k" is not another way to write it.
            (slice.to_string() == text).then_some(slice)
        };
        parse().ok_or_else(|| SliceNameError { text: text.to_owned() })
    }
}

/// Reads `2m1k`.
fn parse_side(text: &str) -> Option<SideType> {
    let (men, kings) = text.strip_suffix('k')?.split_once('m')?;
    SideType::new(men.parse().ok()?, kings.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_up_to_five_pieces_are_the_85_classes() {
        // Each ordered pair of side types is one class, 85 + their mirrors counted once: the
        // published list names Black to move only, which is the same thing.
        let slices = Slice::up_to(5);
        assert_eq!(slices.len(), 4 + 12 + 25 + 44);
        for (place, slice) in slices.iter().enumerate() {
            assert_eq!(slices.iter().position(|other| other == slice), Some(place));
            assert_eq!(slice.to_string().parse(), Ok(*slice));
        }
    }

    #[test]
    fn every_slice_comes_after_those_it_depends_on() {
        let slices = Slice::up_to(7);
        let before = |a: Slice, b: Slice| {
            let place = |slice| slices.iter().position(|&other| other == slice).unwrap();
            place(a) < place(b)
        };
        for &slice in &slices {
            let (mover, opponent) = (slice.mover(), slice.opponent());
            if mover.men() > 0 {
                let crowned = SideType::new(mover.men() - 1, mover.kings() + 1).unwrap();
                assert!(before(Slice::new(opponent, crowned).unwrap(), slice), "{slice}");
            }
            if opponent.pieces() > 1 && opponent.kings() > 0 {
                let fewer = SideType::new(opponent.men(), opponent.kings() - 1).unwrap();
                assert!(before(Slice::new(fewer, mover).unwrap(), slice), "{slice}");
            }
        }
    }

    #[test]
    fn nonsense_is_no_slice() {
        for text in
            ["", "2m1k", "2m1k-0m0k", "9m0k-4m0k", "02m1k-1m0k", "2m1k-1m0k ", "2k1m-1m0k", "+2m1k-1m0k"]
        {
            assert!(text.parse::<Slice>().is_err(), "{text:?}");
        }
    }
}
