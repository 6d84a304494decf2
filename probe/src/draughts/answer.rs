//! The value of a position, in whatever way tables are read.
//!
//! Files keep values only where nothing else tells them (see
//! [`Rules::is_threatened`](retrograde_db::draughts::Rules::is_threatened)). So a probe asks itself
//! first: can the side to move capture? Then the captures are played out. Is it threatened? Then the
//! settled positions after its moves may decide. Else the value is looked up. Compact tables keep less,
//! and a search finds the rest, see [`CompactSearch`].
//!
//! The steps are the same whether a probe may wait for a disk or not; an [`Access`] says what comes of a
//! table or a block that is not at hand.

use std::ops::ControlFlow;

use retrograde_db::draughts::{Slice, SliceError, View};
use retrograde_db::{Plies, Value};

use super::compact::{CompactSearch, CompactSource};
use super::distance_table::DistanceTable;
use super::slice_table::{OpenSlice, SliceTable};
use super::{ProbeError, Tables};
use crate::cache::BlockCache;

/// How the tables of a set are read.
pub(super) trait Access: Copy {
    /// Why there is no value.
    type Error: From<ProbeError>;

    /// A table of the set, opened.
    fn opened(self, table: &SliceTable) -> Result<OpenSlice<'_>, Self::Error>;

    /// The value that a table keeps for a view.
    fn kept(self, table: OpenSlice<'_>, view: View, cache: &BlockCache) -> Result<Value, Self::Error>;

    /// The plies that a table of distances keeps for a view of this value.
    fn plies(
        self,
        table: &DistanceTable,
        view: View,
        value: Value,
        cache: &BlockCache,
    ) -> Result<Plies, Self::Error>;

    /// Whether there is no value because a table is not in the set.
    fn is_missing(error: &Self::Error) -> bool;

    /// Moves did not tell the value of a view, as far as they are known, so this table may be asked for it.
    #[inline]
    fn may_be_asked(self, _table: OpenSlice<'_>, _view: View, _cache: &BlockCache) {}
}

/// Finds values in a set of tables that are read in one way.
#[derive(Clone, Copy)]
pub(super) struct Answers<'t, A> {
    pub(super) tables: &'t Tables,
    pub(super) access: A,
}

impl<'t, A: Access> Answers<'t, A> {
    /// The value of any view for its side to move.
    #[inline]
    pub(super) fn value(self, view: View) -> Result<Value, A::Error> {
        if self.tables.rules.can_capture(view) { self.best_capture(view) } else { self.quiet_value(view) }
    }

    /// The best that captures lead to, in a view that has one.
    fn best_capture(self, view: View) -> Result<Value, A::Error> {
        let rules = self.tables.rules;
        let mut best = Value::Loss;
        let mut unknown = None;
        for mv in &rules.moves(view) {
            match self.value(rules.play(view, mv)) {
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
    pub(super) fn quiet_value(self, view: View) -> Result<Value, A::Error> {
        if let Some(value) = self.tables.value_at_end(view) {
            return Ok(value);
        }
        let slice = Slice::of(view);
        // Without a table the value may be known all the same.
        let table = self.table(slice).ok();
        if let Some(table) = table
            && table.is_compact()
        {
            return self.searched(view, table);
        }
        if self.tables.rules.opponent_could_capture(view) {
            match self.decided(view, slice) {
                Ok(Some(value)) => return Ok(value),
                Ok(None) => {}
                Err(error) => {
                    if let Some(table) = table {
                        self.access.may_be_asked(table, view, &self.tables.cache);
                    }
                    return Err(error);
                }
            }
        }
        self.looked_up(view, slice, table)
    }

    /// What the table of a slice keeps for a view, where it does; without the table, why there is none.
    #[inline]
    pub(super) fn looked_up(
        self,
        view: View,
        slice: Result<Slice, SliceError>,
        table: Option<OpenSlice<'t>>,
    ) -> Result<Value, A::Error> {
        let table = match table {
            Some(table) => table,
            None => self.table(slice)?,
        };
        self.access.kept(table, view, &self.tables.cache)
    }

    /// The value of a threatened view of this slice, if its moves decide it; `None` where it has to be
    /// looked up.
    pub(super) fn decided(
        self,
        view: View,
        slice: Result<Slice, SliceError>,
    ) -> Result<Option<Value>, A::Error> {
        let rules = self.tables.rules;
        let mut best = Value::Loss;
        let mut all_settled = true;
        let mut unknown = None;
        let men = view.own().men.len();
        // A move that crowns no man leads to the reverse of the slice.
        let mut reversed = None;
        let won = rules.after_quiet_moves(view, |after| {
            let value = if rules.can_capture(after) {
                self.best_capture(after)
            } else if rules.opponent_could_capture(after) {
                all_settled = false;
                return ControlFlow::Continue(());
            } else if let Some(value) = self.tables.value_at_end(after) {
                Ok(value)
            } else if after.their().men.len() != men {
                let slice = Slice::of(after);
                self.settled_value(after, slice, self.table(slice).ok())
            } else {
                let slice = slice.map(Slice::reversed);
                let table = *reversed.get_or_insert_with(|| self.table(slice).ok());
                self.settled_value(after, slice, table)
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

    /// The value of a view of this slice in which neither side could capture, and the game is not over.
    #[inline]
    fn settled_value(
        self,
        view: View,
        slice: Result<Slice, SliceError>,
        table: Option<OpenSlice<'t>>,
    ) -> Result<Value, A::Error> {
        match table {
            // A crowning can lead from a fast table to a compact one.
            Some(table) if table.is_compact() => self.searched(view, table),
            table => self.looked_up(view, slice, table),
        }
    }

    /// The value of a view without a capture that a compact table answers for.
    fn searched(self, view: View, table: OpenSlice<'t>) -> Result<Value, A::Error> {
        let source = CompactAnswers { answers: self, table };
        let search = CompactSearch::new(table.slice(), &source);
        let value = search.value(view);
        if value.is_err() && search.has_place(view) {
            self.access.may_be_asked(table, view, &self.tables.cache);
        }
        value
    }

    /// The table that answers for a slice: its own, or a compact one of its reverse.
    #[inline]
    pub(super) fn table(self, slice: Result<Slice, SliceError>) -> Result<OpenSlice<'t>, A::Error> {
        let tables = self.tables;
        // Where both sides have a piece, only too many of them are no slice.
        let too_many =
            |SliceError { pieces, .. }| ProbeError::TooManyPieces { pieces, most: tables.max_pieces() };
        let slice = slice.map_err(too_many)?;
        match tables.get(slice) {
            Some(table) => self.access.opened(table),
            None => self.compact_reverse(slice),
        }
    }

    /// The compact table of the reverse of a slice that has no table of its own.
    fn compact_reverse(self, slice: Slice) -> Result<OpenSlice<'t>, A::Error> {
        if let Some(table) = self.tables.get(slice.reversed()) {
            let table = self.access.opened(table)?;
            if table.is_compact() {
                return Ok(table);
            }
        }
        Err(self.tables.missing(slice).into())
    }
}

/// A compact table and the set around it.
pub(super) struct CompactAnswers<'t, A> {
    pub(super) answers: Answers<'t, A>,
    pub(super) table: OpenSlice<'t>,
}

impl<A: Access> CompactSource for CompactAnswers<'_, A> {
    type Error = A::Error;

    fn value(&self, view: View) -> Result<Value, A::Error> {
        self.answers.value(view)
    }

    fn kept(&self, view: View) -> Result<Value, A::Error> {
        self.answers.access.kept(self.table, view, &self.answers.tables.cache)
    }
}
