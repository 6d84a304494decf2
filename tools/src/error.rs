//! Why a command could not do what was asked.

use std::error::Error;
use std::io;
use std::path::PathBuf;

use retrograde_db::draughts::FenError;
use retrograde_db::draughts::pdn::PdnError;
use retrograde_db::file::{FormatError, ManifestError};
use retrograde_db::go::{BoardSize, HistoryError, MoveError, SgfError, SizeError, VertexError};
use retrograde_probe::draughts::ProbeError;
use retrograde_probe::go::ProbeError as GoProbeError;
use retrograde_probe::{FileError, OpenError};
use retrograde_solver::draughts::{BuildError, LogicalError, ShortestError};
use retrograde_solver::go::{
    BuildError as GoBuildError, CheckError, ExactError, LogicalError as GoLogicalError, ProofError,
};
use thiserror::Error;

/// Why a command could not do what was asked. [`one_line`] makes the line that is shown.
#[derive(Debug, Error)]
pub(crate) enum CommandError {
    /// Results can't be written.
    #[error("standard output can't be written")]
    Output(#[source] io::Error),
    /// Standard input can't be read.
    #[error("standard input can't be read")]
    Input(#[source] io::Error),
    /// A line of standard input is not UTF-8.
    #[error("not a line of text: expected UTF-8; save the file in that encoding")]
    NotText,
    /// Errors have been reported already, and the run went on; it fails now.
    #[error("there were errors")]
    AlreadyReported,
    /// A FEN can't be read.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A folder of tables is not there.
    #[error(
        "no folder {}: name the one that holds the tables, or build them with `retrograde draughts build \
         --out {}`", folder.display(), folder.display()
    )]
    NoFolder {
        /// The folder.
        folder: PathBuf,
    },
    /// A folder holds no tables.
    #[error(
        "no tables in {}: expected files such as 2m1k-1m0k.wdl; build them with `retrograde draughts build \
         --out {}`", folder.display(), folder.display()
    )]
    NoTables {
        /// The folder.
        folder: PathBuf,
    },
    /// A set of tables can't be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A file can't be read.
    #[error("{} can't be read", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file can't be written.
    #[error("{} can't be written", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Accepted openings were asked for that no list is known of.
    #[error("which two-move openings are accepted is not known: leave out --deck, or ask for --moves 3")]
    NoTwoMoveDeck,
    /// The shortest games can't be found.
    #[error(transparent)]
    Shortest(#[from] ShortestError),
    /// A command does not know these rules.
    #[error("there are no tables of the rules {rules}: {why}")]
    NoTablesOfRules {
        /// Their name.
        rules: &'static str,
        /// What stands against it.
        why: &'static str,
    },
    /// A game of a file can't be read.
    #[error("{}", path.display())]
    Pdn {
        /// The file.
        path: PathBuf,
        /// Where, and what is wrong.
        source: PdnError,
    },
    /// A file is not a sound table.
    #[error("{}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: FormatError,
    },
    /// The list of the tables of a folder can't be understood.
    #[error("{}", path.display())]
    Manifest {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: ManifestError,
    },
    /// A table can't be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// A table that is listed can't be described.
    #[error(transparent)]
    Describe(#[from] ProbeError),
    /// A position has no value.
    #[error("{position}: {source}{advice}")]
    Probe {
        /// The position, as it was written.
        position: String,
        /// Why.
        source: Box<ProbeError>,
        /// What to do, with a separator before it, or nothing.
        advice: String,
    },
    /// A position has more pieces than are solved without a folder of tables.
    #[error(
        "{position}: {pieces} pieces; without a folder of tables up to {most} are solved in memory, so build \
         them with `retrograde draughts build --pieces {pieces} --out tables`"
    )]
    NotOnTheSpot {
        /// The position.
        position: String,
        /// Pieces that tables are needed for.
        pieces: u32,
        /// Pieces that are solved in memory.
        most: u8,
    },
    /// The folder for tables can't be made.
    #[error("{} can't be made a folder of tables", folder.display())]
    MakeFolder {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Values do not agree with those of their successors.
    #[error(transparent)]
    Logical(#[from] LogicalError),
    /// Tables can't be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A Go position can't be read.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// A game record can't be read.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// There are no boards of this size.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A point is not on the board.
    #[error(transparent)]
    Vertex(#[from] VertexError),
    /// A turn before a position is not allowed.
    #[error("{position}: {source}")]
    Move {
        /// The position, as it was written.
        position: String,
        /// Why.
        source: MoveError,
    },
    /// Tables know nothing of boards that stood earlier.
    #[error(
        "{position}: tables hold bounds for positions where no other board was visited, and this one comes \
         after plays; ask for {now} to leave them out of account"
    )]
    WithHistory {
        /// The position, as it was written.
        position: String,
        /// The position after the plays.
        now: String,
    },
    /// Bounds of a Go position can't be had.
    #[error("{position}: {source}{advice}")]
    GoProbe {
        /// The position, as it was written.
        position: String,
        /// Why.
        source: Box<GoProbeError>,
        /// What to do, with a separator before it, or nothing.
        advice: String,
    },
    /// A board is larger than those that are solved without a folder of tables.
    #[error(
        "{position}: boards of {size} are not solved on the spot; build their table with `retrograde go build \
         {size} --out tables`"
    )]
    BoardNotOnTheSpot {
        /// The position.
        position: String,
        /// The size of its board.
        size: BoardSize,
    },
    /// Stones were said to be dead that are not on the board at the end.
    #[error("{point} has no stone at the end of the game: dead stones are named by a point of their chain")]
    NoStone {
        /// The point.
        point: String,
    },
    /// A Go position can't be solved.
    #[error("{position}: {source}")]
    Exact {
        /// The position, as it was written.
        position: String,
        /// Why.
        source: ExactError,
    },
    /// A run was asked to stop that can't go on from where it was.
    #[error("stopped: nothing was written")]
    Interrupted,
    /// A proof of a Go position can't be written.
    #[error("{}: {source}", path.display())]
    NoProof {
        /// Its file.
        path: PathBuf,
        /// Why.
        source: Box<ProofError>,
    },
    /// A proof is refused.
    #[error("{}: {source}", path.display())]
    Proof {
        /// Its file.
        path: PathBuf,
        /// What is wrong, and where.
        source: CheckError,
    },
    /// A proof is of one position.
    #[error("--proof writes the proof of one position: name it on the command line, without --moves")]
    OneProof,
    /// A Go table can't be built.
    #[error(transparent)]
    GoBuild(Box<GoBuildError>),
    /// A listed Go table can't be described.
    #[error(transparent)]
    GoDescribe(Box<GoProbeError>),
    /// Bounds do not agree with those of the positions after them.
    #[error(transparent)]
    GoLogical(Box<GoLogicalError>),
}

impl From<GoBuildError> for CommandError {
    fn from(error: GoBuildError) -> CommandError {
        CommandError::GoBuild(Box::new(error))
    }
}

impl From<GoProbeError> for CommandError {
    fn from(error: GoProbeError) -> CommandError {
        CommandError::GoDescribe(Box::new(error))
    }
}

impl From<GoLogicalError> for CommandError {
    fn from(error: GoLogicalError) -> CommandError {
        CommandError::GoLogical(Box::new(error))
    }
}

impl CommandError {
    /// Whether whoever read the results has had enough of them.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, CommandError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// An error and the errors below it, outermost first, as one line. What an error has said already
/// of the one below it is not said again.
pub(crate) fn one_line(error: &dyn Error) -> String {
    let mut line = error.to_string();
    let mut below = error.source();
    while let Some(error) = below {
        let text = error.to_string();
        if !line.contains(&text) {
            line.push_str(": ");
            line.push_str(&text);
        }
        below = error.source();
    }
    line.replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_each_cause_once() {
        let source = io::Error::other("disk on\nfire");
        let path = PathBuf::from("tables/x");
        let plain = CommandError::Read { path: path.clone(), source };
        assert_eq!(one_line(&plain), "tables/x can't be read: disk on fire");
        let nested = FileError::Io { path, source: io::Error::other("disk on fire") };
        assert_eq!(one_line(&CommandError::File(nested)), "tables/x can't be read: disk on fire");
    }
}
