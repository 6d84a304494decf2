//! The table of one board size, opened when it is first needed.

use std::io;
use std::sync::OnceLock;

use retrograde_db::file::{BlockFault, BlockNumber, BoundCodes, FormatError, Table, TableHeader};
use retrograde_db::go::{Board, BoardIndex, Bounds, TableName};

use crate::FileError;
use crate::bytes::Bytes;
use crate::cache::{BlockCache, BlockKey};
use crate::folder::Source;
use crate::kept_blocks::KeptBlocks;

/// A table of the set, and where it is.
#[derive(Debug)]
pub(super) struct BoundsTable {
    pub(super) name: TableName,
    pub(super) source: Source,
    /// Its number in the cache.
    number: u32,
    /// Holds only what was opened well, so that a failure is said again with each probe.
    opened: OnceLock<OpenedTable>,
}

/// A table and the numbering of its boards.
#[derive(Debug)]
pub(super) struct OpenedTable {
    index: BoardIndex,
    pub(super) table: Table<Bytes>,
    /// Its decoded blocks, where they all fit; else they are in the cache.
    kept: OnceLock<Option<KeptBlocks>>,
}

impl BoundsTable {
    pub(super) const fn new(name: TableName, source: Source, number: u32) -> BoundsTable {
        BoundsTable { name, source, number, opened: OnceLock::new() }
    }

    /// The table, opened and compared with what its name says.
    pub(super) fn opened(&self) -> Result<&OpenedTable, FileError> {
        if let Some(opened) = self.opened.get() {
            return Ok(opened);
        }
        let table = Table::open(self.source.bytes()?).map_err(|source| self.failed(source))?;
        let index = BoardIndex::new(self.name.size());
        let expected = TableHeader::of_go(self.name, &index);
        table.header().expect(&expected).map_err(|source| self.failed(source))?;
        // Where another thread was faster its table is taken; both are the same.
        Ok(self.opened.get_or_init(|| OpenedTable { index, table, kept: OnceLock::new() }))
    }

    /// The pair that the table holds for a board, which is of its size, lying down: bounds of Black's
    /// best play, or exact values before and after a pass.
    pub(super) fn entry(&self, board: Board, cache: &BlockCache) -> Result<Bounds, FileError> {
        let opened = self.opened()?;
        opened.entry(self.number, board, cache).map_err(|source| self.failed(source))
    }

    /// The error for what is wrong with the file: a read that failed says nothing about its bytes.
    pub(super) fn failed(&self, source: FormatError) -> FileError {
        let path = self.source.path().to_owned();
        match source {
            FormatError::Read { kind, .. } => FileError::Io { path, source: io::Error::new(kind, source) },
            source => FileError::Damaged { path, source },
        }
    }
}

impl OpenedTable {
    fn entry(&self, number: u32, board: Board, cache: &BlockCache) -> Result<Bounds, FormatError> {
        let position = self.index.standard(board).number;
        let blocks = self.table.block_count();
        // The index and the table were compared when they were opened, so there is such a block.
        let missing = || FormatError::NoSuchBlock { block: BlockNumber(blocks), blocks };
        let (block, place) = self.table.locate(position).ok_or_else(missing)?;
        let read = |bytes: &[u8]| BoundCodes::in_block(bytes, place);
        let codes = match self.kept.get_or_init(|| KeptBlocks::new(&self.table, cache)) {
            Some(kept) => kept.read(block, &self.table, read),
            None => cache.read(BlockKey { table: number, block }, &self.table, read),
        };
        let codes = codes?;
        codes.and_then(|codes| Bounds::from_codes(codes, self.index.size())).ok_or_else(|| {
            let found = codes.map_or(u8::MAX, |codes| codes.high);
            FormatError::Block { block, fault: BlockFault::NotValues { place, found } }
        })
    }
}
