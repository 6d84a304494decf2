//! Runs: how the values of a block are written in few bits.
//!
//! Along the index a value stays the same for some dozens of positions, and where it changes it often does
//! so at the same place of each **row** (the placements of one side's kings, say), as the lines of a
//! picture do. So a block is a list of runs, as in the coding of facsimile pages (ITU-T T.6). For each run
//! the file says how it ends: with the first change of the row **above** ([`RunEnd::Above`]), of the row
//! **behind** (one a second, longer distance back, [`RunEnd::Behind`]), or after a number of positions
//! ([`RunEnd::Length`]); and which of the two other values comes next.
//!
//! All of that goes into one number ([`numeral_system`]) with fixed probabilities. They stand in eight
//! **code books** ([`book`]), fitted once to the tables of few pieces; each block names the one that makes it
//! shortest. What a probability depends on ([`context`]) is at hand in the decoder: the values above and
//! behind, and what the runs before were. A **step** from a run to the next one tells the new value and the new
//! end together, since both depend on the same.
//!
//! Positions that nobody looks up are what makes this work: a run may end anywhere among them. The encoder
//! ([`encoder`]) ends each where this run and the next one take the fewest bits together.

mod book;
mod context;
mod costs;
mod decoder;
mod decoding_book;
mod encoder;
mod fit;
mod head;
mod length;
mod numeral_system;
mod rows;
mod stretches;

pub use fit::{CodeBookFit, fit_code_books};
pub use rows::Rows;

pub(super) use decoder::decode;
pub(super) use encoder::RunEncoder;
pub(super) use length::MOST_VALUES_IN_RUNS;

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RunEnd {
    /// After a number of positions, or with the block.
    Length = 0,
    /// With the next change above; with the block where there is none.
    Above = 1,
    /// With the next change behind; with the block where there is none.
    Behind = 2,
}
