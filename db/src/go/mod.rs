//! Go on boards of up to 25 points: rules, positions, notation, and the index of the tables.
//!
//! One noun a file. What stands where: [`BoardSize`], [`Point`] and [`PointSet`], [`Colour`],
//! [`Board`], [`Position`]. What may be done: [`Rules`], [`check_play`], [`Game`] with its
//! [`Outcome`] and [`Count`], [`perft`]. How people write it: [`Position`], [`Move`], [`History`], [`Sgf`]. Where a table keeps it: [`BoardIndex`],
//! [`Bounds`], [`TableName`].
//!
//! ```
//! use retrograde_db::go::{Game, GameState, Move, Rules};
//!
//! let size = "1x3".parse().unwrap();
//! let mut game = Game::new(&Rules::TROMP_TAYLOR, size);
//! for text in ["B1", "pass", "pass"] {
//!     game.make(Move::read(text, size).unwrap()).unwrap();
//! }
//! assert!(matches!(game.state(), GameState::Over(outcome) if outcome.score.0 == 3));
//! ```

mod board;
mod bounds;
mod colour;
mod count;
mod frontier;
mod game;
mod history;
mod index;
mod legality;
mod outcome;
mod perft;
mod point;
mod position;
mod rules;
mod score;
mod sgf;
mod sgf_tree;
mod size;
mod symmetry;
mod table_header;
mod vertex;

pub use board::{Board, BoardError, Played};
pub use bounds::Bounds;
pub use colour::Colour;
pub use count::Count;
pub use game::Game;
pub use history::{History, HistoryError};
pub use index::{BoardIndex, Standard};
pub use legality::{IllegalPlay, Situation, check_play};
pub use outcome::{EndReason, GameState, MoveError, MoveFault, Outcome};
pub use perft::{count_games, perft};
pub use point::{Point, PointSet};
pub use position::{Position, PositionError};
pub use rules::{Counting, Ending, Repetition, Rules, Suicide};
pub use score::{Komi, Margin, PointsError, Score};
pub use sgf::{Sgf, SgfError, SgfPoint};
pub use sgf_tree::{SgfNode, SgfProperty, SgfSyntaxError, read_main_line};
pub use size::{BoardSize, SizeError};
pub use table_header::{BoundCounts, INDEX_SCHEME, TableName};
pub use vertex::{Move, MoveText, Vertex, VertexError};
