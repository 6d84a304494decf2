//! Bounds of what positions are worth, whatever the rule of repetition.
//!
//! Take the game without any such rule: plays may lead to any board, and may go on for ever. A player
//! *forces* a score where the game ends, with that score or a better one, against any play. The best
//! score that Black forces is a **low** bound of what the position is worth, and the best one that
//! White forces a **high** bound, under positional and under situational superko, as long as no board
//! but the present one has been visited: who forces a score by the shortest way never comes back to a
//! board, so superko takes nothing from that player, and only takes from the opponent. Where both
//! bounds are equal, the value does not depend on the rule of repetition at all.
//!
//! Where a player can't force any end, the bound is one point beyond what the board has, and stands for
//! "not known": on a board of `n` points scores are `-n` to `n`, a low bound of `-n - 1` and a high one
//! of `n + 1` say nothing. [`Bounds::on_board`] puts them back on the board, where they hold under any
//! superko rule, since games end there.
//!
//! A table keeps one pair for each board, seen with Black to move: the bounds of Black's **best play**.
//! Those of positions follow from the pair of the board and that of the board with the colours
//! swapped, since what is left is a pass, and a pass leads to the opponent's best play or to the end:
//!
//! ```
//! use retrograde_db::go::{Bounds, Score};
//!
//! // Black's best play leads to -2, White's to +1 for Black; the board as it is counts 3.
//! let bounds = |score| Bounds { low: Score(score), high: Score(score) };
//! let (black, white) = (bounds(-2), bounds(-1));
//! // After White's pass, Black passes too. Before it, White would answer a pass with a play.
//! assert_eq!(black.after_pass(Score(3)), bounds(3));
//! assert_eq!(black.before_pass(Score(3), white), bounds(1));
//! ```

use std::fmt;

use super::{BoardSize, Komi, Score};
use crate::Value;

/// A lower and an upper bound of a score, both seen by Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The best score that Black forces.
    pub low: Score,
    /// The best score that White forces.
    pub high: Score,
}

impl Bounds {
    /// Of the best of no plays: lower than any score.
    #[must_use]
    pub const fn without_play(size: BoardSize) -> Bounds {
        let below = Score(-(size.points() as i8) - 1);
        Bounds { low: below, high: below }
    }

    /// Where nobody forces an end.
    #[must_use]
    pub const fn unknown(size: BoardSize) -> Bounds {
        let above = size.points() as i8 + 1;
        Bounds { low: Score(-above), high: Score(above) }
    }

    /// The same seen by White: the opponent's bounds, of a board with the colours swapped.
    #[must_use]
    pub const fn colours_swapped(self) -> Bounds {
        Bounds { low: Score(-self.high.0), high: Score(-self.low.0) }
    }

    /// The better of both for Black.
    #[must_use]
    pub fn best(self, other: Bounds) -> Bounds {
        Bounds { low: self.low.max(other.low), high: self.high.max(other.high) }
    }

    /// Of the position after a pass, Black to move. These are the bounds of Black's best play; to pass
    /// too ends the game with the score of the board.
    #[must_use]
    pub fn after_pass(self, board: Score) -> Bounds {
        self.best(Bounds { low: board, high: board })
    }

    /// Of the position that does not follow a pass, Black to move. These are the bounds of Black's
    /// best play, `opponent` those of the best play on the board with the colours swapped.
    #[must_use]
    #[inline]
    pub fn before_pass(self, board: Score, opponent: Bounds) -> Bounds {
        self.best(opponent.after_pass(-board).colours_swapped())
    }

    /// The same with unknown bounds put on the board: no score is outside.
    #[must_use]
    pub fn on_board(self, size: BoardSize) -> Bounds {
        let points = size.points() as i8;
        let on_board = |score: Score| Score(score.0.clamp(-points, points));
        Bounds { low: on_board(self.low), high: on_board(self.high) }
    }

    /// The score where both bounds agree.
    #[must_use]
    pub fn exact(self) -> Option<Score> {
        (self.low == self.high).then_some(self.low)
    }

    /// What Black gets once White has komi; `None` where the bounds leave it open.
    #[must_use]
    pub fn value_with(self, komi: Komi) -> Option<Value> {
        let [low, high] = [self.low, self.high].map(|score| match score.margin(komi).0 {
            0 => Value::Draw,
            1.. => Value::Win,
            _ => Value::Loss,
        });
        (low == high).then_some(low)
    }
}

impl fmt::Display for Bounds {
    /// `+3` where they agree, else `-2 to +9`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exact() {
            Some(score) => score.fmt(f),
            None => f.pad(&format!("{} to {}", self.low, self.high)),
        }
    }
}
