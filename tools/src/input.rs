//! Lines of standard input, for commands that are line filters.
//!
//! A filter takes its inputs from the command line, or else one a line from standard input. Blank
//! lines and comments (`#` first) are skipped. A line that is wrong is reported with its number, the
//! lines behind it are answered all the same, and the run fails at the end.

use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};

use crate::error::{CommandError, one_line};
use crate::output::Output;

/// Answers each of `arguments`, or each line of standard input where there are none.
///
/// `answer` writes the answer to one input to the output.
pub(crate) fn answer_each(
    arguments: &[String],
    output: &mut Output,
    mut answer: impl FnMut(&str, &mut Output) -> Result<(), CommandError>,
) -> Result<(), CommandError> {
    let mut errors = Errors::default();
    if arguments.is_empty() {
        let stdin = io::stdin();
        if stdin.is_terminal() {
            let _ = writeln!(io::stderr(), "reading one position a line; end with Ctrl-D");
        }
        answer_lines(stdin.lock(), output, &mut errors, &mut answer)?;
    } else {
        for argument in arguments {
            errors.take(answer(argument.trim(), output), output, String::new)?;
        }
    }
    errors.finish()
}

/// Answers each line that comes in.
fn answer_lines(
    input: impl Read,
    output: &mut Output,
    errors: &mut Errors,
    answer: &mut impl FnMut(&str, &mut Output) -> Result<(), CommandError>,
) -> Result<(), CommandError> {
    let mut input = BufReader::new(input);
    let mut line = Vec::new();
    for number in 1_u64.. {
        // Whoever writes a line and waits for its answer gets it before the next line is awaited.
        if input.buffer().is_empty() {
            output.flush()?;
        }
        line.clear();
        if input.read_until(b'\n', &mut line).map_err(CommandError::Input)? == 0 {
            break;
        }
        let place = || format!("line {number}: ");
        let Ok(text) = std::str::from_utf8(&line) else {
            errors.take(Err(CommandError::NotText), output, place)?;
            continue;
        };
        let text = text.trim();
        if !text.is_empty() && !text.starts_with('#') {
            errors.take(answer(text, output), output, place)?;
        }
    }
    Ok(())
}

/// Errors that have been reported, where the run went on.
#[derive(Debug, Default)]
pub(crate) struct Errors {
    reported: u64,
}

impl Errors {
    /// Reports an error of one input, with its place before it. Where results can't be written any
    /// more, that is the end.
    pub(crate) fn take(
        &mut self,
        result: Result<(), CommandError>,
        output: &mut Output,
        place: impl Fn() -> String,
    ) -> Result<(), CommandError> {
        match result {
            Err(error @ CommandError::Output(_)) => Err(error),
            Err(error) => {
                // In the order in which things happened, where both go to the same terminal.
                output.flush()?;
                let _ = writeln!(io::stderr(), "retrograde: {}{}", place(), one_line(&error));
                self.reported += 1;
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    }

    /// Fails where something was reported.
    pub(crate) fn finish(self) -> Result<(), CommandError> {
        if self.reported == 0 { Ok(()) } else { Err(CommandError::AlreadyReported) }
    }
}
