//! Counting turn sequences, to compare rules with other programs.
//!
//! ```
//! use retrograde_db::go::{BoardSize, Position, Rules, perft};
//!
//! let size: BoardSize = "2x2".parse().unwrap();
//! let start = Position::start(size);
//! assert_eq!(perft(&Rules::TROMP_TAYLOR, start, 4), 156);
//! ```

use super::legality::{Situation, check_play};
use super::{Position, Rules};

/// How many sequences of exactly so many turns there are, passes included; 1 for none. Two passes in
/// a row end a game in all rule sets here.
#[must_use]
pub fn perft(rules: &Rules, position: Position, turns: u32) -> u64 {
    let history = vec![Situation { board: position.board, to_move: position.to_move }];
    Count { rules, history, whole_games: false }.sequences(position.passed, turns)
}

/// How many games there are from a position on, each to its two passes. They are finitely many, and
/// too many to count on all but the smallest boards.
#[must_use]
pub fn count_games(rules: &Rules, position: Position) -> u64 {
    let history = vec![Situation { board: position.board, to_move: position.to_move }];
    Count { rules, history, whole_games: true }.sequences(position.passed, u32::MAX)
}

struct Count<'r> {
    rules: &'r Rules,
    history: Vec<Situation>,
    /// Whether games that end before the last turn count, and others do not.
    whole_games: bool,
}

impl Count<'_> {
    fn sequences(&mut self, passed: bool, turns: u32) -> u64 {
        if turns == 0 {
            return 1;
        }
        let Some(&Situation { board, to_move }) = self.history.last() else { return 0 };
        let opponent = to_move.opponent();
        let mut sum = 0;
        for point in board.vacant().iter() {
            if let Ok(played) = check_play(self.rules, &self.history, point) {
                self.history.push(Situation { board: played.board, to_move: opponent });
                sum += self.sequences(false, turns - 1);
                self.history.pop();
            }
        }
        if passed {
            return sum + u64::from(self.whole_games || turns == 1);
        }
        self.history.push(Situation { board, to_move: opponent });
        sum += self.sequences(true, turns - 1);
        self.history.pop();
        sum
    }
}
