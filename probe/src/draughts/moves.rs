//! The moves of a position, with what they are worth.

use std::cmp::Reverse;

use retrograde_db::Value;
use retrograde_db::draughts::{Move, Position};

use super::{Distance, ProbeError, Tables};

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
    /// How far it is from the position before the move if the move is made, which counts as one ply:
    /// so the best move has the distance of the position. `None` where the move draws, and where the
    /// set has no distances for all moves.
    pub distance: Option<Distance>,
}

impl ProbedMove {
    /// Orders moves, best first: by value, then the shortest win and the longest loss.
    fn rank(&self) -> impl Ord {
        let plies = self.distance.map_or(0, |distance| i32::from(distance.plies.0));
        (Reverse(self.value), if self.value == Value::Win { plies } else { -plies })
    }
}

impl Tables {
    /// Every legal move with its value for the side that makes it: winning moves first, then drawing
    /// ones, then losing ones. With distances the shortest win comes first, and the longest loss; the
    /// kind that is taken is the same for all moves, to the end of the game if that is known. Equal
    /// ones are in the order of [`Move`]. Captures with the same ends along different routes are
    /// listed one by one. Without a legal move the list is empty.
    ///
    /// With distances, whoever always plays the first move wins every position that is won: to the end
    /// of the game in no more plies than the first one says, to conversions because each takes the game
    /// forward for good.
    ///
    /// # Errors
    /// Where the value of any move is not known. Missing distances are no error.
    pub fn moves(&self, position: Position) -> Result<Vec<ProbedMove>, ProbeError> {
        let mut moves = self.valued_moves(position)?;
        self.add_distances(position, &mut moves)?;
        moves.sort_by(|one, other| one.rank().cmp(&other.rank()));
        Ok(moves)
    }

    /// Every legal move with its value and no distance, in the order of [`Move`].
    pub(super) fn valued_moves(&self, position: Position) -> Result<Vec<ProbedMove>, ProbeError> {
        position
            .legal_moves(self.rules)
            .iter()
            .map(|&mv| {
                let after = position.play(self.rules, &mv);
                let value = self.probe(after)?.for_opponent();
                Ok(ProbedMove { mv, after, value, distance: None })
            })
            .collect()
    }
}
