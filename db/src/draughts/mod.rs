//! English draughts (8x8 checkers): positions, their index, rules and notation.
//!
//! One noun a file: [`Square`], [`Side`], [`Position`] and its [`View`], [`Slice`], [`MenClass`],
//! [`SliceIndex`].

mod index;
mod men_class;
mod position;
mod side;
mod slice;
mod square;

pub use index::{ClassPair, IndexError, SliceIndex, placements};
pub use men_class::MenClass;
pub use position::{Pieces, Position, PositionError, View};
pub use side::Side;
pub use slice::{SideType, Slice, SliceError, SliceNameError};
pub use square::{Square, SquareSet};
