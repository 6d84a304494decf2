//! How far it is from a won or lost position to the next event that counts.
//!
//! Win, draw and loss say what a position is worth, and not how to get there: a side that plays just
//! any winning move can go round in circles. A **distance** says how many plies (moves of one side)
//! are left, the winning side hurrying and the losing side delaying. There are two kinds, which
//! differ in what is counted to; a drawn position has no distance of either.
//!
//! ```
//! use retrograde_db::{DistanceKind, Plies, Value};
//!
//! // A win ends with a move of the winning side, so its plies are odd, and those of a loss are even:
//! // half of them is enough to store.
//! let code = DistanceKind::Win.code_of(Value::Win, Plies(161));
//! assert_eq!(code, Some(80));
//! assert_eq!(DistanceKind::Win.plies_of(Value::Win, 80), Some(Plies(161)));
//! assert_eq!(DistanceKind::Win.code_of(Value::Win, Plies(160)), None);
//! // The next capture or man move can be anybody's.
//! assert_eq!(DistanceKind::Conversion.code_of(Value::Win, Plies(160)), Some(160));
//! ```

use std::fmt;

use crate::Value;

/// A number of moves, those of both sides counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Plies(pub u16);

impl fmt::Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What the plies of a distance are counted to.
///
/// With either kind, whoever always plays a move with the smallest number wins every won position: a
/// conversion can't be taken back, and there are only so many of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DistanceKind {
    /// To the next capture or man move (a crowning is one), by whichever side, or to the end of the
    /// game where that comes first. KingsRow calls it MTC.
    Conversion,
    /// To the end of the game: 0 where the side to move has no move, 1 where it can leave its
    /// opponent without one.
    Win,
}

impl DistanceKind {
    /// Both kinds, the one that says more last.
    pub const ALL: [DistanceKind; 2] = [DistanceKind::Conversion, DistanceKind::Win];

    /// `"conversion"` or `"win"`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            DistanceKind::Conversion => "conversion",
            DistanceKind::Win => "win",
        }
    }

    /// The longest distance that files hold, which is that of code 255. The longest wins that are
    /// published, for eight pieces, take 293 plies to the end of the game.
    #[must_use]
    pub const fn longest(self) -> Plies {
        match self {
            DistanceKind::Conversion => Plies(255),
            DistanceKind::Win => Plies(511),
        }
    }

    /// The byte that files store for a distance: the plies to a conversion, half of the plies to a
    /// win, rounded down. `None` for a draw, above [`DistanceKind::longest`], and for plies to the end
    /// of the game that are even in a won position or odd in a lost one.
    #[must_use]
    pub fn code_of(self, value: Value, plies: Plies) -> Option<u8> {
        match (self, value) {
            (_, Value::Draw) => None,
            (DistanceKind::Conversion, _) => u8::try_from(plies.0).ok(),
            (DistanceKind::Win, _) if (plies.0 % 2 == 1) != (value == Value::Win) => None,
            (DistanceKind::Win, _) => u8::try_from(plies.0 / 2).ok(),
        }
    }

    /// The inverse of [`DistanceKind::code_of`]; `None` for a draw.
    #[must_use]
    pub fn plies_of(self, value: Value, code: u8) -> Option<Plies> {
        match (self, value) {
            (_, Value::Draw) => None,
            (DistanceKind::Conversion, _) => Some(Plies(code.into())),
            (DistanceKind::Win, _) => Some(Plies(2 * u16::from(code) + u16::from(value == Value::Win))),
        }
    }
}

impl fmt::Display for DistanceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_plies_undo_each_other() {
        for kind in DistanceKind::ALL {
            for value in [Value::Loss, Value::Win] {
                for code in 0..=u8::MAX {
                    let plies = kind.plies_of(value, code).unwrap();
                    assert!(plies <= kind.longest());
                    assert_eq!(kind.code_of(value, plies), Some(code), "{kind} {value} {plies}");
                }
                assert_eq!(kind.code_of(value, Plies(512)), None);
                assert_eq!(kind.code_of(value, Plies(513)), None);
            }
            assert_eq!(kind.code_of(Value::Draw, Plies(1)), None);
            assert_eq!(kind.plies_of(Value::Draw, 1), None);
        }
    }
}
