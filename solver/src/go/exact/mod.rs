//! Exact values under superko, with the history of a game.
//!
//! A value is found by asking about thresholds: does the game end with a score of at least `k`? To
//! decide that for a state and its history, take the **graph** of all states without any rule of
//! repetition, and take the plays out of it that lead to boards which were visited. What a player
//! **forces** in there, its **attractor**, holds under superko too: who forces an end by the shortest
//! way never comes back to a board, so superko takes nothing from that player and only takes from the
//! opponent; see [`retrograde_db::go::Bounds`]. A state in the attractor of a player is decided. Any
//! other is **open**: its moves are looked at, with its own board visited too. Each visit makes the
//! graph smaller and the attractors better, so that few nodes are needed: some hundreds for 3x4.
//!
//! What that rests on:
//!
//! - `graph` follows the plays of all boards once; `state` numbers the states.
//! - `attractor` keeps what a player forces up to date while plays are forbidden, and puts it back.
//! - `contest` is one threshold: both attractors, and what is forbidden.
//! - `ko_ranks` guesses which moves are best, from the game where only a ko may not be taken back at
//!   once. That game has other values, so it decides nothing: on 1x2, `X.` with Black to move is worth
//!   0 there, and -2 under positional superko.
//! - `tree` and `search` are a proof-number search on top of that.
//! - `solver` goes from thresholds to values, `line` to best play, `values` to all positions of a board,
//!   which `table` writes to a file.
//! - `proof` writes down why a value holds; [`crate::go::check_proof`] knows nothing of all this.
//!
//! Positional and situational superko differ in what a visit forbids: plays that make the board, by
//! either player or by the one who made it. Passes are never forbidden.
//!
//! ```
//! use retrograde_db::go::{Game, History, Rules, Score};
//! use retrograde_solver::go::{ExactLimits, ExactSolver};
//!
//! let mut solver = ExactSolver::new("1x6".parse()?, &Rules::TROMP_TAYLOR, ExactLimits::default())?;
//! let answer = solver.solve(&Game::new(&Rules::TROMP_TAYLOR, "1x6".parse()?))?;
//! assert_eq!(answer.exact(), Some(Score(1)));
//! // The same board and player after other turns can be worth something else.
//! let history: History = "...... X after B1 C1".parse()?;
//! let answer = solver.solve(&history.game(&Rules::TROMP_TAYLOR)?)?;
//! assert_eq!(answer.exact(), Some(Score(6)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attractor;
mod contest;
mod graph;
mod images;
mod ko_ranks;
mod limits;
mod line;
mod memory;
mod narrow;
mod proof;
mod search;
mod solver;
mod state;
mod table;
mod threads;
mod tree;
mod values;
mod watch;

pub use limits::{ExactAnswer, ExactError, ExactLimits, ExactStop};
pub use line::ExactMove;
pub use proof::ProofError;
pub use solver::ExactSolver;
pub use table::ValuesReport;
pub use values::ExactValues;
