//! What can be wrong with the bytes of a table.
//!
//! There are as many kinds of error as there are things to do about them: copy a file again that is cut or
//! damaged, build one again that is old, update the program for one that is newer, look for the right one
//! where it is another table. So the order of the checks matters. The magic comes first, then the checksum, and
//! only then what stands under it: a damaged file is never reported as a newer version or as another game.
//!
//! A right checksum says that the bytes are those that were written, and not that a sound writer wrote them.
//! So a field or a block that no writer makes is an error of its own ([`FormatError::Field`],
//! [`FormatError::Block`]), and no way to a wrong value.
//!
//! ```
//! use retrograde_db::ValueCounts;
//! use retrograde_db::file::{BlockEncoder, FormatError, Part, Rows, Table, TableHeader, TableWriter};
//! # use retrograde_db::draughts::SliceIndex;
//!
//! // A table of four draws.
//! # let header = TableHeader::of_slice(&SliceIndex::new("0m1k-0m1k".parse()?));
//! # let header = TableHeader { positions: 4, rows: Rows::NONE, ..header };
//! let mut writer = TableWriter::new(Vec::new(), &header)?;
//! writer.append_block(&BlockEncoder::new(header.rows).encode(&[1, 1, 1, 1])?)?;
//! let whole = writer.finish(ValueCounts { draw: 4, ..ValueCounts::default() })?;
//! let fault = |bytes: &[u8]| Table::open(bytes).unwrap_err();
//!
//! assert!(matches!(fault(b"[Event \"Glasgow\"]"), FormatError::NotATable { .. }));
//! assert!(matches!(fault(&whole[..40]), FormatError::Cut { found: 40, .. }));
//! assert!(matches!(fault(&whole[..whole.len() - 1]), FormatError::NoEndMark { .. }));
//! let appended = [&whole[..], b"\n"].concat();
//! assert!(matches!(fault(&appended), FormatError::TrailingBytes { .. }));
//! let mut changed = whole.clone();
//! changed[8] = 200; // What would be version 200 is a damaged byte.
//! assert!(matches!(fault(&changed), FormatError::Checksum { part: Part::Preamble, .. }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::io;

use thiserror::Error;

use super::{BlockNumber, Game, IndexScheme, RulesId, TableKind};

/// The bytes are not the table that was asked for.
///
/// This is the lower of two layers: it knows bytes, not paths. Whoever opens a file adds the path.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormatError {
    /// The file does not begin as a table does.
    #[error(
        "not a retrograde table: it begins with {found:02x?} in place of {expected:02x?} (a transfer in \
         text mode changes these bytes too)",
        expected = super::MAGIC
    )]
    NotATable {
        /// The first bytes, eight at most.
        found: Vec<u8>,
    },
    /// Bytes are missing.
    #[error("cut short: {expected} bytes expected, {found} found; copy or build the table again")]
    Cut {
        /// How many bytes there should be (at least, where the file is too short to say).
        expected: u64,
        /// How many there are.
        found: u64,
    },
    /// The last bytes are not the end mark.
    #[error(
        "no end mark after {length} bytes: the file is cut short or its end is damaged; copy or build the \
         table again"
    )]
    NoEndMark {
        /// How many bytes there are.
        length: u64,
    },
    /// There are more bytes than the table has: behind its end, or between its blocks and its tail.
    #[error("{extra} bytes too many: {expected} bytes expected, {found} found; copy or build the table again", extra = found - expected)]
    TrailingBytes {
        /// How many bytes there should be.
        expected: u64,
        /// How many there are.
        found: u64,
    },
    /// The bytes can't be read.
    #[error("reading {length} bytes from byte {offset} on failed: {message}")]
    Read {
        /// The first of the bytes, from the beginning of the file.
        offset: u64,
        /// How many they are.
        length: u64,
        /// The kind of failure.
        kind: io::ErrorKind,
        /// What the system says.
        message: String,
    },
    /// A file of a version that is not read any more.
    #[error("format version {found}, older than {supported}: build the table again")]
    OlderVersion {
        /// The version that is read.
        supported: u16,
        /// The version that the file names.
        found: u16,
    },
    /// A later version of the format.
    #[error("format version {found}, newer than {supported}: update retrograde to read it")]
    NewerVersion {
        /// The newest version that this code reads.
        supported: u16,
        /// The version of the file.
        found: u16,
    },
    /// A part of the file is not what was written.
    #[error(
        "{part} damaged: checksum {expected:016x} expected, {found:016x} found; copy or build the table again"
    )]
    Checksum {
        /// The part.
        part: Part,
        /// The checksum that was written with it.
        expected: u64,
        /// The checksum of what is there.
        found: u64,
    },
    /// A field holds what no writer puts there, though its checksum is right.
    #[error("{part}: {field} is {found}, expected {expected}")]
    Field {
        /// The part it belongs to.
        part: Part,
        /// Its name in FORMAT.md.
        field: &'static str,
        /// What it can be.
        expected: String,
        /// What it is.
        found: String,
    },
    /// A block does not decode, though its checksum is right.
    #[error("block {block}: {fault}")]
    Block {
        /// Which block.
        block: BlockNumber,
        /// What is wrong with it.
        fault: BlockFault,
    },
    /// A block was asked for that the table does not have.
    #[error("block {block} of a table of {blocks} blocks")]
    NoSuchBlock {
        /// Which block.
        block: BlockNumber,
        /// How many blocks there are.
        blocks: u64,
    },
    /// A table of another game.
    #[error("a table of {found}, expected one of {expected}")]
    OtherGame {
        /// The game that was asked for.
        expected: Game,
        /// The game of the table.
        found: Game,
    },
    /// A table for other rules of the game.
    #[error("a table for rules {found}, expected rules {expected}")]
    OtherRules {
        /// The rules that were asked for.
        expected: RulesId,
        /// The rules of the table.
        found: RulesId,
    },
    /// A table that stores something else.
    #[error("a table of {found}, expected one of {expected}")]
    OtherKind {
        /// What was to be stored.
        expected: TableKind,
        /// What is stored.
        found: TableKind,
    },
    /// A table whose positions are numbered in another way.
    #[error("a table with index scheme {found}, expected scheme {expected}: build it again")]
    OtherIndexScheme {
        /// The scheme that was asked for.
        expected: IndexScheme,
        /// The scheme of the table.
        found: IndexScheme,
    },
    /// A table of other positions than its name says.
    #[error("a table of {found}, expected one of {expected}: was the file renamed?")]
    OtherSubject {
        /// The positions that were asked for, as in [`super::TableHeader::subject`].
        expected: String,
        /// The positions of the table.
        found: String,
    },
    /// A table of the right name with another number of positions.
    #[error("a table of {found} positions, expected {expected}")]
    OtherPositions {
        /// How many positions were expected.
        expected: u64,
        /// How many the table has.
        found: u64,
    },
}

/// A part of a table file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The first bytes, which say what is stored.
    Preamble,
    /// A block: of values, distances or bounds.
    Block(BlockNumber),
    /// Lengths and checksums of the blocks.
    BlockTable,
    /// What stands behind the blocks: rows, counts, block table, and the bytes that end the file.
    Tail,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Preamble => f.write_str("preamble"),
            Part::Block(number) => write!(f, "block {number}"),
            Part::BlockTable => f.write_str("block table"),
            Part::Tail => f.write_str("tail"),
        }
    }
}

/// Why an encoded block does not decode.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum BlockFault {
    /// No block of its kind of table begins with this byte.
    #[error("its first byte is {found}, which no block of this kind begins with")]
    Tag {
        /// The first byte.
        found: u8,
    },
    /// It gives too few or too many bytes.
    #[error("{found} bytes behind its first one, expected {expected}")]
    Length {
        /// How many bytes there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// Zstd refuses it, or it unpacks to another length.
    #[error("no zstd frame of {expected} bytes: {message}")]
    Frame {
        /// How many bytes it should unpack to.
        expected: usize,
        /// What is wrong.
        message: String,
    },
    /// A byte that does not hold values.
    #[error("byte {place} is {found}, which holds no values")]
    NotValues {
        /// Which of the packed bytes.
        place: usize,
        /// What it is.
        found: u8,
    },
    /// The runs are not those of so many values.
    #[error("{found} bytes are not the code of {expected} values")]
    Runs {
        /// How many values the block has.
        expected: usize,
        /// How many bytes of code there are.
        found: usize,
    },
}
