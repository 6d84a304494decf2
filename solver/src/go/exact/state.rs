//! States of the game: a board, whose turn it is, and whether the turn before was a pass.
//!
//! That is all that moves depend on without a history. A state is a number: four times that of its board,
//! two more where White is to move, one more after a pass. So board 5 with White to move after a pass is
//! state 23, and came by a pass from state 20, the same board with Black to move. Arrays of all states need
//! no other index, and those that know nothing of passes take the upper bits, here 11.
//!
//! The same numbers serve for boards as they are and for boards that stand for their images; which of them
//! is meant, the names say: the latter are called folded.

use retrograde_db::go::Colour;

/// A state, by the number of its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct State(u32);

/// Most boards of a graph: four states of each have numbers of 31 bits.
pub(super) const MOST_BOARDS: u64 = 1 << 29;

impl State {
    pub(super) const fn new(board: u32, mover: Colour, passed: bool) -> State {
        State(board << 2 | (mover as u32) << 1 | passed as u32)
    }

    /// The state with this number.
    pub(super) const fn of_number(number: u32) -> State {
        State(number)
    }

    /// Its number: from 0, without gaps.
    pub(super) const fn number(self) -> u32 {
        self.0
    }

    /// Its place in arrays of all states.
    pub(super) const fn place(self) -> usize {
        self.0 as usize
    }

    /// The number of its board.
    pub(super) const fn board(self) -> u32 {
        self.0 >> 2
    }

    /// Whose turn it is.
    pub(super) const fn mover(self) -> Colour {
        if self.0 & 2 == 0 { Colour::Black } else { Colour::White }
    }

    /// Whether the turn before was a pass.
    pub(super) const fn passed(self) -> bool {
        self.0 & 1 == 1
    }

    /// The place in arrays with one entry for each board and player.
    pub(super) const fn side(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// What a pass leads to; `None` where it ends the game.
    pub(super) const fn after_pass(self) -> Option<State> {
        if self.passed() { None } else { Some(State((self.0 ^ 2) | 1)) }
    }

    /// The state whose pass leads here; `None` where none does.
    pub(super) const fn before_pass(self) -> Option<State> {
        if self.passed() { Some(State((self.0 ^ 2) & !1)) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_hands_the_turn_over_and_a_second_one_ends_the_game() {
        let state = State::new(5, Colour::White, true);
        assert_eq!((state.number(), state.side(), state.before_pass()), (23, 11, Some(State(20))));
        assert_eq!((state.after_pass(), State(20).after_pass()), (None, Some(state)));
        assert_eq!(State(20), State::new(5, Colour::Black, false));
    }
}
