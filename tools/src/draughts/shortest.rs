//! `retrograde draughts shortest [FEN] [--plies N] [--pdn FILE]`

use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use retrograde_db::draughts::pdn::{Game, GameResult, write_games};
use retrograde_db::draughts::{Depth, Move, Position};
use retrograde_solver::Bytes;
use retrograde_solver::draughts::{ShortestGames, ShortestOptions, shortest_games};
use serde::Serialize;

use super::{RULES, parse_size, read_position, stop_on_interrupt};
use crate::error::CommandError;
use crate::output::{Output, grouped};
use crate::progress::Bar;

/// Find the shortest games there can be: all of them, and that none is shorter.
///
/// A game is over when the side to move has no move, because its pieces are captured or blocked. Writes
/// the number of plies, of games, and of positions in which they end. Games are different where a move
/// is: where it begins or ends, or what it takes. The second number of games tells apart routes on which
/// a capture takes the same pieces too. From the start of the game this takes some twenty minutes on two cores.
#[derive(Debug, Args)]
pub(crate) struct Shortest {
    /// Where games begin [default: the start of the game]
    #[arg(value_name = "FEN")]
    position: Option<String>,
    /// The most plies to look for.
    #[arg(long, value_name = "N", default_value_t = 20)]
    plies: u8,
    /// File to write the games to, in PDN.
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,
    /// Threads to use [default: one a core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Memory for positions: with less of it more paths are followed.
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = parse_size)]
    memory: Bytes,
}

/// What there is.
#[derive(Serialize)]
struct Found {
    fen: String,
    plies: u8,
    /// Games, where captures that start and end alike and take the same pieces are one move.
    games: usize,
    /// Games, where every route of a capture is a move of its own.
    games_by_route: usize,
    finals: usize,
    /// Final positions in which the loser has no piece left.
    finals_without_pieces: usize,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "plies                {}", self.plies)?;
        writeln!(f, "games                {}", grouped(self.games as u64))?;
        writeln!(f, "by route of captures {}", grouped(self.games_by_route as u64))?;
        writeln!(f, "final positions      {}", grouped(self.finals as u64))?;
        let blocked = self.finals - self.finals_without_pieces;
        write!(f, "captured, blocked    {}, {}", self.finals_without_pieces, blocked)
    }
}

impl Found {
    fn new(start: Position, found: &ShortestGames) -> Found {
        let without = |position: &&Position| position.pieces(position.side_to_move()).all().is_empty();
        Found {
            fen: start.to_string(),
            plies: found.plies.plies(),
            games: found.merging_routes().len(),
            games_by_route: found.games.len(),
            finals: found.finals.len(),
            finals_without_pieces: found.finals.iter().filter(without).count(),
        }
    }
}

impl Shortest {
    /// Searches.
    pub(crate) fn run(&self, output: &mut Output) -> Result<(), CommandError> {
        let start = self.position.as_deref().map_or(Ok(Position::start()), read_position)?;
        let options = ShortestOptions {
            rules: RULES,
            start,
            most: Depth::new(self.plies),
            threads: self.threads,
            memory: self.memory,
        };
        let begin = Instant::now();
        let found = shortest_games(&options, &Bar::new("shortest"), stop_on_interrupt())?;
        let seconds = begin.elapsed().as_secs_f64();
        if let Some(path) = &self.pdn {
            write_pdn(path, start, &found)
                .map_err(|source| CommandError::Write { path: path.clone(), source })?;
        }
        output.record(&Found::new(start, &found))?;
        let kept = found.positions.last().copied().unwrap_or_default();
        let _ = writeln!(
            io::stderr(),
            "kept the positions of {} plies, {} after the last: {seconds:.1} s",
            found.positions.len() - 1,
            grouped(kept)
        );
        Ok(())
    }
}

/// Writes the games as PDN.
fn write_pdn(path: &Path, start: Position, found: &ShortestGames) -> io::Result<()> {
    let games: Vec<Game> = found.merging_routes().into_iter().map(|moves| game(start, moves)).collect();
    let mut file = BufWriter::new(File::create(path)?);
    write_games(&mut file, &games)?;
    file.flush()
}

/// The game with these moves, which the last mover has won.
fn game(start: Position, moves: &[Move]) -> Game {
    let mut game = Game::new(start);
    for mv in moves {
        // They were found in this very order.
        game.line.play(*mv).expect("moves of a game that was found are legal");
    }
    game.result = GameResult::Win(game.line.position().side_to_move().opponent());
    game
}
