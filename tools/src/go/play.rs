//! `retrograde go play MxN`

use std::fmt;
use std::io::{self, BufRead, IsTerminal, Write};

use clap::{Args, ValueEnum};
use retrograde_db::go::{BoardSize, Colour, Game, GameState, Komi, Move};
use retrograde_solver::go::Advice;
use serde::Serialize;

use super::adviser::Adviser;
use super::exact_adviser::SearchOption;
use super::read_history;
use super::show::draw;
use super::tables::TablesOption;
use crate::error::{CommandError, one_line};
use crate::output::Output;

/// Play against a perfect player.
///
/// Draws the board after each move, and reads yours, one a line: a point such as B2, `pass`, `undo`
/// (your last move and the answer to it), or `quit`. Two passes end the game, all stones alive. Where
/// the value of the game is open, the player makes the move that is sure of the most, and says so.
#[derive(Debug, Args)]
pub(crate) struct Play {
    #[command(flatten)]
    tables: TablesOption,
    #[command(flatten)]
    search: SearchOption,
    /// Your colour.
    #[arg(long, value_name = "COLOUR", default_value = "black")]
    colour: ColourOption,
    /// Points for White [default: what the rules say]
    #[arg(long, allow_negative_numbers = true)]
    komi: Option<Komi>,
    /// Rows and columns of the board, such as 3x4, or a position with the turns after it.
    #[arg(value_name = "MxN|POSITION")]
    start: String,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ColourOption {
    Black,
    White,
}

/// A turn, and the board after it; the first one has no move.
#[derive(Serialize)]
struct Turn {
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    low: Option<i8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    high: Option<i8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    #[serde(skip)]
    words: String,
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

impl Turn {
    fn new(game: &Game, mv: Option<Move>, advice: Option<Advice>) -> Turn {
        let text = mv.map(|mv| mv.on(game.board().size()).to_string());
        let mut words = String::new();
        if let Some(text) = &text {
            words += &format!("{} plays {text}", game.to_move().opponent());
        }
        if let Some(Advice { bounds, .. }) = advice {
            words += &match bounds.exact() {
                Some(score) => format!(" (the board will count {score})"),
                None => format!(" (the value is open: {bounds} for Black)"),
            };
        }
        if text.is_some() {
            words.push('\n');
        }
        words += &draw(game);
        let result = match game.state() {
            GameState::Over(outcome) => Some(outcome.to_string()),
            GameState::Stopped | GameState::Playing => None,
        };
        Turn {
            text,
            position: game.position().to_string(),
            low: advice.map(|advice| advice.bounds.low.0),
            high: advice.map(|advice| advice.bounds.high.0),
            result,
            words,
        }
    }
}

impl Play {
    /// Plays.
    pub(crate) fn run(&self, output: &mut Output) -> Result<(), CommandError> {
        let mut game = self.start()?;
        let human = match self.colour {
            ColourOption::Black => Colour::Black,
            ColourOption::White => Colour::White,
        };
        let mut adviser = self.search.adviser(&self.tables)?;
        let mut lines = io::stdin().lock().lines();
        let mut before = Vec::new();
        output.record(&Turn::new(&game, None, None))?;
        loop {
            finish(&mut game);
            if game.state() != GameState::Playing {
                return Ok(());
            }
            if game.to_move() != human {
                let advice = match adviser.advise(&game) {
                    Ok(advice) => advice,
                    Err(no_advice) => return no_advice.error().map_or(Ok(()), Err),
                };
                make(&mut game, advice.mv)?;
                output.record(&Turn::new(&game, Some(advice.mv), Some(advice)))?;
                continue;
            }
            output.flush()?;
            if io::stdin().is_terminal() {
                let _ = write!(io::stderr(), "your move: ");
            }
            let Some(line) = lines.next() else { return Ok(()) };
            let line = line.map_err(CommandError::Input)?;
            match line.trim() {
                "" => {}
                "quit" => return Ok(()),
                "undo" => match before.pop() {
                    Some(earlier) => {
                        game = earlier;
                        output.record(&Turn::new(&game, None, None))?;
                    }
                    None => complain("there is no move of yours to take back"),
                },
                text => {
                    let mut after = game.clone();
                    let played = Move::read(text, game.board().size())
                        .map_err(CommandError::from)
                        .and_then(|mv| make(&mut after, mv).map(|()| mv));
                    match played {
                        Ok(mv) => {
                            before.push(std::mem::replace(&mut game, after));
                            output.record(&Turn::new(&game, Some(mv), None))?;
                        }
                        Err(error) => complain(&one_line(&error)),
                    }
                }
            }
        }
    }

    fn start(&self) -> Result<Game, CommandError> {
        let rules = self.tables.rules;
        let game = match self.start.parse::<BoardSize>() {
            Ok(size) => Game::new(rules, size),
            // A text with an x and no board is meant as a size.
            Err(error) if self.start.contains('x') => return Err(error.into()),
            Err(_) => {
                let move_error = |source| CommandError::Move { position: self.start.clone(), source };
                read_history(&self.start)?.game(rules).map_err(move_error)?
            }
        };
        Ok(match self.komi {
            Some(komi) => game.with_komi(komi),
            None => game,
        })
    }
}

/// Makes a move. Where two passes only stop play, all stones are agreed to be alive.
fn make(game: &mut Game, mv: Move) -> Result<(), CommandError> {
    let position = game.position().to_string();
    game.make(mv).map_err(|source| CommandError::Move { position, source })?;
    finish(game);
    Ok(())
}

/// Where two passes have only stopped play, all stones are agreed to be alive.
fn finish(game: &mut Game) {
    let _ = game.agree(retrograde_db::go::PointSet::EMPTY);
}

/// Says what is wrong with a line; the game goes on.
fn complain(text: &str) {
    let _ = writeln!(io::stderr(), "retrograde: {text}");
}
