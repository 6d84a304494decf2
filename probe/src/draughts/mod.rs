//! Probing tables of draughts.
//!
//! One noun a file: [`Tables`] are a set of slices, opened when they are needed; [`ProbeError`] says
//! why there is no answer; [`ProbedMove`] and [`Line`] are what a player asks for.
//!
//! # What a probe does
//!
//! Tables hold the values of *quiet* positions, those in which the side to move has no capture; and of
//! them, not the values of threatened ones that the next move tells
//! ([`Rules::is_threatened`](retrograde_db::draughts::Rules::is_threatened)). Two questions can be
//! asked, and their names keep them apart:
//!
//! - [`Tables::probe`] answers for any position. Where the side to move can capture, it has to, so
//!   all captures are played out until the position is quiet or the game is over.
//! - [`Tables::probe_quiet`] refuses positions with a capture: what it takes is bounded by one move.
//!
//! What holds for values above is for *fast* tables. Of a slice and its reverse there can be one *compact*
//! table in their place, see [`Density`](retrograde_db::draughts::Density), and a [`CompactSearch`] answers
//! for what it does not keep. The questions and the answers are the same.
//!
//! Since a move leads to the other side's turn, a slice is of full use only together with its reverse,
//! and with those that captures and crownings lead to.
//!
//! [`Tables::stored_value`] says what a file keeps, which is for those who check or convert it.
//!
//! For searches that can't wait for a disk there is [`Tables::probe_if_cached`], and
//! [`Tables::prefetch`] for what they are going to ask.
//!
//! Some positions need no table: a side to move without a legal move, or without a piece, has lost.
//! Where the *opponent* has no piece the game is over too, and the side to move has won it; it is not
//! a position that play reaches, as the opponent would have been to move, but programs ask for it.
//!
//! ```
//! use retrograde_db::Value;
//! use retrograde_db::draughts::Position;
//! use retrograde_probe::draughts::{ProbeError, Tables};
//!
//! // No table at all: what captures decide can be answered all the same.
//! let tables = Tables::from_memory([])?;
//! let decided: Position = "B:W11,19,27:B7".parse()?;
//! assert_eq!(tables.probe(decided)?, Value::Win);
//!
//! let open: Position = "W:WK32:BK26".parse()?;
//! assert!(matches!(tables.probe(open), Err(ProbeError::TooManyPieces { pieces: 2, most: 0 })));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod cached;
mod compact;
mod description;
mod distance;
mod distance_table;
mod error;
mod line;
mod moves;
mod probe;
mod progress;
mod slice_table;
mod tables;
mod verify;

pub use compact::{CompactSearch, CompactSource};
pub use description::Description;
pub use distance::Distance;
pub use error::ProbeError;
pub use line::{Line, LineEnd};
pub use moves::ProbedMove;
pub use tables::Tables;
pub use verify::FileReport;
