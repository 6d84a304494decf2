//! The table of one board size.

use std::path::Path;

use retrograde_db::file::{BlockFault, BoundCodes, FormatError, TableHeader};
use retrograde_db::go::{Board, BoardIndex, Bounds, TableName};

use crate::FileError;
use crate::cache::BlockCache;
use crate::lazy_table::{LazyTable, Named, OpenTable};

/// The table with the bounds, or the exact values, of all boards of a size.
pub(super) type BoundsTable = LazyTable<TableName>;

impl Named for TableName {
    type Index = BoardIndex;

    fn index(&self, header: &TableHeader, path: &Path) -> Result<BoardIndex, FileError> {
        let index = BoardIndex::new(self.size());
        let expected = TableHeader::of_go(*self, &index);
        header.expect(&expected).map_err(|source| FileError::of_format(path, source))?;
        Ok(index)
    }
}

impl BoundsTable {
    /// The pair that the table holds for a board, which is of its size, lying down: bounds of Black's
    /// best play, or exact values before and after a pass.
    pub(super) fn entry(&self, board: Board, cache: &BlockCache) -> Result<Bounds, FileError> {
        self.opened()?.entry(board, cache).map_err(|source| self.failed(source))
    }
}

impl OpenTable<TableName> {
    fn entry(&self, board: Board, cache: &BlockCache) -> Result<Bounds, FormatError> {
        let (block, place) = self.locate(Some(self.index.standard(board).number))?;
        let codes = self.read(block, cache, |bytes| BoundCodes::in_block(bytes, place))?;
        codes.and_then(|codes| Bounds::from_codes(codes, self.index.size())).ok_or_else(|| {
            let found = codes.map_or(u8::MAX, |codes| codes.high);
            FormatError::Block { block, fault: BlockFault::NotValues { place, found } }
        })
    }
}
