//! A line of best moves.
//!
//! A value says that a position is won, not how. A line is played move by move: of the moves that keep the
//! value, the one with the best distance, from files if the set has them, else found by search (see
//! [`super::progress`]). Each step looks at the values of all moves, so a line is as good as the tables, and
//! where they know no further it ends and says why ([`LineEnd`]); it never goes on with a guess. Positions that
//! come up again end it too, since from there on it would say nothing new.
//!
//! ```
//! use retrograde_db::Value;
//! use retrograde_db::draughts::Position;
//! use retrograde_probe::draughts::{LineEnd, Tables};
//!
//! // Captures that end the game need no table.
//! let tables = Tables::from_memory([])?;
//! let shot: Position = "B:W11,19,27:B7".parse()?;
//! let line = tables.line(shot)?;
//! assert_eq!((line.value, line.moves.len()), (Value::Win, 1));
//! assert_eq!(shot.write_move(tables.rules(), &line.moves[0].mv), "7x32");
//! assert!(matches!(line.end, LineEnd::GameOver));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::cmp::Reverse;
use std::collections::HashMap;

use retrograde_db::Value;
use retrograde_db::draughts::Position;

use super::distance::is_conversion;
use super::progress::Progress;
use super::{ProbeError, ProbedMove, Tables};

/// Moves that keep the value of a position, as far as they are known.
///
/// Tables of win, draw and loss say which moves win, not how fast. So each move of a line keeps the
/// value for who makes it, but without distances the line may take longer than needed, and the defence
/// may not be the longest one.
#[derive(Debug)]
pub struct Line {
    /// The value of the first position, for its side to move.
    pub value: Value,
    /// The moves, and the positions after them.
    pub moves: Vec<ProbedMove>,
    /// Why the line ends.
    pub end: LineEnd,
}

/// Why a line ends where it does.
#[derive(Debug)]
pub enum LineEnd {
    /// The side to move has no legal move: it has lost.
    GameOver,
    /// The last position came up before, after so many moves of the line.
    Repetition {
        /// How many moves had been made then; 0 for the first position.
        after: usize,
    },
    /// The line is [`Line::MAX_MOVES`] long, without an end.
    TooLong,
    /// The value of the last position is known, but not that of every move from it.
    Unknown(ProbeError),
}

impl Line {
    /// The most moves of a line. The longest wins that are published for eight pieces take some 300.
    pub const MAX_MOVES: usize = 1000;
}

impl Tables {
    /// A line of best moves to the end of the game or to the first repetition, see [`Line`].
    ///
    /// With distances the winning side takes the shortest way, and the losing side the longest one: to
    /// the end of the game where that is known, else to the next conversion.
    ///
    /// Without them, the distance to the next conversion is found by search, as long as not too many
    /// positions lie before it; so a won line ends with the end of the game. Where they are too many,
    /// or moves are equally good in that way, both sides prefer positions that are new in the line,
    /// then moves that give nothing away, then the winning side moves that leave the opponent few
    /// replies, the losing side moves that leave it many. In a draw, the first drawing move is as good
    /// as any.
    ///
    /// # Errors
    /// Where the value of the position is not known. Where that happens later, the line ends there.
    pub fn line(&self, position: Position) -> Result<Line, ProbeError> {
        let mut line = Line { value: self.probe(position)?, moves: Vec::new(), end: LineEnd::TooLong };
        let mut seen = HashMap::from([(position, 0)]);
        let (mut progress, no_progress) = (None, Progress::default());
        let mut last = position;
        while line.moves.len() < Line::MAX_MOVES {
            let moves = match self.moves(last) {
                Ok(moves) => moves,
                Err(error) => {
                    line.end = LineEnd::Unknown(error);
                    break;
                }
            };
            let Some(value) = moves.first().map(|probed| probed.value) else {
                line.end = LineEnd::GameOver;
                break;
            };
            // What files say need not be found out.
            let known = match moves[0].distance {
                Some(_) => &no_progress,
                None => progress.get_or_insert_with(|| Progress::around(self, last, value)),
            };
            let best = moves.iter().take_while(|probed| probed.value == value);
            let Some(&best) = self.choose(last, value, best, known, &seen) else { break };
            if is_conversion(last, &best.mv) {
                progress = None;
            }
            last = best.after;
            line.moves.push(best);
            if let Some(&after) = seen.get(&last) {
                line.end = LineEnd::Repetition { after };
                break;
            }
            seen.insert(last, line.moves.len());
        }
        Ok(line)
    }

    /// The move that a line goes on with, of the moves with the best value.
    fn choose<'a>(
        &self,
        position: Position,
        value: Value,
        mut best: impl Iterator<Item = &'a ProbedMove>,
        progress: &Progress,
        seen: &HashMap<Position, usize>,
    ) -> Option<&'a ProbedMove> {
        let plies = |probed: &ProbedMove| match probed.distance {
            Some(distance) => distance.plies.0.into(),
            None => progress.plies_after(position, probed),
        };
        let replies = |probed: &ProbedMove| self.rules.count_moves(probed.after.view());
        let drawbacks = |probed: &ProbedMove| {
            (seen.contains_key(&probed.after), self.rules.can_capture(probed.after.view()))
        };
        // Of several with the same key the first one is taken.
        match value {
            Value::Win => best.min_by_key(|probed| (plies(probed), drawbacks(probed), replies(probed))),
            Value::Draw => best.next(),
            Value::Loss => best
                .min_by_key(|probed| (Reverse(plies(probed)), drawbacks(probed), Reverse(replies(probed)))),
        }
    }
}
