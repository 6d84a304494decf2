//! Reading a table from any bytes: a mapped file, a vector, a static array, a file read in pieces.

use std::ops::Range;

use xxhash_rust::xxh3::xxh3_64;

use super::block_table::{BLOCK_ROW_LEN, BlockRow};
use super::header::PREAMBLE_LEN;
use super::trailer::{TRAILER_LEN, Trailer};
use super::{
    BlockDecoder, BlockNumber, BoundsDecoder, ByteSource, FormatError, MAGIC, Part, TableHeader, TableKind,
};
use crate::ValueCounts;

/// A table whose frame is known to be sound: preamble, block table and trailer have their
/// checksums, and every block lies within the bytes. The blocks themselves are checked when they
/// are decoded, or all at once by [`Table::verify`].
#[derive(Clone, Debug)]
pub struct Table<B> {
    bytes: B,
    header: TableHeader,
    counts: ValueCounts,
    places: BlockPlaces,
}

/// The block table, as it is kept in memory: twelve bytes a block, so that a block is read at once.
#[derive(Clone, Debug)]
struct BlockPlaces {
    /// Where each block begins, and behind the last one the end of it, which is where the block
    /// table begins.
    starts: Vec<u64>,
    /// What [`BlockRow::checksum`] should be.
    checksums: Vec<u32>,
}

impl<B: ByteSource> Table<B> {
    /// Opens a table. Takes time and memory in proportion to the number of blocks; the blocks are
    /// not read.
    ///
    /// # Errors
    /// Where the bytes are no table, are cut or have something behind them, are of a newer version
    /// of the format, where preamble, block table or trailer are damaged, or where they can't be read.
    pub fn open(bytes: B) -> Result<Table<B>, FormatError> {
        let length = bytes.byte_count();
        let mut buffer = Vec::new();
        let first = bytes.read(0..length.min(PREAMBLE_LEN as u64), &mut buffer)?;
        let magic = &first[..MAGIC.len().min(first.len())];
        if !MAGIC.starts_with(magic) {
            return Err(FormatError::NotATable { found: magic.to_vec() });
        }
        let cut = || FormatError::Cut { expected: (PREAMBLE_LEN + TRAILER_LEN) as u64, found: length };
        let preamble = first.first_chunk::<PREAMBLE_LEN>().ok_or_else(cut)?;
        let (header, preamble_checksum) = TableHeader::from_bytes(preamble)?;
        let rows_end = length.checked_sub(TRAILER_LEN as u64).ok_or_else(cut)?;
        if rows_end < PREAMBLE_LEN as u64 {
            return Err(cut());
        }
        let trailer = Trailer::at_end_of(&bytes)?;
        check_trailer(&trailer, &header, preamble_checksum, rows_end)?;
        let rows = bytes.read(trailer.block_table..rows_end, &mut buffer)?;
        let places = BlockPlaces::new(&trailer, &header, rows)?;
        Ok(Table { bytes, header, counts: trailer.counts, places })
    }

    /// What the table is about.
    #[must_use]
    pub const fn header(&self) -> &TableHeader {
        &self.header
    }

    /// How many positions have each value, all positions of the table counted. They were counted
    /// where the table was made: they can't be recounted from the table alone, since it does not
    /// keep the values of positions that nobody looks up.
    #[must_use]
    pub const fn counts(&self) -> ValueCounts {
        self.counts
    }

    /// How many blocks there are.
    #[must_use]
    pub const fn block_count(&self) -> u64 {
        self.places.checksums.len() as u64
    }

    /// How many bytes the table takes.
    #[must_use]
    pub fn byte_count(&self) -> u64 {
        self.bytes.byte_count()
    }

    /// The block that holds the value of a position, and the place of the value in that block;
    /// `None` where the table has no such position.
    #[must_use]
    #[inline]
    pub fn locate(&self, position: u64) -> Option<(BlockNumber, usize)> {
        if position >= self.header.positions {
            return None;
        }
        // The number of positions in a block is a power of two.
        let size = u64::from(self.header.positions_per_block);
        let block = BlockNumber(position >> size.trailing_zeros());
        Some((block, (position & (size - 1)) as usize))
    }

    /// Decodes a block into packed values, five a byte, from which [`super::value_in_packed`] takes
    /// one. What was in `packed` is dropped; after an error it holds nothing of use.
    ///
    /// # Errors
    /// Where there is no such block, it is damaged, or the table stores something else than values.
    pub fn decode_block(
        &self,
        block: BlockNumber,
        decoder: &mut BlockDecoder,
        packed: &mut Vec<u8>,
    ) -> Result<(), FormatError> {
        let mut buffer = Vec::new();
        let (encoded, values) = self.encoded_block(block, TableKind::WinDrawLoss, &mut buffer)?;
        decoder.decode(encoded, values, packed).map_err(|fault| FormatError::Block { block, fault })
    }

    /// Decodes a block of bounds into bytes from which [`super::BoundCodes::in_block`] takes one pair.
    /// What was in `bytes` is dropped; after an error it holds nothing of use.
    ///
    /// # Errors
    /// Where there is no such block, it is damaged, or the table stores something else than bounds.
    pub fn decode_bounds(
        &self,
        block: BlockNumber,
        decoder: &mut BoundsDecoder,
        bytes: &mut Vec<u8>,
    ) -> Result<(), FormatError> {
        let mut buffer = Vec::new();
        let (encoded, values) = self.encoded_block(block, TableKind::Bounds, &mut buffer)?;
        decoder.decode(encoded, values, bytes).map_err(|fault| FormatError::Block { block, fault })
    }

    /// The bytes of a block, which have their checksum, and how many values it holds. The buffer stays
    /// empty, and so costs nothing, where the bytes are in memory anyway.
    fn encoded_block<'b>(
        &'b self,
        block: BlockNumber,
        kind: TableKind,
        buffer: &'b mut Vec<u8>,
    ) -> Result<(&'b [u8], usize), FormatError> {
        if kind != self.header.kind {
            return Err(FormatError::OtherKind { expected: kind, found: self.header.kind });
        }
        let missing = || FormatError::NoSuchBlock { block, blocks: self.block_count() };
        let range = self.block_range(block).ok_or_else(missing)?;
        let values = self.header.values_in_block(block.0).ok_or_else(missing)?;
        let expected = *self.places.checksums.get(block.0 as usize).ok_or_else(missing)?;
        let encoded = self.bytes.read(range, buffer)?;
        let found = BlockRow::of(encoded).checksum;
        if expected != found {
            let (expected, found) = (expected.into(), found.into());
            return Err(FormatError::Checksum { part: Part::Block(block), expected, found });
        }
        Ok((encoded, values))
    }

    /// Where the bytes of an encoded block are; `None` where there is no such block.
    #[must_use]
    pub fn block_range(&self, block: BlockNumber) -> Option<Range<u64>> {
        let number = usize::try_from(block.0).ok()?;
        let &[start, end] = self.places.starts.get(number..)?.first_chunk()?;
        Some(start..end)
    }

    /// Where the bytes come from.
    #[must_use]
    pub const fn source(&self) -> &B {
        &self.bytes
    }

    /// Checks what [`Table::open`] did not: that every block has its checksum and decodes. After
    /// that, each byte of the table is known to be the one that was written.
    ///
    /// Whether the values are right, and whether the counts are theirs, can't be said from the bytes
    /// of one table: that takes the rules of the game and the tables that moves lead to.
    ///
    /// # Errors
    /// The first block that is damaged.
    pub fn verify(&self) -> Result<(), FormatError> {
        let mut bytes = Vec::new();
        let mut blocks = (0..self.block_count()).map(BlockNumber);
        match self.header.kind {
            TableKind::WinDrawLoss => {
                let mut decoder = BlockDecoder::new();
                blocks.try_for_each(|block| self.decode_block(block, &mut decoder, &mut bytes))
            }
            TableKind::Bounds => {
                let mut decoder = BoundsDecoder::new();
                blocks.try_for_each(|block| self.decode_bounds(block, &mut decoder, &mut bytes))
            }
        }
    }
}

/// Checks the trailer against the preamble and against where the block table has to end.
fn check_trailer(
    trailer: &Trailer,
    header: &TableHeader,
    preamble_checksum: u64,
    rows_end: u64,
) -> Result<(), FormatError> {
    let fault = |field, expected: u64, found: u64| FormatError::Field {
        part: Part::Trailer,
        field,
        expected: expected.to_string(),
        found: found.to_string(),
    };
    if trailer.preamble_checksum != preamble_checksum {
        return Err(fault("preamble checksum", preamble_checksum, trailer.preamble_checksum));
    }
    if trailer.counts.checked_total() != Some(header.positions) {
        return Err(fault("sum of counts", header.positions, trailer.counts.total()));
    }
    if trailer.block_count != header.block_count() {
        return Err(fault("number of blocks", header.block_count(), trailer.block_count));
    }
    let rows = trailer.block_count.checked_mul(BLOCK_ROW_LEN as u64);
    let expected = rows.and_then(|rows| rows_end.checked_sub(rows));
    if expected != Some(trailer.block_table) || trailer.block_table < PREAMBLE_LEN as u64 {
        return Err(fault("offset of the block table", expected.unwrap_or(0), trailer.block_table));
    }
    Ok(())
}

impl BlockPlaces {
    /// Checks the block table, whose bytes are `table`, and adds the lengths of the blocks up. The
    /// trailer was checked before.
    fn new(trailer: &Trailer, header: &TableHeader, table: &[u8]) -> Result<BlockPlaces, FormatError> {
        let (expected, found) = (trailer.block_table_checksum, xxh3_64(table));
        if expected != found {
            return Err(FormatError::Checksum { part: Part::BlockTable, expected, found });
        }
        let fault = |field, expected: String, found: u64| FormatError::Field {
            part: Part::BlockTable,
            field,
            expected,
            found: found.to_string(),
        };
        let (rows, _) = table.as_chunks::<BLOCK_ROW_LEN>();
        let mut starts = Vec::with_capacity(rows.len() + 1);
        let mut checksums = Vec::with_capacity(rows.len());
        let mut start = PREAMBLE_LEN as u64;
        for (number, row) in (0..).zip(rows) {
            starts.push(start);
            let BlockRow { length, checksum } = BlockRow::from_bytes(row);
            checksums.push(checksum);
            let most = 1 + header.kind.plain_len(header.values_in_block(number).unwrap_or(0));
            if !(2..=most).contains(&(length as usize)) {
                return Err(fault("length of a block", format!("2 to {most}"), length.into()));
            }
            start += u64::from(length);
        }
        if start != trailer.block_table {
            let [expected, found] = [trailer.block_table, start].map(|end| end - PREAMBLE_LEN as u64);
            return Err(fault("sum of block lengths", expected.to_string(), found));
        }
        starts.push(start);
        Ok(BlockPlaces { starts, checksums })
    }
}
