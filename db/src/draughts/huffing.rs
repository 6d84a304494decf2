//! Huffing: captures may be left, and what could have made them may be taken off the board.
//!
//! Under [`Rules::HUFFING`] a side that can capture may make a quiet move instead. The opponent then may
//! take one piece off the board that could have captured and did not, before its own move: *huff and
//! move*. What may be huffed can't be seen on the board, so a [`HuffingGame`] keeps it beside the
//! position. In detail:
//!
//! 1. Whoever captures with any piece has done its duty, whichever piece could have captured more. A
//!    capture once begun is carried through, as in all rules here.
//! 2. After a quiet move every piece may be huffed that could have captured in its place, the piece that
//!    moved too, on the square where it is now. What a huff of the same turn has taken could not.
//! 3. Huffing is for the very next move and for one piece, and is optional. A huff is no move: the
//!    move follows it, and may be one that only the huff has made possible.
//! 4. The older right to demand the capture in place of a huff is left out: it takes a move back, so it
//!    leads to nothing that is not reached without it.
//!
//! ```
//! use retrograde_db::draughts::HuffingGame;
//!
//! // Black could take 18 with the man on 14, moves 1-5 instead, and loses that man.
//! let game = HuffingGame::new("B:W18,32:B1,14".parse().unwrap());
//! let quiet = game.turns().into_iter().find(|turn| turn.to_string() == "1-5").unwrap();
//! let after = game.play(&quiet);
//! let turns: Vec<String> = after.turns().iter().map(ToString::to_string).collect();
//! assert_eq!(turns, ["18x9", "18-15", "32-27", "32-28", "(14) 18-14", "(14) 18-15", "(14) 32-27", "(14) 32-28"]);
//! ```

use std::fmt;

use super::{Depth, Move, Pieces, Position, Rules, Side, Square, SquareSet, View};

/// A position, and what may be huffed in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HuffingGame {
    position: Position,
    /// Pieces of the side that has just moved, on squares of the board.
    offenders: SquareSet,
}

/// What a side does in its turn: a huff or none, then a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HuffingTurn {
    huffed: Option<Square>,
    mv: Move,
}

impl HuffingTurn {
    /// The square of the piece that is taken off the board before the move.
    #[must_use]
    pub const fn huffed(&self) -> Option<Square> {
        self.huffed
    }

    /// The move, on squares of the board.
    #[must_use]
    pub const fn mv(&self) -> &Move {
        &self.mv
    }
}

/// The huffed piece in parentheses, then the move: `(14) 18-15`.
impl fmt::Display for HuffingTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(square) = self.huffed {
            write!(f, "({square}) ")?;
        }
        self.mv.fmt(f)
    }
}

impl HuffingGame {
    /// The rules of the moves themselves.
    const RULES: &'static Rules = &Rules::HUFFING;

    /// A game that goes on from here, where nothing may be huffed.
    #[must_use]
    pub const fn new(position: Position) -> HuffingGame {
        HuffingGame { position, offenders: SquareSet::EMPTY }
    }

    /// The position before a huff.
    #[must_use]
    pub const fn position(&self) -> Position {
        self.position
    }

    /// The pieces that may be huffed: those of the side that has just moved.
    #[must_use]
    pub const fn offenders(&self) -> SquareSet {
        self.offenders
    }

    /// All turns, in order: those without a huff first.
    #[must_use]
    pub fn turns(&self) -> Vec<HuffingTurn> {
        let huffs = std::iter::once(None).chain(self.offenders.iter().map(Some));
        let turns = |huffed| {
            let moves = without(self.position, huffed).legal_moves(HuffingGame::RULES).to_vec();
            moves.into_iter().map(move |mv| HuffingTurn { huffed, mv })
        };
        huffs.flat_map(turns).collect()
    }

    /// The game after a turn, which has to be one of [`HuffingGame::turns`].
    #[must_use]
    pub fn play(&self, turn: &HuffingTurn) -> HuffingGame {
        let before = without(self.position, turn.huffed);
        let position = before.play(HuffingGame::RULES, &turn.mv);
        let offenders = if turn.mv.is_capture() { SquareSet::EMPTY } else { capturers(before) };
        let moved = offenders.contains(turn.mv.from());
        let offenders = if moved { offenders.without(turn.mv.from()).with(turn.mv.to()) } else { offenders };
        HuffingGame { position, offenders }
    }

    /// The turns, with captures counted once that start and end alike and take the same pieces.
    #[must_use]
    pub fn turns_merging_routes(&self) -> Vec<HuffingTurn> {
        let mut kept: Vec<HuffingTurn> = Vec::new();
        for turn in self.turns() {
            let same = |other: &HuffingTurn| other.huffed == turn.huffed && other.mv.same_play(&turn.mv);
            if !kept.iter().any(same) {
                kept.push(turn);
            }
        }
        kept
    }

    /// How many sequences of so many turns there are; 1 at depth 0. Every route of a capture is a turn of
    /// its own.
    #[must_use]
    pub fn perft(&self, depth: Depth) -> u64 {
        self.count(depth.plies(), HuffingGame::turns)
    }

    /// The same with captures counted once that start and end alike and take the same pieces.
    #[must_use]
    pub fn perft_merging_routes(&self, depth: Depth) -> u64 {
        self.count(depth.plies(), HuffingGame::turns_merging_routes)
    }

    fn count(&self, plies: u8, turns: fn(&HuffingGame) -> Vec<HuffingTurn>) -> u64 {
        match plies {
            0 => 1,
            1 => turns(self).len() as u64,
            _ => turns(self).iter().map(|turn| self.play(turn).count(plies - 1, turns)).sum(),
        }
    }
}

/// The position once the piece on this square is gone.
fn without(position: Position, huffed: Option<Square>) -> Position {
    let Some(square) = huffed else { return position };
    let view = position.view();
    let side = position.side_to_move();
    // The side that has just moved is the opponent of the view.
    let square = if side == Side::Black { square } else { square.turned() };
    let their = view.their();
    let their = Pieces { men: their.men.without(square), kings: their.kings.without(square) };
    Position::from_view(View::new_unchecked(view.own(), their), side)
}

/// The pieces of the side to move that can capture, on squares of the board.
fn capturers(position: Position) -> SquareSet {
    let capturers = HuffingGame::RULES.capturers(position.view());
    if position.side_to_move() == Side::Black { capturers } else { capturers.turned() }
}
