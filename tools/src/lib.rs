//! What a person can type: the command line `retrograde`.
//!
//! This crate knows arguments, output formats and progress bars, and no algorithms. One file a
//! command, those of a game in its folder. Every command is a struct of arguments with a method
//! `run`, which writes its results to an `output::Output` and returns a
//! `error::CommandError` where it can't go on. [`run`] does the rest:
//!
//! - results go to standard output, everything else to standard error;
//! - an error is one line, `retrograde: WHAT: WHY`, and the exit status is 1; wrong usage is one
//!   line too, and the exit status is 2;
//! - a closed pipe, as in `retrograde draughts counts | head -1`, ends the run without a word.
//!
//! ```
//! use std::process::ExitCode;
//!
//! let status = retrograde_tools::run(["retrograde", "draughts", "perft", "4"]);
//! assert_eq!(status, ExitCode::SUCCESS);
//! let status = retrograde_tools::run(["retrograde", "draughts", "show", "W:W0:B1"]);
//! assert_eq!(status, ExitCode::from(1));
//! ```

mod arguments;
mod checked;
mod completions;
mod draughts;
mod error;
mod go;
mod info;
mod input;
mod output;
mod progress;
mod summary;
mod verify;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use crate::arguments::Arguments;
use crate::error::CommandError;
use crate::output::Output;

/// Exit status for bad input and failed checks.
const FAILED: u8 = 1;
/// Exit status for a command line that can't be understood.
const WRONG_USAGE: u8 = 2;

/// Runs a command line, whose first argument is the name of the program. Results go to standard
/// output, errors to standard error; gives the exit status.
pub fn run<I, T>(arguments: I) -> ExitCode
where
    I: IntoIterator<Item = T>,
    T: Into<OsString> + Clone,
{
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => return without_command(&error),
    };
    let mut output = Output::to_stdout(arguments.format());
    let result = arguments.command.run(&mut output).and_then(|()| output.flush());
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            // What was found before the error still counts.
            let _ = output.flush();
            if !matches!(error, CommandError::AlreadyReported) {
                report(&error);
            }
            ExitCode::from(FAILED)
        }
    }
}

/// Help and version go to standard output; wrong usage is one line on standard error.
fn without_command(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        return match error.print() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Err(_) => ExitCode::from(FAILED),
        };
    }
    if error.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        // Nothing was asked for, so this is an introduction rather than an error.
        let _ = error.print();
    } else {
        let _ = writeln!(io::stderr(), "retrograde: {}", arguments::usage_line(error));
    }
    ExitCode::from(WRONG_USAGE)
}

/// Writes an error as one line to standard error. A closed standard error is nobody's loss.
fn report(error: &CommandError) {
    let _ = writeln!(io::stderr(), "retrograde: {}", error::one_line(error));
}

/// The code of the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
