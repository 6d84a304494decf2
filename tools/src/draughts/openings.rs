//! `retrograde draughts openings [--moves 2|3] [--deck playable|144|156] [--seed N]`

use std::fmt;

use clap::{Args, ValueEnum};
use retrograde_db::draughts::{BallotSeed, BallotYear, Deck, Opening, Restriction};
use serde::Serialize;

use super::RULES;
use crate::error::CommandError;
use crate::output::Output;

/// List the openings of restricted play, or draw one by ballot.
///
/// Writes `MOVES <TAB> FEN` for each: all sequences of first moves but those that lead to the
/// position of an earlier one, and those in which a side loses a man at once. With --deck 156, those of
/// three moves that the American Checker Federation accepts for play, in its order; with --deck 144, those
/// that it accepted before 2003.
#[derive(Debug, Args)]
pub(crate) struct Openings {
    /// How many moves are drawn.
    #[arg(long, value_enum, default_value = "3")]
    moves: Moves,
    /// Which openings of three moves.
    #[arg(long, value_enum, default_value = "playable")]
    deck: DeckName,
    /// Draw one opening: the same one for the same number.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Which openings of three moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DeckName {
    Playable,
    #[value(name = "144")]
    Before2003,
    #[value(name = "156")]
    Since2003,
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
        let deck = match (self.moves, self.deck) {
            (Moves::Two, DeckName::Playable) => Deck::playable(RULES, Restriction::TwoMove),
            (Moves::Two, _) => return Err(CommandError::NoTwoMoveDeck),
            (Moves::Three, DeckName::Playable) => Deck::playable(RULES, Restriction::ThreeMove),
            (Moves::Three, DeckName::Before2003) => Deck::accepted(BallotYear::Before2003),
            (Moves::Three, DeckName::Since2003) => Deck::accepted(BallotYear::Since2003),
        };
        let mut list = |opening: &Opening| {
            output.record(&Listed { moves: opening.to_string(), fen: opening.position().to_string() })
        };
        match self.seed {
            Some(seed) => deck.draw(BallotSeed(seed)).map_or(Ok(()), list),
            None => deck.openings().iter().try_for_each(&mut list),
        }
    }
}
