//! `retrograde draughts annotate FILE.pdn --tables DIR`

use std::fmt;
use std::fs;
use std::path::PathBuf;

use clap::Args;
use retrograde_db::Value;
use retrograde_db::draughts::pdn::{Game, PlayedMove, read_games};
use retrograde_db::draughts::{Position, Side};
use retrograde_probe::draughts::{ProbeError, Tables};
use serde::Serialize;

use super::tables::TablesOption;
use crate::error::CommandError;
use crate::input::Errors;
use crate::output::Output;

/// Say of the moves of games what they were worth, as far as the tables go.
///
/// Writes `GAME <TAB> first <TAB> FEN <TAB> win|draw|loss` for the first position of a game that the
/// tables know, then `GAME <TAB> MOVE <TAB> BEFORE <TAB> AFTER` for each move from there on, with
/// `<TAB> mistake` behind it where the value fell. Values are those of the side that makes the move;
/// that of the first position is for the side to move. A position with a capture to make is known if
/// the captures lead to known ones. Variations are passed over. A game that can't be read is reported,
/// and the others are looked at.
#[derive(Debug, Args)]
pub(crate) struct Annotate {
    #[command(flatten)]
    tables: TablesOption,
    /// A file of games.
    #[arg(value_name = "FILE.pdn")]
    file: PathBuf,
}

/// The first position of a game that has a value.
#[derive(Serialize)]
struct First {
    game: usize,
    ply: usize,
    fen: String,
    value: &'static str,
}

impl fmt::Display for First {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\tfirst\t{}\t{}", self.game, self.fen, self.value)
    }
}

/// A move between two positions that have values.
#[derive(Serialize)]
struct Annotated {
    game: usize,
    ply: usize,
    side: &'static str,
    #[serde(rename = "move")]
    text: String,
    before: &'static str,
    after: &'static str,
    mistake: bool,
}

impl fmt::Display for Annotated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}\t{}\t{}", self.game, self.text, self.before, self.after)?;
        if self.mistake { f.write_str("\tmistake") } else { Ok(()) }
    }
}

impl Annotate {
    /// Goes over the games.
    pub(crate) fn run(&self, output: &mut Output) -> Result<(), CommandError> {
        let tables = self.tables.open_some()?;
        let path = || self.file.clone();
        let bytes = fs::read(&self.file).map_err(|source| CommandError::Read { path: path(), source })?;
        let mut errors = Errors::default();
        for (place, game) in read_games(&bytes).into_iter().enumerate() {
            let result = match game {
                Ok(game) => annotate(&tables, place + 1, &game, output),
                Err(source) => Err(CommandError::Pdn { path: path(), source }),
            };
            errors.take(result, output, String::new)?;
        }
        errors.finish()
    }
}

/// Writes what there is to say of a game.
fn annotate(tables: &Tables, game: usize, played: &Game, output: &mut Output) -> Result<(), CommandError> {
    let mut first = true;
    let mut found = |ply: usize, position: Position, value: Value, output: &mut Output| {
        if !std::mem::replace(&mut first, false) {
            return Ok(());
        }
        output.record(&First { game, ply, fen: position.to_string(), value: value.name() })
    };
    let start = played.line.start();
    let mut known = (start, value(tables, start)?);
    if let Some(value) = known.1 {
        found(0, start, value, output)?;
    }
    for (place, mv) in played.line.moves().enumerate() {
        // A set-up among the moves leads to another position than the last move did.
        let before = if known.0 == mv.position { known.1 } else { value(tables, mv.position)? };
        if let Some(value) = before {
            found(place, mv.position, value, output)?;
        }
        let after = mv.after();
        known = (after, value(tables, after)?);
        if let Some(value) = known.1 {
            found(place + 1, after, value, output)?;
        }
        if let (Some(before), Some(after)) = (before, known.1) {
            output.record(&annotated(game, place + 1, mv, before, after.for_opponent()))?;
        }
    }
    Ok(())
}

/// A move with both values for the side that makes it.
fn annotated(game: usize, ply: usize, mv: &PlayedMove, before: Value, after: Value) -> Annotated {
    let side = match mv.position.side_to_move() {
        Side::Black => "black",
        Side::White => "white",
    };
    let (text, mistake) = (mv.text(), after < before);
    Annotated { game, ply, side, text, before: before.name(), after: after.name(), mistake }
}

/// The value of a position, `None` where there is no table for it.
fn value(tables: &Tables, position: Position) -> Result<Option<Value>, CommandError> {
    match tables.probe(position) {
        Ok(value) => Ok(Some(value)),
        Err(ProbeError::TooManyPieces { .. } | ProbeError::MissingSlice { .. }) => Ok(None),
        Err(source) => Err(CommandError::Probe {
            position: position.to_string(),
            source: Box::new(source),
            advice: String::new(),
        }),
    }
}
