//! Perft: counting the paths of the game tree, the usual test and measure of a move generator.
//!
//! There are two conventions, which differ where a capture can take the same pieces along several
//! routes: [`perft`] counts every route, [`perft_merging_routes`] counts such a capture once. In
//! English draughts they agree up to depth 11.
//!
//! ```
//! use retrograde_db::draughts::{Depth, Position, Rules, divide, perft};
//!
//! let start = Position::start();
//! assert_eq!(perft(&Rules::ENGLISH, start, Depth::new(4)), 1469);
//! let by_move = divide(&Rules::ENGLISH, start, Depth::new(4));
//! assert_eq!(by_move.len(), 7);
//! assert_eq!(by_move.iter().map(|(_, paths)| paths).sum::<u64>(), 1469);
//! ```

use super::{CaptureDuty, HuffingGame, Move, MoveList, Position, Rules, View};

/// How many plies deep to count: moves of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Depth(u8);

impl Depth {
    /// The depth of so many plies.
    #[must_use]
    pub const fn new(plies: u8) -> Depth {
        Depth(plies)
    }

    /// How many plies.
    #[must_use]
    pub const fn plies(self) -> u8 {
        self.0
    }
}

/// Which captures count apart.
#[derive(Clone, Copy)]
enum Routes {
    /// Every route of a capture is a move.
    Apart,
    /// Captures with the same ends that take the same pieces are one move.
    Merged,
}

/// How many sequences of so many legal moves there are; 1 at depth 0. Every route of a capture is a
/// move of its own. Under rules with huffing, each huff with each move after it counts; nothing may be
/// huffed at the beginning.
#[must_use]
pub fn perft(rules: &Rules, position: Position, depth: Depth) -> u64 {
    if rules.capture_duty == CaptureDuty::Huffing {
        return HuffingGame::new(position).perft(depth);
    }
    count(rules, position.view(), Routes::Apart, &mut buffers(depth))
}

/// The same with captures counted once that start and end alike and take the same pieces.
#[must_use]
pub fn perft_merging_routes(rules: &Rules, position: Position, depth: Depth) -> u64 {
    if rules.capture_duty == CaptureDuty::Huffing {
        return HuffingGame::new(position).perft_merging_routes(depth);
    }
    count(rules, position.view(), Routes::Merged, &mut buffers(depth))
}

/// What each legal move, on squares of the board, adds to [`perft`]; nothing at depth 0.
#[must_use]
pub fn divide(rules: &Rules, position: Position, depth: Depth) -> Vec<(Move, u64)> {
    let Some(plies) = depth.plies().checked_sub(1) else { return Vec::new() };
    let depth = Depth::new(plies);
    if rules.capture_duty == CaptureDuty::Huffing {
        let game = HuffingGame::new(position);
        return game.turns().iter().map(|turn| (*turn.mv(), game.play(turn).perft(depth))).collect();
    }
    let moves = position.legal_moves(rules);
    moves.iter().map(|mv| (*mv, perft(rules, position.play(rules, mv), depth))).collect()
}

/// One list of moves for every ply.
fn buffers(depth: Depth) -> Vec<MoveList> {
    vec![MoveList::new(); depth.plies().into()]
}

/// Counts as deep as there are buffers.
fn count(rules: &Rules, view: View, routes: Routes, buffers: &mut [MoveList]) -> u64 {
    let Some((moves, deeper)) = buffers.split_first_mut() else { return 1 };
    // The moves of the last ply are counted, not played.
    if deeper.is_empty() && matches!(routes, Routes::Apart) {
        return rules.count_moves(view);
    }
    rules.moves_into(view, moves);
    if matches!(routes, Routes::Merged) {
        moves.merge_routes();
    }
    if deeper.is_empty() {
        return moves.len() as u64;
    }
    moves.iter().map(|mv| count(rules, rules.play(view, mv), routes, deeper)).sum()
}
