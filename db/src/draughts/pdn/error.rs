//! What can be wrong with a game in a file.
//!
//! A file is a collection of games by many hands, so a fault ends a game and never the file: each game is one
//! entry of what [`read_games`](super::read_games) gives, and a broken one is its first fault. An error says
//! which game, counted with the broken ones, and the line, so that an editor can go there; what was found; and
//! what was expected. Nothing is guessed: a game with a move that is not legal has no value as a record,
//! however much of it could be read.
//!
//! ```
//! use retrograde_db::draughts::pdn::{PdnFault, read_games};
//!
//! // Game type 20 is international draughts, whose move 32-28 is none here. The tag is the first fault.
//! let file = b"[Event \"One\"]\n[GameType \"20\"]\n\n1. 32-28 *\n";
//! let [Err(error)] = &read_games(file)[..] else { panic!("one broken game") };
//! assert_eq!((error.game, error.line), (1, 2));
//! assert_eq!(error.fault, PdnFault::GameType { found: "20".to_owned() });
//! ```

use thiserror::Error;

use super::super::{FenError, MoveTextError};
use super::Line;

/// A game that cannot be read, and where. The games behind it can.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("game {game}, line {line}: {fault}")]
pub struct PdnError {
    /// Which game of the file it is, 1 for the first, broken ones counted.
    pub game: usize,
    /// The line of the file, 1 for the first.
    pub line: usize,
    /// What is wrong there.
    #[source]
    pub fault: PdnFault,
}

/// What is wrong with a game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PdnFault {
    /// A tag cannot be read.
    #[error("tag {found:?}: expected a name and a quoted value, as in [Event \"Glasgow\"]")]
    TagSyntax {
        /// The rest of the line, from the bracket.
        found: String,
    },
    /// A tag stands twice.
    #[error("tag {name} is given twice: remove one of them, or leave a line empty between two games")]
    TagTwice {
        /// The name.
        name: String,
    },
    /// It is another game than English draughts.
    #[error("tag GameType {found:?}: expected 21 or 21,B,8,8,N1,0, English draughts")]
    GameType {
        /// The value.
        found: String,
    },
    /// `SetUp` and `FEN` do not fit together.
    #[error(
        "tag SetUp {found:?}: expected 1 where there is a tag FEN, and 0 or no SetUp where there is none"
    )]
    SetUp {
        /// The value of `SetUp`.
        found: String,
    },
    /// The tag `FEN`, or one among the moves, is not the FEN of a position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The tag says one result, the end of the moves another.
    #[error("tag Result {tag:?}: the moves end with {end}: correct one of them")]
    Result {
        /// The value of the tag.
        tag: String,
        /// The end of the moves.
        end: String,
    },
    /// A move is none, is not legal, or is ambiguous.
    #[error(transparent)]
    Move(#[from] MoveTextError),
    /// A glyph is not a number from 0 to 255.
    #[error("glyph {found:?}: expected $ and a number from 0 to 255")]
    Nag {
        /// The glyph.
        found: String,
    },
    /// A set-up among the moves has no FEN in it.
    #[error("set-up {found:?}: expected a FEN in it, as in /FEN \"W:W32:B1\"/")]
    SetUpSyntax {
        /// The rest of the line, or the whole set-up.
        found: String,
    },
    /// A comment does not end.
    #[error("a comment begins here and does not end before the next game: expected }}")]
    UnclosedComment,
    /// A game ends inside a variation.
    #[error("the game ends inside a variation, which began in line {opened}: expected )")]
    UnclosedVariation {
        /// The line where the innermost variation begins.
        opened: usize,
    },
    /// A variation ends that did not begin.
    #[error("found ) where no variation is open")]
    UnopenedVariation,
    /// Variations are nested too deep.
    #[error("variations are nested more than {} deep", Line::MAX_DEPTH)]
    TooDeep,
    /// There is something that PDN has no place for.
    #[error("found {found:?}: expected a move, a comment, a variation, or a result")]
    Unexpected {
        /// The word.
        found: String,
    },
}

/// A fault and the line where it is.
#[derive(Debug)]
pub(super) struct FaultAt {
    pub(super) line: usize,
    pub(super) fault: PdnFault,
}
