//! The rows of a table.

/// How far apart places lie that are likely to have the same value, in positions: the rows that the coding
/// of runs looks back at. 0 for none.
///
/// In draughts the placements of the mover's kings make up a row, and those of the opponent's kings times
/// that the second distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rows {
    /// Length of a row: how far back "above" is.
    pub above: u32,
    /// How far back "behind" is.
    pub behind: u32,
}

impl Rows {
    /// No rows: nothing repeats.
    pub const NONE: Rows = Rows { above: 0, behind: 0 };

    /// The same distances the other way round.
    #[must_use]
    pub const fn swapped(self) -> Rows {
        Rows { above: self.behind, behind: self.above }
    }
}
