//! Which tables are asked.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use clap::Args;
use retrograde_db::go::{Bounds, Ending, Position, Rules, Suicide};
use retrograde_probe::Options;
use retrograde_probe::go::{ProbeError, Tables};
use retrograde_solver::MemoryStore;
use retrograde_solver::Silent;
use retrograde_solver::go::{BuildOptions, build, plan};

use super::{read_history, read_rules};
use crate::draughts::DEFAULT_FOLDER;
use crate::error::CommandError;
use crate::output::grouped;

/// Legal boards of sizes that are solved on the spot: that takes about a second.
const SOLVED_ON_THE_SPOT: u64 = 400_000;

/// The options `--tables` and `--rules`.
#[derive(Debug, Args)]
pub(super) struct TablesOption {
    /// Folder of the tables. Without this option it is `tables`; where that is not there, boards up to
    /// 3x4 are solved in memory.
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Rules: bounds depend only on whether they allow suicide, exact values on what may be repeated too.
    #[arg(long, value_name = "RULES", default_value = "tromp-taylor", value_parser = read_rules)]
    pub(super) rules: &'static Rules,
}

impl TablesOption {
    /// The tables of the folder; without a folder, none until they are needed.
    pub(super) fn open(&self) -> Result<TableSource, CommandError> {
        let rules = self.rules;
        match &self.tables {
            None if !Path::new(DEFAULT_FOLDER).exists() => {
                let tables = Tables::from_memory([])?;
                Ok(TableSource { tables, folder: None, rules })
            }
            folder => {
                let folder = folder.as_deref().unwrap_or(Path::new(DEFAULT_FOLDER));
                Ok(TableSource { tables: open_folder(folder)?, folder: Some(folder.to_owned()), rules })
            }
        }
    }

    /// The position that a text stands for. Boards that were left by a play have no place in tables.
    pub(super) fn position(&self, text: &str) -> Result<Position, CommandError> {
        let history = read_history(text)?;
        let move_error = |source| CommandError::Move { position: text.to_owned(), source };
        let game = history.game(self.rules).map_err(move_error)?;
        let now = game.position();
        if game.history().iter().any(|earlier| earlier.board != now.board) {
            return Err(CommandError::WithHistory { position: text.to_owned(), now: now.to_string() });
        }
        Ok(now)
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
    pub(super) rules: &'static Rules,
}

impl TableSource {
    /// The value of a position, where the folder has exact ones by these rules, else its bounds.
    pub(super) fn bounds(&mut self, position: Position) -> Result<Bounds, CommandError> {
        // After a pass, a second one has to end the game as it does in the tables.
        let same_end = matches!(self.rules.ending, Ending::TwoPasses | Ending::EqualProposals);
        if same_end || !position.passed {
            match self.tables.value(position, self.rules.suicide, self.rules.repetition) {
                Err(ProbeError::MissingTable { .. }) => {}
                Ok(value) => return Ok(Bounds { low: value, high: value }),
                Err(source) => return Err(self.error(position, source)),
            }
        }
        self.ask(position, Tables::bounds)
    }

    /// Asks the tables about a position. Where they are in memory and do not have it, its board is
    /// solved, and the question is asked again.
    pub(super) fn ask<T>(
        &mut self,
        position: Position,
        question: impl Fn(&Tables, Position, Suicide) -> Result<T, ProbeError>,
    ) -> Result<T, CommandError> {
        match question(&self.tables, position, self.rules.suicide) {
            Err(ProbeError::MissingTable { .. }) if self.folder.is_none() => self.solve(position)?,
            answer => return answer.map_err(|source| self.error(position, source)),
        }
        question(&self.tables, position, self.rules.suicide).map_err(|source| self.error(position, source))
    }

    /// An error with what to do about it.
    fn error(&self, position: Position, source: ProbeError) -> CommandError {
        let advice = match (&source, &self.folder) {
            (ProbeError::MissingTable { size, .. }, Some(folder)) => {
                let rules = if self.rules.suicide == Suicide::Allowed { "" } else { " --rules aga" };
                let size = size.lying();
                format!("; build it with `retrograde go build {size}{rules} --out {}`", folder.display())
            }
            _ => String::new(),
        };
        CommandError::GoProbe { position: position.to_string(), source: Box::new(source), advice }
    }

    /// Solves the board of a position in memory, in place of the one before, and says so.
    fn solve(&mut self, position: Position) -> Result<(), CommandError> {
        let size = position.board.size().lying();
        if plan(size).boards > SOLVED_ON_THE_SPOT {
            return Err(CommandError::BoardNotOnTheSpot { position: position.to_string(), size });
        }
        let mut store = MemoryStore::default();
        let options = BuildOptions::new(size, self.rules.suicide);
        let report = build(&mut store, &options, &Silent, &AtomicBool::new(false))?;
        let boards = grouped(report.boards);
        let _ = writeln!(
            io::stderr(),
            "note: no folder {DEFAULT_FOLDER}, so the {boards} boards of {size} were solved in memory"
        );
        self.tables = Tables::from_memory(store.into_tables())?;
        Ok(())
    }
}
