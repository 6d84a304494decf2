//! Writing the distances of a slice as they become known.
//!
//! Levels come in the order of the index. Each cell becomes a code, or none where the file leaves the
//! position out (FORMAT.md, section 8): plies to the end of the game are halved, since a win has an odd
//! number of them and a loss an even one. A win in 7 plies, a draw, a loss in 2 with a capture and one
//! without become 3, none, none and 1. Codes wait until they fill a block of 8,192; a table has no other
//! memory of what was written. The counts are those of the values, so they count what is left out too.

use std::io;

use rayon::prelude::*;
use retrograde_db::draughts::{Density, Rules, Slice, SliceIndex};
use retrograde_db::file::{DistanceEncoder, EncodedBlock, TableHeader, TableWriter, WriteError};
use retrograde_db::{DistanceKind, ValueCounts};

use super::level::Level;
use crate::budget::Bytes;
use crate::counted::Counted;
use crate::draughts::build::BuiltTable;

/// Blocks that are encoded at once: enough for many threads, and little beside the levels.
const BATCH: usize = 64;

/// A file of distances that is being written.
pub(super) struct DistanceOutput<W> {
    slice: Slice,
    kind: DistanceKind,
    writer: TableWriter<Counted<W>>,
    positions_per_block: usize,
    /// Codes that do not fill a block yet.
    codes: Vec<Option<u8>>,
    counts: ValueCounts,
}

impl<W: io::Write> DistanceOutput<W> {
    pub(super) fn new(
        output: W,
        rules: &Rules,
        index: &SliceIndex,
        kind: DistanceKind,
    ) -> Result<Self, WriteError> {
        let header = TableHeader::of_distances(index, kind).under(rules);
        Ok(DistanceOutput {
            slice: index.slice(),
            kind,
            writer: TableWriter::new(Counted::new(output), &header)?,
            positions_per_block: header.positions_per_block as usize,
            codes: Vec::new(),
            counts: ValueCounts::default(),
        })
    }

    /// Writes the next level.
    pub(super) fn level(&mut self, level: &Level) -> Result<(), WriteError> {
        for cells in level.cells().chunks(BATCH * self.positions_per_block) {
            for cell in cells {
                let cell = cell.get();
                self.counts.add(cell.value(), 1);
                self.codes.push(cell.code(self.kind));
            }
            let whole = self.codes.len() / self.positions_per_block * self.positions_per_block;
            self.write(whole)?;
        }
        Ok(())
    }

    /// Encodes and writes so many codes.
    fn write(&mut self, codes: usize) -> Result<(), WriteError> {
        let encode = |encoder: &mut DistanceEncoder, block: &[Option<u8>]| {
            encoder.encode(block).expect("a block is neither empty nor too long")
        };
        let blocks: Vec<EncodedBlock> = self.codes[..codes]
            .par_chunks(self.positions_per_block)
            .with_max_len(1)
            .map_init(DistanceEncoder::new, encode)
            .collect();
        self.codes.drain(..codes);
        blocks.iter().try_for_each(|block| self.writer.append_block(block))
    }

    /// Ends the file: gives the output back, and what was written.
    pub(super) fn finish(mut self) -> Result<(W, BuiltTable), WriteError> {
        self.write(self.codes.len())?;
        let Counted { output, bytes, checksum } = self.writer.finish(self.counts)?;
        let (slice, kind, counts) = (self.slice, self.kind.into(), self.counts);
        let (checksum, density) = (checksum.digest(), Density::Fast);
        Ok((output, BuiltTable { slice, kind, density, counts, bytes: Bytes(bytes), checksum, kept: false }))
    }
}
