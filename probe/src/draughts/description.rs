//! What a table says of itself.
//!
//! Its frame is enough for that: the length of the file, the density, and the counts. The counts were made
//! with the table and are of all its positions, those too whose values it does not keep; so they can't be
//! checked against its values alone. A compact table counts the positions that it has a place for, and
//! answers for more.
//!
//! ```
//! use retrograde_db::ValueCounts;
//! use retrograde_db::draughts::{Density, Slice};
//! use retrograde_probe::draughts::Tables;
//! # use retrograde_db::draughts::SliceIndex;
//! # use retrograde_db::file::{BlockEncoder, TableHeader, TableWriter};
//!
//! let slice: Slice = "0m1k-0m1k".parse()?;
//! # let index = SliceIndex::new(slice);
//! # let header = TableHeader::of_slice(&index);
//! # let mut writer = TableWriter::new(Vec::new(), &header)?;
//! # writer.append_block(&BlockEncoder::new(header.rows).encode(&[1; 992])?)?;
//! # let bytes = writer.finish(ValueCounts { win: 230, draw: 654, loss: 108 })?;
//! # let bytes_of_table = bytes.len() as u64;
//! let tables = Tables::from_memory([(slice.file_name(), bytes)])?;
//! let table = tables.describe(slice)?;
//! assert_eq!((table.density, table.positions(slice)), (Density::Fast, 992));
//! assert_eq!(table.counts, ValueCounts { win: 230, draw: 654, loss: 108 });
//! # assert_eq!(table.bytes, bytes_of_table);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
