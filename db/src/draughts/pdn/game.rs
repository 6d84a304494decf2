//! A game: its tags, its moves, its result.
//!
//! What is known from the moves is not kept a second time: where the game starts is the start of its line, and
//! the four tags that say so, or how it ended, are made when it is written. So a game can't contradict its own
//! tags, and a program that makes one sets no more than it means.

use std::fmt;

use super::writer::MoveText;
use super::{GameResult, Line, Tag};
use crate::draughts::Position;

/// A game of English draughts, or a problem: where it starts, how it went on, how it ended.
///
/// Its text ([`fmt::Display`]) is PDN 3.0: the tags, with `GameType`, `Result`, and where the game
/// does not start as games do `SetUp` and `FEN` behind the others; an empty line; the moves in lines
/// of up to 79 letters; the result; the end of a line.
///
/// ```
/// use retrograde_db::draughts::Side;
/// use retrograde_db::draughts::pdn::{Game, GameResult, Tag};
///
/// let mut game = Game::new("B:W11,19,27:B7".parse().unwrap());
/// game.tags.push(Tag::new("Event", "A shot").unwrap());
/// let mv = game.line.start().legal_moves(&retrograde_db::draughts::Rules::ENGLISH)[0];
/// game.line.play(mv).unwrap();
/// game.result = GameResult::Win(Side::Black);
/// assert_eq!(
///     game.to_string(),
///     "[Event \"A shot\"]\n[GameType \"21\"]\n[Result \"1-0\"]\n[SetUp \"1\"]\n\
///      [FEN \"B:W11,19,27:B7\"]\n\n1. 7x32 1-0\n"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// What is said of it, without `GameType`, `Result`, `SetUp` and `FEN`. A file cannot have one
    /// name twice in a game.
    pub tags: Vec<Tag>,
    /// The moves, from where the game starts.
    pub line: Line,
    /// How it ended.
    pub result: GameResult,
}

impl Game {
    /// A game that starts here and has no moves yet.
    #[must_use]
    pub const fn new(start: Position) -> Game {
        Game { tags: Vec::new(), line: Line::new(start), result: GameResult::Unknown }
    }

    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.name() == name).map(Tag::value)
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for tag in &self.tags {
            writeln!(f, "{tag}")?;
        }
        let result = self.result.to_string();
        let mut own = vec![("GameType", "21".to_owned()), ("Result", result)];
        if self.line.start() != Position::start() {
            own.push(("SetUp", "1".to_owned()));
            own.push(("FEN", self.line.start().to_string()));
        }
        for (name, value) in own {
            writeln!(f, "{}", Tag::read(name, &value))?;
        }
        writeln!(f, "\n{}", MoveText::of(&self.line, &self.result))
    }
}
