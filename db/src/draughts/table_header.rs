//! What the files of draughts tables say of themselves.

use super::{Rules, Slice, SliceIndex};
use crate::file::{Game, IndexScheme, POSITIONS_PER_BLOCK, TableHeader, TableKind};

/// The numbering of [`SliceIndex`], as files name it.
pub const INDEX_SCHEME: IndexScheme = IndexScheme(1);

/// Ending of the names of files with win/draw/loss values.
const EXTENSION: &str = "wdl";

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
}

impl TableHeader {
    /// The header of the table of a slice of English draughts.
    #[must_use]
    pub fn of_slice(index: &SliceIndex) -> TableHeader {
        TableHeader {
            game: Game::Draughts,
            rules: Rules::ENGLISH.id,
            kind: TableKind::WinDrawLoss,
            index_scheme: INDEX_SCHEME,
            subject: index.slice().to_string(),
            positions: index.size(),
            positions_per_block: POSITIONS_PER_BLOCK,
        }
    }
}
