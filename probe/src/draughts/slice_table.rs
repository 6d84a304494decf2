//! The values of one slice.

use std::path::Path;

use retrograde_db::Value;
use retrograde_db::draughts::{Density, Rules, Slice, SliceIndex, View};
use retrograde_db::file::{BlockFault, BlockNumber, FormatError, TableHeader, value_in_packed};

use crate::FileError;
use crate::cache::BlockCache;
use crate::lazy_table::{LazyTable, Named, OpenTable};

/// The table with the values of a slice.
pub(super) type SliceTable = LazyTable<SliceValues>;

/// What the name of a table of values says, and the set around it.
#[derive(Debug)]
pub(super) struct SliceValues {
    pub(super) slice: Slice,
    /// The rules that the values have to be for.
    pub(super) rules: &'static Rules,
    /// Whether the reverse of the slice has another table in the set.
    pub(super) beside_reverse: bool,
}

impl Named for SliceValues {
    type Index = SliceIndex;

    fn index(&self, header: &TableHeader, path: &Path) -> Result<SliceIndex, FileError> {
        let density = Density::of_index_scheme(header.index_scheme).unwrap_or_default();
        let index = SliceIndex::with_density(self.slice, density);
        let expected = TableHeader::of_slice(&index).under(self.rules);
        header.expect(&expected).map_err(|source| FileError::of_format(path, source))?;
        if density == Density::Compact && self.beside_reverse {
            let reverse = self.slice.reversed().file_name();
            return Err(FileError::BesideReverse { path: path.to_owned(), reverse });
        }
        Ok(index)
    }
}

/// A slice whose table is open.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenSlice<'t> {
    table: &'t SliceTable,
    opened: &'t OpenTable<SliceValues>,
}

impl SliceTable {
    /// The table, opened, with what is known of it outside the file.
    #[inline]
    pub(super) fn open_slice(&self) -> Result<OpenSlice<'_>, FileError> {
        Ok(OpenSlice { table: self, opened: self.opened()? })
    }

    /// The same, if no disk is needed for it.
    pub(super) fn open_slice_at_hand(&self) -> Result<Option<OpenSlice<'_>>, FileError> {
        Ok(self.opened_already()?.map(|opened| OpenSlice { table: self, opened }))
    }
}

impl OpenSlice<'_> {
    #[inline]
    pub(super) const fn slice(self) -> Slice {
        self.table.name.slice
    }

    #[inline]
    pub(super) fn is_compact(self) -> bool {
        self.opened.density() == Density::Compact
    }

    /// The stored value of a position of this slice.
    #[inline]
    pub(super) fn value(self, view: View, cache: &BlockCache) -> Result<Value, FileError> {
        self.opened.value(view, cache).map_err(|source| self.table.failed(source))
    }

    /// The stored value, if no file has to be read for it.
    pub(super) fn value_at_hand(self, view: View, cache: &BlockCache) -> Result<Option<Value>, FileError> {
        self.opened.value_at_hand(view, cache).map_err(|source| self.table.failed(source))
    }

    /// Tells the system which bytes the value is in, if it is not in memory.
    pub(super) fn prefetch(self, view: View, cache: &BlockCache) {
        if let Ok((block, _)) = self.opened.place(view)
            && self.opened.table.equal_value(block).is_none()
        {
            self.opened.prefetch(block, cache);
        }
    }
}

impl OpenTable<SliceValues> {
    /// How much the table keeps.
    pub(super) const fn density(&self) -> Density {
        self.index.density()
    }

    #[inline]
    fn value(&self, view: View, cache: &BlockCache) -> Result<Value, FormatError> {
        let (block, place) = self.place(view)?;
        // A block that is kept answers as fast as the block table does.
        if self.kept_blocks(cache).is_none()
            && let Some(value) = self.table.equal_value(block)
        {
            return Ok(value);
        }
        let value = self.read(block, cache, |packed| value_in_packed(packed, place))?;
        value.ok_or_else(|| no_value(block, place))
    }

    fn value_at_hand(&self, view: View, cache: &BlockCache) -> Result<Option<Value>, FormatError> {
        let (block, place) = self.place(view)?;
        if let Some(value) = self.table.equal_value(block) {
            return Ok(Some(value));
        }
        let value = self.read_at_hand(block, cache, |packed| value_in_packed(packed, place))?;
        value.map(|value| value.ok_or_else(|| no_value(block, place))).transpose()
    }

    /// The block with the value of a position, and its place there.
    #[inline]
    fn place(&self, view: View) -> Result<(BlockNumber, usize), FormatError> {
        self.locate(self.index.index_of(view).ok())
    }
}

/// A decoded block holds values only, so this does not come up.
#[cold]
fn no_value(block: BlockNumber, place: usize) -> FormatError {
    FormatError::Block { block, fault: BlockFault::NotValues { place, found: u8::MAX } }
}
