//! The commands of English draughts, one file each.

mod annotate;
mod build;
mod counts;
mod line;
mod moves;
mod openings;
mod perft;
mod plan;
mod plies;
mod probe;
mod rules;
mod shortest;
mod show;
mod tables;
mod tour;

use clap::Subcommand;
use retrograde_db::draughts::{Position, Rules};

use crate::error::CommandError;
use crate::output::Output;

pub(crate) use build::{parse_size, stop_on_interrupt};
pub(crate) use rules::RulesOption;
pub(crate) use tables::{DEFAULT_FOLDER, open_folder};

/// The rules of all commands that have no `--rules`.
const RULES: &Rules = &Rules::ENGLISH;

/// `retrograde draughts ...`
#[derive(Debug, Subcommand)]
pub(crate) enum DraughtsCommand {
    Tour(tour::Tour),
    Build(build::Build),
    Plan(plan::Plan),
    Probe(probe::Probe),
    Moves(moves::Moves),
    Line(line::Line),
    Perft(perft::Perft),
    Counts(counts::Counts),
    Show(show::Show),
    Openings(openings::Openings),
    Shortest(shortest::Shortest),
    Annotate(annotate::Annotate),
}

impl DraughtsCommand {
    /// Does what was asked.
    pub(crate) fn run(&self, output: &mut Output) -> Result<(), CommandError> {
        match self {
            DraughtsCommand::Tour(command) => command.run(output),
            DraughtsCommand::Build(command) => command.run(output),
            DraughtsCommand::Plan(command) => command.run(output),
            DraughtsCommand::Probe(command) => command.run(output),
            DraughtsCommand::Moves(command) => command.run(output),
            DraughtsCommand::Line(command) => command.run(output),
            DraughtsCommand::Perft(command) => command.run(output),
            DraughtsCommand::Counts(command) => command.run(output),
            DraughtsCommand::Show(command) => command.run(output),
            DraughtsCommand::Openings(command) => command.run(output),
            DraughtsCommand::Shortest(command) => command.run(output),
            DraughtsCommand::Annotate(command) => command.run(output),
        }
    }
}

/// Reads a position.
fn read_position(fen: &str) -> Result<Position, CommandError> {
    Ok(fen.parse()?)
}
