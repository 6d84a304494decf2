//! Writing a table, block after block, to any [`std::io::Write`].
//!
//! A file is written from its first byte to its last and never gone back to. What is known only at the end,
//! the counts and where the blocks are, stands at the end. So a table can be made on a pipe, and one that was
//! not finished has no end mark and is not mistaken for a whole one. The price is that a reader has to begin
//! at the end, and that the block table is in memory until then.
//!
//! Blocks are encoded by as many threads as there are, each block on its own, and come here in order; an
//! encoded block depends on its values and rows only, so the file does not depend on the threads. What can be
//! compared is compared: a block has the values and rows that its turn asks for, none is missing, and the
//! counts are those of as many positions as the header says.
//!
//! ```
//! use retrograde_db::ValueCounts;
//! use retrograde_db::file::{BlockEncoder, Rows, TableHeader, TableWriter, WriteError};
//! # use retrograde_db::draughts::SliceIndex;
//!
//! // Six positions in blocks of four.
//! # let header = TableHeader::of_slice(&SliceIndex::new("0m1k-0m1k".parse()?));
//! # let header = TableHeader { positions: 6, positions_per_block: 4, rows: Rows::NONE, ..header };
//! let mut encoder = BlockEncoder::new(header.rows);
//! let mut writer = TableWriter::new(Vec::new(), &header)?;
//! let block = encoder.encode(&[2, 1, 0, 2])?;
//! writer.append_block(&block)?;
//!
//! // The second block has what is left, and a block that is refused changes nothing.
//! let refused = writer.append_block(&block);
//! assert!(matches!(refused, Err(WriteError::BlockValues { block: 1, expected: 2, found: 4 })));
//! writer.append_block(&encoder.encode(&[1, 1])?)?;
//!
//! let counts = ValueCounts { win: 2, draw: 2, loss: 1 };
//! assert!(matches!(writer.finish(counts), Err(WriteError::Counts { expected: 6, found: 5 })));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::io;

use thiserror::Error;

use super::block_table::BlockTableWriter;
use super::trailer::Tail;
use super::{EncodedBlock, EncodedBounds, Rows, TableHeader, TableKind};
use crate::ValueCounts;

/// Writes one table. It never goes back, so the output can be a file, a pipe or a vector; only the
/// block table, some two bytes a block, is kept in memory until the end.
///
/// A table that was not [finished](TableWriter::finish) has no end mark, and no reader opens it.
#[derive(Debug)]
pub struct TableWriter<W> {
    output: W,
    header: TableHeader,
    preamble_checksum: u32,
    /// Lengths and checksums of the blocks so far, as they go into the file.
    block_table: BlockTableWriter,
    blocks: u64,
}

/// Why a table could not be written.
#[derive(Debug, Error)]
pub enum WriteError {
    /// The output refused the bytes.
    #[error("writing a table failed")]
    Io(#[from] io::Error),
    /// The header names its positions in a way that the preamble has no room for.
    #[error("{found:?} can't name the positions of a table: expected 1 to 12 visible ASCII characters")]
    Subject {
        /// What was given.
        found: String,
    },
    /// The header asks for blocks that no reader takes.
    #[error(
        "{found} positions per block, expected a power of two, at most {most}",
        most = super::MAX_POSITIONS_PER_BLOCK
    )]
    PositionsPerBlock {
        /// What was given.
        found: u32,
    },
    /// A block holds other positions than its turn is, or comes after the last one.
    #[error("block {block} holds {found} values, expected {expected}")]
    BlockValues {
        /// Its number, 0 for the first.
        block: u64,
        /// How many values this block has to have; 0 behind the last one.
        expected: u64,
        /// How many it has.
        found: u64,
    },
    /// A block holds something else than the header says.
    #[error("a block of {found} in a table of {expected}")]
    BlockKind {
        /// What the table stores.
        expected: TableKind,
        /// What the block holds.
        found: TableKind,
    },
    /// A block was encoded for a table with other rows, and would be read as something else.
    #[error("a block for a table with rows {found:?} in a table with {expected:?}")]
    Rows {
        /// The rows of the table.
        expected: Rows,
        /// The rows that the encoder had.
        found: Rows,
    },
    /// The table was finished too early.
    #[error("{found} blocks were written, expected {expected}")]
    BlocksMissing {
        /// How many blocks the positions fill.
        expected: u64,
        /// How many were written.
        found: u64,
    },
    /// The counts are not those of this many positions.
    #[error("{found} positions were counted, expected {expected}")]
    Counts {
        /// The positions of the table.
        expected: u64,
        /// The sum of wins, draws and losses.
        found: u64,
    },
}

impl<W: io::Write> TableWriter<W> {
    /// Begins a table: writes its preamble. The output is written in pieces as small as a byte,
    /// so a file should be buffered.
    ///
    /// # Errors
    /// Where the header says what no preamble can, or the output refuses.
    pub fn new(mut output: W, header: &TableHeader) -> Result<TableWriter<W>, WriteError> {
        let (preamble, preamble_checksum) = header.to_bytes()?;
        output.write_all(&preamble)?;
        Ok(TableWriter {
            output,
            header: header.clone(),
            preamble_checksum,
            block_table: BlockTableWriter::new(header.kind.blocks_per_group()),
            blocks: 0,
        })
    }

    /// Writes the next block of a table of values or of distances.
    ///
    /// # Errors
    /// Where it does not have the values or the rows that this block has to have, or the output refuses.
    pub fn append_block(&mut self, block: &EncodedBlock) -> Result<(), WriteError> {
        let kind = self.header.kind;
        let kind = if kind.distance().is_some() { kind } else { TableKind::WinDrawLoss };
        if block.rows != self.header.rows {
            return Err(WriteError::Rows { expected: self.header.rows, found: block.rows });
        }
        self.append(block.bytes(), block.values(), kind)
    }

    /// Writes the next block of a table of bounds.
    ///
    /// # Errors
    /// Where it does not have the positions that this block has to have, or the output refuses.
    pub fn append_bounds(&mut self, block: &EncodedBounds) -> Result<(), WriteError> {
        self.append(block.bytes(), block.positions(), TableKind::Bounds)
    }

    fn append(&mut self, bytes: &[u8], values: usize, kind: TableKind) -> Result<(), WriteError> {
        if kind != self.header.kind {
            return Err(WriteError::BlockKind { expected: self.header.kind, found: kind });
        }
        let expected = self.header.values_in_block(self.blocks).unwrap_or(0);
        if values != expected {
            return Err(WriteError::BlockValues {
                block: self.blocks,
                expected: expected as u64,
                found: values as u64,
            });
        }
        let written = self.block_table.push(kind, bytes);
        self.output.write_all(written)?;
        self.blocks += 1;
        Ok(())
    }

    /// Ends the table: writes counts and block table, flushes, and gives the output back.
    /// `counts` are those of all positions, don't-care ones included.
    ///
    /// # Errors
    /// Where blocks are missing, the counts do not add up to the positions, or the output refuses.
    pub fn finish(mut self, counts: ValueCounts) -> Result<W, WriteError> {
        let expected = self.header.block_count();
        if self.blocks != expected {
            return Err(WriteError::BlocksMissing { expected, found: self.blocks });
        }
        if counts.checked_total() != Some(self.header.positions) {
            return Err(WriteError::Counts { expected: self.header.positions, found: counts.total() });
        }
        let tail =
            Tail::to_bytes(self.header.rows, counts, &self.block_table.finish(), self.preamble_checksum);
        self.output.write_all(&tail)?;
        self.output.flush()?;
        Ok(self.output)
    }
}
