//! The table of one slice, opened when it is first needed.

use std::sync::OnceLock;

use retrograde_db::Value;
use retrograde_db::draughts::{Density, Rules, Slice, SliceIndex, View};
use retrograde_db::file::{BlockFault, BlockNumber, FormatError, Table, TableHeader, value_in_packed};

use crate::FileError;
use crate::bytes::Bytes;
use crate::cache::{BlockCache, BlockKey};
use crate::folder::Source;
use crate::kept_blocks::KeptBlocks;

/// A slice of the set, and where its table is.
#[derive(Debug)]
pub(crate) struct SliceTable {
    pub(crate) slice: Slice,
    pub(crate) source: Source,
    /// The rules that it has to be for.
    rules: &'static Rules,
    /// Its number in the cache.
    number: u32,
    /// Whether the reverse of the slice has another table in the set.
    beside_reverse: bool,
    /// Holds only what was opened well: after a failure the next probe tries again, and says again
    /// what is wrong.
    opened: OnceLock<OpenedTable>,
}

/// A table and the numbering of its positions.
#[derive(Debug)]
pub(crate) struct OpenedTable {
    index: SliceIndex,
    pub(crate) table: Table<Bytes>,
    /// Its decoded blocks, where they all fit; else they are in the cache.
    kept: OnceLock<Option<KeptBlocks>>,
}

impl SliceTable {
    pub(crate) const fn new(
        slice: Slice,
        rules: &'static Rules,
        source: Source,
        number: u32,
        beside_reverse: bool,
    ) -> SliceTable {
        SliceTable { slice, source, rules, number, beside_reverse, opened: OnceLock::new() }
    }

    /// The table, opened and compared with what its name says.
    pub(crate) fn opened(&self) -> Result<&OpenedTable, FileError> {
        if let Some(opened) = self.opened.get() {
            return Ok(opened);
        }
        let opened = self.open()?;
        // Where another thread was faster its table is taken; both are the same.
        Ok(self.opened.get_or_init(|| opened))
    }

    /// The same, with what is known of it outside the file.
    #[inline]
    pub(crate) fn open_slice(&self) -> Result<OpenSlice<'_>, FileError> {
        Ok(OpenSlice { table: self, opened: self.opened()? })
    }

    /// The same, if no disk is needed for it.
    pub(crate) fn opened_already(&self) -> Result<Option<OpenSlice<'_>>, FileError> {
        if self.source.in_memory() {
            return self.open_slice().map(Some);
        }
        Ok(self.opened.get().map(|opened| OpenSlice { table: self, opened }))
    }

    #[cold]
    fn open(&self) -> Result<OpenedTable, FileError> {
        let table = Table::open(self.source.bytes()?).map_err(|source| self.failed(source))?;
        let density = Density::of_index_scheme(table.header().index_scheme).unwrap_or_default();
        let index = SliceIndex::with_density(self.slice, density);
        let expected = TableHeader::of_slice(&index).under(self.rules);
        table.header().expect(&expected).map_err(|source| self.failed(source))?;
        if density == Density::Compact && self.beside_reverse {
            let (path, reverse) = (self.source.path().to_owned(), self.slice.reversed().file_name());
            return Err(FileError::BesideReverse { path, reverse });
        }
        Ok(OpenedTable { index, table, kept: OnceLock::new() })
    }

    /// Decodes the whole table and keeps it in memory.
    pub(crate) fn load(&self) -> Result<(), FileError> {
        let opened = self.opened()?;
        let kept = KeptBlocks::decoded(&opened.table).map_err(|source| self.failed(source))?;
        opened.kept.get_or_init(|| Some(kept));
        Ok(())
    }

    /// The error for what is wrong with the file.
    pub(crate) fn failed(&self, source: FormatError) -> FileError {
        FileError::of_format(self.source.path(), source)
    }
}

/// A slice whose table is open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenSlice<'t> {
    table: &'t SliceTable,
    opened: &'t OpenedTable,
}

impl OpenSlice<'_> {
    #[inline]
    pub(crate) const fn slice(self) -> Slice {
        self.table.slice
    }

    #[inline]
    pub(crate) fn is_compact(self) -> bool {
        self.opened.density() == Density::Compact
    }

    /// The stored value of a position of this slice.
    #[inline]
    pub(crate) fn value(self, view: View, cache: &BlockCache) -> Result<Value, FileError> {
        self.opened.value(self.table.number, view, cache).map_err(|source| self.table.failed(source))
    }

    /// The stored value, if no file has to be read for it.
    pub(crate) fn cached_value(self, view: View, cache: &BlockCache) -> Result<Option<Value>, FileError> {
        if self.table.source.in_memory() {
            return self.value(view, cache).map(Some);
        }
        let value = self.opened.cached_value(self.table.number, view, cache);
        value.map_err(|source| self.table.failed(source))
    }

    /// Tells the system which bytes the value is in, if it is not in memory.
    pub(crate) fn prefetch(self, view: View, cache: &BlockCache) {
        self.opened.prefetch(self.table.number, view, cache);
    }
}

impl OpenedTable {
    /// How much the table keeps.
    pub(crate) const fn density(&self) -> Density {
        self.index.density()
    }

    #[inline]
    fn value(&self, number: u32, view: View, cache: &BlockCache) -> Result<Value, FormatError> {
        let (block, place) = self.locate(view)?;
        let key = BlockKey { table: number, block };
        let read = |packed: &[u8]| value_in_packed(packed, place);
        // Asked for at the first probe, so that a set that is only verified reserves nothing.
        let value = match self.kept.get_or_init(|| KeptBlocks::new(&self.table, cache)) {
            Some(kept) => kept.read(block, &self.table, read),
            None => match self.table.equal_value(block) {
                Some(value) => return Ok(value),
                None => cache.read(key, &self.table, read),
            },
        };
        value?.ok_or_else(|| no_value(block, place))
    }

    fn cached_value(
        &self,
        number: u32,
        view: View,
        cache: &BlockCache,
    ) -> Result<Option<Value>, FormatError> {
        let (block, place) = self.locate(view)?;
        if let Some(value) = self.table.equal_value(block) {
            return Ok(Some(value));
        }
        let value = self.look_up(number, block, cache, |packed| value_in_packed(packed, place));
        value.map(|value| value.ok_or_else(|| no_value(block, place))).transpose()
    }

    fn prefetch(&self, number: u32, view: View, cache: &BlockCache) {
        let Ok((block, _)) = self.locate(view) else { return };
        if self.table.equal_value(block).is_none()
            && self.look_up(number, block, cache, |_| ()).is_none()
            && let Some(range) = self.table.block_range(block)
        {
            self.table.source().prefetch(range);
        }
    }

    /// Reads from a block that is decoded already.
    fn look_up<R>(
        &self,
        number: u32,
        block: BlockNumber,
        cache: &BlockCache,
        read: impl FnOnce(&[u8]) -> R,
    ) -> Option<R> {
        // Before the first probe nothing is decoded, and it is not decided yet where blocks go.
        match self.kept.get()? {
            Some(kept) => kept.look_up(block, read),
            None => cache.look_up(BlockKey { table: number, block }, read),
        }
    }

    /// The block with the value of a position, and its place there.
    #[inline]
    fn locate(&self, view: View) -> Result<(BlockNumber, usize), FormatError> {
        let place = self.index.index_of(view).ok().and_then(|position| self.table.locate(position));
        place.ok_or_else(|| self.no_such_position())
    }

    /// The index and the table were compared when they were opened, so this does not come up either.
    #[cold]
    fn no_such_position(&self) -> FormatError {
        let blocks = self.table.block_count();
        FormatError::NoSuchBlock { block: BlockNumber(blocks), blocks }
    }
}

/// A decoded block holds values only, so this does not come up.
#[cold]
fn no_value(block: BlockNumber, place: usize) -> FormatError {
    FormatError::Block { block, fault: BlockFault::NotValues { place, found: u8::MAX } }
}
