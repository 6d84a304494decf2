//! What moves out of a setting contribute: captures and man moves, each played forwards.
//!
//! Behind them everything is finished, so that a look at each is enough. A position with a capture gets its
//! distance at once, from the probe. Any other begins with what its man moves say, and king moves add to
//! that in the rounds: a win has one ply more than the shortest loss that a man move leads to, and may
//! become shorter; a loss has one ply more than the longest win, and may become longer until all of its king
//! moves are known.
//!
//! Say a lost position has two man moves, to wins in 5 and in 9 plies, and three king moves. It begins with
//! 10 plies and waits for three. If the king moves turn out to lead to wins in 3, 7 and 11 plies, it is a
//! loss in 12. To a conversion a man move is 1 ply whatever is behind it, so there it begins with 1.

use retrograde_db::draughts::{Move, MoveList, Position, Side, SliceIndex, View};
use retrograde_db::{DistanceKind, Plies, Value};
use retrograde_probe::draughts::{ProbeError, Tables};

use super::cell::Cell;
use super::error::DistanceError;
use super::level::Level;

/// What is known before a setting is begun.
#[derive(Clone, Copy)]
pub(super) struct Outside<'a> {
    pub(super) kind: DistanceKind,
    /// The values, and the distances of finished slices.
    pub(super) tables: &'a Tables,
    /// The index of the slice that quiet moves lead to.
    pub(super) reverse: &'a SliceIndex,
    /// Its positions with the men one step further on.
    pub(super) above: &'a Level,
}

impl Outside<'_> {
    /// Begins a position: its value, and what captures and man moves say of its plies; for a lost
    /// position also how many king moves have to be waited for.
    pub(super) fn begin(&self, view: View, moves: &mut MoveList) -> Result<(Cell, u8), DistanceError> {
        let rules = self.tables.rules();
        if rules.can_capture(view) {
            let (value, plies) = self.graded(view, view)?;
            return Ok((Cell::capture(value, plies), 0));
        }
        let men = view.own().men;
        match self.value(view, view)? {
            Value::Draw => Ok((Cell::DRAW, 0)),
            Value::Win if men.is_empty() => Ok((Cell::OPEN_WIN, 0)),
            Value::Win => {
                rules.moves_into(view, moves);
                let mut best = Cell::OPEN_WIN;
                for mv in moves.iter().filter(|mv| men.contains(mv.from())) {
                    let (value, Plies(after)) = self.after(view, mv)?;
                    if value == Value::Loss && after + 1 < best.plies().0 {
                        best = Cell::quiet(Value::Win, Plies(after + 1));
                    }
                }
                Ok((best, 0))
            }
            Value::Loss if men.is_empty() => {
                Ok((Cell::quiet(Value::Loss, Plies(0)), rules.count_moves(view) as u8))
            }
            Value::Loss => {
                rules.moves_into(view, moves);
                let (mut longest, mut king_moves) = (0, 0);
                for mv in moves.iter() {
                    if men.contains(mv.from()) {
                        let (value, Plies(after)) = self.after(view, mv)?;
                        if value != Value::Win {
                            return Err(self.not_lost(view));
                        }
                        longest = longest.max(after + 1);
                    } else {
                        king_moves += 1;
                    }
                }
                Ok((Cell::quiet(Value::Loss, Plies(longest)), king_moves))
            }
        }
    }

    /// The value after a man move for the opponent, and plies from there. To a conversion nothing is
    /// left then, so no distance is looked up.
    fn after(&self, view: View, mv: &Move) -> Result<(Value, Plies), DistanceError> {
        let after = self.tables.rules().play(view, mv);
        let (value, plies) = if mv.crowns() {
            match self.kind {
                DistanceKind::Win => self.graded(after, view)?,
                DistanceKind::Conversion => (self.value(after, view)?, Plies(0)),
            }
        } else {
            let number = self.reverse.index_of(after).ok();
            let cell = number.and_then(|number| self.above.get(number));
            let cell = cell.expect("a man move leads to the next level of the reverse slice");
            (cell.value(), cell.plies())
        };
        Ok((value, if self.kind == DistanceKind::Win { plies } else { Plies(0) }))
    }

    fn value(&self, view: View, from: View) -> Result<Value, DistanceError> {
        self.tables.probe(position(view)).map_err(|source| error(from, source))
    }

    /// Value and plies of a position of a finished slice, or of one with a capture. A draw has none,
    /// and 0 stands for them.
    fn graded(&self, view: View, from: View) -> Result<(Value, Plies), DistanceError> {
        let graded = self.tables.value_and_plies(position(view), self.kind);
        let (value, plies) = graded.map_err(|source| error(from, source))?;
        Ok((value, plies.unwrap_or_default()))
    }

    #[cold]
    fn not_lost(&self, view: View) -> DistanceError {
        DistanceError::NotLost { position: position(view), slice: self.reverse.slice().reversed() }
    }
}

/// Values depend on views alone, so the mover can be called Black.
fn position(view: View) -> Position {
    Position::from_view(view, Side::Black)
}

#[cold]
fn error(view: View, source: ProbeError) -> DistanceError {
    DistanceError::Probe { position: position(view), source: Box::new(source) }
}
