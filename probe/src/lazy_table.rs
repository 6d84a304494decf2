//! A table of a set, of either game: opened when it is first needed, with the blocks that were decoded.
//!
//! A set lists names; opening a thousand files for a program that asks about two pieces would be a waste.
//! So a table is opened by the first probe that needs it, is compared with what its name says, and stays
//! open. A table whose blocks all fit into the room for decoded ones keeps them ([`KeptBlocks`]); those of
//! others go through the cache of the set.

use std::fmt;
use std::path::Path;
use std::sync::OnceLock;

use retrograde_db::file::{BlockNumber, FormatError, Table, TableHeader};

use crate::FileError;
use crate::bytes::Bytes;
use crate::cache::{BlockCache, BlockKey};
use crate::folder::Source;
use crate::kept_blocks::KeptBlocks;

/// What a table is by its name.
pub(crate) trait Named {
    /// The numbering of its positions.
    type Index: fmt::Debug;

    /// The numbering, for a table in `path` that begins with this header.
    ///
    /// # Errors
    /// Where the header is not the one of the table with this name.
    fn index(&self, header: &TableHeader, path: &Path) -> Result<Self::Index, FileError>;
}

/// A table of the set, and where it is.
#[derive(Debug)]
pub(crate) struct LazyTable<N: Named> {
    pub(crate) name: N,
    pub(crate) source: Source,
    /// Its number in the cache.
    number: u32,
    /// Holds only what was opened well: after a failure the next probe tries again, and says again
    /// what is wrong.
    opened: OnceLock<OpenTable<N>>,
}

/// A table that is open, and the numbering of its positions.
#[derive(Debug)]
pub(crate) struct OpenTable<N: Named> {
    pub(crate) index: N::Index,
    pub(crate) table: Table<Bytes>,
    /// Its number in the cache.
    number: u32,
    /// Its decoded blocks, where they all fit; else they are in the cache.
    kept: OnceLock<Option<KeptBlocks>>,
}

impl<N: Named> LazyTable<N> {
    pub(crate) const fn new(name: N, source: Source, number: u32) -> LazyTable<N> {
        LazyTable { name, source, number, opened: OnceLock::new() }
    }

    /// The table, opened and compared with what its name says.
    #[inline]
    pub(crate) fn opened(&self) -> Result<&OpenTable<N>, FileError> {
        if let Some(opened) = self.opened.get() {
            return Ok(opened);
        }
        let opened = self.open()?;
        // Where another thread was faster its table is taken; both are the same.
        Ok(self.opened.get_or_init(|| opened))
    }

    /// The same, if no disk is needed for it.
    pub(crate) fn opened_already(&self) -> Result<Option<&OpenTable<N>>, FileError> {
        if self.source.in_memory() {
            return self.opened().map(Some);
        }
        Ok(self.opened.get())
    }

    #[cold]
    fn open(&self) -> Result<OpenTable<N>, FileError> {
        let table = Table::open(self.source.bytes()?).map_err(|source| self.failed(source))?;
        let index = self.name.index(table.header(), self.source.path())?;
        Ok(OpenTable { index, table, number: self.number, kept: OnceLock::new() })
    }

    /// Decodes the whole table and keeps it in memory.
    pub(crate) fn load(&self) -> Result<(), FileError> {
        let opened = self.opened()?;
        let kept = KeptBlocks::decoded(&opened.table).map_err(|source| self.failed(source))?;
        opened.kept.get_or_init(|| Some(kept));
        Ok(())
    }

    /// Reads every byte, and finds any that is not the one that was written.
    pub(crate) fn verify(&self) -> Result<&Table<Bytes>, FileError> {
        let table = &self.opened()?.table;
        table.verify().map_err(|source| self.failed(source))?;
        Ok(table)
    }

    /// The error for what is wrong with the file.
    pub(crate) fn failed(&self, source: FormatError) -> FileError {
        FileError::of_format(self.source.path(), source)
    }
}

impl<N: Named> OpenTable<N> {
    /// The block with the entry of a position, and the place of the entry there; `None` stands for a
    /// position that the index does not have.
    #[inline]
    pub(crate) fn locate(&self, position: Option<u64>) -> Result<(BlockNumber, usize), FormatError> {
        position.and_then(|position| self.table.locate(position)).ok_or_else(|| self.no_such_position())
    }

    /// Its decoded blocks, where it has room for all of them.
    ///
    /// That is decided at the first probe, so that a set that is only verified reserves nothing.
    #[inline]
    pub(crate) fn kept_blocks(&self, cache: &BlockCache) -> Option<&KeptBlocks> {
        self.kept.get_or_init(|| KeptBlocks::new(&self.table, cache)).as_ref()
    }

    /// Gives a decoded block to `read`, and its answer back. `read` must not come back here.
    #[inline]
    pub(crate) fn read<R>(
        &self,
        block: BlockNumber,
        cache: &BlockCache,
        read: impl FnOnce(&[u8]) -> R,
    ) -> Result<R, FormatError> {
        match self.kept_blocks(cache) {
            Some(kept) => kept.read(block, &self.table, read),
            None => cache.read(BlockKey { table: self.number, block }, &self.table, read),
        }
    }

    /// The same, if no file has to be read for it.
    pub(crate) fn read_at_hand<R>(
        &self,
        block: BlockNumber,
        cache: &BlockCache,
        read: impl FnOnce(&[u8]) -> R,
    ) -> Result<Option<R>, FormatError> {
        if self.table.source().in_memory() {
            return self.read(block, cache, read).map(Some);
        }
        Ok(self.look_up(block, cache, read))
    }

    /// Tells the system that the bytes of a block are needed soon, if it is not decoded.
    pub(crate) fn prefetch(&self, block: BlockNumber, cache: &BlockCache) {
        if self.look_up(block, cache, |_| ()).is_none()
            && let Some(range) = self.table.block_range(block)
        {
            self.table.source().prefetch(range);
        }
    }

    /// Reads from a block that is decoded already.
    fn look_up<R>(&self, block: BlockNumber, cache: &BlockCache, read: impl FnOnce(&[u8]) -> R) -> Option<R> {
        // Before the first probe nothing is decoded, and it is not decided yet where blocks go.
        match self.kept.get()? {
            Some(kept) => kept.look_up(block, read),
            None => cache.look_up(BlockKey { table: self.number, block }, read),
        }
    }

    /// The index and the table were compared when they were opened, so this does not come up.
    #[cold]
    pub(crate) fn no_such_position(&self) -> FormatError {
        let blocks = self.table.block_count();
        FormatError::NoSuchBlock { block: BlockNumber(blocks), blocks }
    }
}
