//! The tables that a command asks: those of a folder, or a few that are solved on the spot.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use clap::Args;
use retrograde_db::draughts::{Position, Rules, Slice};
use retrograde_probe::draughts::{ProbeError, Tables};
use retrograde_probe::{FileAccess, Options};
use retrograde_solver::draughts::{BuildOptions, build};
use retrograde_solver::{MemoryStore, Silent};

use super::rules::RulesOption;
use crate::error::CommandError;
use crate::output::grouped;

/// Where tables are unless something else is said.
pub(crate) const DEFAULT_FOLDER: &str = "tables";
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
    /// The folder, whether it is there or not.
    fn folder(&self) -> &Path {
        self.tables.as_deref().unwrap_or(Path::new(DEFAULT_FOLDER))
    }

    /// The tables of the folder, which has to be there and to hold some.
    pub(super) fn open_some(&self) -> Result<Tables, CommandError> {
        let folder = self.folder();
        let tables = open_folder(&Rules::ENGLISH, folder, Options::default())?;
        if tables.max_pieces() == 0 {
            return Err(CommandError::NoTables { folder: folder.to_owned() });
        }
        Ok(tables)
    }
}

/// The options of commands that ask for values: where tables are, and how they are read.
#[derive(Debug, Args)]
pub(super) struct ProbeOptions {
    #[command(flatten)]
    folder: TablesOption,
    #[command(flatten)]
    rules: RulesOption,
    /// Decode the tables of up to N pieces before the first answer, and keep them in memory.
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    autoload: u8,
    /// Read files in pieces in place of mapping them into memory: for network drives, where a failure is
    /// then an error of one position.
    #[arg(long)]
    in_pieces: bool,
}

impl ProbeOptions {
    /// The tables of the folder; without a folder, none until they are needed.
    pub(super) fn open(&self) -> Result<TableSource, CommandError> {
        self.rules.check_tables()?;
        let rules = self.rules.rules;
        if self.folder.tables.is_none() && !Path::new(DEFAULT_FOLDER).exists() {
            return Ok(TableSource::nothing_solved(rules));
        }
        let access = if self.in_pieces { FileAccess::Positioned } else { FileAccess::default() };
        let options = Options { access, autoload_pieces: self.autoload, ..Options::default() };
        let folder = self.folder.folder();
        Ok(TableSource { tables: open_folder(rules, folder, options)?, folder: Some(folder.to_owned()) })
    }
}

/// Opens a folder of tables for a game played by these rules.
pub(crate) fn open_folder(
    rules: &'static Rules,
    folder: &Path,
    options: Options,
) -> Result<Tables, CommandError> {
    if !folder.exists() {
        return Err(CommandError::NoFolder { folder: folder.to_owned() });
    }
    Ok(Tables::open_under(rules, folder, options)?)
}

/// Tables of a folder, or of memory.
#[derive(Debug)]
pub(super) struct TableSource {
    tables: Tables,
    /// The folder; `None` where the tables are in memory.
    folder: Option<PathBuf>,
}

impl TableSource {
    /// The rules of the game.
    pub(super) fn rules(&self) -> &'static Rules {
        self.tables.rules()
    }

    fn nothing_solved(rules: &'static Rules) -> TableSource {
        let tables = Tables::from_memory_under(rules, []).expect("no table has no wrong name");
        TableSource { tables, folder: None }
    }

    /// Asks the tables about a position. Where they are in memory and too few, those that are needed
    /// are solved, and the question is asked again.
    pub(super) fn ask<T>(
        &mut self,
        position: Position,
        question: impl Fn(&Tables, Position) -> Result<T, ProbeError>,
    ) -> Result<T, CommandError> {
        loop {
            match question(&self.tables, position) {
                Ok(answer) => return Ok(answer),
                Err(ProbeError::TooManyPieces { pieces, .. }) if self.can_solve(pieces) => {
                    self.tables = solve(self.rules(), pieces as u8)?;
                }
                Err(source) => return Err(self.error(position, source)),
            }
        }
    }

    fn can_solve(&self, pieces: u32) -> bool {
        self.folder.is_none()
            && pieces <= SOLVED_ON_THE_SPOT.into()
            && pieces > self.tables.max_pieces().into()
    }

    /// An error with what to do about it.
    pub(super) fn error(&self, position: Position, source: ProbeError) -> CommandError {
        let pieces = match &source {
            ProbeError::MissingSlice { slice, .. } => u32::from(slice.pieces()),
            ProbeError::TooManyPieces { pieces, .. } => *pieces,
            _ => u32::MAX,
        };
        let possible = pieces <= Slice::MAX_PIECES.into();
        let position = position.to_string();
        match &self.folder {
            None if possible => CommandError::NotOnTheSpot { position, pieces, most: SOLVED_ON_THE_SPOT },
            folder => {
                let folder = folder.as_deref().unwrap_or(Path::new(DEFAULT_FOLDER)).display();
                let advice = if possible {
                    format!("; build it with `retrograde draughts build --pieces {pieces} --out {folder}`")
                } else {
                    String::new()
                };
                CommandError::Probe { position, source: Box::new(source), advice }
            }
        }
    }
}

/// Solves tables in memory, and says so.
fn solve(rules: &'static Rules, pieces: u8) -> Result<Tables, CommandError> {
    let mut store = MemoryStore::default();
    let options = BuildOptions { rules, ..BuildOptions::new(pieces) };
    let report = build(&mut store, &options, &Silent, &AtomicBool::new(false))?;
    let positions = grouped(report.positions());
    let _ = writeln!(
        io::stderr(),
        "note: no folder {DEFAULT_FOLDER}, so {positions} positions of up to {pieces} pieces were solved in memory"
    );
    Ok(Tables::from_memory_under(rules, store.into_tables())?)
}
