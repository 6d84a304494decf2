//! The value of a position.
//!
//! Files keep values only where nothing else tells them (see
//! [`Rules::is_threatened`](retrograde_db::draughts::Rules::is_threatened)). So a probe asks itself
//! first: can the side to move capture? Then the captures are played out. Is it threatened? Then the
//! settled positions after its moves may decide. Else the value is looked up. Compact tables keep less,
//! and a search finds the rest, see [`CompactSearch`].

use std::ops::ControlFlow;

use retrograde_db::Value;
use retrograde_db::draughts::{Position, Slice, View};

use super::compact::{CompactSearch, CompactSource};
use super::slice_table::SliceTable;
use super::{ProbeError, Tables};

impl Tables {
    /// The value of a position for the side to move, under best play.
    ///
    /// Where the side to move can capture, the captures are played out; where it is threatened, its
    /// moves are made, see [`Rules::is_threatened`]. A side to move without a legal move has lost. Where
    /// the opponent has no piece, the side to move has won.
    ///
    /// A move that wins is enough to know the value, so other moves may lead to tables that are missing.
    ///
    /// [`Rules::is_threatened`]: retrograde_db::draughts::Rules::is_threatened
    ///
    /// # Errors
    /// Where a table that is needed is missing, damaged, or can't be read.
    #[inline]
    pub fn probe(&self, position: Position) -> Result<Value, ProbeError> {
        self.value_of(position.view())
    }

    /// The value of a position in which the side to move has no capture; the same as [`Tables::probe`]
    /// gives for it. Positions in which the game is over are answered as there.
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

    /// The value that is stored for a position; `None` where none is, since it can be had in another
    /// way: [`Tables::probe`] knows it. Positions in which the game is over have none here.
    ///
    /// # Errors
    /// As for [`Tables::probe`].
    pub fn stored_value(&self, position: Position) -> Result<Option<Value>, ProbeError> {
        let view = position.view();
        if self.rules.can_capture(view) || self.value_at_end(view).is_some() {
            return Ok(None);
        }
        if let Some(table) = self.compact_table(view)? {
            let source = CompactProbe { tables: self, table };
            let search = CompactSearch::new(table.slice, &source);
            let kept = search.has_place(view) && search.told(view)?.is_none();
            return if kept { source.kept(view).map(Some) } else { Ok(None) };
        }
        if self.rules.opponent_could_capture(view) && self.decided(view)?.is_some() {
            return Ok(None);
        }
        self.looked_up(view).map(Some)
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
        if let Some(value) = self.value_at_end(view) {
            return Ok(value);
        }
        if let Some(table) = self.compact_table(view)? {
            return self.searched(view, table);
        }
        if self.rules.opponent_could_capture(view)
            && let Some(value) = self.decided(view)?
        {
            return Ok(value);
        }
        self.looked_up(view)
    }

    /// What the table keeps for a view, where it does.
    #[inline]
    fn looked_up(&self, view: View) -> Result<Value, ProbeError> {
        Ok(self.table_of(view)?.value(view, &self.cache)?)
    }

    /// The value of a threatened view, if its moves decide it; `None` where it has to be looked up.
    fn decided(&self, view: View) -> Result<Option<Value>, ProbeError> {
        let mut best = Value::Loss;
        let mut all_settled = true;
        let mut unknown = None;
        let won = self.rules.after_quiet_moves(view, |after| {
            let value = if self.rules.can_capture(after) {
                self.best_capture(after)
            } else if self.rules.opponent_could_capture(after) {
                all_settled = false;
                return ControlFlow::Continue(());
            } else {
                self.settled_value(after)
            };
            match value {
                Ok(Value::Loss) => return ControlFlow::Break(()),
                Ok(value) => best = best.max(value.for_opponent()),
                Err(error) => unknown = unknown.take().or(Some(error)),
            }
            ControlFlow::Continue(())
        });
        if won.is_break() {
            return Ok(Some(Value::Win));
        }
        // An unknown value might be a loss: then this one would be a win, and nothing would be kept for
        // it.
        match unknown {
            Some(error) => Err(error),
            None => Ok(all_settled.then_some(best)),
        }
    }

    /// The value of a view in which neither side could capture.
    #[inline]
    fn settled_value(&self, view: View) -> Result<Value, ProbeError> {
        if let Some(value) = self.value_at_end(view) {
            return Ok(value);
        }
        // A crowning can lead from a fast table to a compact one.
        match self.compact_table(view)? {
            Some(table) => self.searched(view, table),
            None => self.looked_up(view),
        }
    }

    /// The value of a view without a capture that a compact table answers for.
    fn searched(&self, view: View, table: &SliceTable) -> Result<Value, ProbeError> {
        CompactSearch::new(table.slice, &CompactProbe { tables: self, table }).value(view)
    }

    /// The compact table that answers for a view, if there is one.
    #[inline]
    pub(super) fn compact_table(&self, view: View) -> Result<Option<&SliceTable>, ProbeError> {
        match Slice::of(view) {
            Ok(slice) => Ok(self.compact(slice)?),
            // What is no slice has no table, which shows when it is looked up.
            Err(_) => Ok(None),
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

/// A compact table and the set around it.
struct CompactProbe<'t> {
    tables: &'t Tables,
    table: &'t SliceTable,
}

impl CompactSource for CompactProbe<'_> {
    type Error = ProbeError;

    fn value(&self, view: View) -> Result<Value, ProbeError> {
        self.tables.value_of(view)
    }

    fn kept(&self, view: View) -> Result<Value, ProbeError> {
        Ok(self.table.value(view, &self.tables.cache)?)
    }
}
