//! Probes that do not wait for a disk.

use retrograde_db::draughts::{Position, View};
use retrograde_db::{Plies, Value};

use super::answer::{Access, Answers};
use super::distance::Distance;
use super::distance_table::DistanceTable;
use super::slice_table::{OpenSlice, SliceTable};
use super::{ProbeError, Tables};
use crate::cache::BlockCache;

/// Takes what no disk is needed for.
#[derive(Clone, Copy)]
struct AtHand {
    /// Whether to tell the system which bytes are needed for the rest.
    fetch: bool,
}

/// Why there is no value.
enum NoValue {
    NotAtHand,
    Error(Box<ProbeError>),
}

impl From<ProbeError> for NoValue {
    fn from(error: ProbeError) -> NoValue {
        NoValue::Error(Box::new(error))
    }
}

impl Access for AtHand {
    type Error = NoValue;

    fn opened(self, table: &SliceTable) -> Result<OpenSlice<'_>, NoValue> {
        let opened = table.opened_already().map_err(ProbeError::from)?;
        opened.ok_or(NoValue::NotAtHand)
    }

    fn kept(self, table: OpenSlice<'_>, view: View, cache: &BlockCache) -> Result<Value, NoValue> {
        let value = table.cached_value(view, cache).map_err(ProbeError::from)?;
        if value.is_none() {
            self.may_be_asked(table, view, cache);
        }
        value.ok_or(NoValue::NotAtHand)
    }

    fn plies(
        self,
        table: &DistanceTable,
        view: View,
        value: Value,
        cache: &BlockCache,
    ) -> Result<Plies, NoValue> {
        table.cached_plies(view, value, cache).map_err(ProbeError::from)?.ok_or(NoValue::NotAtHand)
    }

    fn is_missing(error: &NoValue) -> bool {
        matches!(error, NoValue::Error(error) if error.is_missing())
    }

    fn may_be_asked(self, table: OpenSlice<'_>, view: View, cache: &BlockCache) {
        if self.fetch {
            table.prefetch(view, cache);
        }
    }
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
        at_hand(self.at_hand().value(position.view()))
    }

    /// The value of a position and its distance, as [`Tables::value_and_distance`] gives them, if they can
    /// be told without reading from a disk; `None` where they can't.
    ///
    /// # Errors
    /// Where a table of values that is needed is not in the set, or bytes in memory are damaged.
    pub fn value_and_distance_if_cached(
        &self,
        position: Position,
    ) -> Result<Option<(Value, Option<Distance>)>, ProbeError> {
        at_hand(self.at_hand().value_and_distance(position.view()))
    }

    const fn at_hand(&self) -> Answers<'_, AtHand> {
        Answers { tables: self, access: AtHand { fetch: false } }
    }

    /// Tells the system that this position is going to be probed soon, so that it reads what is needed
    /// while the program goes on. This is a hint, without an answer or an error: it has an effect for
    /// mapped files on Unix that are open already.
    pub fn prefetch(&self, position: Position) {
        // What is not at hand is asked for on the way to a value that there is not.
        let _ = Answers { tables: self, access: AtHand { fetch: true } }.value(position.view());
    }
}

/// `None` for what is not at hand.
fn at_hand<T>(found: Result<T, NoValue>) -> Result<Option<T>, ProbeError> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(NoValue::NotAtHand) => Ok(None),
        Err(NoValue::Error(error)) => Err(*error),
    }
}
