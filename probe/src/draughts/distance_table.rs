//! The distances of one slice.

use std::path::Path;

use retrograde_db::draughts::{Rules, Slice, SliceIndex, View};
use retrograde_db::file::{BlockNumber, FormatError, TableHeader};
use retrograde_db::{DistanceKind, Plies, Value};

use crate::FileError;
use crate::cache::BlockCache;
use crate::lazy_table::{LazyTable, Named, OpenTable};

/// The table with the distances of a slice.
pub(super) type DistanceTable = LazyTable<SliceDistances>;

/// What the name of a table of distances says, and the set around it.
#[derive(Debug)]
pub(super) struct SliceDistances {
    pub(super) slice: Slice,
    pub(super) kind: DistanceKind,
    /// The rules that the distances have to be for.
    pub(super) rules: &'static Rules,
}

impl Named for SliceDistances {
    type Index = SliceIndex;

    fn index(&self, header: &TableHeader, path: &Path) -> Result<SliceIndex, FileError> {
        let index = SliceIndex::new(self.slice);
        let expected = TableHeader::of_distances(&index, self.kind).under(self.rules);
        header.expect(&expected).map_err(|source| FileError::of_format(path, source))?;
        Ok(index)
    }
}

impl DistanceTable {
    /// The stored distance of a position of this slice that is won or lost and has no capture.
    #[inline]
    pub(super) fn plies(&self, view: View, value: Value, cache: &BlockCache) -> Result<Plies, FileError> {
        let code = self.opened()?.code(view, cache).map_err(|source| self.failed(source))?;
        Ok(self.name.kind.plies_of(value, code).unwrap_or_default())
    }

    /// The same, if no file has to be read for it.
    pub(super) fn plies_at_hand(
        &self,
        view: View,
        value: Value,
        cache: &BlockCache,
    ) -> Result<Option<Plies>, FileError> {
        let Some(opened) = self.opened_already()? else { return Ok(None) };
        let code = opened.code_at_hand(view, cache).map_err(|source| self.failed(source))?;
        Ok(code.map(|code| self.name.kind.plies_of(value, code).unwrap_or_default()))
    }
}

impl OpenTable<SliceDistances> {
    #[inline]
    fn code(&self, view: View, cache: &BlockCache) -> Result<u8, FormatError> {
        let (block, place) = self.place(view)?;
        let code = self.read(block, cache, |codes| codes.get(place).copied())?;
        code.ok_or_else(|| self.no_such_position())
    }

    fn code_at_hand(&self, view: View, cache: &BlockCache) -> Result<Option<u8>, FormatError> {
        let (block, place) = self.place(view)?;
        let code = self.read_at_hand(block, cache, |codes| codes.get(place).copied())?;
        code.map(|code| code.ok_or_else(|| self.no_such_position())).transpose()
    }

    /// The block with the distance of a position, and its place there.
    #[inline]
    fn place(&self, view: View) -> Result<(BlockNumber, usize), FormatError> {
        self.locate(self.index.index_of(view).ok())
    }
}
