//! Whether a player forces a score, and how.
//!
//! The player forces it within so many turns where the game ends with it by then, whatever the
//! opponent does. That is asked for 1, 2, 3, ... turns, so the first answer is the least number, and the
//! move that gives it begins a shortest way. What is known of a position stays known: the least number
//! of turns within which it was shown, and the largest one within which it was not.
//!
//! Plays to visited boards are left out, for both players. Of the player's own moves only those are
//! tried that keep the score without a history; that leaves out some ways, never adds one.

use std::collections::{HashMap, HashSet};

use retrograde_db::go::{Board, Colour, Game, Move, Position, Repetition, Score, Situation, Suicide};
use retrograde_probe::go::{ProbeError, Tables};

/// Turns within which games are looked for to end.
const MOST_TURNS: u8 = 100;
/// Not within any number of turns.
const NEVER: u8 = u8::MAX;

/// How often positions are looked at before the search gives up, for each that it may visit: where a
/// history has put a score out of reach, it would go on for long.
const LOOKS: usize = 20;

/// The answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Forced {
    /// The player forces the score.
    By {
        /// A move to begin with, where it is the player's turn; else a pass.
        first: Move,
    },
    /// It was not shown; that does not mean that the player can't.
    NotShown,
}

/// The question: does a player force a score?
///
/// Inside, the player is Black: where it is White, the colours of everything are swapped.
pub(super) struct Force<'t> {
    tables: &'t Tables,
    suicide: Suicide,
    start: Position,
    score: Score,
    /// Boards that no play may bring back, with who is then to move.
    visited: HashSet<(Board, Colour)>,
    numbers: HashMap<Position, usize>,
    nodes: Vec<Node>,
    most: usize,
    /// How often positions were looked at.
    looks: usize,
    /// How many positions have their moves.
    expanded: usize,
    /// How many positions the score was shown from, and the most turns that one of them took.
    shown: usize,
    longest: u8,
}

/// Moves, and the numbers of the positions after them.
type Moves = Box<[(Move, usize)]>;

/// What is known of a position.
#[derive(Debug)]
struct Node {
    position: Position,
    /// Shown within so many turns; more than there are where it is not.
    within: u8,
    /// Not shown within so many turns.
    beyond: u8,
    moves: Option<Moves>,
}

/// Why a search ends without an answer.
enum Stop {
    /// No more positions may be visited, or looked at.
    TooMany,
    /// The table can't be asked.
    Probe(ProbeError),
}

impl From<ProbeError> for Stop {
    fn from(error: ProbeError) -> Stop {
        Stop::Probe(error)
    }
}

impl<'t> Force<'t> {
    /// Whether a player forces a score, seen by that player, in a game, visiting at most so many positions.
    pub(super) fn new(tables: &'t Tables, game: &Game, by: Colour, score: Score, most: usize) -> Force<'t> {
        let swap = by == Colour::White;
        let situation = |&Situation { board, to_move }: &Situation| {
            if swap { (board.colours_swapped(), to_move.opponent()) } else { (board, to_move) }
        };
        let visited = game.history().iter().map(situation);
        let visited = match game.rules().repetition {
            Repetition::Situational => visited.collect(),
            Repetition::Positional => {
                visited.flat_map(|(board, _)| Colour::BOTH.map(|colour| (board, colour))).collect()
            }
        };
        let start = if swap { game.position().colours_swapped() } else { game.position() };
        Force {
            tables,
            suicide: game.rules().suicide,
            start,
            score,
            visited,
            numbers: HashMap::new(),
            nodes: Vec::new(),
            most,
            looks: 0,
            expanded: 0,
            shown: 0,
            longest: 0,
        }
    }

    /// Looks for the answer.
    pub(super) fn search(mut self) -> Result<Forced, ProbeError> {
        let start = self.number(self.start);
        let mut quiet = 0;
        for turns in 1..=MOST_TURNS {
            let before = (self.nodes.len(), self.expanded, self.shown);
            match self.is_shown(start, turns) {
                Ok(true) => return Ok(Forced::By { first: self.first(start, turns) }),
                Ok(false) => {}
                Err(Stop::TooMany) => break,
                Err(Stop::Probe(error)) => return Err(error),
            }
            // What was shown of a position is of use once so many turns are left there.
            quiet = if before == (self.nodes.len(), self.expanded, self.shown) { quiet + 1 } else { 0 };
            if quiet > self.longest {
                break;
            }
        }
        Ok(Forced::NotShown)
    }

    /// A move to a position from which it takes one turn less.
    fn first(&self, start: usize, turns: u8) -> Move {
        let moves = self.nodes[start].moves.as_deref().unwrap_or_default();
        let shorter = moves.iter().find(|&&(_, next)| self.nodes[next].within < turns);
        shorter.map_or(Move::Pass, |&(mv, _)| mv)
    }

    fn number(&mut self, position: Position) -> usize {
        let next = self.nodes.len();
        let number = *self.numbers.entry(position).or_insert(next);
        if number == next {
            self.nodes.push(Node { position, within: u8::MAX, beyond: 0, moves: None });
        }
        number
    }

    /// Whether the score is forced from a position within so many turns.
    fn is_shown(&mut self, number: usize, turns: u8) -> Result<bool, Stop> {
        let Node { position: Position { board, to_move, passed }, within, beyond, .. } = self.nodes[number];
        if within <= turns || beyond >= turns {
            return Ok(within <= turns);
        }
        self.looks += 1;
        if self.looks > LOOKS * self.most {
            return Err(Stop::TooMany);
        }
        if passed && (board.score() >= self.score) == (to_move == Colour::Black) {
            // A second pass decides it: for Black, or against.
            let black = to_move == Colour::Black;
            return Ok(self.know(number, black, if black { 1 } else { NEVER }));
        }
        if self.nodes[number].moves.is_none() {
            let Some(moves) = self.moves(number)? else { return Ok(self.know(number, false, NEVER)) };
            self.nodes[number].moves = Some(moves);
            self.expanded += 1;
        }
        let wanted = to_move == Colour::Black;
        let count = self.nodes[number].moves.as_ref().map_or(0, |moves| moves.len());
        for place in 0..count {
            let next = self.nodes[number].moves.as_ref().map_or(0, |moves| moves[place].1);
            if self.is_shown(next, turns - 1)? == wanted {
                return Ok(self.know(number, wanted, turns));
            }
        }
        Ok(self.know(number, !wanted, turns))
    }

    /// Writes down what was found of a position.
    fn know(&mut self, number: usize, shown: bool, turns: u8) -> bool {
        let node = &mut self.nodes[number];
        if shown {
            self.shown += usize::from(node.within == u8::MAX);
            self.longest = self.longest.max(turns);
            node.within = turns;
        } else {
            node.beyond = turns;
        }
        shown
    }

    /// The moves that are to be looked at; `None` where White has one that ends Black's hopes.
    fn moves(&mut self, number: usize) -> Result<Option<Moves>, Stop> {
        let Position { board, to_move, passed } = self.nodes[number].position;
        let mut found = Vec::new();
        let opponent = to_move.opponent();
        if !passed {
            found.push((Move::Pass, Position { board, to_move: opponent, passed: true }));
        }
        for point in board.vacant().iter() {
            let Some(played) = board.play(to_move, point) else { continue };
            let allowed = match played.suicide.len() {
                0 => true,
                1 => false,
                _ => self.suicide == Suicide::Allowed,
            };
            if allowed && !self.visited.contains(&(played.board, opponent)) {
                let after = Position { board: played.board, to_move: opponent, passed: false };
                found.push((Move::Play(point), after));
            }
        }
        let mut moves = Vec::with_capacity(found.len());
        for (mv, after) in found {
            if self.tables.bounds(after, self.suicide)?.low >= self.score {
                moves.push((mv, self.number(after)));
            } else if to_move == Colour::White {
                return Ok(None);
            }
        }
        if self.nodes.len() > self.most {
            return Err(Stop::TooMany);
        }
        Ok(Some(moves.into()))
    }
}
