//! Counting a board in three ways that give the same difference.
//!
//! **Area** is the stones on the board and what they surround. **Territory with pass stones** counts
//! vacant points and prisoners. Where each player has made equally many turns, stones and passes
//! together, and each pass has cost a stone, both give the same: a player's stones that are not
//! prisoners are on the board. With `n` handicap stones White has made `1 - n` turns less than that
//! balance asks for, which is why area counting gives White `n - 1` points then. **Filling in** gives
//! both players as many stones as the board has points; who has more territory than stones left has
//! vacant points at the end.

use super::{Board, Colour, Score};

/// A board that is counted: dead stones are taken off, all others alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    board: Board,
}

impl Count {
    /// Counts this board.
    #[must_use]
    pub const fn of(board: Board) -> Count {
        Count { board }
    }

    /// Black's area less White's.
    #[must_use]
    pub fn area(self) -> Score {
        self.board.score()
    }

    /// Black's territory and prisoners less White's. `lost` are the stones of Black and of White that
    /// the opponent holds, taken or handed over.
    #[must_use]
    pub fn territory(self, lost: [u32; 2]) -> i32 {
        let [black, white] = Colour::BOTH.map(|colour| self.board.territory(colour).len() as i32);
        black - white + lost[1] as i32 - lost[0] as i32
    }

    /// What filling in gives: Black's vacant points less White's, stones that found no place counted
    /// as points lacking.
    #[must_use]
    pub fn filling_in(self) -> Score {
        let each = i32::from(self.board.size().points());
        let [black, white] = Colour::BOTH.map(|colour| {
            let mut in_hand = each - self.board.stones(colour).len() as i32;
            let mut vacant = 0;
            for _ in self.board.territory(colour).iter() {
                if in_hand > 0 {
                    in_hand -= 1;
                } else {
                    vacant += 1;
                }
            }
            vacant - in_hand
        });
        Score((black - white) as i8)
    }
}
