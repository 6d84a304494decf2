//! What solving a board takes, known before it begins.
//!
//! The index counts the legal boards of a size, and those with so many stones, without listing them; so
//! everything here is a sum of such counts. Memory is 12 bytes for each 64 boards (`orbits`) and two bytes
//! for the bounds of each orbit; that has to be there. With more of it links are kept, at most one for each
//! vacant point of each orbit. Boards that are their own images make orbits smaller, so there are a few more
//! orbits than said here.
//!
//! ```
//! use retrograde_solver::go::plan;
//!
//! let plan = plan("4x4".parse()?);
//! assert_eq!(plan.boards, 24_318_165);
//! assert_eq!(plan.orbits, 3_039_771); // an eighth, as for all squares
//! assert_eq!(plan.memory.to_string(), "58.1 MiB");
//! # Ok::<(), retrograde_db::go::SizeError>(())
//! ```

use retrograde_db::go::{BoardIndex, BoardSize};

use super::links::{PAIR_BYTES, PLAY_BYTES};
use crate::budget::Bytes;

/// Most orbits that are solved: their numbers have 32 bits.
pub(super) const MOST_ORBITS: u64 = u32::MAX as u64;
/// Threads, encoders, and blocks on their way to the file.
const BESIDE: u64 = 48 << 20;

/// What solving a board takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardPlan {
    /// The size, lying down.
    pub size: BoardSize,
    /// Legal boards.
    pub boards: u64,
    /// Boards that are different under the symmetries of the board, about: those that are their own
    /// images are not counted out.
    pub orbits: u64,
    /// Memory without which it can't be solved.
    pub memory: Bytes,
    /// Most memory beside it that is of use: with so much, every play is followed only once.
    pub links: Bytes,
}

/// Says what solving a board takes.
#[must_use]
pub fn plan(size: BoardSize) -> BoardPlan {
    let size = size.lying();
    let index = BoardIndex::new(size);
    let symmetries = match (size.rows(), size.columns()) {
        (1, 1) => 1,
        (1, _) => 2,
        (rows, columns) if rows == columns => 8,
        _ => 4,
    };
    let orbits_of = |boards: u64| boards.div_ceil(symmetries);
    let boards = index.boards();
    let orbits = orbits_of(boards);
    let words = boards.div_ceil(64);
    // A bit for each board, a sum for each word, two bytes for each orbit.
    let memory = words * 8 + words * 4 + orbits * 2 + BESIDE;
    let links = (0..=size.points()).map(|stones| {
        let numbers = index.boards_with(stones);
        let plays = u64::from(size.points() - stones);
        orbits_of(numbers.end - numbers.start) * (PAIR_BYTES / 2 + plays * PLAY_BYTES)
    });
    BoardPlan { size, boards, orbits, memory: Bytes(memory), links: Bytes(links.sum()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_by_four_fits_into_little_and_five_by_five_does_not() {
        let four = plan("4x4".parse().unwrap());
        assert_eq!((four.boards, four.orbits), (24_318_165, 3_039_771));
        assert!(four.memory.0 + four.links.0 < 1 << 28);
        assert!(plan("5x5".parse().unwrap()).orbits > MOST_ORBITS);
        assert_eq!(plan("5x4".parse().unwrap()), plan("4x5".parse().unwrap()));
    }
}
