//! The moves of a position, with what they are worth.
//!
//! A move is worth what the position after it is worth to the one who made it: the value there, seen from the
//! other side, and the distance there and one ply more. So the best move has the value and the distance of the
//! position, and a list of moves costs a probe for each. All of them have to be known, since a move without a
//! value could be the best one.
//!
//! ```
//! use retrograde_db::Value;
//! use retrograde_db::draughts::Position;
//! use retrograde_probe::draughts::Tables;
//!
//! let tables = Tables::from_memory([])?;
//! let shot: Position = "B:W11,19,27:B7".parse()?;
//! let [only] = &tables.moves(shot)?[..] else { panic!("one capture") };
//! // White, to move after it, has lost; it was Black who moved.
//! assert_eq!((only.value, tables.probe(only.after)?), (Value::Win, Value::Loss));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
