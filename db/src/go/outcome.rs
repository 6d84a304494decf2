//! How games end.
//!
//! Rule sets differ most in how they end (see [`Ending`](super::Ending)), so a result says what ended the game
//! beside the score. Where rules leave dead stones to the players there is a state between playing and over:
//! play has **stopped**, no turn can be made, and the players agree or go on. A program does not judge what is
//! dead; who wants it judged plays it out.
//!
//! ```
//! use retrograde_db::go::{EndReason, Game, GameState, Move, MoveFault, PointSet, Rules};
//!
//! let size = "1x3".parse().unwrap();
//! let turn = |text| Move::read(text, size).unwrap();
//! let mut game = Game::new(&Rules::AGA, size);
//! for text in ["B1", "pass", "pass"] {
//!     game.make(turn(text)).unwrap();
//! }
//! assert_eq!(game.state(), GameState::Stopped);
//! let error = game.make(turn("A1")).unwrap_err();
//! assert_eq!((error.turn, error.fault), (4, MoveFault::Stopped));
//!
//! // All stones are alive: Black has the board, and White 7.5 points of komi.
//! assert!(game.agree(PointSet::EMPTY));
//! let GameState::Over(outcome) = game.state() else { panic!("agreement ends it") };
//! assert_eq!(outcome.reason, EndReason::Agreement { dead: PointSet::EMPTY });
//! assert_eq!((outcome.score.0, outcome.margin.0), (3, -9));
//! ```

use std::fmt;

use thiserror::Error;

use super::{BoardSize, Colour, IllegalPlay, Komi, Margin, Move, PointSet, Score};

/// What can be done now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameState {
    /// Turns can be made.
    Playing,
    /// Two passes have stopped play: the players agree on dead stones, or resume.
    Stopped,
    /// Nothing: there is a result.
    Over(Outcome),
}

/// The result of a game, and how it came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Black's points less White's, without komi: by area, or as agreed.
    pub score: Score,
    /// What White gets beside komi, where area is counted with handicap stones.
    pub compensation: Komi,
    /// By how much Black wins, all told.
    pub margin: Margin,
    /// What ended the game.
    pub reason: EndReason,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.margin, self.reason)
    }
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// Two passes in a row.
    TwoPasses,
    /// Two passes in a row that proposed the same score.
    EqualProposals {
        /// What they proposed.
        score: Score,
    },
    /// Four passes in a row: all stones are alive.
    FourPasses,
    /// Play had stopped, and the players agreed.
    Agreement {
        /// The stones that were taken off as dead.
        dead: PointSet,
    },
    /// Play stopped for the second time: all stones are alive.
    SecondStop,
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EndReason::TwoPasses => f.write_str("two passes"),
            EndReason::EqualProposals { score } => write!(f, "two passes that proposed {score}"),
            EndReason::FourPasses => f.write_str("four passes, all stones alive"),
            EndReason::Agreement { dead } if dead.is_empty() => {
                f.write_str("play stopped and all stones were agreed to be alive")
            }
            EndReason::Agreement { dead } => match dead.len() {
                1 => f.write_str("play stopped and 1 stone was agreed to be dead"),
                stones => write!(f, "play stopped and {stones} stones were agreed to be dead"),
            },
            EndReason::SecondStop => f.write_str("play stopped twice, all stones alive"),
        }
    }
}

/// A turn that can't be made.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("turn {turn}, {player} {}: {fault}", mv.on(*size))]
pub struct MoveError {
    /// Which turn it would be, 1 for the first.
    pub turn: usize,
    /// Who would make it.
    pub player: Colour,
    /// The turn.
    pub mv: Move,
    /// The size of the board.
    pub size: BoardSize,
    /// Why it can't be made.
    pub fault: MoveFault,
}

/// Why a turn can't be made.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum MoveFault {
    /// The play is not allowed.
    #[error(transparent)]
    Illegal(IllegalPlay),
    /// Play has stopped.
    #[error("two passes have stopped play: agree on dead stones, or resume")]
    Stopped,
    /// The game is over.
    #[error("the game is over")]
    Over,
}
