//! `retrograde go check PROOF`

use std::fmt;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use clap::Args;
use retrograde_solver::go::{CheckedProof, check_proof};
use serde::Serialize;

use crate::error::CommandError;
use crate::output::Output;

/// Check a proof that `go solve --proof` has written.
///
/// Writes `POSITION <TAB> LOW <TAB> HIGH`, or says what is wrong first, and in which line. The check
/// knows the rules and shares nothing else with the search.
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// The file.
    #[arg(value_name = "PROOF")]
    path: PathBuf,
}

/// What was proved.
#[derive(Serialize)]
struct Proved {
    position: String,
    rules: &'static str,
    low: i8,
    high: i8,
    nodes: u64,
    states: u64,
}

impl fmt::Display for Proved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}\t{}", self.position, self.low, self.high)
    }
}

impl Check {
    /// Checks.
    pub(crate) fn run(&self, output: &mut Output) -> Result<(), CommandError> {
        let read_error = |source| CommandError::Read { path: self.path.clone(), source };
        let file = File::open(&self.path).map_err(read_error)?;
        let checked = check_proof(BufReader::new(file));
        let checked = checked.map_err(|source| CommandError::Proof { path: self.path.clone(), source })?;
        let CheckedProof { history, rules, low, high, nodes, states } = checked;
        let (position, low, high) = (history.to_string(), low.0, high.0);
        output.record(&Proved { position, rules: rules.name, low, high, nodes, states })
    }
}
