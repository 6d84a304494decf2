//! The preamble: what a table is about.
//!
//! A number in a table means nothing without the game, the rules, the kind of value and the way of numbering
//! positions that it was made with. So each file says all of them, in the 32 bytes of its preamble
//! (FORMAT.md, section 1). The name of a file is for people and for finding it: who opens a table makes the
//! header that it has to have, and compares ([`TableHeader::expect`]). A renamed file, or one for other rules,
//! is an error and not a wrong value.
//!
//! The format keeps numbers whose meaning is up to the games, so that it depends on none of them. It does
//! not keep a number twice: how many positions there are is the sum of the counts, so it is read from the
//! tail, and so are the rows.
//!
//! ```
//! use retrograde_db::file::{
//!     FormatError, Game, IndexScheme, Rows, RulesId, TableHeader, TableKind, TableWriter,
//! };
//!
//! let header = TableHeader {
//!     game: Game::Draughts,
//!     rules: RulesId(1),
//!     kind: TableKind::WinDrawLoss,
//!     index_scheme: IndexScheme(1),
//!     subject: "example".to_owned(),
//!     positions: 68,
//!     positions_per_block: 32,
//!     rows: Rows { above: 8, behind: 0 },
//! };
//! let mut bytes = Vec::new();
//! TableWriter::new(&mut bytes, &header)?;
//! assert_eq!(bytes.len(), 32);
//! // Behind the magic: version (two bytes), game, kind, rules (two bytes), numbering, blocks of 2^5.
//! assert_eq!(bytes[8..16], [3, 0, 1, 1, 1, 0, 1, 5]);
//! assert_eq!(&bytes[16..28], b"example\0\0\0\0\0");
//!
//! let asked_for = TableHeader { rules: RulesId(3), ..header.clone() };
//! let (expected, found) = (RulesId(3), RulesId(1));
//! assert_eq!(header.expect(&asked_for), Err(FormatError::OtherRules { expected, found }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;

use xxhash_rust::xxh3::xxh3_64;

use super::bounds_block::BYTES_PER_POSITION;
use super::fields::Fields;
use super::packing::packed_len;
use super::{FormatError, Part, Rows, WriteError};
use crate::DistanceKind;

/// The first bytes of every table. As in PNG, a byte above 127, both kinds of line end and an
/// end-of-file mark show a transfer that took the file for text.
pub const MAGIC: [u8; 8] = *b"\x89RTG\r\n\x1a\n";
/// The version of the format that is written, and the newest that is read.
pub const FORMAT_VERSION: u16 = 3;
/// Bytes of the preamble, its checksum included.
pub(super) const PREAMBLE_LEN: usize = 32;
/// Bytes of the preamble under its checksum. Later versions keep this and the place of the version,
/// so that a damaged file is never taken for a newer one.
const CHECKED_LEN: usize = PREAMBLE_LEN - 4;
/// Most bytes that name the positions of a table.
const SUBJECT_LEN: usize = 12;

/// Bounds in a block unless there is a reason for another number.
pub const BOUNDS_PER_BLOCK: u32 = 1 << 15;
/// Distances in a block unless there is a reason for another number: 8 kilobytes before compression.
pub const DISTANCES_PER_BLOCK: u32 = 1 << 13;
/// The largest blocks that are written or read. It bounds what a damaged file can make a reader
/// allocate.
pub const MAX_POSITIONS_PER_BLOCK: u32 = 1 << 20;

/// The game that a table is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Game {
    /// Draughts on the 32 dark squares of the 8x8 board.
    Draughts = 1,
    /// Go.
    Go = 2,
}

impl Game {
    const ALL: [Game; 2] = [Game::Draughts, Game::Go];
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Game::Draughts => "draughts",
            Game::Go => "Go",
        })
    }
}

/// What a table stores for each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum TableKind {
    /// Win, draw or loss for the side to move.
    WinDrawLoss = 1,
    /// Plies to the next move that can't be taken back, see [`DistanceKind::Conversion`].
    PliesToConversion = 2,
    /// Plies to the end of the game, see [`DistanceKind::Win`].
    PliesToWin = 3,
    /// A low and a high bound of a score.
    Bounds = 4,
}

impl TableKind {
    const ALL: [TableKind; 4] =
        [TableKind::WinDrawLoss, TableKind::PliesToConversion, TableKind::PliesToWin, TableKind::Bounds];

    /// The kind of its distances; `None` for a table of anything else.
    #[must_use]
    pub const fn distance(self) -> Option<DistanceKind> {
        match self {
            TableKind::WinDrawLoss | TableKind::Bounds => None,
            TableKind::PliesToConversion => Some(DistanceKind::Conversion),
            TableKind::PliesToWin => Some(DistanceKind::Win),
        }
    }

    /// How many blocks share a checksum. Blocks of values are some hundred bytes long, others some thousand.
    pub(super) const fn blocks_per_group(self) -> u64 {
        match self {
            TableKind::WinDrawLoss => 32,
            TableKind::PliesToConversion | TableKind::PliesToWin | TableKind::Bounds => 1,
        }
    }

    /// How many bytes a decoded block of so many positions takes: four values a byte, one byte a
    /// distance, two a pair of bounds.
    #[must_use]
    pub const fn decoded_len(self, positions: usize) -> usize {
        match self {
            TableKind::WinDrawLoss => packed_len(positions),
            TableKind::PliesToConversion | TableKind::PliesToWin => positions,
            TableKind::Bounds => positions * BYTES_PER_POSITION,
        }
    }
}

impl From<DistanceKind> for TableKind {
    fn from(kind: DistanceKind) -> TableKind {
        match kind {
            DistanceKind::Conversion => TableKind::PliesToConversion,
            DistanceKind::Win => TableKind::PliesToWin,
        }
    }
}

impl fmt::Display for TableKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            TableKind::WinDrawLoss => "win/draw/loss values",
            TableKind::PliesToConversion => "distances to conversion",
            TableKind::PliesToWin => "distances to win",
            TableKind::Bounds => "bounds",
        })
    }
}

/// The number of a rule set within its game. What the numbers mean is up to the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RulesId(pub u16);

impl fmt::Display for RulesId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The number of a way to number positions within a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IndexScheme(pub u8);

impl fmt::Display for IndexScheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a table is about: everything that the preamble of its file says.
///
/// ```
/// use retrograde_db::file::{Game, IndexScheme, RulesId, Rows, TableHeader, TableKind};
///
/// let header = TableHeader {
///     game: Game::Draughts,
///     rules: RulesId(1),
///     kind: TableKind::WinDrawLoss,
///     index_scheme: IndexScheme(1),
///     subject: "2m1k-1m0k".to_owned(),
///     positions: 288_144,
///     positions_per_block: 1 << 14,
///     rows: Rows { above: 29, behind: 464 },
/// };
/// assert_eq!(header.block_count(), 18);
/// assert_eq!(header.expect(&header), Ok(()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TableHeader {
    /// Which game.
    pub game: Game,
    /// Which rules of that game.
    pub rules: RulesId,
    /// What is stored.
    pub kind: TableKind,
    /// How the positions are numbered.
    pub index_scheme: IndexScheme,
    /// Which positions, in the words of the game, such as `2m1k-1m0k`: 1 to 12 visible ASCII
    /// characters.
    pub subject: String,
    /// How many positions.
    pub positions: u64,
    /// Positions in each block but the last: a power of two, at most
    /// [`MAX_POSITIONS_PER_BLOCK`].
    pub positions_per_block: u32,
    /// The rows that most blocks of values have; [`Rows::NONE`] for tables of anything else.
    pub rows: Rows,
}

impl TableHeader {
    /// How many blocks the positions fill.
    #[must_use]
    pub fn block_count(&self) -> u64 {
        self.positions.div_ceil(u64::from(self.positions_per_block.max(1)))
    }

    /// How many values this block holds, as numbered from 0: as many as any other, or what is left
    /// for the last one; `None` behind that.
    #[must_use]
    pub fn values_in_block(&self, block: u64) -> Option<usize> {
        let size = u64::from(self.positions_per_block);
        let left = self.positions.checked_sub(block.checked_mul(size)?)?;
        (left > 0 && size > 0).then(|| left.min(size) as usize)
    }

    /// Compares with what a table should be about. The size of blocks is left to each file.
    ///
    /// # Errors
    /// The first difference: game, rules, kind, numbering, positions by name, positions by number.
    pub fn expect(&self, expected: &TableHeader) -> Result<(), FormatError> {
        if self.game != expected.game {
            return Err(FormatError::OtherGame { expected: expected.game, found: self.game });
        }
        if self.rules != expected.rules {
            return Err(FormatError::OtherRules { expected: expected.rules, found: self.rules });
        }
        if self.kind != expected.kind {
            return Err(FormatError::OtherKind { expected: expected.kind, found: self.kind });
        }
        if self.index_scheme != expected.index_scheme {
            let (expected, found) = (expected.index_scheme, self.index_scheme);
            return Err(FormatError::OtherIndexScheme { expected, found });
        }
        if self.subject != expected.subject {
            let (expected, found) = (expected.subject.clone(), self.subject.clone());
            return Err(FormatError::OtherSubject { expected, found });
        }
        if self.positions != expected.positions {
            let (expected, found) = (expected.positions, self.positions);
            return Err(FormatError::OtherPositions { expected, found });
        }
        Ok(())
    }

    /// The bytes of the preamble, and its checksum.
    pub(super) fn to_bytes(&self) -> Result<([u8; PREAMBLE_LEN], u32), WriteError> {
        let subject = self.subject.as_bytes();
        if !is_subject(subject) {
            return Err(WriteError::Subject { found: self.subject.clone() });
        }
        if !is_block_size(self.positions_per_block) {
            return Err(WriteError::PositionsPerBlock { found: self.positions_per_block });
        }
        let mut bytes = Vec::with_capacity(PREAMBLE_LEN);
        bytes.extend(MAGIC);
        bytes.extend(FORMAT_VERSION.to_le_bytes());
        bytes.extend([self.game as u8, self.kind as u8]);
        bytes.extend(self.rules.0.to_le_bytes());
        bytes.extend([self.index_scheme.0, self.positions_per_block.ilog2() as u8]);
        bytes.extend(subject);
        bytes.resize(CHECKED_LEN, 0);
        let checksum = xxh3_64(&bytes) as u32;
        bytes.extend(checksum.to_le_bytes());
        Ok((bytes.try_into().expect("the fields above fill the preamble"), checksum))
    }

    /// Reads a preamble. Gives its checksum too.
    pub(super) fn from_bytes(bytes: &[u8; PREAMBLE_LEN]) -> Result<(TableHeader, u32), FormatError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(FormatError::NotATable { found: bytes[..MAGIC.len()].to_vec() });
        }
        let (checked, checksum) = bytes.split_at(CHECKED_LEN);
        if checked[MAGIC.len()..].starts_with(&1u16.to_le_bytes()) {
            // Version 1 had its checksum elsewhere.
            return Err(FormatError::OlderVersion { supported: FORMAT_VERSION, found: 1 });
        }
        let expected = Fields::new(checksum).u32();
        let found = xxh3_64(checked) as u32;
        if expected != found {
            let (expected, found) = (expected.into(), found.into());
            return Err(FormatError::Checksum { part: Part::Preamble, expected, found });
        }
        let mut fields = Fields::new(&checked[MAGIC.len()..]);
        let version = fields.u16();
        if version > FORMAT_VERSION {
            return Err(FormatError::NewerVersion { supported: FORMAT_VERSION, found: version });
        }
        if version != FORMAT_VERSION {
            return Err(FormatError::OlderVersion { supported: FORMAT_VERSION, found: version });
        }
        Ok((parse_fields(&mut fields)?, found))
    }
}

/// Reads the fields behind the version. The tail says how many positions there are, and their rows.
fn parse_fields(fields: &mut Fields<'_>) -> Result<TableHeader, FormatError> {
    let [game, kind] = fields.bytes();
    let game = Game::ALL
        .into_iter()
        .find(|&known| known as u8 == game)
        .ok_or_else(|| fault("game", "1 (draughts) or 2 (Go)".to_owned(), game.to_string()))?;
    let kind = TableKind::ALL.into_iter().find(|&known| known as u8 == kind).ok_or_else(|| {
        let expected = "1 (values), 2 or 3 (distances) or 4 (bounds)".to_owned();
        fault("kind", expected, kind.to_string())
    })?;
    let rules = RulesId(fields.u16());
    let [index_scheme, block_bits] = fields.bytes();
    let positions_per_block = 1u32.checked_shl(block_bits.into()).unwrap_or(0);
    if !is_block_size(positions_per_block) {
        let expected = format!("at most {}", MAX_POSITIONS_PER_BLOCK.ilog2());
        return Err(fault("binary logarithm of positions per block", expected, block_bits.to_string()));
    }
    let subject = fields.bytes::<SUBJECT_LEN>();
    let len = subject.iter().position(|&byte| byte == 0).unwrap_or(SUBJECT_LEN);
    let (text, padding) = subject.split_at(len);
    if !is_subject(text) || padding.iter().any(|&byte| byte != 0) {
        let expected = format!("1 to {SUBJECT_LEN} visible ASCII characters, then zeros");
        return Err(fault("subject", expected, format!("{:?}", String::from_utf8_lossy(&subject))));
    }
    let subject = String::from_utf8_lossy(text).into_owned();
    let index_scheme = IndexScheme(index_scheme);
    let (positions, rows) = (0, Rows::NONE);
    Ok(TableHeader { game, rules, kind, index_scheme, subject, positions, positions_per_block, rows })
}

/// A field of the preamble with a value that nobody writes.
fn fault(field: &'static str, expected: String, found: String) -> FormatError {
    FormatError::Field { part: Part::Preamble, field, expected, found }
}

fn is_subject(text: &[u8]) -> bool {
    (1..=SUBJECT_LEN).contains(&text.len()) && text.iter().all(u8::is_ascii_graphic)
}

const fn is_block_size(positions: u32) -> bool {
    positions.is_power_of_two() && positions <= MAX_POSITIONS_PER_BLOCK
}
