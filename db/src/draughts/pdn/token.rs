//! The words that moves are written in.
//!
//! What a word is shows in its first letter, and in what is glued to it. The longest word counts: `1.` is a
//! number, `1-1` a result, `1-10` would be a move. A star glued to a move is a mark, and one by itself ends the
//! game. The one word that can do harm is a comment without its end, as everything behind it would be comment:
//! so it ends, as a fault, where a line begins with a tag.
//!
//! `1.11-15!* (9-14) {a} 1-1` are the words: number; move 11-15 with the marks `!*`; open; move 9-14; close;
//! comment "a"; result, a draw.

use super::cursor::{Cursor, begins_with_tag};
use super::error::PdnFault;
use super::{GameResult, Nag, Strength};

/// A word among the moves.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A move, or what ought to be one, with the marks `!`, `?` and `*` that are glued to it.
    Move {
        text: &'a str,
        marks: &'a str,
    },
    /// A number with dots, or dots alone: where it stands says as much.
    Number,
    Result(GameResult),
    Comment(&'a str),
    Nag(Nag),
    Strength(Strength),
    /// What is between the slashes of a set-up.
    SetUp(&'a str),
    Open,
    Close,
    /// The next game begins; the tag is still to be read.
    Tag,
    End,
}

/// Reads the next word; blanks before it have been skipped.
pub(super) fn next_token<'a>(cursor: &mut Cursor<'a>) -> Result<Token<'a>, PdnFault> {
    let rest = cursor.rest();
    let Some(first) = rest.chars().next() else { return Ok(Token::End) };
    match first {
        '[' if cursor.at_tag() => Ok(Token::Tag),
        '{' => comment(cursor),
        // Chess has comments up to the end of the line, and so have some files.
        ';' => Ok(Token::Comment(cursor.take_line().trim_start_matches(';'))),
        '(' => Ok(parenthesis(cursor)),
        ')' => {
            cursor.take(1);
            Ok(Token::Close)
        }
        '*' => {
            cursor.take(1);
            Ok(Token::Result(GameResult::Unknown))
        }
        '$' => nag(cursor),
        '/' => set_up(cursor),
        '!' | '?' => {
            let marks = cursor.take_while(is_mark);
            Strength::from_marks(marks).map(Token::Strength).ok_or_else(|| unexpected(marks))
        }
        '.' => {
            cursor.take_while(|letter| letter == '.');
            Ok(Token::Number)
        }
        '0'..='9' | '\u{bd}' => Ok(number_or_move(cursor)),
        _ => word(cursor),
    }
}

fn is_mark(letter: char) -> bool {
    matches!(letter, '!' | '?')
}

/// The fault of a word that has no place here.
pub(super) fn unexpected(found: &str) -> PdnFault {
    PdnFault::Unexpected { found: found.to_owned() }
}

/// Reads a comment, up to the first brace that closes. One that would swallow a tag was never closed.
fn comment<'a>(cursor: &mut Cursor<'a>) -> Result<Token<'a>, PdnFault> {
    let inside = &cursor.rest()[1..];
    let mut length = 0;
    for (place, line) in inside.split_inclusive('\n').enumerate() {
        if place > 0 && begins_with_tag(line) {
            break;
        }
        if let Some(end) = line.find('}') {
            length += end;
            cursor.take(length + 2);
            return Ok(Token::Comment(&inside[..length]));
        }
        length += line.len();
    }
    Err(PdnFault::UnclosedComment)
}

/// Reads `(`, or a strength such as `(?)`.
fn parenthesis<'a>(cursor: &mut Cursor<'a>) -> Token<'a> {
    let marks = cursor.rest()[1..].find(|letter| !is_mark(letter)).unwrap_or(0);
    let strength = cursor.rest().get(..marks + 2).and_then(Strength::from_marks);
    cursor.take(if strength.is_some() { marks + 2 } else { 1 });
    strength.map_or(Token::Open, Token::Strength)
}

fn nag<'a>(cursor: &mut Cursor<'a>) -> Result<Token<'a>, PdnFault> {
    cursor.take(1);
    let digits = cursor.take_while(|letter| letter.is_ascii_digit());
    let number = digits.parse().map_err(|_| PdnFault::Nag { found: format!("${digits}") })?;
    Ok(Token::Nag(Nag(number)))
}

fn set_up<'a>(cursor: &mut Cursor<'a>) -> Result<Token<'a>, PdnFault> {
    let line = cursor.rest_of_line();
    let Some((text, _)) = line[1..].split_once('/') else {
        return Err(PdnFault::SetUpSyntax { found: line.to_owned() });
    };
    cursor.take(text.len() + 2);
    Ok(Token::SetUp(text))
}

/// Reads what begins with a digit: `12.`, `12...`, `1-0` or a move. The longest word decides, so that
/// `1-1` is a draw and `1-10` is not one with a nought behind it.
fn number_or_move<'a>(cursor: &mut Cursor<'a>) -> Token<'a> {
    let digits = cursor.rest().bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 && cursor.rest()[digits..].starts_with('.') {
        cursor.take(digits);
        cursor.take_while(|letter| letter == '.');
        return Token::Number;
    }
    let text = cursor.take_while(|letter| {
        letter.is_ascii_alphanumeric() || matches!(letter, '-' | '\u{2013}' | ':' | '/' | '\u{bd}')
    });
    match GameResult::known(text) {
        Some(result) => Token::Result(result),
        None => Token::Move { text, marks: cursor.take_while(|letter| is_mark(letter) || letter == '*') },
    }
}

/// Reads a word that begins with anything else: a result in letters, or nothing that is known.
fn word<'a>(cursor: &mut Cursor<'a>) -> Result<Token<'a>, PdnFault> {
    let ends = |letter: char| letter.is_whitespace() || matches!(letter, '(' | ')' | '{' | '}');
    let first = cursor.rest().chars().next().map_or(0, char::len_utf8);
    let length = cursor.rest()[first..].find(ends).map_or(cursor.rest().len(), |end| first + end);
    let text = cursor.take(length);
    GameResult::known(text).map(Token::Result).ok_or_else(|| unexpected(text))
}
