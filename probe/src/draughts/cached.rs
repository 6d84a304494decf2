//! Probes that do not wait for a disk.
//!
//! A search asks about many positions, and a read of a disk takes as long as a great many of its nodes. So it
//! can ask what is known at once. The answer is then a value, the same one that a probe gives, or that none is
//! at hand: no file is opened and none is read. That a table is not in the set at all is still an error, since
//! waiting would not help. Not at hand is never a draw.
//!
//! The two kinds of probe are one code with another [`Access`]. That of a [prefetch](Tables::prefetch) is this
//! one too: it goes as far as it comes without the disk, and asks the system for what stopped it.
//!
//! ```
//! use retrograde_db::Value;
//! use retrograde_db::draughts::Position;
//! use retrograde_probe::Options;
//! use retrograde_probe::draughts::Tables;
//! # use retrograde_db::ValueCounts;
//! # use retrograde_db::draughts::SliceIndex;
//! # use retrograde_db::file::{BlockEncoder, TableHeader, TableWriter};
//!
//! let position: Position = "W:WK32:BK26".parse()?;
//! # // A table in which this is a win and all else a draw.
//! # let folder = tempfile::tempdir()?;
//! # let folder = folder.path();
//! # let index = SliceIndex::new("0m1k-0m1k".parse()?);
//! # let header = TableHeader::of_slice(&index);
//! # let mut codes = vec![Value::Draw.code(); index.size() as usize];
//! # codes[index.index_of(position.view())? as usize] = Value::Win.code();
//! # let mut writer = TableWriter::new(Vec::new(), &header)?;
//! # writer.append_block(&BlockEncoder::new(header.rows).encode(&codes)?)?;
//! # let counts = ValueCounts { win: 1, draw: index.size() - 1, loss: 0 };
//! # std::fs::write(folder.join("0m1k-0m1k.wdl"), writer.finish(counts)?)?;
//! let tables = Tables::open(folder, Options::default())?;
//! assert_eq!(tables.probe_if_cached(position)?, None); // Its file is not even open.
//! assert_eq!(tables.probe(position)?, Value::Win);
//! assert_eq!(tables.probe_if_cached(position)?, Some(Value::Win));
//!
//! let missing: Position = "W:WK32,K31:BK1".parse()?;
//! assert!(tables.probe_if_cached(missing).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
        let opened = table.open_slice_at_hand().map_err(ProbeError::from)?;
        opened.ok_or(NoValue::NotAtHand)
    }

    fn kept(self, table: OpenSlice<'_>, view: View, cache: &BlockCache) -> Result<Value, NoValue> {
        let value = table.value_at_hand(view, cache).map_err(ProbeError::from)?;
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
        table.plies_at_hand(view, value, cache).map_err(ProbeError::from)?.ok_or(NoValue::NotAtHand)
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
