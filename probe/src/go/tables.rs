//! A set of tables, and the bounds of positions.

use std::path::{Path, PathBuf};

use retrograde_db::go::{
    Board, BoundCounts, Bounds, Colour, Position, Repetition, Score, Suicide, TableName,
};

use super::ProbeError;
use super::table::BoundsTable;
use crate::cache::BlockCache;
use crate::folder::{self, Source};
use crate::{FileError, OpenError, Options};

/// A set of Go tables. All threads can share one, and probe at the same time.
///
/// Opening it lists a folder; a table is opened, and mapped into memory, when a probe first needs it.
#[derive(Debug)]
pub struct Tables {
    tables: Vec<BoundsTable>,
    cache: BlockCache,
}

/// What a table says of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Description<'a> {
    /// Its file, or its name where it is in memory.
    pub path: &'a Path,
    /// Bytes of the file.
    pub bytes: u64,
    /// Its boards by what is known of them.
    pub counts: BoundCounts,
}

/// A table that [`Tables::verify`] is done with.
#[derive(Clone, Copy, Debug)]
pub struct FileReport<'a> {
    /// Which table, by its name.
    pub name: TableName,
    /// What it says of itself; `None` where it does not open or is damaged.
    pub sound: Option<Description<'a>>,
}

impl Tables {
    /// The tables in a folder: all files with a name such as `3x4.bounds` or `3x3.positional`. Other names
    /// are left alone.
    ///
    /// Nobody may change the files while the set is in use, since they may be mapped into memory; to
    /// replace one by renaming a new one over it is fine, and not seen by sets that are open.
    ///
    /// # Errors
    /// Where the folder can't be listed. What is wrong with a file shows when it is needed, or in
    /// [`Tables::verify`].
    pub fn open(folder: impl AsRef<Path>, options: Options) -> Result<Tables, OpenError> {
        let files = folder::list(folder.as_ref())?;
        let Options { access, read_ahead, .. } = options;
        let named = files.into_iter().filter_map(|(name, path)| {
            Some((TableName::of_file_name(&name)?, Source::File { path, access, read_ahead }))
        });
        Ok(Tables::new(named.collect(), options))
    }

    /// Tables in memory, each with the name that its file would have.
    ///
    /// # Errors
    /// For a name that is not one of a table, and for one that comes twice.
    pub fn from_memory(tables: impl IntoIterator<Item = (String, Vec<u8>)>) -> Result<Tables, OpenError> {
        let mut named: Vec<(TableName, Source)> = Vec::new();
        for (file, bytes) in tables {
            let Some(name) = TableName::of_file_name(&file) else {
                return Err(OpenError::NotATableName { name: file });
            };
            if named.iter().any(|&(other, _)| other == name) {
                return Err(OpenError::SameName { name: file });
            }
            named.push((name, Source::Memory { name: PathBuf::from(file), bytes: bytes.into() }));
        }
        Ok(Tables::new(named, Options::default()))
    }

    fn new(mut named: Vec<(TableName, Source)>, options: Options) -> Tables {
        named.sort_by_key(|&(name, _)| (name.size().points(), name));
        let tables = (0..).zip(named).map(|(number, (name, source))| BoundsTable::new(name, source, number));
        Tables { tables: tables.collect(), cache: BlockCache::new(options.cache_bytes) }
    }

    /// The tables that are there, smallest boards first.
    pub fn names(&self) -> impl ExactSizeIterator<Item = TableName> {
        self.tables.iter().map(|table| table.name)
    }

    fn table(&self, name: TableName) -> Result<&BoundsTable, ProbeError> {
        let found = self.tables.iter().find(|table| table.name == name);
        found.ok_or_else(|| ProbeError::MissingTable { size: name.size(), file: name.file_name() })
    }

    /// The exact value of a position under superko, seen by Black, where no other board counts as
    /// visited and two passes in a row end the game.
    ///
    /// # Errors
    /// Where the table is missing, damaged, or can't be read.
    pub fn value(
        &self,
        position: Position,
        suicide: Suicide,
        repetition: Repetition,
    ) -> Result<Score, ProbeError> {
        if position.to_move == Colour::White {
            return Ok(-self.value(position.colours_swapped(), suicide, repetition)?);
        }
        let table = self.table(TableName::exact(position.board.size(), suicide, repetition))?;
        let Bounds { low, high } = table.entry(position.board.lying(), &self.cache)?;
        Ok(if position.passed { high } else { low })
    }

    /// The bounds of a position, seen by Black, where no other board counts as visited.
    ///
    /// # Errors
    /// Where the table is missing, damaged, or can't be read.
    pub fn bounds(&self, position: Position, suicide: Suicide) -> Result<Bounds, ProbeError> {
        let forced = self.forced(position, suicide)?;
        Ok(forced.on_board(position.board.size()))
    }

    /// The scores that the players force, seen by Black: as [`Tables::bounds`], with one point more
    /// than the board has where a player forces no end at all.
    ///
    /// # Errors
    /// Where the table is missing, damaged, or can't be read.
    pub fn forced(&self, position: Position, suicide: Suicide) -> Result<Bounds, ProbeError> {
        if position.to_move == Colour::White {
            return Ok(self.forced(position.colours_swapped(), suicide)?.colours_swapped());
        }
        let (board, score) = (position.board, position.board.score());
        let own = self.best_play(board, suicide)?;
        if position.passed {
            return Ok(own.after_pass(score));
        }
        Ok(own.before_pass(score, self.best_play(board.colours_swapped(), suicide)?))
    }

    /// The bounds of Black's best play on a board, as the table holds them; lower than any score where
    /// there is no play.
    ///
    /// # Errors
    /// Where the table is missing, damaged, or can't be read.
    pub fn best_play(&self, board: Board, suicide: Suicide) -> Result<Bounds, ProbeError> {
        let table = self.table(TableName::new(board.size(), suicide))?;
        Ok(table.entry(board.lying(), &self.cache)?)
    }

    /// Describes a table. It is opened and no value of it is read.
    ///
    /// # Errors
    /// Where the table is missing, can't be read, or is not the one that its name says.
    pub fn describe(&self, name: TableName) -> Result<Description<'_>, ProbeError> {
        Ok(describe(self.table(name)?)?)
    }

    /// Checks every table: that it opens, that it is the one its name says, and that every byte is the
    /// one that was written. `report` is called after each table.
    ///
    /// # Errors
    /// What is wrong, of all tables for which something is; the rest is sound.
    pub fn verify(&self, mut report: impl FnMut(FileReport<'_>)) -> Result<(), Vec<FileError>> {
        let mut faults = Vec::new();
        for table in &self.tables {
            let verified = table.verify().and_then(|_| describe(table));
            let sound = verified.map_err(|fault| faults.push(fault)).ok();
            report(FileReport { name: table.name, sound });
        }
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }
}

fn describe(table: &BoundsTable) -> Result<Description<'_>, FileError> {
    let opened = table.opened()?;
    let (bytes, counts) = (opened.table.byte_count(), opened.table.counts().into());
    Ok(Description { path: table.source.path(), bytes, counts })
}
