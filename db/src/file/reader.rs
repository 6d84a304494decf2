//! Reading a table from any bytes: a mapped file, a vector, a static array, a file read in pieces.
//!
//! A table is checked in two stages. [`Table::open`] reads the two ends of a file, preamble and tail: whether
//! it is a table at all, whole, of this version, and where each block lies. That is all that opening costs.
//! A block is checked when it is decoded, against the checksum of its **group**
//! (FORMAT.md, section 3), which means to read the whole group. So no damaged byte becomes a value, and none
//! is looked at that nobody asks for; [`Table::verify`] looks at all.
//!
//! Nothing that the bytes say is believed before it is compared with what there is: a block lies within the
//! file, and takes no more memory than the largest block that may be written.
//!
//! ```
//! use retrograde_db::file::{
//!     BlockDecoder, BlockEncoder, BlockNumber, FormatError, Part, Rows, Table, TableHeader, TableWriter,
//! };
//! # use retrograde_db::draughts::SliceIndex;
//! use retrograde_db::{Value, ValueCounts};
//!
//! // Two blocks of four positions.
//! # let header = TableHeader::of_slice(&SliceIndex::new("0m1k-0m1k".parse()?));
//! # let header = TableHeader { positions: 8, positions_per_block: 4, rows: Rows::NONE, ..header };
//! let mut encoder = BlockEncoder::new(header.rows);
//! let mut writer = TableWriter::new(Vec::new(), &header)?;
//! writer.append_block(&encoder.encode(&[1, 1, 1, 1])?)?;
//! writer.append_block(&encoder.encode(&[2, 0, 1, 2])?)?;
//! let mut bytes = writer.finish(ValueCounts { win: 2, draw: 5, loss: 1 })?;
//!
//! let table = Table::open(&bytes)?;
//! // Equal values take no byte: the block table says what they are. The second block is one packed byte.
//! assert_eq!(table.equal_value(BlockNumber(0)), Some(Value::Draw));
//! assert_eq!(table.block_range(BlockNumber(1)), Some(32..33));
//!
//! // A change in a block is nothing that `open` sees, and nothing that gets further than its checksum.
//! bytes[32] ^= 1;
//! let table = Table::open(&bytes)?;
//! let decoded = table.decode_block(BlockNumber(1), &mut BlockDecoder::new(), &mut Vec::new());
//! let part = Part::Block(BlockNumber(1));
//! assert!(matches!(decoded, Err(FormatError::Checksum { part: found, .. }) if found == part));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::ops::Range;

use super::block::decode_form;
use super::block_table::{BlockPlaces, group_checksum};
use super::header::PREAMBLE_LEN;
use super::trailer::{TRAILER_LEN, Tail};
use super::{
    BlockDecoder, BlockNumber, BoundsDecoder, ByteSource, FormatError, MAGIC, Part, TableHeader, TableKind,
};
use crate::{Value, ValueCounts};

/// A table whose frame is known to be sound: preamble and tail have their
/// checksums, and every block lies within the bytes. The blocks themselves are checked when they
/// are decoded, or all at once by [`Table::verify`].
#[derive(Clone, Debug)]
pub struct Table<B> {
    bytes: B,
    header: TableHeader,
    counts: ValueCounts,
    places: BlockPlaces,
}

impl<B: ByteSource> Table<B> {
    /// Opens a table. Takes time and memory in proportion to the number of blocks; the blocks are
    /// not read.
    ///
    /// # Errors
    /// Where the bytes are no table, are cut or have something behind them, are of a newer version
    /// of the format, where preamble or tail are damaged, or where they can't be read.
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
        let (mut header, preamble_checksum) = TableHeader::from_bytes(preamble)?;
        if length < (PREAMBLE_LEN + TRAILER_LEN) as u64 {
            return Err(cut());
        }
        let tail = Tail::at_end_of(&bytes, preamble_checksum)?;
        header.rows = tail.rows;
        header.positions = tail.counts.checked_total().ok_or_else(|| FormatError::Field {
            part: Part::Tail,
            field: "sum of counts",
            expected: format!("at most {}", u64::MAX),
            found: format!("{:?}", tail.counts),
        })?;
        let places = BlockPlaces::new(&header, tail.block_table)?;
        if places.end() != tail.start {
            let (expected, found) = (places.end() + (length - tail.start), length);
            return Err(if found < expected {
                FormatError::Cut { expected, found }
            } else {
                FormatError::TrailingBytes { expected, found }
            });
        }
        Ok(Table { bytes, header, counts: tail.counts, places })
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
    pub fn block_count(&self) -> u64 {
        self.places.block_count()
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

    /// The value of all positions of a block of a table of values, where it is one and the same: the block
    /// table says so, and there is nothing to decode. `None` for any other block.
    #[must_use]
    #[inline]
    pub fn equal_value(&self, block: BlockNumber) -> Option<Value> {
        self.places.equal_value(block)
    }

    /// Decodes a block into packed values, four a byte, from which [`super::value_in_packed`] takes
    /// one; in a table of distances, into the code of each, see [`crate::DistanceKind::plies_of`].
    /// What was in `packed` is dropped; after an error it holds nothing of use.
    ///
    /// # Errors
    /// Where there is no such block, it is damaged, or the table stores bounds.
    pub fn decode_block(
        &self,
        block: BlockNumber,
        decoder: &mut BlockDecoder,
        packed: &mut Vec<u8>,
    ) -> Result<(), FormatError> {
        let mut buffer = Vec::new();
        let (form, encoded, values) = self.encoded_block(block, &mut buffer)?;
        let decoded = match self.header.kind {
            TableKind::WinDrawLoss => decode_form(form, encoded, values, self.header.rows, packed),
            TableKind::PliesToConversion | TableKind::PliesToWin => {
                decoder.decode_distances(encoded, values, packed)
            }
            found @ TableKind::Bounds => {
                return Err(FormatError::OtherKind { expected: TableKind::WinDrawLoss, found });
            }
        };
        decoded.map_err(|fault| FormatError::Block { block, fault })
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
        let (expected, found) = (TableKind::Bounds, self.header.kind);
        if found != expected {
            return Err(FormatError::OtherKind { expected, found });
        }
        let mut buffer = Vec::new();
        let (_, encoded, values) = self.encoded_block(block, &mut buffer)?;
        decoder.decode(encoded, values, bytes).map_err(|fault| FormatError::Block { block, fault })
    }

    /// What the bytes of a block are, the bytes, which have their checksum, and how many values it holds. The
    /// buffer stays empty, and so costs nothing, where the bytes are in memory anyway.
    fn encoded_block<'b>(
        &'b self,
        block: BlockNumber,
        buffer: &'b mut Vec<u8>,
    ) -> Result<(u8, &'b [u8], usize), FormatError> {
        let missing = || FormatError::NoSuchBlock { block, blocks: self.block_count() };
        let place = self.places.find(block).ok_or_else(missing)?;
        let values = self.header.values_in_block(block.0).ok_or_else(missing)?;
        let group = self.bytes.read(place.group, buffer)?;
        let (expected, found) = (place.checksum, group_checksum(group));
        if expected != found {
            let (expected, found) = (expected.into(), found.into());
            return Err(FormatError::Checksum { part: Part::Block(block), expected, found });
        }
        let encoded = group.get(place.range).ok_or_else(missing)?;
        Ok((place.form, encoded, values))
    }

    /// Where the bytes of the group of a block are, which have a checksum together; `None` where there is no such block.
    #[must_use]
    pub fn block_range(&self, block: BlockNumber) -> Option<Range<u64>> {
        self.places.find(block).map(|place| place.group)
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
            TableKind::WinDrawLoss | TableKind::PliesToConversion | TableKind::PliesToWin => {
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
