//! Results on standard output, as text or as JSON.
//!
//! A result is a **record**: a struct whose [`Display`] is its text (one line, or a drawing) and
//! whose [`Serialize`] is the same facts as one JSON object. A command writes records and does not
//! know which of the two is asked for.

use std::fmt::Display;
use std::io::{self, BufWriter, Stdout, Write};

use serde::Serialize;

use crate::error::CommandError;

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// For people, and for tools that work on lines and tabs.
    Text,
    /// One JSON object a line.
    Json,
}

/// Where results go.
///
/// Nothing is seen until there is a buffer full of it, or until [`Output::flush`].
#[derive(Debug)]
pub(crate) struct Output {
    writer: BufWriter<Stdout>,
    format: Format,
}

impl Output {
    /// Standard output.
    pub(crate) fn to_stdout(format: Format) -> Output {
        Output { writer: BufWriter::new(io::stdout()), format }
    }

    /// Writes a record.
    pub(crate) fn record(&mut self, record: &(impl Display + Serialize)) -> Result<(), CommandError> {
        match self.format {
            Format::Text => self.text(record),
            Format::Json => {
                let object = serde_json::to_string(record).map_err(|error| error.into());
                object.and_then(|object| writeln!(self.writer, "{object}")).map_err(CommandError::Output)
            }
        }
    }

    /// Writes what only people read, such as the heading of a table: nothing where JSON is asked
    /// for.
    pub(crate) fn heading(&mut self, text: impl Display) -> Result<(), CommandError> {
        if self.format == Format::Text { self.text(text) } else { Ok(()) }
    }

    /// Writes bytes as they are.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<(), CommandError> {
        self.writer.write_all(bytes).map_err(CommandError::Output)
    }

    /// Hands on what has been written so far.
    pub(crate) fn flush(&mut self) -> Result<(), CommandError> {
        self.writer.flush().map_err(CommandError::Output)
    }

    fn text(&mut self, text: impl Display) -> Result<(), CommandError> {
        writeln!(self.writer, "{text}").map_err(CommandError::Output)
    }
}

/// A number with a comma between each three digits, as people read it: `6,209,316`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn digits_are_grouped_by_three() {
        let texts = [0, 7, 999, 1_000, 65_536, 6_209_316, u64::MAX].map(grouped);
        let expected = ["0", "7", "999", "1,000", "65,536", "6,209,316", "18,446,744,073,709,551,615"];
        assert_eq!(texts, expected);
    }
}
