//! Games as they are given on the command line: an SGF file, or a position with the turns after it.

use std::fs;
use std::path::{Path, PathBuf};

use retrograde_db::go::{Game, History, Komi, MoveError, Position, Rules, Sgf};

use super::read_history;
use crate::error::CommandError;

/// A game as it was given.
pub(super) struct Record {
    pub(super) history: History,
    pub(super) handicap: u8,
    pub(super) komi: Option<Komi>,
}

impl Record {
    /// Reads a game: a file of this name, the size of an empty board, or a position with the turns
    /// after it.
    pub(super) fn read(text: &str) -> Result<Record, CommandError> {
        if !Path::new(text).is_file() {
            // A text that is no position is most likely the name of a file that is not there.
            if Path::new(text).extension().is_some_and(|ending| ending == "sgf") {
                let source = std::io::ErrorKind::NotFound.into();
                return Err(CommandError::Read { path: PathBuf::from(text), source });
            }
            let history = match text.parse() {
                Ok(size) => Position::start(size).into(),
                Err(_) => read_history(text)?,
            };
            return Ok(Record { history, handicap: 0, komi: None });
        }
        let path = PathBuf::from(text);
        let bytes = fs::read(&path).map_err(|source| CommandError::Read { path, source })?;
        // Old files are Latin-1: what is not UTF-8 stands in comments and names.
        let sgf: Sgf = String::from_utf8_lossy(&bytes).parse()?;
        let history = sgf.history()?;
        Ok(Record { history, handicap: sgf.handicap.unwrap_or(0), komi: sgf.komi })
    }

    /// The game before its first turn.
    pub(super) fn start(&self, rules: &'static Rules) -> Game {
        let game = Game::from_position(rules, self.history.start).with_handicap_stones(self.handicap);
        self.komi.map_or(game.clone(), |komi| game.with_komi(komi))
    }

    /// The game after its turns. Where it stopped and went on, it was resumed.
    pub(super) fn game(&self, rules: &'static Rules) -> Result<Game, MoveError> {
        let mut game = self.start(rules);
        for &mv in &self.history.moves {
            let _ = game.resume();
            game.make(mv)?;
        }
        Ok(game)
    }
}
