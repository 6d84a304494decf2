//! Why distances could not be found.

use retrograde_db::draughts::{Position, Slice};
use retrograde_db::{DistanceKind, Plies};
use retrograde_probe::draughts::ProbeError;
use thiserror::Error;

/// Why the distances of a slice could not be found. Where the tables are those that this crate built,
/// only [`DistanceError::TooLong`] can come up; with up to five pieces it does not.
#[derive(Debug, Error)]
pub enum DistanceError {
    /// A value or a distance that the slice depends on could not be had.
    #[error("{position}: its value or distance could not be had")]
    Probe {
        /// The position it was needed for.
        position: Position,
        /// Why.
        source: Box<ProbeError>,
    },
    /// A value does not agree with those that the moves lead to.
    #[error("{position} (slice {slice}) is stored as lost, and a move does not lose: build the values again")]
    NotLost {
        /// The position.
        position: Position,
        /// Its slice.
        slice: Slice,
    },
    /// Wins and losses of a slice rest on one another, and nothing leads to the end of the game.
    #[error("slice {slice}: {positions} values as won or lost rest on nothing: build the values again")]
    Unfounded {
        /// The slice, or its reverse.
        slice: Slice,
        /// How many positions there are, of those that were looked at together.
        positions: u64,
    },
    /// A distance is too long for a file.
    #[error("slice {slice}: distances to {kind} above {longest} plies, the most that a file holds")]
    TooLong {
        /// The slice, or its reverse.
        slice: Slice,
        /// Which distances.
        kind: DistanceKind,
        /// The longest that can be stored.
        longest: Plies,
    },
}
