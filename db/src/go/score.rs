//! Points on the board, and what komi makes of them.
//!
//! Three numbers are easily taken for one another, so each is a type. A [`Score`] is what the board says: whole
//! points, Black's less White's. [`Komi`] is what White gets, often with a half so that nobody draws. A
//! [`Margin`] is the one less the other, and says who wins. Komi and margins count half points, in whole
//! numbers, so that 7.5 is exact and equal margins are equal.
//!
//! Tables hold scores. So one table answers for every komi, and who wins is decided last:
//!
//! ```
//! use retrograde_db::go::{Colour, Komi, Score};
//!
//! let score = Score(7);
//! let winner = |komi: &str| score.margin(komi.parse().unwrap()).winner();
//! assert_eq!(["6.5", "7", "7.5"].map(winner), [Some(Colour::Black), None, Some(Colour::White)]);
//! assert_eq!(score.margin(Komi(15)).to_string(), "White by 0.5");
//! assert!("7.25".parse::<Komi>().is_err());
//! ```

use std::fmt;
use std::ops::{Add, Neg, Sub};
use std::str::FromStr;

use thiserror::Error;

use super::Colour;

/// Black's points less White's, without komi: -25 to 25.
///
/// ```
/// use retrograde_db::go::{Komi, Score};
///
/// assert_eq!(Score(3).to_string(), "+3");
/// let komi: Komi = "3.5".parse().unwrap();
/// assert_eq!(Score(3).margin(komi).to_string(), "White by 0.5");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub i8);

impl Score {
    /// By how much Black wins once White has komi.
    #[must_use]
    pub const fn margin(self, komi: Komi) -> Margin {
        Margin(self.0 as i32 * 2 - komi.0)
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    /// With its sign, except 0: `+3`, `-2`, `0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.pad("0"),
            points => f.pad(&format!("{points:+}")),
        }
    }
}

/// A text is not a number of points.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{found:?} is no {what}: expected {expected}")]
pub struct PointsError {
    what: &'static str,
    expected: &'static str,
    found: String,
}

impl FromStr for Score {
    type Err = PointsError;

    fn from_str(text: &str) -> Result<Score, PointsError> {
        let (what, expected) = ("score", "Black's points less White's, as in 3 or -2");
        text.parse().map(Score).map_err(|_| PointsError { what, expected, found: text.to_owned() })
    }
}

/// What White gets for moving second, in half points: `Komi(15)` is 7.5 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Komi(pub i32);

impl Komi {
    /// Most half points that can be written, of either sign.
    const MOST: i32 = 2_000;
}

impl Add for Komi {
    type Output = Komi;
    fn add(self, other: Komi) -> Komi {
        Komi(self.0 + other.0)
    }
}

impl Sub for Komi {
    type Output = Komi;
    fn sub(self, other: Komi) -> Komi {
        Komi(self.0 - other.0)
    }
}

impl fmt::Display for Komi {
    /// With one digit behind the point where there is a half: `7.5`, `0`, `-0.5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let half = if self.0 % 2 == 0 { "" } else { ".5" };
        write!(f, "{sign}{}{half}", self.0.unsigned_abs() / 2)
    }
}

impl FromStr for Komi {
    type Err = PointsError;

    /// Reads a number of points in whole or half ones, as in `7`, `7.5`, `7.50` or `-0.5`.
    fn from_str(text: &str) -> Result<Komi, PointsError> {
        let (what, expected) = ("komi", "whole or half points up to 1000, as in 7.5");
        let wrong = || PointsError { what, expected, found: text.to_owned() };
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
        let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(whole) || !is_number(part) {
            return Err(wrong());
        }
        let half = match part.trim_end_matches('0') {
            "" => 0,
            "5" => 1,
            _ => return Err(wrong()),
        };
        let whole: i32 = whole.parse().map_err(|_| wrong())?;
        let halves = whole.checked_mul(2).map(|halves| halves + half).filter(|&halves| halves <= Komi::MOST);
        halves.map(|halves| Komi(if negative { -halves } else { halves })).ok_or_else(wrong)
    }
}

/// By how much Black wins, in half points: negative where White wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Margin(pub i32);

impl Margin {
    /// Who wins; `None` for a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Colour> {
        match self.0 {
            0 => None,
            1.. => Some(Colour::Black),
            _ => Some(Colour::White),
        }
    }
}

impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            Some(winner) => f.pad(&format!("{winner} by {}", Komi(self.0.abs()))),
            None => f.pad("draw"),
        }
    }
}
