//! Exact values under superko, with the history of a game.
//!
//! A value is found by asking about thresholds: does the game end with a score of at least `k`? Take the
//! **graph** of all states without any rule of repetition. What a player **forces** in there, its
//! **attractor**, holds under superko too: who forces an end by the shortest way never comes back to a
//! board, so superko takes nothing from that player and only takes from the opponent; see
//! [`retrograde_db::go::Bounds`]. With a history, the player's plays to boards that were visited have to
//! be left out. A state in the attractor of a player is decided. Any other is **open**: its moves are
//! looked at, those that superko allows, with its own board visited too.
//!
//! Two things that are sound are given up, so that the attractors keep the symmetries of the board and
//! need to be kept for one board of all images only: a player is not counted on to play to any image of
//! a visited board, and the opponent may play to visited boards as if they were new. That makes half as
//! many nodes again on 3x4 (1,091 for 805), and twice as many on 1x10; what is kept is a quarter, on
//! square boards an eighth. The tree, which has the moves of the game, makes up for it: where a move
//! that superko allows leads into the attractor of the player to move, or all moves lead into that of
//! the opponent, the state is decided although its image in the graph is not.
//!
//! What that rests on:
//!
//! - `graph` follows the plays of all boards once; `state` numbers the states.
//! - `attractor` keeps what a player forces up to date while plays are forbidden, and puts it back.
//! - `contest` is one threshold: both attractors, and what was visited.
//! - `ko_ranks` guesses which moves are best, from the game where only a ko may not be taken back at
//!   once. That game has other values, so it decides nothing: on 1x2, `X.` with Black to move is worth
//!   0 there, and -2 under positional superko.
//! - `tree` and `search` are a proof-number search on top of that.
//! - `narrow` goes from thresholds to a value, `solver` is what others see; `line` goes on to best play,
//!   `values` to all positions of a board, which `table` writes to a file.
//! - `memory` shares out a limit, `threads` and `watch` are what their names say.
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
