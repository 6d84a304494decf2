//! The command line as a whole: which commands there are, and what all of them take.

use clap::error::{ContextKind, ContextValue};
use clap::{Parser, Subcommand};

use crate::completions::Completions;
use crate::draughts::DraughtsCommand;
use crate::error::CommandError;
use crate::go::{GoCommand, Gtp};
use crate::info::Info;
use crate::output::{Format, Output};
use crate::verify::Verify;

/// Endgame tables of board games: make them, check them, ask them.
#[derive(Debug, Parser)]
#[command(name = "retrograde", version, propagate_version = true, arg_required_else_help = true)]
pub(crate) struct Arguments {
    /// One JSON object a line in place of text, with the same facts.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Arguments {
    /// How results are to be written.
    pub(crate) fn format(&self) -> Format {
        if self.json { Format::Json } else { Format::Text }
    }
}

/// Everything that can be done.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// English draughts (8x8 checkers).
    #[command(subcommand)]
    Draughts(DraughtsCommand),
    /// Go on small boards.
    #[command(subcommand)]
    Go(GoCommand),
    Gtp(Gtp),
    /// Check the tables of a folder.
    Verify(Verify),
    /// List the tables of a folder, or describe one file.
    Info(Info),
    /// Write a completion script for a shell.
    Completions(Completions),
}

impl Command {
    /// Does it.
    pub(crate) fn run(&self, output: &mut Output) -> Result<(), CommandError> {
        match self {
            Command::Draughts(command) => command.run(output),
            Command::Go(command) => command.run(output),
            Command::Gtp(command) => command.run(output),
            Command::Verify(command) => command.run(output),
            Command::Info(command) => command.run(output),
            Command::Completions(command) => command.run(output),
        }
    }
}

/// What clap says of a wrong command line, as one line: its first paragraph, the nearest word that
/// would have been right, and where to read on.
pub(crate) fn usage_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let paragraph = text.split("\n\n").next().unwrap_or_default();
    let words: Vec<&str> = paragraph.split_whitespace().collect();
    let line = words.join(" ");
    let line = line.strip_prefix("error: ").unwrap_or(&line);
    let suggestion =
        [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue]
            .into_iter()
            .find_map(|kind| match error.get(kind)? {
                ContextValue::String(word) => Some(word.clone()),
                ContextValue::Strings(words) if !words.is_empty() => Some(words.join(" or ")),
                _ => None,
            })
            .map_or_else(String::new, |word| format!(" (did you mean {word}?)"));
    format!("{line}{suggestion}; see retrograde --help")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory;
        Arguments::command().debug_assert();
    }

    #[test]
    fn wrong_usage_is_one_line() {
        let usage = |line: &str| usage_line(&Arguments::try_parse_from(line.split(' ')).unwrap_err());
        assert_eq!(
            usage("retrograde draughts prob"),
            "unrecognized subcommand 'prob' (did you mean probe?); see retrograde --help"
        );
        assert_eq!(
            usage("retrograde draughts show"),
            "the following required arguments were not provided: <FEN>; see retrograde --help"
        );
    }
}
