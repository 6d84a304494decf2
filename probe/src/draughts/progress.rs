//! Progress: how far a won position is from the next move that can't be taken back.
//!
//! Tables of win, draw and loss say which moves win, but a side that plays just any of them can walk
//! in circles for ever. Every win makes progress in the end, though: a capture, a man move, or the
//! end of the game. So the positions that king moves lead to are collected, with only the winning
//! moves of the winning side, and numbered by how many plies the next such progress is away, the
//! winning side hurrying and the losing side delaying. That is retrograde analysis on a small scale;
//! the number is what files of distances to conversion hold, or above it where not all positions
//! were collected: so many are, four times as many each time, as it takes to number the first one.

use std::collections::HashMap;

use retrograde_db::Value;
use retrograde_db::draughts::Position;

use super::distance::is_conversion;
use super::{ProbedMove, Tables};

/// Positions that are collected first.
const FIRST_POSITIONS: usize = 50_000;
/// Most positions that are collected, which takes some seconds and half a gigabyte. That is enough for
/// all king moves of five pieces. Slices with more kings than this allows for are left to simpler
/// preferences, where the first positions do not suffice.
const MAX_POSITIONS: usize = 4_500_000;

/// Plies to the next progress, for positions near one that is won or lost.
#[derive(Debug, Default)]
pub(super) struct Progress {
    numbers: HashMap<Position, u32>,
    /// By number; above all plies where nothing is known.
    plies: Vec<u16>,
}

/// Plies of a position that progress can't be forced from, by what is known.
const UNKNOWN: u16 = u16::MAX;

/// Positions and where their moves lead.
#[derive(Default)]
struct Graph {
    positions: Vec<Position>,
    numbers: HashMap<Position, u32>,
    /// Of the positions that were looked at, which are the first ones.
    nodes: Vec<Node>,
    /// Numbers of the positions after the king moves of all nodes.
    after: Vec<u32>,
}

/// A position whose moves were looked at.
struct Node {
    winning: bool,
    /// Whether the values of all moves are known.
    known: bool,
    /// Whether a move is progress.
    progress: bool,
    /// Where its king moves begin in `after`; they end where those of the next node begin.
    first: usize,
}

impl Progress {
    /// Looks around a position that the side to move wins, or loses. A drawn one has no progress to
    /// look for.
    pub(super) fn around(tables: &Tables, position: Position, value: Value) -> Progress {
        if value == Value::Draw {
            return Progress::default();
        }
        let mut graph = Graph::default();
        graph.number(position);
        let mut most = FIRST_POSITIONS;
        loop {
            graph.explore(tables, value == Value::Win, most);
            let plies = graph.plies();
            let complete = graph.nodes.len() == graph.positions.len();
            if plies[0] != UNKNOWN || complete || most == MAX_POSITIONS {
                return Progress { numbers: graph.numbers, plies };
            }
            most = (4 * most).min(MAX_POSITIONS);
        }
    }

    /// Plies from the position after a move to the next progress; 0 where the move is one.
    pub(super) fn plies_after(&self, position: Position, probed: &ProbedMove) -> u32 {
        if is_conversion(position, &probed.mv) {
            return 0;
        }
        let number = self.numbers.get(&probed.after);
        number.and_then(|&number| self.plies.get(number as usize)).map_or(u32::MAX, |&plies| plies.into())
    }
}

impl Graph {
    /// The number of a position, which is the next one where it has none.
    fn number(&mut self, position: Position) -> u32 {
        *self.numbers.entry(position).or_insert_with(|| {
            self.positions.push(position);
            self.positions.len() as u32 - 1
        })
    }

    /// Looks at the moves of positions until so many are done, or all.
    fn explore(&mut self, tables: &Tables, first_wins: bool, most: usize) {
        while self.nodes.len() < self.positions.len().min(most) {
            let position = self.positions[self.nodes.len()];
            // King moves only change turns, so who is to move tells who wins.
            let winning = first_wins == (position.side_to_move() == self.positions[0].side_to_move());
            let moves = tables.valued_moves(position);
            let mut node = Node { winning, known: moves.is_ok(), progress: false, first: self.after.len() };
            for probed in moves.unwrap_or_default() {
                if winning && probed.value != Value::Win {
                    continue;
                }
                if is_conversion(position, &probed.mv) {
                    node.progress = true;
                } else {
                    let number = self.number(probed.after);
                    self.after.push(number);
                }
            }
            self.nodes.push(node);
        }
    }

    /// Plies to the next progress for each position.
    fn plies(&self) -> Vec<u16> {
        let mut plies = vec![UNKNOWN; self.positions.len()];
        let mut open: Vec<u32> = (0..self.nodes.len() as u32).collect();
        for ply in 0..UNKNOWN {
            let before = open.len();
            open.retain(|&number| {
                let reached = self.is_reached(number as usize, ply, &plies);
                if reached {
                    plies[number as usize] = ply;
                }
                !reached
            });
            // With 0 plies there are only lost positions without a move, and there may be none.
            if open.len() == before && ply > 0 {
                break;
            }
        }
        plies
    }

    /// Whether progress can be forced from a node in so many plies, given where it can in fewer.
    fn is_reached(&self, number: usize, ply: u16, plies: &[u16]) -> bool {
        let node = &self.nodes[number];
        let end = self.nodes.get(number + 1).map_or(self.after.len(), |next| next.first);
        let sooner = |&after: &u32| plies[after as usize] < ply;
        let mut king_moves = self.after[node.first..end].iter();
        if !node.known {
            return false;
        }
        if node.winning {
            ply > 0 && node.progress || king_moves.any(sooner)
        } else {
            (ply > 0 || !node.progress) && king_moves.all(sooner)
        }
    }
}
