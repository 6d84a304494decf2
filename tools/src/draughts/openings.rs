//! `retrograde draughts openings [--moves 2|3] [--seed N]`

use std::fmt;

use clap::{Args, ValueEnum};
use retrograde_db::draughts::{BallotSeed, Deck, Opening, Restriction};
use serde::Serialize;

use super::RULES;
use crate::error::CommandError;
use crate::output::Output;

/// List the openings of restricted play, or draw one by ballot.
///
/// Writes `MOVES <TAB> FEN` for each: all sequences of first moves but those that lead to the
/// position of an earlier one, and those in which a side loses a man at once. Which of them
/// federations accept for play is not known here.
#[derive(Debug, Args)]
pub(crate) struct Openings {
    /// How many moves are drawn.
    #[arg(long, value_enum, default_value = "3")]
    moves: Moves,
    /// Draw one opening: the same one for the same number.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// How many moves are drawn.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Moves {
    #[value(name = "2")]
    Two,
    #[value(name = "3")]
    Three,
}

/// The moves of an opening and the position after them.
#[derive(Serialize)]
struct Listed {
    moves: String,
    fen: String,
}

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}", self.moves, self.fen)
    }
}

impl Openings {
    /// Lists them, or the one that is drawn.
    pub(crate) fn run(&self, output: &mut Output) -> Result<(), CommandError> {
        let restriction = match self.moves {
            Moves::Two => Restriction::TwoMove,
            Moves::Three => Restriction::ThreeMove,
        };
        let deck = Deck::playable(RULES, restriction);
        let mut list = |opening: &Opening| {
            output.record(&Listed { moves: opening.to_string(), fen: opening.position().to_string() })
        };
        match self.seed {
            Some(seed) => deck.draw(BallotSeed(seed)).map_or(Ok(()), list),
            None => deck.openings().iter().try_for_each(&mut list),
        }
    }
}
