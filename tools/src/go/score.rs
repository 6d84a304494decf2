//! `retrograde go score GAME`

use std::fmt;

use clap::Args;
use retrograde_db::go::{Counting, Game, GameState, Komi, Move, MoveFault, PointSet, Rules, Score};
use serde::Serialize;

use super::read_rules;
use super::record::Record;
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

impl ScoreGame {
    /// Scores.
    pub(crate) fn run(&self, output: &mut Output) -> Result<(), CommandError> {
        let record = Record::read(&self.game)?;
        let all = Rules::ALL.iter().filter(|rules| self.rules.is_none_or(|wanted| wanted == *rules));
        for rules in all {
            output.record(&self.play(&record, rules)?)?;
        }
        Ok(())
    }

    /// Plays the game.
    fn play(&self, record: &Record, rules: &'static Rules) -> Result<Scored, CommandError> {
        let mut game = record.start(rules);
        if let Some(komi) = self.komi {
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
    how += &match game.rules().counting {
        Counting::PassStones => {
            let territory = game.territory().unwrap_or_default();
            format!("; area {}, territory with pass stones {}", outcome.score, Score(territory as i8))
        }
        Counting::Area => format!("; points {}", outcome.score),
        Counting::FillIn => format!("; area and filling in {}", outcome.score),
    };
    if outcome.compensation != Komi(0) {
        how += &format!(", {} to White for handicap stones", outcome.compensation);
    }
    how += &format!(", komi {}", game.komi());
    (outcome.margin.to_string(), how, Some(outcome.score.0))
}
