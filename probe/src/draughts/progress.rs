//! Progress: how far a won position is from the next move that can't be taken back.
//!
//! Tables of win, draw and loss say which moves win, but a side that plays just any of them can walk
//! in circles for ever. Every win makes progress in the end, though: a capture, a man move, or the
//! end of the game. So the positions that king moves lead to are collected, with only the winning
//! moves of the winning side, and numbered by how many plies the next such progress is away, the
//! winning side hurrying and the losing side delaying. That is retrograde analysis on a small scale;
//! the number is what KingsRow's tables call the distance to conversion.

use std::collections::HashMap;

use retrograde_db::Value;
use retrograde_db::draughts::{Move, Position};

use super::Tables;

/// Most positions that are looked at. Slices with more kings than this allows for are left to
/// simpler preferences.
const MAX_POSITIONS: usize = 100_000;

/// Plies to the next progress, for positions near one that is won or lost.
#[derive(Debug, Default)]
pub(super) struct Progress {
    plies: HashMap<Position, u32>,
}

/// A position, and where its moves lead.
struct Node {
    winning: bool,
    /// Where the moves lead that keep the position here; `None` where not all of them are known.
    king_moves: Option<Vec<usize>>,
    /// Whether a move is progress.
    progress: bool,
}

/// Whether no later move can lead back to the position: a piece is taken, or a man moved.
pub(super) fn is_progress(position: Position, mv: &Move) -> bool {
    mv.is_capture() || position.men(position.side_to_move()).contains(mv.from())
}

impl Progress {
    /// Looks around a position that the side to move wins, or loses. A drawn one has no progress to
    /// look for.
    pub(super) fn around(tables: &Tables, position: Position, value: Value) -> Progress {
        if value == Value::Draw {
            return Progress::default();
        }
        let mut positions = vec![position];
        let mut numbers = HashMap::from([(position, 0)]);
        let mut nodes = Vec::new();
        while nodes.len() < positions.len().min(MAX_POSITIONS) {
            let position = positions[nodes.len()];
            // King moves only change turns, so who is to move tells who wins.
            let winning = (value == Value::Win) == (position.side_to_move() == positions[0].side_to_move());
            let Ok(mut moves) = tables.moves(position) else {
                nodes.push(Node { winning, king_moves: None, progress: false });
                continue;
            };
            moves.retain(|probed| !winning || probed.value == Value::Win);
            let all = moves.len();
            moves.retain(|probed| !is_progress(position, &probed.mv));
            let progress = moves.len() < all;
            let mut number = |after| {
                *numbers.entry(after).or_insert_with(|| {
                    positions.push(after);
                    positions.len() - 1
                })
            };
            let king_moves = moves.iter().map(|probed| number(probed.after)).collect();
            nodes.push(Node { winning, king_moves: Some(king_moves), progress });
        }
        let plies = count_plies(&nodes, positions.len());
        Progress {
            plies: positions
                .into_iter()
                .zip(plies)
                .filter_map(|(position, plies)| Some((position, plies?)))
                .collect(),
        }
    }

    /// Plies from the position after a move to the next progress; 0 where the move is one.
    pub(super) fn plies_after(&self, position: Position, mv: &Move, after: Position) -> u32 {
        if is_progress(position, mv) { 0 } else { self.plies.get(&after).copied().unwrap_or(u32::MAX) }
    }
}

/// Plies to the next progress for each of `positions` positions, of which the first ones have nodes;
/// `None` where it can't be forced by what is known.
fn count_plies(nodes: &[Node], positions: usize) -> Vec<Option<u32>> {
    let mut plies: Vec<Option<u32>> = vec![None; positions];
    for ply in 0.. {
        let mut changed = false;
        for (number, node) in nodes.iter().enumerate() {
            let (None, Some(king_moves)) = (plies[number], &node.king_moves) else { continue };
            let sooner = |&after: &usize| plies[after].is_some_and(|plies| plies < ply);
            let reached = if node.winning {
                ply > 0 && node.progress || king_moves.iter().any(sooner)
            } else {
                (ply > 0 || !node.progress) && king_moves.iter().all(sooner)
            };
            if reached {
                plies[number] = Some(ply);
                changed = true;
            }
        }
        // With 0 plies there are only lost positions without a move, and there may be none.
        if !changed && ply > 0 {
            break;
        }
    }
    plies
}
