//! What the files of draughts tables say of themselves.
//!
//! The format of files has numbers for the rules, the numbering and the subject, and this is where draughts
//! says what they are (FORMAT.md, section 5). All of a header follows from the index of a slice, the kind of
//! values and the rules, so a reader makes the header that it expects in the same way as the solver made the
//! one it wrote. The name of a file says the slice and the kind. It says neither rules nor density: tables
//! that differ in these are never in one folder for the same slice, and a mistake shows in the header.
//!
//! ```
//! use retrograde_db::DistanceKind;
//! use retrograde_db::draughts::{Density, Rules, Slice, SliceIndex};
//! use retrograde_db::file::{FormatError, IndexScheme, TableHeader};
//!
//! let slice: Slice = "2m1k-1m0k".parse()?;
//! assert_eq!(slice.file_name(), "2m1k-1m0k.wdl");
//! let (name, kind) = ("2m1k-1m0k.dtw", DistanceKind::Win);
//! assert_eq!(Slice::of_distance_file_name(name), Some((slice, kind)));
//! assert_eq!(Slice::of_file_name(name), None);
//!
//! // Other rules are other values of the same positions, another density other positions.
//! let header = TableHeader::of_slice(&SliceIndex::new(slice));
//! let other_rules = header.clone().under(&Rules::KINGS_FIRST);
//! assert!(matches!(other_rules.expect(&header), Err(FormatError::OtherRules { .. })));
//! let compact = TableHeader::of_slice(&SliceIndex::with_density(slice, Density::Compact));
//! assert_eq!(compact.index_scheme, IndexScheme(2));
//! assert!(compact.positions < header.positions);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{Density, Rules, Slice, SliceIndex};
use crate::DistanceKind;
use crate::file::{DISTANCES_PER_BLOCK, Game, IndexScheme, Rows, TableHeader, TableKind};

/// The numbering of all positions by [`SliceIndex`], as files name it.
pub const INDEX_SCHEME: IndexScheme = Density::Fast.index_scheme();

/// Ending of the names of files with win/draw/loss values.
const EXTENSION: &str = "wdl";

/// Endings of the names of files with distances.
const fn distance_extension(kind: DistanceKind) -> &'static str {
    match kind {
        DistanceKind::Conversion => "dtc",
        DistanceKind::Win => "dtw",
    }
}

impl Slice {
    /// The name of the file with its win/draw/loss values, such as `2m1k-1m0k.wdl`.
    #[must_use]
    pub fn file_name(self) -> String {
        format!("{self}.{EXTENSION}")
    }

    /// The slice whose win/draw/loss values a file of this name holds; `None` for other names.
    #[must_use]
    pub fn of_file_name(name: &str) -> Option<Slice> {
        name.strip_suffix(EXTENSION)?.strip_suffix('.')?.parse().ok()
    }

    /// The name of the file with its distances: `2m1k-1m0k.dtc` to conversion, `2m1k-1m0k.dtw` to win.
    #[must_use]
    pub fn distance_file_name(self, kind: DistanceKind) -> String {
        format!("{self}.{}", distance_extension(kind))
    }

    /// The slice whose distances a file of this name holds, and their kind; `None` for other names.
    #[must_use]
    pub fn of_distance_file_name(name: &str) -> Option<(Slice, DistanceKind)> {
        let (slice, extension) = name.split_once('.')?;
        let kind = DistanceKind::ALL.into_iter().find(|&kind| distance_extension(kind) == extension)?;
        Some((slice.parse().ok()?, kind))
    }
}

/// How many positions a block of a slice's table has. The more runs there are, the longer a block takes to
/// decode, and between equal sides there are the most; where one side is far ahead a block is some runs long,
/// and what stands around each counts.
const fn positions_per_block(slice: Slice) -> u32 {
    match slice.mover().pieces().abs_diff(slice.opponent().pieces()) {
        0 => 1 << 11,
        1 => 1 << 13,
        _ => 1 << 14,
    }
}

impl TableHeader {
    /// The header of the table of a slice of English draughts. Which positions have their values in
    /// it, [`Rules::is_threatened`] says.
    #[must_use]
    pub fn of_slice(index: &SliceIndex) -> TableHeader {
        TableHeader {
            game: Game::Draughts,
            rules: Rules::ENGLISH.id,
            kind: TableKind::WinDrawLoss,
            index_scheme: index.density().index_scheme(),
            subject: index.slice().to_string(),
            positions: index.size(),
            positions_per_block: positions_per_block(index.slice()),
            rows: index.rows(),
        }
    }

    /// The header of the table with the distances of a slice of English draughts.
    #[must_use]
    pub fn of_distances(index: &SliceIndex, kind: DistanceKind) -> TableHeader {
        let positions_per_block = DISTANCES_PER_BLOCK;
        TableHeader {
            kind: kind.into(),
            positions_per_block,
            rows: Rows::NONE,
            ..TableHeader::of_slice(index)
        }
    }

    /// The header of the same table for a game played by these rules.
    #[must_use]
    pub fn under(self, rules: &Rules) -> TableHeader {
        TableHeader { rules: rules.id, ..self }
    }
}
