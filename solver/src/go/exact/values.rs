//! The values of all positions of a board, each with no board visited but its own.
//!
//! The question is asked threshold by threshold, from the lowest up, of all positions at a time, so that one
//! contest serves them all. A position that is not worth one threshold is not worth the next one, so only
//! those that have reached one are asked again: on a board of `n` points, a position worth `k` is asked `k +
//! n + 1` times, and `2n` times where it is worth `n`.
//!
//! Symmetry is used twice: only positions with Black to move are asked, on boards that stand for their
//! images; and in a search the symmetries of its board let moves stand for their images. The only visited
//! board is the position's own, so its images have the same value.
//!
//! ```
//! use retrograde_db::go::{Rules, Score};
//! use retrograde_solver::Silent;
//! use retrograde_solver::go::{ExactLimits, ExactSolver};
//!
//! let mut solver = ExactSolver::new("1x2".parse()?, &Rules::TROMP_TAYLOR, ExactLimits::default())?;
//! let values = solver.values(&Silent).map_err(|_| "nobody asks it to stop")?;
//! // The same position three times: turned round, and with the colours swapped.
//! assert_eq!(values.value("X. X".parse()?), Some(Score(-2)));
//! assert_eq!(values.value(".X X".parse()?), Some(Score(-2)));
//! assert_eq!(values.value(".O O".parse()?), Some(Score(2)));
//! // After a pass Black can end the game.
//! assert_eq!(values.value("X. X pass".parse()?), Some(Score(2)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use retrograde_db::go::{BoardIndex, BoardSize, Colour, Position, Rules, Score};

use super::limits::ExactStop;
use super::narrow::Effort;
use super::solver::{ExactSolver, Root};
use super::state::State;
use crate::progress::Progress;

/// Exact values of all positions of a board under one rule of repetition.
///
/// ```
/// use retrograde_db::go::{Rules, Score};
/// use retrograde_solver::Silent;
/// use retrograde_solver::go::{ExactLimits, ExactSolver};
///
/// let value = |rules| {
///     let mut solver = ExactSolver::new("2x3".parse().unwrap(), rules, ExactLimits::default()).unwrap();
///     solver.values(&Silent).unwrap().value("XX./... O".parse().unwrap())
/// };
/// // Positional superko, and situational superko under which White can come back to a board.
/// assert_eq!(value(&Rules::TROMP_TAYLOR), Some(Score(0)));
/// assert_eq!(value(&Rules::AGA), Some(Score(-1)));
/// ```
#[derive(Clone, Debug)]
pub struct ExactValues {
    rules: &'static Rules,
    index: BoardIndex,
    /// By number of the board: with Black to move, where no pass came before and where one did. Only
    /// for boards that stand for their images.
    values: Vec<[Score; 2]>,
}

impl ExactValues {
    /// The value of a position, Black's points less White's; `None` for a board of another size. The
    /// ending of the game is that of two passes: where rules differ in that, positions after a pass can
    /// have other values.
    #[must_use]
    pub fn value(&self, position: Position) -> Option<Score> {
        if position.to_move == Colour::White {
            return self.value(position.colours_swapped()).map(|score| -score);
        }
        if position.board.size() != self.index.size() {
            return None;
        }
        let number = self.index.standard(position.board).number;
        self.values.get(number as usize).map(|values| values[usize::from(position.passed)])
    }

    /// The numbering of the boards.
    pub(super) const fn index(&self) -> &BoardIndex {
        &self.index
    }

    /// The rules; only repetition and suicide make a difference.
    #[must_use]
    pub const fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// The size of the boards.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.index.size()
    }

    /// In how many positions two sets of values of the same size differ, on all boards and with either
    /// player to move: those that do not follow a pass, and those that do.
    #[must_use]
    pub fn differences(&self, other: &ExactValues) -> [u64; 2] {
        [false, true].map(|passed| {
            let boards = (0..self.index.boards()).filter_map(|number| self.index.board(number));
            let positions =
                boards.flat_map(|board| Colour::BOTH.map(|to_move| Position { board, to_move, passed }));
            positions.filter(|&position| self.value(position) != other.value(position)).count() as u64
        })
    }
}

impl ExactSolver {
    /// Finds the values of all positions. Limits of nodes and time are not looked at.
    ///
    /// # Errors
    /// Once the run is asked to stop.
    pub fn values(&mut self, progress: &(dyn Progress + Sync)) -> Result<ExactValues, ExactStop> {
        let size = self.size();
        let index = BoardIndex::new(size);
        let points = self.points();
        self.prepare(None)?;
        let mut values = vec![[Score(-points); 2]; index.boards() as usize];
        let mut open: Vec<(u64, bool)> = (0..index.boards())
            .filter(|&number| index.board(number).is_some_and(|board| index.is_standard(board)))
            .flat_map(|number| [(number, false), (number, true)])
            .collect();
        progress.begin(points.unsigned_abs() as u64 * 2);
        // A position that is not worth one threshold is worth none above it.
        for threshold in 1 - points..=points {
            progress.part(&Score(threshold).to_string());
            let mut reached = Vec::new();
            for (number, passed) in open {
                let root = self.fresh_root(number, passed);
                let node = self.decide(&root, threshold, &Effort::new(None, None), false)?;
                if node.winner() == Some(Colour::Black) {
                    values[number as usize][usize::from(passed)] = Score(threshold);
                    reached.push((number, passed));
                }
            }
            open = reached;
            progress.advance(1);
        }
        Ok(ExactValues { rules: self.rules(), index, values })
    }

    /// A position with Black to move, of which nothing earlier is known.
    fn fresh_root(&self, number: u64, passed: bool) -> Root {
        let graph = self.graph();
        let state = State::new(number as u32, Colour::Black, passed);
        let board = graph.board(state);
        let alike = self.symmetries().iter().filter(|symmetry| symmetry.image(board) == board);
        Root { state, pass: None, visited: vec![state], alike: alike.cloned().collect() }
    }
}
