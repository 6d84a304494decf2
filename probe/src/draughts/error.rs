//! Why a probe has no answer.

use retrograde_db::draughts::{Position, Slice};
use thiserror::Error;

use crate::FileError;

/// A position has no value here. None of these means a draw.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProbeError {
    /// The table is not in the set.
    #[error(
        "missing slice {slice}: there is no {file} among the tables; a position needs its own slice and \
         those that captures and crowning lead to"
    )]
    MissingSlice {
        /// The slice that was needed.
        slice: Slice,
        /// The name of the file that would hold it.
        file: String,
    },
    /// More pieces than any slice of the set has.
    #[error("{pieces} pieces on the board, the tables have at most {most}")]
    TooManyPieces {
        /// Pieces of both sides.
        pieces: u32,
        /// What [`super::Tables::max_pieces`] says.
        most: u8,
    },
    /// The stored value was asked for where there is none.
    #[error(
        "{position}: the side to move has a capture, and no value is stored for such positions; probe \
         plays the captures out"
    )]
    CaptureToMove {
        /// The position.
        position: Position,
    },
    /// The table is in the set, but can't be used.
    #[error(transparent)]
    File(#[from] FileError),
}

impl ProbeError {
    /// Whether a table is not in the set.
    pub(super) const fn is_missing(&self) -> bool {
        matches!(self, ProbeError::MissingSlice { .. } | ProbeError::TooManyPieces { .. })
    }
}
