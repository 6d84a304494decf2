//! `retrograde go score GAME`

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use retrograde_db::go::{
    Ending, Game, GameState, History, Komi, Move, MoveFault, PointSet, Rules, Score, Sgf,
};
use serde::Serialize;

use super::{read_history, read_rules};
use crate::error::CommandError;
use crate::output::Output;

/// Play a game under each rule set, and say how it ends.
///
/// Writes `RULES <TAB> RESULT <TAB> HOW IT CAME ABOUT`. The game is an SGF file, or a position and the
/// turns after it, as in '.../... X after B2 pass pass'. Where rules let the players agree at a stop,
/// a game that goes on was resumed, and one that does not ends with the stones of --dead as dead.
#[derive(Debug, Args)]
pub(crate) struct ScoreGame {
    /// An SGF file, or a position with the turns after it.
    #[arg(value_name = "FILE|POSITION")]
    game: String,
    /// Only these rules [default: all]
    #[arg(long, value_name = "RULES", value_parser = read_rules)]
    rules: Option<&'static Rules>,
    /// Points for White [default: what the file says, or else the rules]
    #[arg(long, allow_negative_numbers = true)]
    komi: Option<Komi>,
    /// Points of chains that are agreed to be dead, such as A1,C2.
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    dead: Vec<String>,
}

/// A game under one rule set.
#[derive(Serialize)]
struct Scored {
    rules: &'static str,
    result: String,
    how: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i8>,
    komi: String,
}

impl fmt::Display for Scored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}\t{}", self.rules, self.result, self.how)
    }
}

/// A game as it was given.
struct Record {
    history: History,
    handicap: u8,
    komi: Option<Komi>,
}

impl ScoreGame {
    /// Scores.
    pub(crate) fn run(&self, output: &mut Output) -> Result<(), CommandError> {
        let record = self.read()?;
        let all = Rules::ALL.iter().filter(|rules| self.rules.is_none_or(|wanted| wanted == *rules));
        for rules in all {
            output.record(&self.play(&record, rules)?)?;
        }
        Ok(())
    }

    /// Reads the game: a file of this name, or the text itself.
    fn read(&self) -> Result<Record, CommandError> {
        if !Path::new(&self.game).is_file() {
            // A text that is no position is most likely the name of a file that is not there.
            if Path::new(&self.game).extension().is_some_and(|ending| ending == "sgf") {
                let source = std::io::ErrorKind::NotFound.into();
                return Err(CommandError::Read { path: PathBuf::from(&self.game), source });
            }
            return Ok(Record { history: read_history(&self.game)?, handicap: 0, komi: None });
        }
        let path = PathBuf::from(&self.game);
        let bytes = fs::read(&path).map_err(|source| CommandError::Read { path, source })?;
        // Old files are Latin-1: what is not UTF-8 stands in comments and names.
        let sgf: Sgf = String::from_utf8_lossy(&bytes).parse()?;
        let history = sgf.history()?;
        Ok(Record { history, handicap: sgf.handicap.unwrap_or(0), komi: sgf.komi })
    }

    /// Plays the game.
    fn play(&self, record: &Record, rules: &'static Rules) -> Result<Scored, CommandError> {
        let mut game = Game::from_position(rules, record.history.start).with_handicap_stones(record.handicap);
        if let Some(komi) = self.komi.or(record.komi) {
            game = game.with_komi(komi);
        }
        let scored = |game: &Game, result: String, how: String, score| Scored {
            rules: rules.name,
            result,
            how,
            score,
            komi: game.komi().to_string(),
        };
        for (turn, &mv) in (1..).zip(&record.history.moves) {
            let _ = game.resume();
            match game.make(mv) {
                Ok(()) => {}
                Err(error) if error.fault == MoveFault::Over => {
                    let (result, how, score) = ending(&game);
                    return Ok(scored(&game, result, format!("{how}; over before turn {turn}"), score));
                }
                Err(error) => return Ok(scored(&game, "illegal".to_owned(), error.to_string(), None)),
            }
        }
        if game.state() == GameState::Stopped {
            let dead = self.dead_stones(&game)?;
            let agreed = game.agree(dead);
            debug_assert!(agreed, "whole chains were taken");
        }
        let (result, how, score) = ending(&game);
        Ok(scored(&game, result, how, score))
    }

    /// The chains on the points that were named.
    fn dead_stones(&self, game: &Game) -> Result<PointSet, CommandError> {
        let board = game.board();
        let mut dead = PointSet::EMPTY;
        for text in &self.dead {
            let no_stone = || CommandError::NoStone { point: text.clone() };
            let Move::Play(point) = Move::read(text.trim(), board.size())? else { return Err(no_stone()) };
            let colour = board.at(point).ok_or_else(no_stone)?;
            dead |= board.chain(colour, point);
        }
        Ok(dead)
    }
}

/// The result so far, how it came about, and the points without komi where the game is over.
fn ending(game: &Game) -> (String, String, Option<i8>) {
    let GameState::Over(outcome) = game.state() else {
        return ("unfinished".to_owned(), format!("the board counts {}", game.board().score()), None);
    };
    let mut how = outcome.reason.to_string();
    how += &match game.rules().ending {
        Ending::AgreeOrResume => {
            let territory = game.territory().unwrap_or_default();
            format!("; area {}, territory with pass stones {}", outcome.score, Score(territory as i8))
        }
        Ending::EqualProposals | Ending::TwoPasses => format!("; points {}", outcome.score),
        Ending::AgreeOrResumeOnce => format!("; area and filling in {}", outcome.score),
    };
    if outcome.compensation != Komi(0) {
        how += &format!(", {} to White for handicap stones", outcome.compensation);
    }
    how += &format!(", komi {}", game.komi());
    (outcome.margin.to_string(), how, Some(outcome.score.0))
}
