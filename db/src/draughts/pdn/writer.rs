//! Games to text.
//!
//! A game is first a list of words, then lines: so nothing that is written has to know how full a line is. A
//! word is never broken, and a comment is one word, so a long comment makes a long line.
//!
//! Numbers count from 1, whatever the position is that a game starts from. A black move always has one. A white
//! one needs it only where it does not stand directly behind a black one, and then has three dots:
//!
//! ```
//! use retrograde_db::draughts::pdn::read_games;
//!
//! let file = b"1. 11-15 {quiet} 23-19 (22-18 15x22) 8-11 *";
//! let [Ok(game)] = &read_games(file)[..] else { panic!("one game") };
//! let moves = "1. 11-15 {quiet} 1... 23-19 (1... 22-18 2. 15x22) 2. 8-11 *";
//! assert!(game.to_string().ends_with(&format!("\n\n{moves}\n")));
//! ```

use std::fmt;
use std::io::{self, Write};

use super::super::Side;
use super::{Game, GameResult, Item, Line};

/// Writes games as one PDN file, an empty line between them, in UTF-8.
///
/// # Errors
/// Where writing fails.
pub fn write_games<'a>(out: &mut impl Write, games: impl IntoIterator<Item = &'a Game>) -> io::Result<()> {
    for (place, game) in games.into_iter().enumerate() {
        let gap = if place > 0 { "\n" } else { "" };
        write!(out, "{gap}{game}")?;
    }
    Ok(())
}

/// The most letters in a line, unless one word has more.
const LINE_LENGTH: usize = 79;

/// Moves as words, which only have to be laid out in lines.
pub(super) struct MoveText {
    words: Vec<String>,
}

impl MoveText {
    /// The words of a line of play, and its result.
    pub(super) fn of(line: &Line, result: &GameResult) -> MoveText {
        let mut text = MoveText { words: Vec::new() };
        text.line(line, MoveNumber(1));
        text.words.push(result.terminator().to_owned());
        text
    }

    /// Adds a line whose first move has this number.
    fn line(&mut self, line: &Line, first: MoveNumber) {
        let mut number = first;
        let mut last: Option<(Side, MoveNumber)> = None;
        // A white move has a number only where its black one does not stand before it.
        let mut apart = true;
        for item in line.items() {
            match item {
                Item::Move(played) => {
                    let side = played.position.side_to_move();
                    if last.is_some_and(|(mover, _)| mover == Side::White || mover == side) {
                        number = MoveNumber(number.0 + 1);
                    }
                    match side {
                        Side::Black => self.words.push(format!("{}.", number.0)),
                        Side::White if apart => self.words.push(format!("{}...", number.0)),
                        Side::White => {}
                    }
                    let strength = played.strength.as_ref().map(ToString::to_string).unwrap_or_default();
                    self.words.push(format!("{}{strength}", played.text()));
                    last = Some((side, number));
                }
                Item::Comment(comment) => self.words.push(comment.to_string()),
                Item::Nag(nag) => self.words.push(nag.to_string()),
                Item::SetUp(position) => self.words.push(format!("/FEN \"{position}\"/")),
                Item::Variation(variation) => self.variation(variation, number),
            }
            apart = !matches!(item, Item::Move(_) | Item::Nag(_));
        }
    }

    /// Adds a line in parentheses.
    fn variation(&mut self, variation: &Line, number: MoveNumber) {
        let first = self.words.len();
        self.line(variation, number);
        // A variation has something in it, and the parentheses are glued to that.
        if let Some(word) = self.words.get_mut(first) {
            word.insert(0, '(');
        }
        if let Some(word) = self.words.last_mut() {
            word.push(')');
        }
    }
}

/// The number of a black move and the white one behind it.
#[derive(Clone, Copy)]
struct MoveNumber(usize);

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut column = 0;
        for word in &self.words {
            let length = word.chars().count();
            if column > 0 {
                let breaks = column + 1 + length > LINE_LENGTH;
                f.write_str(if breaks { "\n" } else { " " })?;
                column = if breaks { 0 } else { column + 1 };
            }
            f.write_str(word)?;
            column += length;
        }
        Ok(())
    }
}
