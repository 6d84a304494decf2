//! `retrograde draughts perft DEPTH [FEN] [--divide] [--rules RULES]`

use std::fmt;

use clap::Args;
use retrograde_db::draughts::{CaptureDuty, Depth, HuffingGame, Move, Position, perft, perft_merging_routes};
use retrograde_solver::Progress;
use serde::Serialize;

use super::read_position;
use super::rules::RulesOption;
use crate::error::CommandError;
use crate::output::Output;
use crate::progress::Bar;

/// Count the paths of the game tree.
///
/// Every route of a capture counts as a move of its own; with --merge-routes, captures that start and
/// end alike and take the same pieces count once. Under the rules huffing, each huff counts with each
/// move after it.
#[derive(Debug, Args)]
pub(crate) struct Perft {
    /// How many plies deep.
    depth: u8,
    /// Where to start, such as W:WK15,20:B12,K28 [default: the start of the game]
    #[arg(value_name = "FEN")]
    position: Option<String>,
    /// Say for each move how many paths begin with it.
    #[arg(long)]
    divide: bool,
    /// Count captures that differ only in the way they go as one.
    #[arg(long)]
    merge_routes: bool,
    #[command(flatten)]
    rules: RulesOption,
}

/// The paths that begin with a move.
#[derive(Serialize)]
struct Part {
    #[serde(rename = "move")]
    text: String,
    paths: u64,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}", self.text, self.paths)
    }
}

/// All paths of a position.
#[derive(Serialize)]
struct Total {
    fen: String,
    depth: u8,
    paths: u64,
    /// Whether it stands behind its parts, and needs a name there.
    #[serde(skip)]
    named: bool,
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if self.named { "total\t" } else { "" };
        write!(f, "{name}{}", self.paths)
    }
}

impl Perft {
    /// Counts.
    pub(crate) fn run(&self, output: &mut Output) -> Result<(), CommandError> {
        let position = self.position.as_deref().map_or(Ok(Position::start()), read_position)?;
        let parts = self.parts(position);
        if self.divide {
            for (mv, paths) in &parts {
                output.record(&Part { text: mv.to_string(), paths: *paths })?;
            }
        }
        let paths = if self.depth == 0 { 1 } else { parts.iter().map(|(_, paths)| paths).sum() };
        output.record(&Total { fen: position.to_string(), depth: self.depth, paths, named: self.divide })
    }

    /// The paths that begin with each move; nothing at depth 0. The bar shows how many pairs of first
    /// moves are done.
    fn parts(&self, position: Position) -> Vec<(Move, u64)> {
        let rules = self.rules.rules;
        let Some(depth) = self.depth.checked_sub(1) else { return Vec::new() };
        if rules.capture_duty == CaptureDuty::Huffing {
            return self.huffing_parts(position, Depth::new(depth));
        }
        let moves = self.moves(position);
        let Some(replies_depth) = depth.checked_sub(1) else {
            return moves.into_iter().map(|mv| (mv, 1)).collect();
        };
        let bar = Bar::counting("perft", "openings of two plies");
        let replies: Vec<(Move, Vec<Position>)> =
            moves.into_iter().map(|mv| (mv, self.after_moves(position.play(rules, &mv)))).collect();
        bar.begin(replies.iter().map(|(_, positions)| positions.len() as u64).sum());
        let count = |position: Position| {
            let depth = Depth::new(replies_depth);
            let paths = match self.merge_routes {
                true => perft_merging_routes(rules, position, depth),
                false => perft(rules, position, depth),
            };
            bar.advance(1);
            paths
        };
        replies.into_iter().map(|(mv, positions)| (mv, positions.into_iter().map(count).sum())).collect()
    }

    /// The same with huffing, where nothing may be huffed at first.
    fn huffing_parts(&self, position: Position, depth: Depth) -> Vec<(Move, u64)> {
        let game = HuffingGame::new(position);
        let turns = if self.merge_routes { game.turns_merging_routes() } else { game.turns() };
        let bar = Bar::counting("perft", "moves");
        bar.begin(turns.len() as u64);
        let count = |after: HuffingGame| {
            let paths =
                if self.merge_routes { after.perft_merging_routes(depth) } else { after.perft(depth) };
            bar.advance(1);
            paths
        };
        turns.iter().map(|turn| (*turn.mv(), count(game.play(turn)))).collect()
    }

    /// The moves that count apart.
    fn moves(&self, position: Position) -> Vec<Move> {
        let mut moves = position.legal_moves(self.rules.rules);
        if self.merge_routes {
            moves.merge_routes();
        }
        moves.to_vec()
    }

    /// The positions after the moves that count apart.
    fn after_moves(&self, position: Position) -> Vec<Position> {
        self.moves(position).iter().map(|mv| position.play(self.rules.rules, mv)).collect()
    }
}
