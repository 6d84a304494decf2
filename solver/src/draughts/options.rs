//! What to build.
//!
//! A set of slices has to be closed: whatever a move leads to is in it too, or in what the rules decide.
//! Limits on all pieces, on the pieces of a side and on men all keep that, since no move makes any of them
//! more. A slice and its reverse are always built together, as moves lead from one to the other.
//!
//! ```
//! use retrograde_solver::draughts::BuildOptions;
//!
//! let names = |options: BuildOptions| -> Vec<String> {
//!     options.slice_pairs().iter().map(ToString::to_string).collect()
//! };
//! assert_eq!(names(BuildOptions::new(2)), ["0m1k-0m1k", "0m1k-1m0k", "1m0k-1m0k"]);
//! // The same with three pieces, of which none is a man.
//! let kings = BuildOptions { men: Some(0), ..BuildOptions::new(3) };
//! assert_eq!(names(kings), ["0m1k-0m1k", "0m1k-0m2k"]);
//! ```

use std::num::NonZeroUsize;

use retrograde_db::DistanceKind;
use retrograde_db::draughts::{Density, Rules, Slice};

use super::build::BuildError;
use super::kernel::CpuKind;
use crate::budget::Bytes;

/// What to build, and with what.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// The rules, any of those that [have tables](Rules::have_tables).
    pub rules: &'static Rules,
    /// Tables with up to so many pieces, 2 to [`Slice::MAX_PIECES`].
    pub pieces: u8,
    /// Of these, only tables in which no side has more than so many; `None` for all.
    pub side_pieces: Option<u8>,
    /// Of these, only tables with at most so many men on the board; `None` for all. Moves never make
    /// more men, so such tables need no others.
    pub men: Option<u8>,
    /// How much the tables of values keep.
    pub density: Density,
    /// Distances to find and to write beside the values; `None` for values alone.
    pub distance: Option<DistanceKind>,
    /// Threads to use; `None` for one a core.
    pub threads: Option<NonZeroUsize>,
    /// Memory to stay under; `None` for no limit. Values that do not fit are read back from work
    /// files.
    pub memory: Option<Bytes>,
    /// Instructions to use. The tables are the same bytes whatever is chosen.
    pub cpu: CpuKind,
}

impl BuildOptions {
    /// Tables of English draughts with up to so many pieces, on all cores, with the best instructions of this machine.
    #[must_use]
    pub fn new(pieces: u8) -> BuildOptions {
        BuildOptions {
            rules: &Rules::ENGLISH,
            pieces,
            side_pieces: None,
            men: None,
            density: Density::Fast,
            distance: None,
            threads: None,
            memory: None,
            cpu: CpuKind::best(),
        }
    }

    /// Whether there can be such tables.
    pub(crate) fn check(&self) -> Result<(), BuildError> {
        if !self.rules.have_tables() {
            return Err(BuildError::Rules { rules: self.rules });
        }
        if !(2..=Slice::MAX_PIECES).contains(&self.pieces) {
            return Err(BuildError::Pieces { found: self.pieces });
        }
        match self.density {
            Density::Compact if self.distance.is_some() => Err(BuildError::CompactDistances),
            Density::Compact if self.rules != &Rules::ENGLISH => {
                Err(BuildError::CompactRules { rules: self.rules })
            }
            _ => Ok(()),
        }
    }

    /// The most pieces that a side has in the tables that are built.
    pub(crate) fn most_of_a_side(&self) -> u8 {
        (self.pieces - 1).min(self.side_pieces.unwrap_or(u8::MAX))
    }

    /// The slices to build, each pair of a slice and its reverse named once, in an order in which
    /// they can be solved.
    #[must_use]
    pub fn slice_pairs(&self) -> Vec<Slice> {
        let most = self.most_of_a_side();
        let men = self.men.unwrap_or(Slice::MAX_PIECES);
        let small = |slice: &Slice| {
            slice.mover().pieces() <= most && slice.opponent().pieces() <= most && slice.men() <= men
        };
        Slice::up_to(self.pieces)
            .into_iter()
            .filter(|slice| *slice <= slice.reversed() && small(slice))
            .collect()
    }
}
