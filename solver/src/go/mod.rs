//! Go: bounds of all positions of a small board, and exact values under superko.
//!
//! [`build()`] makes the table of a board: it marks the boards that stand for their images (`orbits`),
//! finds where the plays of each lead (`links`), raises low bounds and lowers high ones until nothing
//! changes (`solve`), and writes what it found (`output`). Why these bounds hold under superko is said
//! at [`retrograde_db::go::Bounds`]. [`plan()`] says beforehand what that takes; `work_file` keeps what
//! a run that was stopped had reached; [`verify_logical`] checks a table through the probe.
//!
//! [`ExactSolver`] finds exact values under superko, with the history of a game, for one position or for
//! all of a board (`exact` explains how); [`check_proof`] checks the proofs that it writes.
//!
//! [`best_move`] finds the best move of a game, whose visited boards no table knows: it shows anew, for each
//! move, which score is forced (`force`).

mod advice;
mod build;
mod check;
mod exact;
mod force;
mod links;
mod orbits;
mod output;
mod plan;
mod solve;
mod verify;
mod work_file;

pub use advice::{Advice, BestMove, advise, best_move};
pub use build::{BuildError, BuildOptions, BuildReport, build};
pub use check::{CheckError, CheckFault, CheckedProof, check_proof};
pub use exact::{
    ExactAnswer, ExactError, ExactLimits, ExactMove, ExactSolver, ExactStop, ExactValues, ProofError,
    ValuesReport,
};
pub use plan::{BoardPlan, plan};
pub use verify::{LogicalError, LogicalReport, verify_logical};
