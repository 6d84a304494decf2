//! What a search may take, and what it found.
//!
//! Nodes and time end a search wherever it is; what is known by then is a true interval all the same, since
//! it gets narrower only when a threshold is decided. Memory is another matter. What a board takes at least
//! is known before anything is made, by formulas, and too little of it is an error of
//! [`super::ExactSolver::new`]; what is left beyond that goes to contests and to trees, which forget parts
//! of themselves before they give up. Sizes with more than 2^29 legal boards are refused whatever the
//! memory, since the four states of each have to have numbers of 31 bits.
//!
//! ```
//! use retrograde_db::go::Rules;
//! use retrograde_solver::Bytes;
//! use retrograde_solver::go::{ExactError, ExactLimits, ExactSolver};
//!
//! let refused = |size: &str, memory| {
//!     let limits = ExactLimits { memory, ..ExactLimits::default() };
//!     ExactSolver::new(size.parse().unwrap(), &Rules::TROMP_TAYLOR, limits).err()
//! };
//! assert_eq!(refused("4x4", ExactLimits::MEMORY), None);
//! assert!(matches!(refused("4x4", Bytes(1 << 28)), Some(ExactError::Memory { .. })));
//! assert!(matches!(refused("4x5", Bytes(u64::MAX)), Some(ExactError::TooLarge { .. })));
//! ```

use std::time::Duration;

use retrograde_db::go::{BoardSize, Move, Score};
use thiserror::Error;

use crate::budget::Bytes;

/// What a search may take. Whichever of these is used up first ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExactLimits {
    /// Most positions that are looked at for one answer.
    pub nodes: Option<u64>,
    /// Most time for one answer, that for preparing the board included.
    pub time: Option<Duration>,
    /// Memory to stay under.
    pub memory: Bytes,
}

impl ExactLimits {
    /// Memory where nothing else is said: enough for boards up to 4x4 and 2x8.
    pub const MEMORY: Bytes = Bytes(4 << 30);
}

impl Default for ExactLimits {
    fn default() -> ExactLimits {
        ExactLimits { nodes: None, time: None, memory: ExactLimits::MEMORY }
    }
}

/// What ended a search before its time.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum ExactStop {
    /// The nodes are used up.
    #[error("the nodes are used up")]
    Nodes,
    /// The time is.
    #[error("the time is used up")]
    Time,
    /// The memory is.
    #[error("the memory is used up")]
    Memory,
    /// It was asked to stop.
    #[error("it was asked to stop")]
    Interrupted,
}

/// What a position is worth. The value is in the interval whatever ended the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactAnswer {
    /// Black gets at least this much.
    pub low: Score,
    /// Black gets at most this much.
    pub high: Score,
    /// A move of the player to move that keeps the value. Where the value is not known, it is one that
    /// secures the bound of that player, if the search has found one. `None` where the game is over.
    pub best: Option<Move>,
    /// Positions that were looked at.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// What ended the search, if it was not that the value is known.
    pub stop: Option<ExactStop>,
}

impl ExactAnswer {
    /// The value, where it is known.
    #[must_use]
    pub fn exact(&self) -> Option<Score> {
        (self.low == self.high).then_some(self.low)
    }
}

/// Why a position can't be searched.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ExactError {
    /// The board has too many positions.
    #[error("boards of {size}: {boards} legal ones, expected at most {most}: the search keeps all of them")]
    TooLarge {
        /// The size.
        size: BoardSize,
        /// Its legal boards.
        boards: u64,
        /// Most that are kept.
        most: u64,
    },
    /// The memory does not suffice.
    #[error("the search on {size} needs about {needed} of memory, the limit is {limit}: raise it")]
    Memory {
        /// The size.
        size: BoardSize,
        /// What it takes.
        needed: Bytes,
        /// What it may take.
        limit: Bytes,
    },
    /// The board of the game has another size.
    #[error("a board of {found}, but the search is for boards of {expected}")]
    Size {
        /// What it was prepared for.
        expected: BoardSize,
        /// What the game has.
        found: BoardSize,
    },
    /// The game has other rules.
    #[error("a game by the rules {found}, but the search is for {expected}")]
    Rules {
        /// The name of the rules that it was prepared for.
        expected: &'static str,
        /// The name of those of the game.
        found: &'static str,
    },
}
