//! The value of a position.

use retrograde_db::Value;
use retrograde_db::draughts::{Position, Slice, View};

use super::slice_table::SliceTable;
use super::{ProbeError, Tables};

impl Tables {
    /// The value of a position for the side to move, under best play.
    ///
    /// Where the side to move can capture, the captures are played out. A side to move without a
    /// legal move has lost. Where the opponent has no piece, the side to move has won.
    ///
    /// A capture that wins is enough to know the value, so other captures may lead to tables that
    /// are missing.
    ///
    /// # Errors
    /// Where a table that is needed is missing, damaged, or can't be read.
    #[inline]
    pub fn probe(&self, position: Position) -> Result<Value, ProbeError> {
        self.value_of(position.view())
    }

    /// The stored value of a position in which the side to move has no capture; the same as
    /// [`Tables::probe`] gives for it, without any search. Positions in which the game is over are
    /// answered as there.
    ///
    /// # Errors
    /// Where the side to move has a capture, or the table is missing, damaged, or can't be read.
    #[inline]
    pub fn probe_quiet(&self, position: Position) -> Result<Value, ProbeError> {
        let view = position.view();
        if self.rules.can_capture(view) {
            return Err(ProbeError::CaptureToMove { position });
        }
        self.quiet_value(view)
    }

    /// The value of any view for its side to move.
    #[inline]
    pub(super) fn value_of(&self, view: View) -> Result<Value, ProbeError> {
        if self.rules.can_capture(view) { self.best_capture(view) } else { self.quiet_value(view) }
    }

    /// The best that captures lead to, in a view that has one.
    fn best_capture(&self, view: View) -> Result<Value, ProbeError> {
        let mut best = Value::Loss;
        let mut unknown = None;
        for mv in &self.rules.moves(view) {
            match self.value_of(self.rules.play(view, mv)) {
                Ok(Value::Loss) => return Ok(Value::Win),
                Ok(value) => best = best.max(value.for_opponent()),
                Err(error) => unknown = unknown.or(Some(error)),
            }
        }
        // An unknown capture might be better than the best one that is known.
        match unknown {
            Some(error) => Err(error),
            None => Ok(best),
        }
    }

    /// The value of a view in which the side to move has no capture.
    #[inline]
    fn quiet_value(&self, view: View) -> Result<Value, ProbeError> {
        match self.value_at_end(view) {
            Some(value) => Ok(value),
            None => Ok(self.table_of(view)?.value(view, &self.cache)?),
        }
    }

    /// The value of a view in which the game is over.
    #[inline]
    pub(super) fn value_at_end(&self, view: View) -> Option<Value> {
        if !self.rules.has_move(view) {
            return Some(self.rules.without_move);
        }
        view.their().all().is_empty().then_some(self.rules.without_move.for_opponent())
    }

    /// The table for a view in which both sides have a piece.
    #[inline]
    pub(super) fn table_of(&self, view: View) -> Result<&SliceTable, ProbeError> {
        // With a piece on both sides, only too many pieces are no slice.
        let slice = Slice::of(view)
            .map_err(|error| ProbeError::TooManyPieces { pieces: error.pieces, most: self.max_pieces() })?;
        self.table(slice)
    }
}
