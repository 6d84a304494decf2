//! Comments and marks of strength: what an annotator says of moves.
//!
//! PDN has three ways to do that: words in braces ([`Comment`]), signs glued to a move ([`Strength`]), and
//! numbers of agreed remarks ([`Nag`]). Each is kept as it can be written, so that a game that was read is
//! written as the same game; what none of them can hold is changed when it is made, not when it is written:
//!
//! ```
//! use retrograde_db::draughts::pdn::{Comment, Nag};
//!
//! let comment = Comment::new("a set {1800}\n  by Sturges");
//! assert_eq!(comment.to_string(), "{a set {1800) by Sturges}");
//! assert_eq!(Comment::new(comment.text()), comment);
//! assert_eq!(Nag::FORCED.to_string(), "$7");
//! ```

use std::fmt;

/// A comment, `{a fine shot}`. Commands for programs, as in `{[%clock w0:10:00]}`, are part of the
/// text.
///
/// Where lines break in a file means nothing, so every run of blanks and line breaks is one blank;
/// and since a comment ends at the first `}`, there is none in it: `)` stands for it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Comment(String);

impl Comment {
    /// The comment with this text.
    #[must_use]
    pub fn new(text: &str) -> Comment {
        Comment(text.split_whitespace().collect::<Vec<_>>().join(" ").replace('}', ")"))
    }

    /// Its text, without the braces.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{}}}", self.0)
    }
}

/// What is thought of a move, glued to it: `!`, `?`, `!?`, and in parentheses, `(?)`.
///
/// ```
/// use retrograde_db::draughts::pdn::Strength;
///
/// assert_eq!(Strength::from_marks("(?)").unwrap().to_string(), "(?)");
/// assert_eq!(Strength::from_marks("+-"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Strength(String);

impl Strength {
    /// The strength with these marks: any number of `!` and `?`, all of them in parentheses or
    /// none. `None` where it is anything else.
    #[must_use]
    pub fn from_marks(text: &str) -> Option<Strength> {
        let marks = text.strip_prefix('(').map_or(Some(text), |rest| rest.strip_suffix(')'))?;
        let are_marks = !marks.is_empty() && marks.bytes().all(|byte| matches!(byte, b'!' | b'?'));
        are_marks.then(|| Strength(text.to_owned()))
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A numeric annotation glyph, `$1` for a good move: 0 to 255, with the meanings of chess's PGN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nag(pub u8);

impl Nag {
    /// The only move that does not lose. Draughts books write a star behind it.
    pub const FORCED: Nag = Nag(7);
}

impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}
