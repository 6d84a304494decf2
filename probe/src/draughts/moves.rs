//! The moves of a position, with what they are worth.

use std::cmp::Reverse;

use retrograde_db::Value;
use retrograde_db::draughts::{Move, Position};

use super::{ProbeError, Tables};

/// A legal move and what it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProbedMove {
    /// The move, on squares as the board numbers them.
    pub mv: Move,
    /// The position after it, the opponent to move.
    pub after: Position,
    /// The value for the side that *makes* the move, so a move that wins is a [`Value::Win`]
    /// although the side to move after it loses.
    pub value: Value,
}

impl Tables {
    /// Every legal move with its value for the side that makes it: winning moves first, then drawing
    /// ones, then losing ones; equal ones in the order of [`Move`]. Captures with the same ends along
    /// different routes are listed one by one. Without a legal move the list is empty.
    ///
    /// # Errors
    /// Where the value of any move is not known.
    pub fn moves(&self, position: Position) -> Result<Vec<ProbedMove>, ProbeError> {
        let mut moves = position
            .legal_moves(self.rules)
            .iter()
            .map(|&mv| {
                let after = position.play(self.rules, &mv);
                let value = self.probe(after)?.for_opponent();
                Ok(ProbedMove { mv, after, value })
            })
            .collect::<Result<Vec<ProbedMove>, ProbeError>>()?;
        moves.sort_by_key(|probed| Reverse(probed.value));
        Ok(moves)
    }
}
