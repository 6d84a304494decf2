//! Rules as data: one value of [`Rules`] a rule set, one field a choice.
//!
//! The fields are the points in which games played with these pieces and steps differ. What they
//! have in common is not a field: men step and capture forward only, a king moves one square at a
//! time, a jump passes over one opposing piece to the vacant square behind it, a capture once begun
//! is carried through, and no piece is jumped twice in it.
//!
//! Paragraphs are those of the *Rules of Draughts (Checkers)* of the World Checkers Draughts
//! Federation (WCDF), section one, which the American Checker Federation (ACF) follows too.
//!
//! ```
//! use retrograde_db::draughts::{CaptureDuty, Rules};
//! use retrograde_db::file::RulesId;
//!
//! let rules = Rules::with_id(RulesId(1)).unwrap();
//! assert_eq!(*rules, Rules::ENGLISH);
//! assert_eq!(rules.name, "english");
//! assert_eq!(rules.capture_duty, CaptureDuty::Compulsory);
//! assert_eq!(Rules::with_id(RulesId(0)), None);
//! ```

use crate::Value;
use crate::file::RulesId;

/// How a game is played.
///
/// Other crates read the fields, but cannot write a new value: a rule set has a number in files, so
/// it has to be listed here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rules {
    /// The number of the rule set in files. Numbers are never given out twice.
    pub id: RulesId,
    /// Its name, in lower case.
    pub name: &'static str,
    /// Whether a side that can capture has to.
    pub capture_duty: CaptureDuty,
    /// Which of several captures may be played.
    pub capture_choice: CaptureChoice,
    /// What becomes of a man that reaches the crowning rank by a jump.
    pub crowning_capture: CrowningCapture,
    /// What a position is worth to the side to move if it has no legal move, or no piece at all.
    pub without_move: Value,
}

/// Whether a side that can capture has to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptureDuty {
    /// It has to.
    Compulsory,
    /// It may make a quiet move instead.
    Optional,
}

/// Which of several captures may be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptureChoice {
    /// Any of them, however many pieces it takes.
    Free,
    /// Any capture by a king; only where no king can capture, one by a man.
    KingsFirst,
}

/// What becomes of a man that reaches the crowning rank by a jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrowningCapture {
    /// It becomes a king, and the move is over.
    EndsMove,
    /// It becomes a king, and goes on capturing as one if it can.
    GoesOn,
}

impl Rules {
    /// English draughts, also called American checkers.
    pub const ENGLISH: Rules = Rules {
        id: RulesId(1),
        name: "english",
        // 1.20: "All capturing moves are compulsory, whether offered actively or passively."
        capture_duty: CaptureDuty::Compulsory,
        // 1.20: of several ways to jump a player may select any one, "not necessarily that which
        // gains the most pieces"; neither men nor kings come first.
        capture_choice: CaptureChoice::Free,
        // 1.19: a man that reaches the king-row by a capturing move becomes a king, "but may not
        // make any further jumps until their opponent has moved".
        crowning_capture: CrowningCapture::EndsMove,
        // Definition of a win: who makes the last move wins; the opponent has no move "either
        // because all their pieces have been captured or their remaining pieces are all blocked".
        without_move: Value::Loss,
    };

    /// Every rule set there is, in the order of their numbers.
    pub const ALL: &'static [Rules] = &[Rules::ENGLISH];

    /// The rule set with this number, `None` where there is none.
    #[must_use]
    pub fn with_id(id: RulesId) -> Option<&'static Rules> {
        Rules::ALL.iter().find(|rules| rules.id == id)
    }
}
