//! The distances of one slice, opened when they are first needed.

use std::sync::OnceLock;

use retrograde_db::draughts::{Rules, Slice, SliceIndex, View};
use retrograde_db::file::{BlockNumber, FormatError, Table, TableHeader};
use retrograde_db::{DistanceKind, Plies, Value};

use crate::FileError;
use crate::bytes::Bytes;
use crate::cache::{BlockCache, BlockKey};
use crate::folder::Source;
use crate::kept_blocks::KeptBlocks;

/// A slice whose distances are in the set, and where they are.
#[derive(Debug)]
pub(crate) struct DistanceTable {
    pub(crate) slice: Slice,
    pub(crate) kind: DistanceKind,
    pub(crate) source: Source,
    /// The rules that they have to be for.
    rules: &'static Rules,
    /// Its number in the cache.
    number: u32,
    /// Holds only what was opened well.
    opened: OnceLock<OpenedDistances>,
}

/// A table of distances and the numbering of its positions.
#[derive(Debug)]
pub(crate) struct OpenedDistances {
    index: SliceIndex,
    pub(crate) table: Table<Bytes>,
    kept: OnceLock<Option<KeptBlocks>>,
}

impl DistanceTable {
    pub(crate) const fn new(
        (slice, kind): (Slice, DistanceKind),
        rules: &'static Rules,
        source: Source,
        number: u32,
    ) -> DistanceTable {
        DistanceTable { slice, kind, rules, source, number, opened: OnceLock::new() }
    }

    /// The table, opened and compared with what its name says.
    pub(crate) fn opened(&self) -> Result<&OpenedDistances, FileError> {
        if let Some(opened) = self.opened.get() {
            return Ok(opened);
        }
        let opened = self.open()?;
        Ok(self.opened.get_or_init(|| opened))
    }

    #[cold]
    fn open(&self) -> Result<OpenedDistances, FileError> {
        let table = Table::open(self.source.bytes()?).map_err(|source| self.failed(source))?;
        let index = SliceIndex::new(self.slice);
        let expected = TableHeader::of_distances(&index, self.kind).under(self.rules);
        table.header().expect(&expected).map_err(|source| self.failed(source))?;
        Ok(OpenedDistances { index, table, kept: OnceLock::new() })
    }

    /// The stored distance of a position of this slice that is won or lost and has no capture.
    #[inline]
    pub(crate) fn plies(&self, view: View, value: Value, cache: &BlockCache) -> Result<Plies, FileError> {
        let code = self.opened()?.code(self.number, view, cache).map_err(|source| self.failed(source))?;
        Ok(self.kind.plies_of(value, code).unwrap_or_default())
    }

    /// The same, if no file has to be read for it.
    pub(crate) fn cached_plies(
        &self,
        view: View,
        value: Value,
        cache: &BlockCache,
    ) -> Result<Option<Plies>, FileError> {
        if self.source.in_memory() {
            return self.plies(view, value, cache).map(Some);
        }
        let Some(opened) = self.opened.get() else { return Ok(None) };
        let code = opened.cached_code(self.number, view, cache).map_err(|source| self.failed(source))?;
        Ok(code.map(|code| self.kind.plies_of(value, code).unwrap_or_default()))
    }

    /// Decodes the whole table and keeps it in memory.
    pub(crate) fn load(&self) -> Result<(), FileError> {
        let opened = self.opened()?;
        let kept = KeptBlocks::decoded(&opened.table).map_err(|source| self.failed(source))?;
        opened.kept.get_or_init(|| Some(kept));
        Ok(())
    }

    /// The error for what is wrong with the file, as for one of values.
    pub(crate) fn failed(&self, source: FormatError) -> FileError {
        FileError::of_format(self.source.path(), source)
    }
}

impl OpenedDistances {
    #[inline]
    fn code(&self, number: u32, view: View, cache: &BlockCache) -> Result<u8, FormatError> {
        let (block, place) = self.locate(view)?;
        let key = BlockKey { table: number, block };
        let read = |codes: &[u8]| codes.get(place).copied();
        let code = match self.kept.get_or_init(|| KeptBlocks::new(&self.table, cache)) {
            Some(kept) => kept.read(block, &self.table, read),
            None => cache.read(key, &self.table, read),
        };
        code?.ok_or_else(|| self.no_such_position())
    }

    fn cached_code(&self, number: u32, view: View, cache: &BlockCache) -> Result<Option<u8>, FormatError> {
        let (block, place) = self.locate(view)?;
        let read = |codes: &[u8]| codes.get(place).copied();
        // Before the first probe nothing is decoded, and it is not decided yet where blocks go.
        let code = match self.kept.get() {
            Some(Some(kept)) => kept.look_up(block, read),
            Some(None) => cache.look_up(BlockKey { table: number, block }, read),
            None => None,
        };
        code.map(|code| code.ok_or_else(|| self.no_such_position())).transpose()
    }

    /// The block with the distance of a position, and its place there.
    #[inline]
    fn locate(&self, view: View) -> Result<(BlockNumber, usize), FormatError> {
        let place = self.index.index_of(view).ok().and_then(|position| self.table.locate(position));
        place.ok_or_else(|| self.no_such_position())
    }

    /// The index and the table were compared when they were opened, so this does not come up.
    #[cold]
    fn no_such_position(&self) -> FormatError {
        let blocks = self.table.block_count();
        FormatError::NoSuchBlock { block: BlockNumber(blocks), blocks }
    }
}
