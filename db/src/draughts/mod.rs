//! English draughts (8x8 checkers): positions, rules, notation, and the index of the tables.
//!
//! One noun a file. What stands where: [`Square`] and [`SquareSet`], [`Side`], [`Position`] and its
//! [`View`] by the side to move. What may be done: [`Rules`], the [`Diagonal`]s along which pieces
//! go, [`Move`] and [`MoveList`], [`perft`], and the [`HuffingGame`]. How games begin: the [`Deck`] of [`Opening`]s. How
//! people write it: FEN ([`FenError`]), moves ([`MoveTextError`]), a [`Diagram`], games ([`pdn`]). Where a table
//! keeps it: [`Slice`], [`MenClass`], [`Density`], [`SliceIndex`].
//!
//! ```
//! use retrograde_db::draughts::{Position, Rules};
//!
//! let rules = &Rules::ENGLISH;
//! let position: Position = "B:W26,27:B22".parse().unwrap();
//! let mv = position.read_move(rules, "22x31").unwrap();
//! // The man is crowned, so its move ends, although a king could go on over 27.
//! assert_eq!(position.play(rules, &mv).to_string(), "W:W27:BK31");
//! ```

mod ballots;
mod density;
mod diagonal;
mod diagram;
mod fen;
mod huffing;
mod index;
mod men_class;
mod move_generator;
mod move_text;
mod moves;
mod openings;
pub mod pdn;
mod perft;
mod position;
mod rules;
mod side;
mod slice;
mod square;
mod table_header;

pub use ballots::BallotYear;
pub use density::Density;
pub use diagonal::Diagonal;
pub use diagram::{Diagram, DiagramStyle};
pub use fen::FenError;
pub use huffing::{HuffingGame, HuffingTurn};
pub use index::{ClassPair, IndexError, PositionCounts, SliceIndex, placements, position_counts};
pub use men_class::MenClass;
pub use move_text::MoveTextError;
pub use moves::{Move, MoveList};
pub use openings::{BallotSeed, Deck, Opening, Restriction};
pub use perft::{Depth, divide, perft, perft_merging_routes};
pub use position::{Pieces, Position, PositionError, View};
pub use rules::{CaptureChoice, CaptureDuty, CrowningCapture, Rules};
pub use side::Side;
pub use slice::{SideType, Slice, SliceError, SliceNameError};
pub use square::{Square, SquareSet};
pub use table_header::INDEX_SCHEME;
