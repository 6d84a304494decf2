//! Checking proofs of values under superko. What solves shares nothing with this but the rules.
//!
//! # What is proved
//!
//! A bound says that a player, here the **prover**, gets at least a score against any play: Black for a
//! low bound, White for a high one. The proof is a tree of positions. In each, all boards since the
//! start count as visited, the present one too:
//!
//! - `move M`: the prover plays `M`; then comes the proof of the position behind it.
//! - `replies N K`, then `K` states of a derivation, then `N` times `reply M` and the proof behind it: it
//!   is the opponent's turn, and each move that superko allows is one of the replies or leads to a state
//!   of the derivation. Where a pass would end the game, the score is good enough.
//! - `forced K`, then `K` states of a derivation, the last of which is the position itself.
//!
//! A **derivation** shows that the prover can force a good end where no rule of repetition holds but
//! one: no play makes a board that has been visited so far, above in the tree. A state is written as a
//! position, `BOARD PLAYER [pass]`, with ` by M` behind it where it is the prover's turn. Each rests on
//! states before it: `M` leads to one of these or ends the game well; from a state of the opponent all
//! moves do. By the theorem at [`retrograde_db::go::Bounds`] such a state is good for the prover under
//! positional and under situational superko too. This theorem, and that passes are always allowed, is
//! all that is taken on trust.
//!
//! # The file
//!
//! Lines of text: the name of the format, `rules NAME`, `position POSITION [after MOVES]`, `low SCORE`
//! with its tree, `high SCORE` with its tree, `end`. A bound that every game keeps, all points of the
//! board, has no tree.
//!
//! ```
//! use retrograde_solver::go::check_proof;
//!
//! // One row of three: whoever has the middle has all.
//! let proof = "retrograde-go-proof 1
//! rules tromp-taylor
//! position XX. X pass
//! low 3
//! forced 1
//! XX. X pass by pass
//! high 3
//! end
//! ";
//! let checked = check_proof(proof.as_bytes())?;
//! assert_eq!((checked.low.0, checked.high.0), (3, 3));
//! let wrong = check_proof(proof.replace("low 3", "low 2").replace("high 3", "high 2").as_bytes());
//! assert!(wrong.is_err());
//! # Ok::<(), retrograde_solver::go::CheckError>(())
//! ```

use std::collections::HashSet;
use std::io::{self, BufRead};

use retrograde_db::go::{
    Board, Colour, Game, GameState, History, HistoryError, Move, MoveError, Position, Rules, Score,
    Situation, VertexError, check_play,
};
use thiserror::Error;

/// The first line of a proof: the name of the format and its version.
pub(super) const MAGIC: &str = "retrograde-go-proof 1";
/// Most positions of a proof below each other: no game on a board that is solved takes so many turns.
const DEEPEST: usize = 10_000;

/// What a proof proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedProof {
    /// The position, with the turns before it.
    pub history: History,
    /// The rules.
    pub rules: &'static Rules,
    /// Black gets at least this much.
    pub low: Score,
    /// Black gets at most this much.
    pub high: Score,
    /// Positions of both trees.
    pub nodes: u64,
    /// States of all derivations.
    pub states: u64,
}

/// Why a proof is refused, and in which line.
#[derive(Debug, Error)]
#[error("line {line}: {fault}")]
pub struct CheckError {
    /// The line, 1 for the first.
    pub line: u64,
    /// What is wrong there.
    pub fault: CheckFault,
}

/// What is wrong with a proof.
#[derive(Debug, Error)]
pub enum CheckFault {
    /// It can't be read.
    #[error("it can't be read: {0}")]
    Read(#[source] io::Error),
    /// The line is something else than it should be.
    #[error("expected {expected}, found {found:?}")]
    Line {
        /// What it should be.
        expected: &'static str,
        /// What it is.
        found: String,
    },
    /// The position can't be read.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// A move can't be read.
    #[error(transparent)]
    Vertex(#[from] VertexError),
    /// A turn before the position is not allowed.
    #[error(transparent)]
    Turn(#[from] MoveError),
    /// The game is over, or a second pass would not end it.
    #[error("the game is over, or a second pass would stop play in place of ending it")]
    NotPlaying,
    /// It is the other player's turn.
    #[error("{position}: it is {}'s turn", position.to_move)]
    Turns {
        /// The position.
        position: Position,
    },
    /// A move is not allowed.
    #[error("{position}: {} is not allowed here", mv.on(position.board.size()))]
    NotAllowed {
        /// The position.
        position: Position,
        /// The move.
        mv: Move,
    },
    /// A move of the opponent is not answered.
    #[error("{position}: {} is not answered", mv.on(position.board.size()))]
    Unanswered {
        /// The position.
        position: Position,
        /// The move.
        mv: Move,
    },
    /// A move of the prover leads to a state that has not been derived.
    #[error("{position}: {} leads to a state that is not derived before it", mv.on(position.board.size()))]
    NotDerived {
        /// The position.
        position: Position,
        /// The move.
        mv: Move,
    },
    /// A pass ends the game with a score that is not good enough.
    #[error("{position}: a pass ends the game with {score}")]
    BadEnd {
        /// The position.
        position: Position,
        /// The score.
        score: Score,
    },
    /// The derivation is of something else.
    #[error("the last state of the derivation is not {position}")]
    OtherState {
        /// The position that has to be derived.
        position: Position,
    },
    /// The tree is too deep.
    #[error("more than {DEEPEST} positions below each other")]
    TooDeep,
}

type Checked<T> = Result<T, CheckFault>;

/// Lines that come in.
struct Lines<R> {
    input: R,
    number: u64,
    text: String,
}

impl<R: BufRead> Lines<R> {
    /// The next line; an empty one behind the last.
    fn next(&mut self) -> Checked<&str> {
        self.text.clear();
        self.number += 1;
        self.input.read_line(&mut self.text).map_err(CheckFault::Read)?;
        Ok(self.text.trim_end_matches(['\n', '\r']))
    }

    /// What stands behind a word that the next line has to begin with.
    fn behind(&mut self, word: &str, expected: &'static str) -> Checked<&str> {
        let line = self.next()?;
        let rest = line.strip_prefix(word).and_then(|rest| rest.strip_prefix(' '));
        rest.ok_or_else(|| CheckFault::Line { expected, found: line.to_owned() })
    }
}

/// A bound that is being checked.
struct Checker<'a, R> {
    lines: &'a mut Lines<R>,
    rules: &'static Rules,
    /// Whose bound it is.
    prover: Colour,
    bound: Score,
    /// All situations from the start of the game to the present one.
    visited: Vec<Situation>,
    nodes: u64,
    states: u64,
}

/// Checks a proof.
///
/// # Errors
/// The first thing that is wrong, and its line.
pub fn check_proof(input: impl BufRead) -> Result<CheckedProof, CheckError> {
    let mut lines = Lines { input, number: 0, text: String::new() };
    check(&mut lines).map_err(|fault| CheckError { line: lines.number, fault })
}

fn check<R: BufRead>(lines: &mut Lines<R>) -> Checked<CheckedProof> {
    let wrong = |expected, found: &str| CheckFault::Line { expected, found: found.to_owned() };
    match lines.next()? {
        MAGIC => {}
        found => return Err(wrong(MAGIC, found)),
    }
    let name = lines.behind("rules", "rules and their name")?;
    let rules = Rules::named(name).ok_or_else(|| wrong("the name of a rule set", name))?;
    let history: History = lines.behind("position", "position and what it is")?.parse()?;
    let mut game = Game::from_position(rules, history.start);
    for &mv in &history.moves {
        let _ = game.resume();
        game.make(mv)?;
    }
    let resumed = game.resume();
    let position = Position { passed: game.position().passed && !resumed, ..game.position() };
    let mut after = game.clone();
    let pass_stops = position.passed && after.make(Move::Pass).is_ok() && after.state() == GameState::Stopped;
    if game.state() != GameState::Playing || pass_stops {
        return Err(CheckFault::NotPlaying);
    }
    let points = position.board.size().points() as i8;
    let mut checked =
        CheckedProof { history, rules, low: Score(-points), high: Score(points), nodes: 0, states: 0 };
    for (word, prover, trivial) in [("low", Colour::Black, -points), ("high", Colour::White, points)] {
        let text = lines.behind(word, "low and high, and a score")?;
        let bound: Score = text.parse().map_err(|_| wrong("a score of the board", text))?;
        if bound.0.unsigned_abs() > points.unsigned_abs() {
            return Err(wrong("a score of the board", text));
        }
        if bound.0 != trivial {
            let visited = game.history().to_vec();
            let mut checker = Checker { lines, rules, prover, bound, visited, nodes: 0, states: 0 };
            checker.node(position, 0)?;
            checked.nodes += checker.nodes;
            checked.states += checker.states;
        }
        match prover {
            Colour::Black => checked.low = bound,
            Colour::White => checked.high = bound,
        }
    }
    match (lines.next()?, checked.low <= checked.high) {
        ("end", true) => Ok(checked),
        (found, _) => Err(wrong("end, and a low bound that is not above the high one", found)),
    }
}

impl<R: BufRead> Checker<'_, R> {
    /// Whether a score is good enough for the prover.
    fn is_good(&self, score: Score) -> bool {
        match self.prover {
            Colour::Black => score >= self.bound,
            Colour::White => score <= self.bound,
        }
    }

    /// The position behind a play, where superko and the rule of suicide allow it.
    fn after_play(&mut self, position: Position, mv: Move) -> Option<Position> {
        let Move::Play(point) = mv else { return None };
        let Position { board, to_move, .. } = position;
        self.visited.push(Situation { board, to_move });
        let played = check_play(self.rules, &self.visited, point);
        self.visited.pop();
        let board = played.ok()?.board;
        Some(Position { board, to_move: to_move.opponent(), passed: false })
    }

    /// The position behind a move; `None` for a pass that ends the game.
    fn after(&mut self, position: Position, mv: Move) -> Checked<Option<Position>> {
        let Position { board, to_move, passed } = position;
        match mv {
            Move::Pass if passed => Ok(None),
            Move::Pass => Ok(Some(Position { board, to_move: to_move.opponent(), passed: true })),
            Move::Play(_) => match self.after_play(position, mv) {
                Some(after) => Ok(Some(after)),
                None => Err(CheckFault::NotAllowed { position, mv }),
            },
        }
    }

    /// Checks that all moves of the opponent lead to one of these states, or are among these replies.
    fn all_answered(
        &mut self,
        position: Position,
        derived: &HashSet<Position>,
        replies: &[Move],
    ) -> Checked<()> {
        let plays: Vec<Move> = position.board.vacant().iter().map(Move::Play).collect();
        for mv in plays.into_iter().chain([Move::Pass]) {
            if replies.contains(&mv) {
                continue;
            }
            match self.after(position, mv) {
                Ok(Some(after)) if derived.contains(&after) => {}
                Ok(Some(_)) => return Err(CheckFault::Unanswered { position, mv }),
                Ok(None) => self.good_end(position)?,
                // What is not allowed needs no answer.
                Err(_) => {}
            }
        }
        Ok(())
    }

    fn good_end(&self, position: Position) -> Checked<()> {
        let score = position.board.score();
        if self.is_good(score) { Ok(()) } else { Err(CheckFault::BadEnd { position, score }) }
    }

    /// Checks the tree of a position, which is the last one that has been visited.
    fn node(&mut self, position: Position, depth: usize) -> Checked<()> {
        self.nodes += 1;
        if depth > DEEPEST {
            return Err(CheckFault::TooDeep);
        }
        let expected = "forced, move or replies, and what belongs to it";
        let line = self.lines.next()?.to_owned();
        let wrong = || CheckFault::Line { expected, found: line.clone() };
        let words: Vec<&str> = line.split(' ').collect();
        let number = |text: &str| text.parse::<u64>().map_err(|_| wrong());
        match words[..] {
            ["forced", states] => {
                let derived = self.derivation(number(states)?)?;
                if derived.last == Some(position) { Ok(()) } else { Err(CheckFault::OtherState { position }) }
            }
            ["move", mv] if position.to_move == self.prover => {
                let mv = Move::read(mv, position.board.size())?;
                match self.after(position, mv)? {
                    Some(after) => self.below(after, depth),
                    None => self.good_end(position),
                }
            }
            ["replies", replies, states] if position.to_move != self.prover => {
                let (replies, states) = (number(replies)?, number(states)?);
                let derived = self.derivation(states)?;
                let mut answered = Vec::new();
                for _ in 0..replies {
                    let mv = self.lines.behind("reply", "reply and a move")?;
                    let mv = Move::read(mv, position.board.size())?;
                    let after = self.after(position, mv)?;
                    self.below(after.ok_or(CheckFault::NotAllowed { position, mv })?, depth)?;
                    answered.push(mv);
                }
                self.all_answered(position, &derived.states, &answered)
            }
            ["move", _] | ["replies", _, _] => Err(CheckFault::Turns { position }),
            _ => Err(wrong()),
        }
    }

    /// Checks the tree of the position behind a move.
    fn below(&mut self, position: Position, depth: usize) -> Checked<()> {
        let Position { board, to_move, .. } = position;
        self.visited.push(Situation { board, to_move });
        let checked = self.node(position, depth + 1);
        self.visited.pop();
        checked
    }

    /// Checks a derivation of so many states.
    fn derivation(&mut self, states: u64) -> Checked<Derived> {
        let mut derived = Derived { states: HashSet::new(), last: None };
        for _ in 0..states {
            self.states += 1;
            let line = self.lines.next()?.to_owned();
            let wrong = || CheckFault::Line { expected: "a state of a derivation", found: line.clone() };
            let (state, way) = match line.split_once(" by ") {
                Some((state, way)) => (state, Some(way)),
                None => (&line[..], None),
            };
            let position: Position = state.parse().map_err(|_| wrong())?;
            if position.board.size() != self.visited.last().map_or(position.board.size(), size_of) {
                return Err(wrong());
            }
            match way {
                Some(way) if position.to_move == self.prover => {
                    let mv = Move::read(way, position.board.size())?;
                    match self.after(position, mv)? {
                        Some(after) if derived.states.contains(&after) => {}
                        Some(_) => return Err(CheckFault::NotDerived { position, mv }),
                        None => self.good_end(position)?,
                    }
                }
                None if position.to_move != self.prover => {
                    self.all_answered(position, &derived.states, &[])?;
                }
                _ => return Err(CheckFault::Turns { position }),
            }
            derived.states.insert(position);
            derived.last = Some(position);
        }
        Ok(derived)
    }
}

/// The states of a derivation.
struct Derived {
    states: HashSet<Position>,
    last: Option<Position>,
}

fn size_of(situation: &Situation) -> retrograde_db::go::BoardSize {
    let board: Board = situation.board;
    board.size()
}
