//! The tables that a command asks: those of a folder, or a few that are solved on the spot.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use clap::Args;
use retrograde_db::draughts::Position;
use retrograde_probe::Options;
use retrograde_probe::draughts::{ProbeError, Tables};
use retrograde_solver::Silent;
use retrograde_solver::draughts::{BuildOptions, MemoryStore, build};

use crate::error::CommandError;

/// Where tables are unless something else is said.
pub(super) const DEFAULT_FOLDER: &str = "tables";
/// Tables with up to so many pieces are solved on the spot: that takes less than a second.
const SOLVED_ON_THE_SPOT: u8 = 4;

/// The option `--tables`.
#[derive(Debug, Args)]
pub(super) struct TablesOption {
    /// Folder of the tables. Without this option it is `tables`; where that is not there, up to four
    /// pieces are solved in memory.
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

impl TablesOption {
    /// The tables of the folder; without a folder, none until they are needed.
    pub(super) fn open(&self) -> Result<TableSource, CommandError> {
        match &self.tables {
            None if !Path::new(DEFAULT_FOLDER).exists() => Ok(TableSource::nothing_solved()),
            folder => {
                let folder = folder.as_deref().unwrap_or(Path::new(DEFAULT_FOLDER));
                Ok(TableSource { tables: open_folder(folder)?, folder: Some(folder.to_owned()) })
            }
        }
    }

    /// The tables of the folder, which has to be there and to hold some.
    pub(super) fn open_some(&self) -> Result<Tables, CommandError> {
        let folder = self.tables.as_deref().unwrap_or(Path::new(DEFAULT_FOLDER));
        let tables = open_folder(folder)?;
        if tables.max_pieces() == 0 {
            return Err(CommandError::NoTables { folder: folder.to_owned() });
        }
        Ok(tables)
    }
}

/// Opens a folder of tables.
pub(crate) fn open_folder(folder: &Path) -> Result<Tables, CommandError> {
    if !folder.exists() {
        return Err(CommandError::NoFolder { folder: folder.to_owned() });
    }
    Ok(Tables::open(folder, Options::default())?)
}

/// Tables of a folder, or of memory.
#[derive(Debug)]
pub(super) struct TableSource {
    tables: Tables,
    /// The folder; `None` where the tables are in memory.
    folder: Option<PathBuf>,
}

impl TableSource {
    fn nothing_solved() -> TableSource {
        let tables = Tables::from_memory([]).expect("no table has no wrong name");
        TableSource { tables, folder: None }
    }

    /// Asks the tables about a position. Where they are in memory, those with as many pieces as the
    /// position has are solved first, if they are not too many.
    pub(super) fn ask<T>(
        &mut self,
        position: Position,
        question: impl FnOnce(&Tables, Position) -> Result<T, ProbeError>,
    ) -> Result<T, CommandError> {
        if self.folder.is_none() {
            self.solve_for(position)?;
        }
        question(&self.tables, position).map_err(|source| self.error(position, source))
    }

    /// Solves tables in memory where a position has more pieces than those that are there.
    fn solve_for(&mut self, position: Position) -> Result<(), CommandError> {
        // One piece needs no table, and captures lead from more pieces to fewer.
        let pieces = position.piece_count().min(SOLVED_ON_THE_SPOT.into()) as u8;
        if pieces < 2 || pieces <= self.tables.max_pieces() {
            return Ok(());
        }
        let mut store = MemoryStore::default();
        let report = build(&mut store, &BuildOptions::new(pieces), &Silent, &AtomicBool::new(false))?;
        let _ = writeln!(
            io::stderr(),
            "no folder {DEFAULT_FOLDER}: solved {} positions of up to {pieces} pieces in memory",
            crate::output::grouped(report.positions()),
        );
        self.tables = Tables::from_memory(store.into_tables())?;
        Ok(())
    }

    /// An error with what to do about it.
    pub(super) fn error(&self, position: Position, source: ProbeError) -> CommandError {
        let folder = self.folder.as_deref().unwrap_or(Path::new(DEFAULT_FOLDER)).display();
        let missing = match &source {
            ProbeError::MissingSlice { slice, .. } => Some(u32::from(slice.pieces())),
            ProbeError::TooManyPieces { pieces, .. } => Some(*pieces),
            _ => None,
        };
        let advice = match missing {
            Some(pieces) if pieces <= retrograde_db::draughts::Slice::MAX_PIECES.into() => {
                format!("; build it with `retrograde draughts build --pieces {pieces} --out {folder}`")
            }
            _ => String::new(),
        };
        CommandError::Probe { position: position.to_string(), source: Box::new(source), advice }
    }
}
