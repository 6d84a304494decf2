//! Checking every byte of a set.

use std::path::Path;

use retrograde_db::ValueCounts;
use retrograde_db::draughts::Slice;
use retrograde_db::file::TableKind;

use super::Tables;
use crate::FileError;
use crate::lazy_table::{LazyTable, Named};

/// A table that [`Tables::verify`] is done with.
#[derive(Clone, Copy, Debug)]
pub struct FileReport<'a> {
    /// Its slice, by its name.
    pub slice: Slice,
    /// What it should hold, by its name.
    pub kind: TableKind,
    /// Its file, or its name where it is in memory.
    pub path: &'a Path,
    /// How many tables are checked now, this one included.
    pub checked: usize,
    /// How many there are, those with distances included.
    pub tables: usize,
    /// The length of the table in bytes and its counts; `None` where it does not open or is damaged.
    pub sound: Option<(u64, ValueCounts)>,
}

impl FileReport<'_> {
    /// The name of its file.
    #[must_use]
    pub fn file_name(&self) -> String {
        match self.kind.distance() {
            None => self.slice.file_name(),
            Some(kind) => self.slice.distance_file_name(kind),
        }
    }
}

/// A table that is to be checked.
struct Unchecked<'a> {
    slice: Slice,
    kind: TableKind,
    path: &'a Path,
    /// Length and counts, once it was opened and all its bytes were read.
    sound: Box<dyn Fn() -> Result<(u64, ValueCounts), FileError> + 'a>,
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
        let tables = self.slices.len() + self.distances.iter().map(|kind| kind.tables.len()).sum::<usize>();
        for (checked, unchecked) in (1..).zip(self.unchecked()) {
            let Unchecked { slice, kind, path, sound } = unchecked;
            let sound = sound().map_err(|fault| faults.push(fault)).ok();
            report(FileReport { slice, kind, path, checked, tables, sound });
        }
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    /// All tables: those of values first.
    fn unchecked(&self) -> impl Iterator<Item = Unchecked<'_>> {
        fn verified<N: Named>(table: &LazyTable<N>) -> Result<(u64, ValueCounts), FileError> {
            table.verify().map(|table| (table.byte_count(), table.counts()))
        }
        let values = self.slices.iter().map(|values| Unchecked {
            slice: values.name.slice,
            kind: TableKind::WinDrawLoss,
            path: values.source.path(),
            sound: Box::new(|| verified(values)),
        });
        let all_distances = self.distances.iter().flat_map(|kind| &kind.tables);
        values.chain(all_distances.map(|distances| Unchecked {
            slice: distances.name.slice,
            kind: distances.name.kind.into(),
            path: distances.source.path(),
            sound: Box::new(|| verified(distances)),
        }))
    }
}
