//! What functions give back.

/// What became of a call. Failures are negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum RetrogradeStatus {
    /// The results are where they were asked for.
    Ok = 0,
    /// The value is not in memory. No failure: only functions whose name ends in if_cached give this.
    NotCached = 1,
    /// An argument is null, not aligned, or has a value that means nothing.
    BadArgument = -1,
    /// Two pieces share a square, or a man stands where it would have been crowned; or a FEN can't be
    /// read.
    NotAPosition = -2,
    /// The value without captures was asked for, and the side to move has one.
    CaptureToMove = -3,
    /// A table that is needed is not in the set.
    MissingSlice = -4,
    /// There are more pieces on the board than in any table of the set.
    TooManyPieces = -5,
    /// A file is not the table that its name says. The text names the file and the part.
    Damaged = -6,
    /// The system can't read a file or folder.
    Io = -7,
    /// The results do not fit where they were to be put.
    BufferTooSmall = -8,
    /// A defect of this library was met, and stopped here.
    Panic = -9,
}
