//! What the parts of a search take in memory, and how a limit is shared out.

use retrograde_db::go::BoardIndex;

use super::graph::Graph;
use super::images::Symmetry;
use super::ko_ranks::Kos;
use crate::budget::Bytes;

/// The program itself, its stack, and what is read and written.
const PROGRAM: u64 = 12 << 20;
/// Least that is left for trees.
const LEAST_TREES: u64 = 4 << 20;
/// What a contest takes for each board: four states with a stamp and a number of open moves, for either
/// player, and what is forbidden.
const CONTEST_BOARD: u64 = 4 * 2 * (4 + 1) + 1;
/// The same for each board that stands for its images: the ranks of its states, for either player.
const CONTEST_FOLDED: u64 = 4 * 2 * 2;
/// For each ko: its ranks.
const CONTEST_KO: u64 = 2 * 2;
/// What is needed beside, while contests are made, for each board that stands for its images: what is
/// copied to the images and a queue for two attractors, open moves and a queue for two sets of ranks.
const MAKING_FOLDED: u64 = 4 * (2 * (4 + 1 + 4) + 2 * (1 + 4)) + 1;
/// For each ko then.
const MAKING_KO: u64 = 2 * (1 + 4 + 4);
/// Most contests that are kept.
const MOST_CONTESTS: u64 = 64;

/// Most plays that the boards can have, of both players.
pub(super) fn most_plays(index: &BoardIndex) -> u64 {
    let points = index.size().points();
    let with = |stones: u8| {
        let numbers = index.boards_with(stones);
        (numbers.end - numbers.start).saturating_mul(2 * u64::from(points - stones))
    };
    (0..=points).map(with).fold(0, u64::saturating_add)
}

/// About as many boards as stand for their images at most: few of them have symmetries.
pub(super) fn most_folded(index: &BoardIndex) -> u64 {
    let symmetries = Symmetry::all(index.size()).len() as u64 + 1;
    (index.boards() / symmetries / 4 * 5 + 64).min(index.boards())
}

/// What a search takes at least, about: no more than that.
pub(super) fn least(index: &BoardIndex) -> Bytes {
    let (boards, folded) = (index.boards(), most_folded(index));
    let plays = most_plays(index);
    let of_graph = |boards: u64, plays: u64| {
        boards.saturating_mul(1 + 2 * 8).saturating_add(plays.saturating_mul(2 * 4))
    };
    let folded_plays = (plays as f64 * folded as f64 / boards as f64) as u64;
    let parts = [
        of_graph(boards, plays),
        of_graph(folded, folded_plays),
        boards.saturating_mul(4 + CONTEST_BOARD),
        folded.saturating_mul(CONTEST_FOLDED + MAKING_FOLDED),
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
        let (boards, folded) = (u64::from(graph.states() / 4), u64::from(graph.folded().states() / 4));
        let kos_found = kos.len();
        let contest = boards * CONTEST_BOARD + folded * CONTEST_FOLDED + kos_found * CONTEST_KO;
        let making = folded * MAKING_FOLDED + kos_found * MAKING_KO;
        let taken = PROGRAM + graph.bytes() + kos.bytes() + making;
        let room = limit.0.saturating_sub(taken);
        let contests = (room / 4 * 3 / contest).clamp(1, MOST_CONTESTS);
        let trees = room.saturating_sub(contests * contest).max(LEAST_TREES);
        Shares { contests: contests as usize, trees }
    }
}
