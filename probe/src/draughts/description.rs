//! What a table says of itself.

use std::path::Path;

use retrograde_db::draughts::{Density, Slice};
use retrograde_db::{DistanceKind, ValueCounts};

use super::{ProbeError, Tables};

/// What the frame of a table says: its size and its counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Description<'a> {
    /// Its file, or its name where it is in memory.
    pub path: &'a Path,
    /// Bytes of the file.
    pub bytes: u64,
    /// How much it keeps. A compact table answers for the reverse of its slice too.
    pub density: Density,
    /// Positions by value; of a compact table those that it has a place for. They were counted where the table was made.
    pub counts: ValueCounts,
}

impl Description<'_> {
    /// How many positions a table of this slice answers for.
    #[must_use]
    pub fn positions(&self, slice: Slice) -> u64 {
        self.density.positions(slice)
    }
}

impl Tables {
    /// Describes the table of a slice. The table is opened and no value of it is read, so this is
    /// cheap, and does not find damaged values; see [`Tables::verify`].
    ///
    /// # Errors
    /// Where the table is missing, can't be read, or is not the one that its name says.
    pub fn describe(&self, slice: Slice) -> Result<Description<'_>, ProbeError> {
        let slice_table = self.table(slice)?;
        let opened = slice_table.opened()?;
        let (bytes, counts) = (opened.table.byte_count(), opened.table.counts());
        Ok(Description { path: slice_table.source.path(), bytes, density: opened.density(), counts })
    }

    /// Describes the table with the distances of a slice, as [`Tables::describe`] does for its values;
    /// the counts are those of the values.
    ///
    /// # Errors
    /// Where the table is missing, can't be read, or is not the one that its name says.
    pub fn describe_distances(
        &self,
        slice: Slice,
        kind: DistanceKind,
    ) -> Result<Description<'_>, ProbeError> {
        let distances = self.distances[kind as usize].table(slice)?;
        let table = &distances.opened()?.table;
        let (bytes, counts) = (table.byte_count(), table.counts());
        Ok(Description { path: distances.source.path(), bytes, density: Density::Fast, counts })
    }
}
