//! Failures: a status for the program, and a text for people.
//!
//! Errors of Rust say a lot, in types that C does not have. What a program can act on becomes one of a few
//! statuses; all that was known becomes a text, of the error and of its sources down to the first cause. So a
//! table whose file is damaged is `RETROGRADE_STATUS_DAMAGED`, and the text says three things: that the file is
//! not the table that its name says, with the path; which part of it has another checksum than expected; and
//! what to do. Each `From` below is a list of all variants: a new error has to be given a status.

use std::error::Error;

use retrograde_db::draughts::{FenError, PositionError};

use super::RetrogradeStatus;
use crate::draughts::ProbeError;
use crate::{FileError, OpenError};

/// Why a call failed.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) status: RetrogradeStatus,
    pub(super) text: String,
}

impl Failure {
    pub(super) fn bad_argument(text: String) -> Failure {
        Failure { status: RetrogradeStatus::BadArgument, text }
    }

    /// A failure that an error tells of, with all its sources.
    fn of(status: RetrogradeStatus, error: &dyn Error) -> Failure {
        Failure { status, text: with_sources(error) }
    }
}

/// The texts of an error and of its sources, from the outermost to the first cause.
pub(super) fn with_sources(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        text.push_str(": ");
        text.push_str(&error.to_string());
        source = error.source();
    }
    text
}

impl From<ProbeError> for Failure {
    fn from(error: ProbeError) -> Failure {
        let status = match error {
            ProbeError::MissingSlice { .. } => RetrogradeStatus::MissingSlice,
            ProbeError::TooManyPieces { .. } => RetrogradeStatus::TooManyPieces,
            ProbeError::CaptureToMove { .. } => RetrogradeStatus::CaptureToMove,
            ProbeError::File(error) => return error.into(),
        };
        Failure::of(status, &error)
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Failure {
        let status = match error {
            FileError::Damaged { .. } | FileError::NotAFile { .. } | FileError::BesideReverse { .. } => {
                RetrogradeStatus::Damaged
            }
            FileError::Io { .. } => RetrogradeStatus::Io,
        };
        Failure::of(status, &error)
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Failure {
        let status = match error {
            OpenError::Folder { .. } => RetrogradeStatus::Io,
            OpenError::File(error) => return error.into(),
            OpenError::NotATableName { .. } | OpenError::SameName { .. } => RetrogradeStatus::BadArgument,
        };
        Failure::of(status, &error)
    }
}

impl From<PositionError> for Failure {
    fn from(error: PositionError) -> Failure {
        Failure::of(RetrogradeStatus::NotAPosition, &error)
    }
}

impl From<FenError> for Failure {
    fn from(error: FenError) -> Failure {
        Failure::of(RetrogradeStatus::NotAPosition, &error)
    }
}
