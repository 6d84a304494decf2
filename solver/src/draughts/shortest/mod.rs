//! The shortest games there can be, by looking at all.
//!
//! A game is over when the side to move has no legal move: its pieces are all captured, or those that
//! are left are blocked. [`shortest_games`] finds the least number of plies after which that can
//! happen, every game that ends then, and so shows that none ends earlier.
//!
//! There are 10^13 ways to play 20 plies, far too many to follow, but three things help:
//!
//! 1. **Positions in place of paths.** As far as memory goes the search keeps the distinct positions of
//!    each ply, a [`layer`]; how often each is reached does not matter until it is known that games
//!    end behind it.
//! 2. **Looking ahead without moving.** Behind the last layer every path is followed, for one number of
//!    plies after the other; of positions that are near each other in the layer, what they lead to in two
//!    plies is looked at once. The last three plies, which are nearly all of the work, are mostly decided
//!    by a few operations on words: which pieces can be neither taken nor blocked in time, whatever is
//!    played, see [`ending`].
//! 3. **Back again.** Of the layers only those positions are looked at again from which an end is
//!    reached, so listing the games costs next to nothing.
//!
//! A final position is one in which a shortest game ends, with the side to move. A game is a sequence of
//! moves, and that leaves open whether two routes on which a capture takes the same pieces are one move or two:
//! [`ShortestGames::games`] has all routes, [`ShortestGames::merging_routes`] one of those that are alike, as
//! the usual notation has it. From the start of the game 337 games of 20 plies are over by routes, **247** once
//! they are merged, in **32** final positions, all won by White; those are the figures that Martin Bryant
//! published in 2003, and so they count moves as the notation does. No game has fewer plies.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use retrograde_solver::Silent;
//! use retrograde_solver::draughts::{ShortestOptions, shortest_games};
//!
//! // Black has one move, White has one, and Black takes the last white man.
//! let options = ShortestOptions { start: "B:W32:B27,28".parse().unwrap(), ..ShortestOptions::default() };
//! let found = shortest_games(&options, &Silent, &AtomicBool::new(false)).unwrap();
//! assert_eq!(found.plies.plies(), 3);
//! let moves: Vec<String> = found.games[0].iter().map(ToString::to_string).collect();
//! assert_eq!(moves, ["27-31", "32-27", "31x24"]);
//! assert_eq!(found.finals[0].to_string(), "W:W:BK24,28");
//! ```

mod ending;
mod games;
mod layer;

pub use games::{ShortestError, ShortestGames, ShortestOptions, shortest_games};
