//! Why a probe has no answer.

use retrograde_db::go::BoardSize;
use thiserror::Error;

use crate::FileError;

/// A position has no bounds here.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProbeError {
    /// The table is not in the set.
    #[error("missing table: there is no {file} among the tables, which holds the boards of {size}")]
    MissingTable {
        /// The size of the boards.
        size: BoardSize,
        /// The name of the file that would hold it.
        file: String,
    },
    /// The table is in the set, but can't be used.
    #[error(transparent)]
    File(#[from] FileError),
}
