//! The value of a position, from files that are read as they are needed.
//!
//! There are three questions. What is it worth ([`Tables::probe`])? What is it worth, if that takes no playing
//! out of captures ([`Tables::probe_quiet`])? And what does the file say of it ([`Tables::stored_value`])? The
//! last one has no answer where the side to move can capture, where the game is over, and for some threatened
//! positions. That is not a failure: their values can be had in another way. The way to an answer is in
//! [`super::answer`], for these and for probes that may not wait; what is here is the access to files that
//! waits for them.
//!
//! ```
//! use retrograde_db::Value;
//! use retrograde_db::draughts::Position;
//! use retrograde_probe::draughts::{ProbeError, Tables};
//!
//! let tables = Tables::from_memory([])?;
//! let shot: Position = "B:W11,19,27:B7".parse()?;
//! assert_eq!(tables.probe(shot)?, Value::Win);
//! assert!(matches!(tables.probe_quiet(shot), Err(ProbeError::CaptureToMove { .. })));
//! assert_eq!(tables.stored_value(shot)?, None);
//!
//! // The man on 1 is shut in: the game is over, which no file has to say.
//! let over: Position = "B:W5,6,10:B1".parse()?;
//! assert_eq!((tables.probe(over)?, tables.probe_quiet(over)?), (Value::Loss, Value::Loss));
//! assert_eq!(tables.stored_value(over)?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use retrograde_db::draughts::{Position, Slice, View};
use retrograde_db::{Plies, Value};

use super::answer::{Access, Answers, CompactAnswers};
use super::compact::{CompactSearch, CompactSource};
use super::distance_table::DistanceTable;
use super::slice_table::{OpenSlice, SliceTable};
use super::{ProbeError, Tables};
use crate::cache::BlockCache;

/// Reads what is needed.
#[derive(Clone, Copy)]
pub(super) struct AsNeeded;

impl Access for AsNeeded {
    type Error = ProbeError;

    #[inline]
    fn opened(self, table: &SliceTable) -> Result<OpenSlice<'_>, ProbeError> {
        Ok(table.open_slice()?)
    }

    #[inline]
    fn kept(self, table: OpenSlice<'_>, view: View, cache: &BlockCache) -> Result<Value, ProbeError> {
        Ok(table.value(view, cache)?)
    }

    fn plies(
        self,
        table: &DistanceTable,
        view: View,
        value: Value,
        cache: &BlockCache,
    ) -> Result<Plies, ProbeError> {
        Ok(table.plies(view, value, cache)?)
    }

    fn is_missing(error: &ProbeError) -> bool {
        error.is_missing()
    }
}

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
        self.answers().quiet_value(view)
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
        let (answers, slice) = (self.answers(), Slice::of(view));
        let table = answers.table(slice).ok();
        if let Some(table) = table
            && table.is_compact()
        {
            let source = CompactAnswers { answers, table };
            let search = CompactSearch::new(table.slice(), &source);
            let kept = search.has_place(view) && search.told(view)?.is_none();
            return if kept { source.kept(view).map(Some) } else { Ok(None) };
        }
        if self.rules.opponent_could_capture(view) && answers.decided(view, slice)?.is_some() {
            return Ok(None);
        }
        answers.looked_up(view, slice, table).map(Some)
    }

    /// The value of any view for its side to move.
    #[inline]
    pub(super) fn value_of(&self, view: View) -> Result<Value, ProbeError> {
        self.answers().value(view)
    }

    #[inline]
    pub(super) const fn answers(&self) -> Answers<'_, AsNeeded> {
        Answers { tables: self, access: AsNeeded }
    }

    /// The value of a view in which the game is over.
    #[inline]
    pub(super) fn value_at_end(&self, view: View) -> Option<Value> {
        if !self.rules.has_move(view) {
            return Some(self.rules.without_move);
        }
        view.their().all().is_empty().then_some(self.rules.without_move.for_opponent())
    }
}
