//! The commands of Go, one file each.

mod adviser;
mod build;
mod check;
mod count;
mod exact_adviser;
mod files;
mod gtp;
mod moves;
mod perft;
mod play;
mod probe;
mod record;
mod score;
mod show;
mod solve;
mod tables;

use clap::Subcommand;
use retrograde_db::go::{History, Rules};

use crate::error::CommandError;
use crate::output::Output;

pub(crate) use files::{GoSummary, check_bytes, check_values, difference};
pub(crate) use gtp::Gtp;
pub(crate) use tables::open_folder as open_go_folder;

/// `retrograde go ...`
#[derive(Debug, Subcommand)]
pub(crate) enum GoCommand {
    Build(build::Build),
    Probe(probe::Probe),
    Moves(moves::Moves),
    Solve(solve::Solve),
    Check(check::Check),
    Play(play::Play),
    Score(score::ScoreGame),
    Count(count::Count),
    Perft(perft::Perft),
    Show(show::Show),
}

impl GoCommand {
    /// Does what was asked.
    pub(crate) fn run(&self, output: &mut Output) -> Result<(), CommandError> {
        match self {
            GoCommand::Build(command) => command.run(output),
            GoCommand::Probe(command) => command.run(output),
            GoCommand::Moves(command) => command.run(output),
            GoCommand::Solve(command) => command.run(output),
            GoCommand::Check(command) => command.run(output),
            GoCommand::Play(command) => command.run(output),
            GoCommand::Score(command) => command.run(output),
            GoCommand::Count(command) => command.run(output),
            GoCommand::Perft(command) => command.run(output),
            GoCommand::Show(command) => command.run(output),
        }
    }
}

/// Reads the name of a rule set.
fn read_rules(name: &str) -> Result<&'static Rules, String> {
    Rules::named(name).ok_or_else(|| {
        let names: Vec<&str> = Rules::ALL.iter().map(|rules| rules.name).collect();
        format!("expected one of {}", names.join(", "))
    })
}

/// Reads a position, with the turns before it.
fn read_history(text: &str) -> Result<History, CommandError> {
    Ok(text.parse()?)
}
