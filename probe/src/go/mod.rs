//! Probing tables of small-board Go.
//!
//! A table holds bounds for every legal board of a size: [`Tables::bounds`] gives those of a position,
//! with either player to move, after a pass or not, and [`Tables::moves`] those of what each move leads
//! to. Where both bounds agree the value is exact, under positional and under situational superko.
//!
//! Tables of exact values under one rule of repetition are in other files; [`Tables::value`] asks them.
//!
//! # What the bounds are of
//!
//! They hold where no board but the present one counts as visited. A board that stood earlier in the
//! same game can't come back under superko, and tables know nothing of it: with a history the bounds
//! can be wrong. See [`retrograde_db::go::Bounds`] for why they hold without one.
//!
//! The bounds of a move are those of the position after it, taken on its own. The board before the
//! move then counts as not visited, though it is. For the player who moves, the bound in the way of a
//! better result holds all the same; that of what is forced holds for one of the moves that reach the
//! best of it, while another such move may only make a detour that superko does not allow.
//!
//! ```
//! use retrograde_probe::go::{ProbeError, Tables};
//! use retrograde_db::go::Suicide;
//!
//! let tables = Tables::from_memory([])?;
//! let missing = tables.bounds("XX./... O".parse()?, Suicide::Allowed);
//! assert!(matches!(missing, Err(ProbeError::MissingTable { file, .. }) if file == "2x3.bounds"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod moves;
mod table;
mod tables;

pub use error::ProbeError;
pub use moves::ProbedMove;
pub use tables::{Description, FileReport, Tables};
