//! The moves of a position, with what they lead to.

use retrograde_db::go::{Bounds, Colour, Move, Position, Suicide};

use super::{ProbeError, Tables};

/// A move and what it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProbedMove {
    /// The move.
    pub mv: Move,
    /// The position after it; `None` where it is the second pass.
    pub after: Option<Position>,
    /// The bounds of that position taken on its own, seen by Black, or the score of the board at the
    /// end. See the module on what that says of the move.
    pub bounds: Bounds,
}

impl Tables {
    /// Every move that is allowed where no other board was visited, best first for the player to move:
    /// by what that player forces, then by what the opponent leaves. Equal ones in the order of the
    /// points, a pass last.
    ///
    /// # Errors
    /// Where the table is missing, damaged, or can't be read.
    pub fn moves(&self, position: Position, suicide: Suicide) -> Result<Vec<ProbedMove>, ProbeError> {
        let Position { board, to_move, passed } = position;
        let mut moves = Vec::new();
        for point in board.vacant().iter() {
            let Some(played) = board.play(to_move, point) else { continue };
            let stones = played.suicide.len();
            if stones == 1 || stones > 1 && suicide == Suicide::Forbidden {
                continue;
            }
            let after = Position { board: played.board, to_move: to_move.opponent(), passed: false };
            let bounds = self.bounds(after, suicide)?;
            moves.push(ProbedMove { mv: Move::Play(point), after: Some(after), bounds });
        }
        let after = (!passed).then_some(Position { board, to_move: to_move.opponent(), passed: true });
        let bounds = match after {
            Some(after) => self.bounds(after, suicide)?,
            None => Bounds { low: board.score(), high: board.score() },
        };
        moves.push(ProbedMove { mv: Move::Pass, after, bounds });
        moves.sort_by_key(|probed| {
            let own = match to_move {
                Colour::Black => probed.bounds,
                Colour::White => probed.bounds.colours_swapped(),
            };
            (-own.low, -own.high)
        });
        Ok(moves)
    }
}
