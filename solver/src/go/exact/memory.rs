//! What the parts of a search take in memory, and how a limit is shared out.
//!
//! Three things grow with the board: the graph, which is made once; contests, one for each threshold that is
//! kept; and what is needed while a contest is made. All of them are arrays by folded board, state, play or
//! ko. For a folded board that is 17 bytes in the graph, 57 in a contest and 40 beside one that is made; for
//! each play 8 more. How many of them there are is estimated from the numbers of legal boards by their
//! stones, which the index knows without listing any: a fourth more than the boards by the number of
//! symmetries, since few boards are their own images; and no more plays than there are vacant points.
//!
//! What the graph leaves of a limit is shared out by [`Shares::new`], three quarters to contests, up to 64,
//! and the rest to trees. One contest is enough for any answer; with more of them, a threshold that was
//! asked about before needs no new one.

use retrograde_db::go::BoardIndex;

use super::graph::Graph;
use super::images::Symmetry;
use super::ko_ranks::Kos;
use crate::budget::Bytes;

/// The program itself, its stack, and what is read and written.
const PROGRAM: u64 = 16 << 20;
/// Least that is left for trees.
const LEAST_TREES: u64 = 4 << 20;
/// What a contest takes for each folded board: four states with a stamp, a number of open moves and a
/// rank, for either player, and what is forbidden.
const CONTEST_BOARD: u64 = 4 * 2 * (4 + 1 + 2) + 1;
/// For each ko: its ranks.
const CONTEST_KO: u64 = 2 * 2;
/// What is needed beside while contests are made, for either player: a queue for an attractor, or open
/// moves and a queue for ranks.
const MAKING_BOARD: u64 = 4 * 2 * (1 + 4);
/// For each ko then.
const MAKING_KO: u64 = 2 * (1 + 4 + 4);
/// What the graph takes for each folded board and for each of its plays.
const GRAPH_BOARD: u64 = 1 + 2 * 8;
const GRAPH_PLAY: u64 = 2 * 4;
/// Most contests that are kept.
const MOST_CONTESTS: u64 = 64;

/// Most plays that so many of the boards can have, of both players, if they are like all of them.
pub(super) fn most_plays(index: &BoardIndex, folded: u32) -> u64 {
    let points = index.size().points();
    let with = |stones: u8| {
        let numbers = index.boards_with(stones);
        (numbers.end - numbers.start).saturating_mul(2 * u64::from(points - stones))
    };
    let all = (0..=points).map(with).fold(0, u64::saturating_add);
    // Boards with symmetries, which are less often left out, have fewer stones: some more for them.
    (all as f64 * f64::from(folded) / index.boards() as f64 * 1.02) as u64 + 1024
}

/// About as many boards as stand for their images at most: few of them have symmetries.
fn most_folded(index: &BoardIndex) -> u64 {
    let symmetries = Symmetry::all(index.size()).len() as u64 + 1;
    (index.boards() / symmetries / 4 * 5 + 64).min(index.boards())
}

/// What the marks of boards that stand for their images take.
pub(super) fn orbits(index: &BoardIndex) -> u64 {
    index.boards() / 64 * (8 + 4)
}

/// What a search takes at least, about: no more than that.
pub(super) fn least(index: &BoardIndex) -> Bytes {
    let folded = most_folded(index);
    let plays = most_plays(index, u32::try_from(folded).unwrap_or(u32::MAX));
    let parts = [
        folded.saturating_mul(GRAPH_BOARD + CONTEST_BOARD + MAKING_BOARD),
        plays.saturating_mul(GRAPH_PLAY),
        orbits(index),
        PROGRAM + LEAST_TREES,
    ];
    Bytes(parts.into_iter().fold(0, u64::saturating_add))
}

/// How the memory of a search is shared out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shares {
    /// Contests that may be there at a time, 1 or more.
    pub(super) contests: usize,
    /// Bytes for all trees, and for what contests note to be put back.
    pub(super) trees: u64,
}

impl Shares {
    /// Shares out what a graph leaves: at least a quarter to trees.
    pub(super) fn new(limit: Bytes, graph: &Graph, kos: &Kos) -> Shares {
        let folded = u64::from(graph.folded().states() / 4);
        let contest = folded * CONTEST_BOARD + kos.len() * CONTEST_KO;
        let making = folded * MAKING_BOARD + kos.len() * MAKING_KO;
        let taken = PROGRAM + graph.bytes() + kos.bytes() + making;
        let room = limit.0.saturating_sub(taken);
        let contests = (room / 4 * 3 / contest).clamp(1, MOST_CONTESTS);
        let trees = room.saturating_sub(contests * contest).max(LEAST_TREES);
        Shares { contests: contests as usize, trees }
    }
}
