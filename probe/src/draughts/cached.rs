//! Probes that do not wait for a disk.

use std::ops::ControlFlow;

use retrograde_db::Value;
use retrograde_db::draughts::{Position, Slice, View};

use super::compact::{CompactSearch, CompactSource};
use super::slice_table::SliceTable;
use super::{ProbeError, Tables};

/// What is known of a view without a capture before anything is looked up for it.
enum Decision {
    /// Its value is the stored one.
    LookUp,
    /// Its moves tell its value.
    Value(Value),
    /// Its moves may tell its value, but that takes a block that is not decoded.
    Unknown,
}

impl Tables {
    /// The value of a position, as [`Tables::probe`] gives it, if it can be told without reading from a
    /// disk: all blocks that are needed are decoded already, or are those of tables in memory. `None`
    /// where a block is missing that [`Tables::probe`] would read.
    ///
    /// A search asks this at positions that are not worth a wait, and [`Tables::probe`] near its root,
    /// which decodes the blocks that are asked for later.
    ///
    /// # Errors
    /// Where a table that is needed is not in the set, or bytes in memory are damaged.
    pub fn probe_if_cached(&self, position: Position) -> Result<Option<Value>, ProbeError> {
        self.cached_value(position.view())
    }

    /// Tells the system that this position is going to be probed soon, so that it reads what is needed
    /// while the program goes on. This is a hint, without an answer or an error: it has an effect for
    /// mapped files on Unix that are open already.
    pub fn prefetch(&self, position: Position) {
        self.prefetch_view(position.view());
    }

    fn cached_value(&self, view: View) -> Result<Option<Value>, ProbeError> {
        if !self.rules.can_capture(view) {
            if let Some(value) = self.value_at_end(view) {
                return Ok(Some(value));
            }
            match self.cached_compact_table(view) {
                Ok(Some(table)) => return self.cached_search(view, table),
                Ok(None) => {}
                Err(NotOpen) => return Ok(None),
            }
            return match self.cached_decision(view)? {
                Decision::LookUp => Ok(self.table_of(view)?.cached_value(view, &self.cache)?),
                Decision::Value(value) => Ok(Some(value)),
                Decision::Unknown => Ok(None),
            };
        }
        let mut best = Some(Value::Loss);
        let mut fault = None;
        for mv in &self.rules.moves(view) {
            match self.cached_value(self.rules.play(view, mv)) {
                Ok(Some(Value::Loss)) => return Ok(Some(Value::Win)),
                Ok(value) => best = best.zip(value).map(|(best, value)| best.max(value.for_opponent())),
                Err(error) => fault = fault.or(Some(error)),
            }
        }
        // An unknown capture might be better than the best one that is known.
        match fault {
            Some(error) => Err(error),
            None => Ok(best),
        }
    }

    /// What the moves of a view without a capture say of its value, as far as it is threatened.
    fn cached_decision(&self, view: View) -> Result<Decision, ProbeError> {
        if !self.rules.opponent_could_capture(view) {
            return Ok(Decision::LookUp);
        }
        let mut best = Some(Value::Loss);
        let mut all_settled = true;
        let mut fault = None;
        let won = self.rules.after_quiet_moves(view, |after| {
            if self.rules.is_threatened(after) {
                all_settled = false;
                return ControlFlow::Continue(());
            }
            match self.cached_value(after) {
                Ok(Some(Value::Loss)) => return ControlFlow::Break(()),
                Ok(value) => best = best.zip(value).map(|(best, value)| best.max(value.for_opponent())),
                Err(error) => fault = fault.take().or(Some(error)),
            }
            ControlFlow::Continue(())
        });
        if won.is_break() {
            return Ok(Decision::Value(Value::Win));
        }
        // An unknown value might be a loss, which would decide; then nothing is kept for this view.
        match (fault, best) {
            (Some(error), _) => Err(error),
            (None, None) => Ok(Decision::Unknown),
            (None, Some(best)) => Ok(if all_settled { Decision::Value(best) } else { Decision::LookUp }),
        }
    }

    /// The compact table that answers for a view, if there is one, and none is needed that is not open.
    fn cached_compact_table(&self, view: View) -> Result<Option<&SliceTable>, NotOpen> {
        let Ok(slice) = Slice::of(view) else { return Ok(None) };
        // To open a table in memory takes no disk.
        self.compact_if_open(slice).ok_or(NotOpen)
    }

    fn cached_search(&self, view: View, table: &SliceTable) -> Result<Option<Value>, ProbeError> {
        match CompactSearch::new(table.slice, &CompactInCache { tables: self, table }).value(view) {
            Ok(value) => Ok(Some(value)),
            Err(NoValue::NotCached) => Ok(None),
            Err(NoValue::Error(error)) => Err(*error),
        }
    }

    fn prefetch_view(&self, view: View) {
        if self.rules.can_capture(view) {
            let moves = self.rules.moves(view);
            moves.iter().for_each(|mv| self.prefetch_view(self.rules.play(view, mv)));
            return;
        }
        if self.value_at_end(view).is_some() {
            return;
        }
        if let Ok(Some(table)) = self.cached_compact_table(view) {
            let fetch = CompactToFetch { tables: self, table };
            let search = CompactSearch::new(table.slice, &fetch);
            // Without a value each position asks for all that it may need.
            let _ = search.value(view);
            if search.has_place(view) {
                table.prefetch(view, &self.cache);
            }
            return;
        }
        if self.rules.opponent_could_capture(view) {
            let _ = self.rules.after_quiet_moves(view, |after| {
                if !self.rules.is_threatened(after) {
                    self.prefetch_view(after);
                }
                ControlFlow::<()>::Continue(())
            });
        }
        if let Ok(table) = self.table_of(view) {
            table.prefetch(view, &self.cache);
        }
    }
}

/// A table is not open yet.
struct NotOpen;

/// Why a compact table has no value at hand.
enum NoValue {
    NotCached,
    Error(Box<ProbeError>),
}

/// A compact table and the set around it, of which only what is in memory is asked.
struct CompactInCache<'t> {
    tables: &'t Tables,
    table: &'t SliceTable,
}

impl CompactInCache<'_> {
    fn known(value: Result<Option<Value>, ProbeError>) -> Result<Value, NoValue> {
        value.map_err(|error| NoValue::Error(Box::new(error)))?.ok_or(NoValue::NotCached)
    }
}

impl CompactSource for CompactInCache<'_> {
    type Error = NoValue;

    fn value(&self, view: View) -> Result<Value, NoValue> {
        Self::known(self.tables.cached_value(view))
    }

    fn kept(&self, view: View) -> Result<Value, NoValue> {
        Self::known(self.table.cached_value(view, &self.tables.cache).map_err(ProbeError::from))
    }
}

/// A compact table of which nothing is read, but what would be is asked for.
struct CompactToFetch<'t> {
    tables: &'t Tables,
    table: &'t SliceTable,
}

impl CompactSource for CompactToFetch<'_> {
    type Error = ();

    fn value(&self, view: View) -> Result<Value, ()> {
        self.tables.prefetch_view(view);
        Err(())
    }

    fn kept(&self, view: View) -> Result<Value, ()> {
        self.table.prefetch(view, &self.tables.cache);
        Err(())
    }
}
