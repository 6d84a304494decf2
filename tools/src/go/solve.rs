//! `retrograde go solve [MxN|POSITION|FILE ...]`

use std::fmt;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use retrograde_db::file::write_atomically;
use retrograde_db::go::{BoardSize, Bounds, Game, Komi, Move, Rules};
use retrograde_solver::Bytes;
use retrograde_solver::go::{ExactAnswer, ExactError, ExactLimits, ExactSolver, ExactStop};
use serde::Serialize;

use super::read_rules;
use super::record::Record;
use crate::draughts::{parse_size, stop_on_interrupt};
use crate::error::CommandError;
use crate::input::answer_each;
use crate::output::{Output, grouped};
use crate::progress::Bar;

/// Find what positions are worth under superko, with the boards that were visited before.
///
/// Writes `POSITION <TAB> LOW <TAB> HIGH <TAB> BEST <TAB> LINE` for each, Black's points less White's:
/// the value is in that interval, and is exact where both are equal. BEST is a move that keeps the
/// value, LINE how the game goes on if both play best, each a dash where that is not known. A position
/// is the size of an empty board, a position with the turns after it, as in '.../... X after B2', or an
/// SGF file; without one, one a line is read from standard input. What limits leave open is no error.
#[derive(Debug, Args)]
pub(crate) struct Solve {
    /// Rules.
    #[arg(long, value_name = "RULES", default_value = "tromp-taylor", value_parser = read_rules)]
    rules: &'static Rules,
    /// Points for White, such as 0.5: adds a column that says whether the player to move gets a win, a
    /// draw or a loss.
    #[arg(long, allow_negative_numbers = true)]
    komi: Option<Komi>,
    /// Give `MOVE <TAB> LOW <TAB> HIGH` for each move in place of the position, best first.
    #[arg(long)]
    moves: bool,
    /// Most nodes to look at, for each position or each move.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Most seconds, for each position or each move.
    #[arg(long, value_name = "SECONDS", value_parser = read_seconds)]
    time: Option<Duration>,
    /// Memory to stay under, such as 8G or 500M.
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "4G")]
    memory: Bytes,
    /// Threads to use: up to two search, more prepare the board [default: one a core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// File for a proof of what is found, for `go check`.
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Positions.
    #[arg(value_name = "MxN|POSITION|FILE")]
    positions: Vec<String>,
}

/// Reads a number of seconds.
pub(super) fn read_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "expected a number of seconds, such as 60 or 0.5".to_owned())
}

/// A position and its value.
#[derive(Serialize)]
struct Solved<'a> {
    position: &'a str,
    low: i8,
    high: i8,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    line: Vec<String>,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<&'static str>,
}

impl fmt::Display for Solved<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}\t{}\t", self.position, self.low, self.high)?;
        f.write_str(self.best.as_deref().unwrap_or("-"))?;
        match self.line[..] {
            [] => f.write_str("\t-")?,
            _ => write!(f, "\t{}", self.line.join(" "))?,
        }
        self.value.map_or(Ok(()), |value| write!(f, "\t{value}"))
    }
}

/// A move and the value of what it leads to.
#[derive(Serialize)]
struct SolvedMove {
    #[serde(rename = "move")]
    text: String,
    low: i8,
    high: i8,
}

impl fmt::Display for SolvedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}\t{}", self.text, self.low, self.high)
    }
}

/// What ended a search, in a word.
pub(super) const fn word(stop: ExactStop) -> &'static str {
    match stop {
        ExactStop::Nodes => "nodes",
        ExactStop::Time => "time",
        ExactStop::Memory => "memory",
        ExactStop::Interrupted => "interrupted",
    }
}

impl Solve {
    /// Solves each position.
    pub(crate) fn run(&self, output: &mut Output) -> Result<(), CommandError> {
        if self.proof.is_some() && (self.positions.len() != 1 || self.moves) {
            return Err(CommandError::OneProof);
        }
        let mut kept: Option<(BoardSize, ExactSolver)> = None;
        answer_each(&self.positions, output, |text, output| {
            let record = Record::read(text)?;
            let move_error = |source| CommandError::Move { position: text.to_owned(), source };
            let game = record.game(self.rules).map_err(move_error)?;
            let exact_error = |source| CommandError::Exact { position: text.to_owned(), source };
            let size = game.board().size();
            let solver = match kept.take().filter(|(of, _)| *of == size) {
                Some((_, solver)) => solver,
                None => self.solver(size).map_err(exact_error)?,
            };
            let (_, solver) = kept.insert((size, solver));
            if self.moves {
                return list_moves(solver, &game, output, exact_error);
            }
            let answer = {
                let bar = Bar::counting("solve", "thresholds");
                solver.solve_with(&game, &bar).map_err(exact_error)?
            };
            if let Some(path) = &self.proof {
                write_proof(solver, &record, &answer, path)?;
            }
            let line = solver.line(&game, &answer).map_err(exact_error)?;
            self.write(text, &game, &answer, &line, output)
        })
    }

    fn solver(&self, size: BoardSize) -> Result<ExactSolver, ExactError> {
        let limits = ExactLimits { nodes: self.nodes, time: self.time, memory: self.memory };
        let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let solver = ExactSolver::new(size, self.rules, limits)?.with_interrupt(stop_on_interrupt());
        Ok(solver.with_threads(self.threads.unwrap_or_else(cores)))
    }

    fn write(
        &self,
        text: &str,
        game: &Game,
        answer: &ExactAnswer,
        line: &[Move],
        output: &mut Output,
    ) -> Result<(), CommandError> {
        let name = |mv: &Move| mv.on(game.board().size()).to_string();
        let bounds = Bounds { low: answer.low, high: answer.high };
        let seconds = answer.time.as_secs_f64();
        output.flush()?;
        let nodes = grouped(answer.nodes);
        let stopped = answer.stop.map(word);
        let end = stopped.map_or(String::new(), |stopped| format!("; ended by: {stopped}"));
        let _ = writeln!(io::stderr(), "{text}: {nodes} nodes, {seconds:.2} s{end}");
        output.record(&Solved {
            position: text,
            low: answer.low.0,
            high: answer.high.0,
            value: self.komi.map(|komi| super::probe::word(bounds, komi, game.to_move())),
            best: answer.best.as_ref().map(name),
            line: line.iter().map(name).collect(),
            nodes: answer.nodes,
            seconds: (seconds * 1e3).round() / 1e3,
            stopped,
        })
    }
}

/// Writes the proof of an answer to a file, which is there as a whole or not at all.
fn write_proof(
    solver: &mut ExactSolver,
    record: &Record,
    answer: &ExactAnswer,
    path: &Path,
) -> Result<(), CommandError> {
    let written = write_atomically(path, |file| solver.write_proof(&record.history, answer, file));
    written.map_err(|source| CommandError::NoProof { path: path.to_owned(), source: Box::new(source) })
}

/// Gives the value of each move.
fn list_moves(
    solver: &mut ExactSolver,
    game: &Game,
    output: &mut Output,
    error: impl Fn(ExactError) -> CommandError,
) -> Result<(), CommandError> {
    for of_move in solver.moves(game).map_err(error)? {
        let text = of_move.mv.on(game.board().size()).to_string();
        let (low, high) = (of_move.answer.low.0, of_move.answer.high.0);
        output.record(&SolvedMove { text, low, high })?;
    }
    Ok(())
}
