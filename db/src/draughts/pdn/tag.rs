//! Tags: what a file says of a game besides its moves.
//!
//! A [`Tag`] can be written as it is: its name is one, and its value fits on a line. Within the quotation marks
//! a backslash stands before a quotation mark or a backslash, so each value comes back as it was. The reader
//! takes bare quotation marks too, as files have them.
//!
//! ```
//! use retrograde_db::draughts::pdn::{Tag, read_games};
//!
//! let tag = Tag::new("Event", r#"A "wee" C:\ open"#).unwrap();
//! let text = tag.to_string();
//! assert_eq!(text, r#"[Event "A \"wee\" C:\\ open"]"#);
//! for text in [&text[..], r#"[Event "A "wee" C:\ open"]"#] {
//!     assert_eq!(read_games(text.as_bytes())[0].as_ref().unwrap().tags, [tag.clone()]);
//! }
//! ```

use std::fmt;

use thiserror::Error;

/// A name and a value, `[Event "Glasgow"]`.
///
/// ```
/// use retrograde_db::draughts::pdn::Tag;
///
/// let tag = Tag::new("Event", "The \"Wee\" Open").unwrap();
/// assert_eq!(tag.to_string(), r#"[Event "The \"Wee\" Open"]"#);
/// assert!(Tag::new("FEN", "W:W32:B1").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tag {
    name: String,
    value: String,
}

/// Tags that a [`Game`](super::Game) knows the contents of: it writes them itself.
pub(super) const OWN_TAGS: [&str; 4] = ["GameType", "Result", "SetUp", "FEN"];

/// Why a name is not that of a tag.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum TagError {
    /// It is not a letter with letters, digits and underscores behind it.
    #[error("tag name {name:?}: expected a letter with letters, digits or _ behind it")]
    Name {
        /// The name.
        name: String,
    },
    /// What this tag says is known from the game.
    #[error("tag {name}: it is written from the game itself, and cannot be given")]
    Own {
        /// The name.
        name: String,
    },
}

impl Tag {
    /// The tag with this name and value. A line break or other control character in the value
    /// becomes a blank.
    ///
    /// # Errors
    /// Where the name cannot be one, or is one of `GameType`, `Result`, `SetUp` and `FEN`, which a
    /// game writes by itself.
    pub fn new(name: &str, value: &str) -> Result<Tag, TagError> {
        if !is_tag_name(name) {
            return Err(TagError::Name { name: name.to_owned() });
        }
        if OWN_TAGS.contains(&name) {
            return Err(TagError::Own { name: name.to_owned() });
        }
        Ok(Tag::read(name, value))
    }

    /// A tag as it stands in a file.
    pub(super) fn read(name: &str, value: &str) -> Tag {
        let value = value.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
        Tag { name: name.to_owned(), value }
    }

    /// Its name, such as `Event`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its value, without quotation marks.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.value
    }
}

/// Whether this can be the name of a tag. *PDN 3.0* wants a capital first; files have small letters.
pub(super) fn is_tag_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value.replace('\\', "\\\\").replace('"', "\\\"");
        write!(f, "[{} \"{value}\"]", self.name)
    }
}
