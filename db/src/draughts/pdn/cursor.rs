//! A place in the text of a file.
//!
//! A cursor is what is left of the text and the number of its line, and small enough to be copied: who looks
//! ahead and finds that it was too far goes back to the copy. The number is kept up by counting the ends of
//! lines in what is taken, so no word has to think of it, and it is right after a comment of several lines too.
//! An empty line means something between games, so to skip blanks tells whether there was one.

use super::tag::is_tag_name;

/// What is still to be read, and the line where it begins.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Cursor<'a> {
    /// The beginning of a text.
    pub(super) fn new(text: &'a str) -> Cursor<'a> {
        Cursor { rest: text, line: 1 }
    }

    /// All that is still to be read.
    pub(super) fn rest(&self) -> &'a str {
        self.rest
    }

    /// The line, 1 for the first.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// What is still to be read of the line.
    pub(super) fn rest_of_line(&self) -> &'a str {
        self.rest.split('\n').next().unwrap_or_default()
    }

    /// Reads so many bytes, or up to the end. The last of them ends a letter.
    pub(super) fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        self.line += taken.bytes().filter(|byte| *byte == b'\n').count();
        self.rest = rest;
        taken
    }

    /// Reads letters as long as they are such.
    pub(super) fn take_while(&mut self, is_such: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|letter| !is_such(letter)).unwrap_or(self.rest.len());
        self.take(end)
    }

    /// Reads the rest of the line with its end.
    pub(super) fn take_line(&mut self) -> &'a str {
        let end = self.rest.find('\n').map_or(self.rest.len(), |end| end + 1);
        self.take(end)
    }

    /// Skips blanks, ends of lines, and what stands behind a `%`. Whether a line was empty.
    pub(super) fn skip_blanks(&mut self) -> bool {
        let mut empty_line = false;
        loop {
            let blanks = self.take_while(char::is_whitespace);
            empty_line |= blanks.bytes().filter(|byte| *byte == b'\n').count() > 1;
            if !self.rest.starts_with('%') {
                return empty_line;
            }
            let end = self.rest_of_line().len();
            self.take(end);
        }
    }

    /// Whether a tag begins here.
    pub(super) fn at_tag(&self) -> bool {
        begins_with_tag(self.rest)
    }
}

/// Whether a tag begins a text, blanks before it allowed: a bracket, a name, a quotation mark.
pub(super) fn begins_with_tag(text: &str) -> bool {
    let Some(inside) = text.trim_start_matches([' ', '\t']).strip_prefix('[') else { return false };
    let line = inside.split('\n').next().unwrap_or_default();
    line.split_once('"').is_some_and(|(name, _)| is_tag_name(name.trim()))
}
