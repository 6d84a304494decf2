//! `retrograde go build MxN`

use std::fmt;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use retrograde_db::go::{BoardSize, Rules};
use retrograde_solver::Bytes;
use retrograde_solver::FolderStore;
use retrograde_solver::go::{BuildOptions, BuildReport, ExactLimits, ExactSolver, build};
use serde::Serialize;

use super::read_rules;
use crate::draughts::{DEFAULT_FOLDER, parse_size, stop_on_interrupt};
use crate::error::CommandError;
use crate::output::{Output, grouped};
use crate::progress::Bar;

/// Build the table of all positions of a board.
///
/// Writes what was built. The same table is the same bytes always, whatever the number of threads and
/// the memory. A build that was stopped, by Ctrl-C too, goes on with the same command.
#[derive(Debug, Args)]
pub(crate) struct Build {
    /// Rows and columns of the board, such as 3x4.
    #[arg(value_name = "MxN")]
    size: BoardSize,
    /// Exact values in place of bounds, under the rule of repetition of the rules: for small boards, up
    /// to 3x3, 2x4 and 1x7.
    #[arg(long)]
    exact: bool,
    /// Rules: bounds depend only on whether they allow suicide.
    #[arg(long, value_name = "RULES", default_value = "tromp-taylor", value_parser = read_rules)]
    rules: &'static Rules,
    /// Folder for the table; made if it is not there.
    #[arg(long, value_name = "DIR", default_value = DEFAULT_FOLDER)]
    out: PathBuf,
    /// Threads to use [default: one a core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Memory to stay under, such as 8G or 500M; what plays lead to is kept as far as it fits, and is
    /// found anew in every sweep otherwise [default: what is needed, and up to 2G more]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory: Option<Bytes>,
}

/// What was built.
#[derive(Serialize)]
struct Built {
    file: String,
    legal: u64,
    states: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    orbits: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sweeps: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<u64>,
    bytes: u64,
    states_per_byte: f64,
}

impl Built {
    fn new(report: &BuildReport) -> Built {
        let states = 4 * report.boards;
        let known = |number| (!report.kept).then_some(number);
        Built {
            file: report.name.file_name(),
            legal: report.boards,
            states,
            orbits: known(report.orbits),
            sweeps: (!report.kept).then_some(report.sweeps),
            exact: known(report.known_states),
            bytes: report.bytes.0,
            states_per_byte: (states as f64 / report.bytes.0.max(1) as f64 * 100.0).round() / 100.0,
        }
    }
}

impl fmt::Display for Built {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "file             {}", self.file)?;
        writeln!(f, "legal boards     {}", grouped(self.legal))?;
        if let (Some(orbits), Some(sweeps)) = (self.orbits, self.sweeps) {
            writeln!(f, "under symmetry   {}", grouped(orbits))?;
            writeln!(f, "sweeps           {sweeps}")?;
        }
        writeln!(f, "states           {}", grouped(self.states))?;
        if let Some(exact) = self.exact {
            let share = exact as f64 / self.states as f64 * 100.0;
            writeln!(f, "equal bounds     {} ({share:.1} %)", grouped(exact))?;
        }
        writeln!(f, "bytes            {}", grouped(self.bytes))?;
        write!(f, "states per byte  {:.2}", self.states_per_byte)
    }
}

impl Build {
    /// Builds.
    pub(crate) fn run(&self, output: &mut Output) -> Result<(), CommandError> {
        let begin = Instant::now();
        let options = BuildOptions {
            threads: self.threads,
            memory: self.memory,
            ..BuildOptions::new(self.size, self.rules.suicide)
        };
        // Work of other builds in this folder is left to them.
        let mut store = FolderStore::new(&self.out, true)
            .map_err(|source| CommandError::MakeFolder { folder: self.out.clone(), source })?;
        if self.exact {
            return self.run_exact(&mut store, output);
        }
        let bar = Bar::counting("build", "boards");
        let report = build(&mut store, &options, &bar, stop_on_interrupt())?;
        drop(bar);
        let what = if report.kept { "was there already" } else { "built" };
        let (file, seconds) = (report.name.file_name(), begin.elapsed().as_secs_f64());
        let _ = writeln!(io::stderr(), "{file} {what} in {}: {seconds:.2} s", self.out.display());
        output.record(&Built::new(&report))
    }

    /// Builds a table of exact values.
    fn run_exact(&self, store: &mut FolderStore, output: &mut Output) -> Result<(), CommandError> {
        let begin = Instant::now();
        let exact_error = |source| CommandError::Exact { position: self.size.to_string(), source };
        let memory = self.memory.unwrap_or(ExactLimits::MEMORY);
        let limits = ExactLimits { memory, ..ExactLimits::default() };
        let solver = ExactSolver::new(self.size.lying(), self.rules, limits).map_err(exact_error)?;
        let values = {
            let bar = Bar::counting("build", "thresholds");
            solver.with_interrupt(stop_on_interrupt()).values(&bar)
        };
        let values = values.map_err(|_| CommandError::Interrupted)?;
        let report = values.write(store)?;
        let (file, seconds) = (report.name.file_name(), begin.elapsed().as_secs_f64());
        let _ = writeln!(io::stderr(), "{file} built in {}: {seconds:.2} s", self.out.display());
        output.record(&BuiltExact { file, legal: report.boards, bytes: report.bytes.0 })
    }
}

/// A table of exact values that was built.
#[derive(Serialize)]
struct BuiltExact {
    file: String,
    legal: u64,
    bytes: u64,
}

impl fmt::Display for BuiltExact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "file             {}", self.file)?;
        writeln!(f, "legal boards     {}", grouped(self.legal))?;
        write!(f, "bytes            {}", grouped(self.bytes))
    }
}
