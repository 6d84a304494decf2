//! How a game ended.
//!
//! A result stands in a game twice, in the tag `Result` and behind the moves. The two are read into one, since a
//! game has one: where one of them says nothing (`*`, or `?` in the tag) the other one counts, and where they
//! differ the game is broken. A text that is none of the known results is kept as what the tag says.
//!
//! ```
//! use retrograde_db::draughts::Side;
//! use retrograde_db::draughts::pdn::{GameResult, read_games};
//!
//! let result = |tag: &str, end: &str| {
//!     let file = format!("[Result \"{tag}\"]\n1. 11-15 {end}\n");
//!     read_games(file.as_bytes()).remove(0).map(|game| game.result)
//! };
//! assert_eq!(result("?", "0-1"), Ok(GameResult::Win(Side::White)));
//! assert_eq!(result("1/2-1/2", "*"), Ok(GameResult::Draw));
//! assert_eq!(result("1-0", "2-0"), Ok(GameResult::Win(Side::Black)));
//! assert!(result("1-0", "0-1").is_err());
//! assert_eq!(result("adjourned", "*"), Ok(GameResult::Other("adjourned".to_owned())));
//! ```

use std::fmt;

use super::super::Side;

/// How a game ended.
///
/// In English draughts Black moves first, and results name the first mover first: `1-0` is a win of
/// *Black*, the opposite of what a chess player expects.
///
/// ```
/// use retrograde_db::draughts::Side;
/// use retrograde_db::draughts::pdn::GameResult;
///
/// assert_eq!(GameResult::from_text("1-0"), GameResult::Win(Side::Black));
/// assert_eq!(GameResult::Win(Side::White).to_string(), "0-1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// This side won: `1-0` Black, `0-1` White.
    Win(Side),
    /// Nobody won: `1/2-1/2`.
    Draw,
    /// Both lost: `0-0`.
    BothLose,
    /// The game is not over, or nobody knows how it ended: `*`.
    Unknown,
    /// What the `Result` tag says where it is none of these. *PDN 3.0* wants any text to be read.
    Other(String),
}

impl GameResult {
    /// The result that a `Result` tag means.
    ///
    /// Besides the five of *PDN 3.0* for this game it takes what files and books have: `2-0`, `1-1`
    /// and `0-2`, a dash for the hyphen, and `BW`, `RW` (Black was once Red) and `WW` for the side
    /// that wins.
    #[must_use]
    pub fn from_text(text: &str) -> GameResult {
        let text = text.trim();
        // Both are ways to say that a value is not known (PDN 3.0).
        if matches!(text, "" | "?") {
            return GameResult::Unknown;
        }
        GameResult::known(text).unwrap_or_else(|| GameResult::Other(text.to_owned()))
    }

    /// The same for a word of the moves, where any other text is no result.
    pub(super) fn known(text: &str) -> Option<GameResult> {
        Some(match text.replace('\u{2013}', "-").as_str() {
            "1-0" | "2-0" | "BW" | "RW" => GameResult::Win(Side::Black),
            "0-1" | "0-2" | "WW" => GameResult::Win(Side::White),
            "1/2-1/2" | "1-1" | "\u{bd}-\u{bd}" => GameResult::Draw,
            "0-0" => GameResult::BothLose,
            "*" => GameResult::Unknown,
            _ => return None,
        })
    }

    /// The result of a game whose tag says this, and whose moves end with `end`; `None` where these
    /// are different results.
    pub(super) fn agreed(self, end: GameResult) -> Option<GameResult> {
        match (self, end) {
            (GameResult::Unknown, end) => Some(end),
            // An asterisk only separates games.
            (tag, GameResult::Unknown) => Some(tag),
            (tag @ GameResult::Other(_), _) => Some(tag),
            (tag, end) => (tag == end).then_some(tag),
        }
    }

    /// What the moves of a game end with.
    pub(super) fn terminator(&self) -> &str {
        match self {
            GameResult::Win(Side::Black) => "1-0",
            GameResult::Win(Side::White) => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::BothLose => "0-0",
            GameResult::Unknown | GameResult::Other(_) => "*",
        }
    }
}

/// What a `Result` tag says.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            GameResult::Other(text) => text,
            known => known.terminator(),
        })
    }
}
