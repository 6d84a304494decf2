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
//! | rules | another than English in |
//! |---|---|
//! | [`Rules::ENGLISH`] | |
//! | [`Rules::HUFFING`] | `capture_duty` |
//! | [`Rules::KINGS_FIRST`] | `capture_choice` |
//! | [`Rules::CROWNING_GOES_ON`] | `crowning_capture` |
//!
//! The other three are English draughts but for one choice, so that the choice is all that differs; they
//! take it from games that are played (huffing) or from one rule of such a game (Czech and Russian
//! draughts, whose kings go further).
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
//! assert_eq!(Rules::with_name("kings-first"), Some(&Rules::KINGS_FIRST));
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
    /// It may make a quiet move instead; then the opponent may, before its own move, take a piece off
    /// the board that could have captured: it *huffs* it. What may be huffed does not show on the
    /// board, so there is a [`HuffingGame`](super::HuffingGame) for this.
    Huffing,
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

    /// English draughts as it was played before capturing was compulsory without exception: a capture
    /// may be left, at the price of the piece that could have made it.
    pub const HUFFING: Rules = Rules {
        id: RulesId(2),
        name: "huffing",
        // Laws of the nineteenth century, as dictionaries of games print them: a player may let the
        // opponent "stand the huff", who "removes the man that should have taken the piece, and makes
        // his own move"; "huffing is optional", and "a huffer is entitled to his move also".
        capture_duty: CaptureDuty::Huffing,
        ..Rules::ENGLISH
    };

    /// English draughts with the one rule of Czech draughts about choosing: a king captures before a man.
    pub const KINGS_FIRST: Rules = Rules {
        id: RulesId(3),
        name: "kings-first",
        // Czech draughts: a capture with a king "always has preference over capture with Man, even if
        // the latter can capture more pieces".
        capture_choice: CaptureChoice::KingsFirst,
        ..Rules::ENGLISH
    };

    /// English draughts with the crowning of Russian draughts.
    pub const CROWNING_GOES_ON: Rules = Rules {
        id: RulesId(4),
        name: "crowning-goes-on",
        // Russian draughts: a man that comes to the last rank in a capture becomes a king at once, and
        // goes on capturing as a king if it can.
        crowning_capture: CrowningCapture::GoesOn,
        ..Rules::ENGLISH
    };

    /// Every rule set there is, in the order of their numbers.
    pub const ALL: &'static [Rules] =
        &[Rules::ENGLISH, Rules::HUFFING, Rules::KINGS_FIRST, Rules::CROWNING_GOES_ON];

    /// The rule set with this number, `None` where there is none.
    #[must_use]
    pub fn with_id(id: RulesId) -> Option<&'static Rules> {
        Rules::ALL.iter().find(|rules| rules.id == id)
    }

    /// The rule set of this name, `None` where there is none.
    #[must_use]
    pub fn with_name(name: &str) -> Option<&'static Rules> {
        Rules::ALL.iter().find(|rules| rules.name == name)
    }

    /// Whether there can be tables of them: for all but [`Rules::HUFFING`].
    ///
    /// Tables need two things. A position has to say all, since an index numbers positions; and a side that
    /// can capture has to, since tables leave out the values of positions with a capture, and captures have
    /// to lead to smaller slices. Which of several captures may be played, and how far one goes, makes no
    /// difference to either, so [`Rules::KINGS_FIRST`] and [`Rules::CROWNING_GOES_ON`] have tables as
    /// [`Rules::ENGLISH`] has. Where there is huffing neither holds: what a position is worth depends on the
    /// move before it, and a capture may be left.
    ///
    /// Each file names its rules, and is refused where others are expected.
    #[must_use]
    pub fn have_tables(&self) -> bool {
        self.capture_duty == CaptureDuty::Compulsory
    }
}
