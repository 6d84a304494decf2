//! What the files of draughts tables say of themselves.

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
