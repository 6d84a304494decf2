//! Writing the values of a board to a file.
//!
//! The file is one of two scores a board, like that of the bounds, under a number of rules that says what
//! they are: the value with Black to move, and the value after a pass, which is not below it (FORMAT.md,
//! section 5). So the same code reads both kinds of tables. Boards for which an image stands have no codes.
//!
//! ```
//! use retrograde_db::go::Rules;
//! use retrograde_solver::{MemoryStore, Silent};
//! use retrograde_solver::go::{ExactLimits, ExactSolver};
//!
//! let mut solver = ExactSolver::new("1x2".parse()?, &Rules::TROMP_TAYLOR, ExactLimits::default())?;
//! let mut store = MemoryStore::default();
//! let values = solver.values(&Silent)?;
//! let report = values.write(&mut store)?;
//! assert_eq!((report.name.file_name().as_str(), report.boards), ("1x2.positional", 5));
//! assert!(store.into_tables().contains_key("1x2.positional"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use retrograde_db::file::{BoundCodes, BoundsEncoder, ManifestEntry, TableHeader, TableWriter, WriteError};
use retrograde_db::go::{BoundCounts, Bounds, Colour, Position, TableName};

use super::values::ExactValues;
use crate::TableStore;
use crate::budget::Bytes;
use crate::counted::Counted;
use crate::go::BuildError;

/// A table of exact values that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValuesReport {
    /// Which table.
    pub name: TableName,
    /// Legal boards.
    pub boards: u64,
    /// Length of the file.
    pub bytes: Bytes,
    /// The 64-bit XXH3 checksum of the file.
    pub checksum: u64,
}

impl ExactValues {
    /// The table that holds them.
    #[must_use]
    pub fn name(&self) -> TableName {
        let rules = self.rules();
        TableName::exact(self.size(), rules.suicide, rules.repetition)
    }

    /// Writes the table into a store, in place of one that is there.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn write<S: TableStore>(&self, store: &mut S) -> Result<ValuesReport, BuildError> {
        let name = self.name();
        let file = name.file_name();
        let place = store.place(&file);
        let io_error = |source| BuildError::Io { path: place.clone(), source };
        let output = store.create(&file).map_err(io_error)?;
        let header = TableHeader::of_go(name, self.index());
        let boards = header.positions;
        let counts = BoundCounts { exact: boards, open: 0 };
        let written = self.write_blocks(&header, Counted::new(output), counts);
        let Counted { output, bytes, checksum } =
            written.map_err(|source| BuildError::Write { path: place.clone(), source })?;
        store.keep(&file, output).map_err(io_error)?;
        let checksum = checksum.digest();
        let entry = ManifestEntry { bytes, checksum, counts: counts.into() };
        store.finish(&[(file, entry)]).map_err(io_error)?;
        Ok(ValuesReport { name, boards, bytes: Bytes(bytes), checksum })
    }

    fn write_blocks<W: std::io::Write>(
        &self,
        header: &TableHeader,
        output: W,
        counts: BoundCounts,
    ) -> Result<W, WriteError> {
        let mut writer = TableWriter::new(output, header)?;
        let mut encoder = BoundsEncoder::default();
        for block in 0..header.block_count() {
            let first = block * u64::from(header.positions_per_block);
            let len = header.values_in_block(block).unwrap_or(0) as u64;
            let codes: Vec<_> = (first..first + len).map(|number| self.codes(number)).collect();
            let encoded = encoder.encode(&codes).expect("values are codes, and a block is not too long");
            writer.append_bounds(&encoded)?;
        }
        writer.finish(counts.into())
    }

    /// The values of the board with a number before and after a pass, Black to move; `None` where an
    /// image stands for it.
    fn codes(&self, number: u64) -> Option<BoundCodes> {
        let board = self.index().board(number)?;
        self.index().images_of_standard(board)?;
        let value = |passed| self.value(Position { board, to_move: Colour::Black, passed });
        // A pass before only adds to what Black can do: to end the game with the board as it is.
        let bounds = Bounds { low: value(false)?, high: value(true)? };
        Some(bounds.codes(self.size()))
    }
}
