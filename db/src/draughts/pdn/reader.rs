//! Text to games.
//!
//! A game is read word by word, and each move is looked for among the legal ones of the position that the line
//! has reached. So what comes out can be replayed, or is an error; there is no game with some of its moves. Of a
//! broken game the rest is skipped: up to the next tag, or where games have no tags, up to a line that ends with
//! a result.
//!
//! Variations are lines within lines. The outer ones wait on a stack of the reader, not on that of the program,
//! and there are [`Line::MAX_DEPTH`] of them at most, since the depth is up to the file. A variation begins where
//! the last move before it was made, so it needs no position of its own in the file:
//!
//! ```
//! use retrograde_db::draughts::Position;
//! use retrograde_db::draughts::pdn::{Item, read_games};
//!
//! let games = read_games(b"1. 11-15 (1. 9-14 22-18 2. 5-9) 23-19 1/2-1/2");
//! let [Ok(game)] = &games[..] else { panic!("a game without tags") };
//! assert_eq!(game.line.moves().count(), 2);
//! let Item::Variation(beside) = &game.line.items()[1] else { panic!("behind the first move") };
//! assert_eq!((beside.start(), beside.moves().count()), (Position::start(), 3));
//! ```

use super::super::Position;
use super::cursor::Cursor;
use super::decode::decode;
use super::error::{FaultAt, PdnError, PdnFault};
use super::header::{Header, Known};
use super::line::RULES;
use super::token::{Token, next_token, unexpected};
use super::{Comment, Game, GameResult, Line, Nag, Strength};

/// Reads the games of a file, broken ones as errors between the others.
///
/// # Errors
/// Each game that cannot be read is one [`PdnError`], and reading goes on with the next.
pub fn read_games(bytes: &[u8]) -> Vec<Result<Game, PdnError>> {
    let text = decode(bytes);
    let mut cursor = Cursor::new(&text);
    let mut games = Vec::new();
    loop {
        cursor.skip_blanks();
        if cursor.rest().is_empty() {
            return games;
        }
        let number = games.len() + 1;
        if let Some(game) = read_game(&mut cursor).transpose() {
            games.push(game.map_err(|FaultAt { line, fault }| PdnError { game: number, line, fault }));
        }
    }
}

/// Reads a game; `None` where there is an asterisk alone, which only separates games.
fn read_game(cursor: &mut Cursor<'_>) -> Result<Option<Game>, FaultAt> {
    let header = Header::read(cursor);
    let has_tags = !header.is_empty();
    let game = header.understand().and_then(|known| read_moves(cursor, known));
    match game {
        Ok(game) => {
            let is_empty = game.line.items().is_empty() && game.result == GameResult::Unknown;
            Ok((has_tags || !is_empty).then_some(game))
        }
        Err(fault) => {
            // An open comment goes on past all results.
            skip_game(cursor, has_tags || fault.fault == PdnFault::UnclosedComment);
            Err(fault)
        }
    }
}

/// Skips what is left of a broken game: up to the next tag, or else, where games have none, to a
/// line that ends with a result.
fn skip_game(cursor: &mut Cursor<'_>, to_tag: bool) {
    while !cursor.rest().is_empty() && !cursor.at_tag() {
        let last = cursor.take_line().split_whitespace().last();
        if !to_tag && last.is_some_and(|word| GameResult::known(word).is_some()) {
            return;
        }
    }
}

/// Reads the moves up to a result, a tag, or the end. Where something is wrong the cursor is left
/// there.
fn read_moves(cursor: &mut Cursor<'_>, known: Known) -> Result<Game, FaultAt> {
    let Known { start, result, tags } = known;
    let mut lines = Lines { open: Vec::new(), line: Line::new(start) };
    loop {
        cursor.skip_blanks();
        let here = *cursor;
        let end = next_token(cursor).and_then(|token| {
            Ok(match token {
                Token::Result(end) => Some(end),
                Token::Tag | Token::End => Some(GameResult::Unknown),
                token => {
                    lines.add(token, here.line())?;
                    None
                }
            })
        });
        let game = end.and_then(|end| {
            let Some(end) = end else { return Ok(None) };
            let line = lines.close()?;
            let conflict = PdnFault::Result { tag: result.to_string(), end: end.to_string() };
            Ok(Some((line, result.clone().agreed(end).ok_or(conflict)?)))
        });
        match game {
            Ok(None) => {}
            Ok(Some((line, result))) => return Ok(Game { tags, line, result }),
            Err(fault) => {
                *cursor = here;
                return Err(FaultAt { line: here.line(), fault });
            }
        }
    }
}

/// The line that is being read, and those that it is a variation in.
struct Lines {
    /// The outer lines, with the line of the file where a variation begins in each.
    open: Vec<(Line, usize)>,
    line: Line,
}

impl Lines {
    /// Adds a word that is not the end of the game.
    fn add(&mut self, token: Token<'_>, file_line: usize) -> Result<(), PdnFault> {
        match token {
            Token::Move { text, marks } => self.add_move(text, marks)?,
            Token::Comment(text) => self.line.comment(Comment::new(text)),
            Token::Nag(nag) => self.line.nag(nag),
            Token::Strength(strength) => {
                let text = strength.to_string();
                if !self.line.mark(strength) {
                    return Err(unexpected(&text));
                }
            }
            Token::SetUp(text) => self.line.set_up(read_set_up(text)?),
            Token::Open => {
                if self.open.len() == Line::MAX_DEPTH {
                    return Err(PdnFault::TooDeep);
                }
                let variation = Line::new(self.line.before_last_move());
                self.open.push((std::mem::replace(&mut self.line, variation), file_line));
            }
            Token::Close => {
                let (outer, _) = self.open.pop().ok_or(PdnFault::UnopenedVariation)?;
                let variation = std::mem::replace(&mut self.line, outer);
                // Parentheses with nothing in them say nothing.
                if !variation.items().is_empty() {
                    self.line.variation(variation).map_err(|_| PdnFault::TooDeep)?;
                }
            }
            Token::Number | Token::Result(_) | Token::Tag | Token::End => {}
        }
        Ok(())
    }

    /// Adds a move with the marks that are glued to it.
    fn add_move(&mut self, text: &str, marks: &str) -> Result<(), PdnFault> {
        let position = self.line.position();
        let mv = position.read_move(RULES, &text.replace('\u{2013}', "-"))?;
        // The move is one of this position, so the line takes it.
        self.line.play(mv).map_err(|_| unexpected(text))?;
        if let Some(strength) = Strength::from_marks(&marks.replace('*', "")) {
            self.line.mark(strength);
        }
        if marks.contains('*') {
            self.line.nag(Nag::FORCED);
        }
        Ok(())
    }

    /// The whole line, at the end of the game.
    fn close(&mut self) -> Result<Line, PdnFault> {
        if let Some((_, opened)) = self.open.last() {
            return Err(PdnFault::UnclosedVariation { opened: *opened });
        }
        let start = self.line.start();
        Ok(std::mem::replace(&mut self.line, Line::new(start)))
    }
}

/// Reads what is between the slashes, `FEN "W:W32:B1"`.
fn read_set_up(text: &str) -> Result<Position, PdnFault> {
    let quoted = text.trim().strip_prefix("FEN").map(str::trim);
    let fen = quoted.and_then(|quoted| quoted.strip_prefix('"')?.strip_suffix('"'));
    Ok(fen.ok_or_else(|| PdnFault::SetUpSyntax { found: format!("/{text}/") })?.parse()?)
}
