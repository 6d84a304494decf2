//! Exact values under superko, with the history of a game.
mod attractor;
mod contest;
mod graph;
mod images;
mod ko_ranks;
mod limits;
mod search;
mod solver;
mod state;

pub use limits::{ExactAnswer, ExactError, ExactLimits, ExactStop};
pub use solver::ExactSolver;
