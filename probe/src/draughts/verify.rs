//! Checking every byte of a set.

use std::path::Path;

use retrograde_db::ValueCounts;
use retrograde_db::draughts::Slice;

use super::Tables;
use crate::FileError;

/// A table that [`Tables::verify`] is done with.
#[derive(Clone, Copy, Debug)]
pub struct FileReport<'a> {
    /// Its slice, by its name.
    pub slice: Slice,
    /// Its file, or its name where it is in memory.
    pub path: &'a Path,
    /// How many tables are checked now, this one included.
    pub checked: usize,
    /// How many there are.
    pub tables: usize,
    /// The length of the table in bytes and its counts; `None` where it does not open or is damaged.
    pub sound: Option<(u64, ValueCounts)>,
}

impl Tables {
    /// Checks every table: that it opens, that it is the one its name says, and that every byte is
    /// the one that was written. `report` is called after each table.
    ///
    /// Whether the values are right takes more than that: they have to fit together along the moves.
    ///
    /// # Errors
    /// What is wrong, of all tables for which something is; the rest is sound.
    pub fn verify(&self, mut report: impl FnMut(FileReport<'_>)) -> Result<(), Vec<FileError>> {
        let mut faults = Vec::new();
        for (checked, slice_table) in (1..).zip(&self.slices) {
            let verified = slice_table.opened().and_then(|opened| {
                let table = &opened.table;
                table.verify().map_err(|source| slice_table.failed(source))?;
                Ok((table.byte_count(), table.counts()))
            });
            let sound = verified.map_err(|fault| faults.push(fault)).ok();
            let (slice, path, tables) = (slice_table.slice, slice_table.source.path(), self.slices.len());
            report(FileReport { slice, path, checked, tables, sound });
        }
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }
}
