//! The tags before the moves of a game.
//!
//! Tags are of two sorts. Four of them say what a [`Game`](super::Game) knows anyway: `GameType` which game it
//! is, `SetUp` and `FEN` where it starts, `Result` how it ended. These are understood here and not kept as
//! text, so that they can't contradict the game. All others are kept as they are.
//!
//! The first fault of the tags is the fault of the game, and the tags behind it are read all the same:
//! where a game ends has to be known to find the next one. Games of problem collections may be tags alone, so
//! a name that comes for the second time begins a game too, but only behind an empty line; else it is a mistake
//! in one game.
//!
//! ```
//! use retrograde_db::draughts::Position;
//! use retrograde_db::draughts::pdn::read_games;
//!
//! let problems = b"[Event \"One\"]\n[FEN \"B:W11,19,27:B7\"]\n\n[Event \"Two\"]\n";
//! let [Ok(one), Ok(two)] = &read_games(problems)[..] else { panic!("two games") };
//! assert_eq!(one.line.start().to_string(), "B:W11,19,27:B7");
//! assert_eq!((two.tag("Event"), two.line.start()), (Some("Two"), Position::start()));
//!
//! let [Err(twice)] = &read_games(b"[Event \"One\"]\n[Event \"Two\"]\n")[..] else { panic!("one fault") };
//! assert!(twice.to_string().starts_with("game 1, line 2: tag Event is given twice"));
//! ```

use std::collections::HashSet;

use super::super::Position;
use super::cursor::Cursor;
use super::error::{FaultAt, PdnFault};
use super::tag::{OWN_TAGS, is_tag_name};
use super::{GameResult, Tag};

/// All tags of a game.
#[derive(Default)]
pub(super) struct Header {
    tags: Vec<FoundTag>,
    names: HashSet<String>,
    /// The first thing that is wrong. The tags behind it are read, so that the game ends where it
    /// does.
    fault: Option<FaultAt>,
}

struct FoundTag {
    line: usize,
    tag: Tag,
}

/// What the tags say that a game has to know.
pub(super) struct Known {
    pub(super) start: Position,
    pub(super) result: GameResult,
    /// All other tags.
    pub(super) tags: Vec<Tag>,
}

impl Header {
    /// Reads tags up to the moves, or to the tags of the next game: a name that was there before
    /// begins a game if the line before it is empty, since games of problem collections have no
    /// moves.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Header {
        let mut header = Header::default();
        loop {
            let before = *cursor;
            let empty_line = cursor.skip_blanks();
            if !cursor.rest().starts_with('[') {
                return header;
            }
            let line = cursor.line();
            let fault = match read_tag(cursor) {
                Ok(tag) if header.names.insert(tag.name().to_owned()) => {
                    header.tags.push(FoundTag { line, tag });
                    continue;
                }
                Ok(_) if empty_line => {
                    *cursor = before;
                    return header;
                }
                Ok(tag) => PdnFault::TagTwice { name: tag.name().to_owned() },
                Err(fault) => {
                    cursor.take_line();
                    fault
                }
            };
            header.fault.get_or_insert(FaultAt { line, fault });
        }
    }

    /// Whether there is no tag, broken ones included.
    pub(super) fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.fault.is_none()
    }

    fn find(&self, name: &str) -> Option<&FoundTag> {
        self.tags.iter().find(|found| found.tag.name() == name)
    }

    /// What the tags say, or the first thing that is wrong with them.
    pub(super) fn understand(mut self) -> Result<Known, FaultAt> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        let at = |found: &FoundTag, fault: PdnFault| FaultAt { line: found.line, fault };
        if let Some(found) = self.find("GameType").filter(|found| !is_english(found.tag.value())) {
            return Err(at(found, PdnFault::GameType { found: found.tag.value().to_owned() }));
        }
        // An empty value is as good as none (PDN 3.0).
        let fen = self.find("FEN").filter(|found| !found.tag.value().trim().is_empty());
        if let Some(found) = self.find("SetUp") {
            let expected = if fen.is_some() { ["1", ""] } else { ["0", ""] };
            if !expected.contains(&found.tag.value().trim()) {
                return Err(at(found, PdnFault::SetUp { found: found.tag.value().to_owned() }));
            }
        }
        let start = match fen {
            Some(found) => found.tag.value().parse().map_err(|error| at(found, PdnFault::Fen(error)))?,
            None => Position::start(),
        };
        let result =
            self.find("Result").map_or(GameResult::Unknown, |found| GameResult::from_text(found.tag.value()));
        let other = self.tags.into_iter().map(|found| found.tag);
        Ok(Known { start, result, tags: other.filter(|tag| !OWN_TAGS.contains(&tag.name())).collect() })
    }
}

/// Whether a game type is English draughts: 21, alone or with what *PDN 3.0* derives from it: Black
/// begins, the board is 8 by 8, squares are numbers from Black's corner on. With any other of these
/// the moves would mean something else.
fn is_english(game_type: &str) -> bool {
    matches!(game_type.replace(' ', "").as_str(), "21" | "21,B,8,8,N1,0" | "" | "?")
}

/// Reads a tag within its line.
fn read_tag(cursor: &mut Cursor<'_>) -> Result<Tag, PdnFault> {
    let line = cursor.rest_of_line();
    let syntax = || PdnFault::TagSyntax { found: line.trim_end().to_owned() };
    let (name, quoted) = line[1..].split_once('"').ok_or_else(syntax)?;
    let (value, behind) = read_value(quoted).ok_or_else(syntax)?;
    let name = name.trim();
    if !is_tag_name(name) {
        return Err(syntax());
    }
    cursor.take(line.len() - behind.len());
    Ok(Tag::read(name, &value))
}

/// Reads a value up to the quotation mark before the closing bracket, and gives what is behind that
/// bracket. Quotation marks elsewhere belong to the value, as files have them unescaped.
fn read_value(quoted: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut letters = quoted.chars();
    while let Some(letter) = letters.next() {
        let behind = letters.as_str();
        match letter {
            '\\' if behind.starts_with(['"', '\\']) => value.extend(letters.next()),
            '"' => match behind.trim_start().strip_prefix(']') {
                Some(behind) => return Some((value, behind)),
                None => value.push(letter),
            },
            _ => value.push(letter),
        }
    }
    None
}
