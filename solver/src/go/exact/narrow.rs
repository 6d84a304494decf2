//! From thresholds to a value.
//!
//! Most thresholds are easy: the first round asks the middle one of those that are open, with few nodes,
//! then the middle ones of what is left on both sides. What is left has its hard questions next to the value,
//! so each further round asks from both ends, the low one and the high one at the same time if there are
//! two threads, and takes up the trees where the round before has left them.
//!
//! On 2x2 the thresholds are -3 to 4, and the value is 1. The first question is 0, which Black gets, then 2
//! of 1 to 4, which White holds, then 1: three questions for eight thresholds.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use retrograde_db::go::{Colour, Game, Move, Score};

use super::limits::ExactStop;
use super::search::Setting;
use super::solver::{ExactSolver, Root};
use super::threads;
use super::tree::Node;
use crate::progress::Progress;

/// Nodes for a threshold in the first round, and one more for so many boards: on large boards, what a
/// threshold takes before its first node is worth many nodes.
const FIRST_ROUND: u64 = 1 << 10;
const BOARDS_PER_NODE: u64 = 1 << 10;
/// How many times more nodes each further round takes.
const NEXT_ROUND: u64 = 4;

/// What is known of a value, for all threads that ask about it.
#[derive(Debug)]
pub(super) struct Interval {
    known: Mutex<Known>,
}

/// The same at one time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) low: i8,
    pub(super) high: i8,
    /// The move of the player to move that secures that player's bound.
    pub(super) best: Option<Move>,
}

impl Interval {
    pub(super) const fn new(low: i8, high: i8) -> Interval {
        Interval { known: Mutex::new(Known { low, high, best: None }) }
    }

    /// What is known now.
    pub(super) fn known(&self) -> Known {
        *self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it is known who wins at a threshold.
    pub(super) fn tells(&self, threshold: Score) -> bool {
        let known = self.known();
        threshold.0 <= known.low || threshold.0 > known.high
    }

    /// Notes who wins at a threshold; `best` is the move of the player to move where that is the winner.
    /// Gives by how many points the interval is narrower.
    fn narrow(&self, threshold: i8, winner: Colour, best: Option<Move>) -> u64 {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let before = known.high - known.low;
        let news = match winner {
            Colour::Black => threshold > known.low,
            Colour::White => threshold <= known.high,
        };
        if news {
            match winner {
                Colour::Black => known.low = threshold,
                Colour::White => known.high = threshold - 1,
            }
            known.best = best.or(known.best);
        }
        (before - (known.high - known.low)).unsigned_abs().into()
    }
}

/// What an answer takes, over all threads.
#[derive(Debug)]
pub(super) struct Effort {
    /// Most nodes.
    pub(super) most: u64,
    pub(super) deadline: Option<Instant>,
    nodes: AtomicU64,
}

impl Effort {
    /// An effort that has not begun.
    pub(super) const fn new(most: Option<u64>, deadline: Option<Instant>) -> Effort {
        let most = match most {
            Some(most) => most,
            None => u64::MAX,
        };
        Effort { most, deadline, nodes: AtomicU64::new(0) }
    }

    /// Nodes that were looked at.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Counts one more node, if there may be one more.
    pub(super) fn count(&self) -> Result<(), ExactStop> {
        let one_more = |nodes| (nodes < self.most).then_some(nodes + 1);
        let counted = self.nodes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more);
        counted.map(|_| ()).map_err(|_| ExactStop::Nodes)
    }
}

/// What one answer is asked with.
struct Inquiry<'a> {
    root: &'a Root,
    interval: &'a Interval,
    effort: &'a Effort,
    progress: &'a (dyn Progress + Sync),
    /// Trees of thresholds that are open; `None` while a thread is at work there.
    trees: Mutex<BTreeMap<i8, Option<Node>>>,
}

impl Inquiry<'_> {
    /// The tree of a threshold, to be worked on; `None` where another thread is at work.
    fn take(&self, threshold: i8) -> Option<Option<Node>> {
        let mut trees = self.trees.lock().unwrap_or_else(PoisonError::into_inner);
        match trees.insert(threshold, None) {
            Some(None) => None,
            known => Some(known.flatten()),
        }
    }

    /// Gives it back, or nothing where the threshold is decided.
    fn put(&self, threshold: i8, tree: Option<Node>) {
        let mut trees = self.trees.lock().unwrap_or_else(PoisonError::into_inner);
        trees.remove(&threshold);
        if tree.is_some() {
            trees.insert(threshold, tree);
        }
    }
}

impl ExactSolver {
    /// Asks about thresholds until one value is left.
    pub(super) fn narrow_down(
        &mut self,
        game: &Game,
        effort: &Effort,
        progress: &(dyn Progress + Sync),
    ) -> (Known, Option<ExactStop>) {
        let points = self.points();
        let interval = Interval::new(-points, points);
        progress.begin(2 * u64::from(points.unsigned_abs()));
        let result = self.ask_in_rounds(game, &interval, effort, progress);
        let mut known = interval.known();
        let stop = result.err().filter(|_| known.low < known.high);
        if stop.is_none() {
            // Where the value is the worst one of the board, nothing had to be secured: any move will do.
            known.best.get_or_insert(Move::Pass);
        }
        (known, stop)
    }

    fn ask_in_rounds(
        &mut self,
        game: &Game,
        interval: &Interval,
        effort: &Effort,
        progress: &(dyn Progress + Sync),
    ) -> Result<(), ExactStop> {
        self.prepare(effort.deadline)?;
        let root = &self.root(game);
        let inquiry = Inquiry { root, interval, effort, progress, trees: Mutex::default() };
        let mut round = FIRST_ROUND + self.boards() / BOARDS_PER_NODE;
        let Known { low, high, .. } = interval.known();
        self.ask_from_the_middle(&inquiry, low + 1..=high, round)?;
        while interval.known().low < interval.known().high {
            round = round.saturating_mul(NEXT_ROUND);
            let threads = self.threads().min(self.shares().contests).min(Colour::BOTH.len());
            let ends =
                threads::for_each(threads, Colour::BOTH, |end| self.ask_from_an_end(&inquiry, end, round));
            ends.into_iter().collect::<Result<(), ExactStop>>()?;
        }
        Ok(())
    }

    /// Asks about the thresholds of a range, the middle one first.
    fn ask_from_the_middle(
        &self,
        inquiry: &Inquiry<'_>,
        range: RangeInclusive<i8>,
        round: u64,
    ) -> Result<(), ExactStop> {
        let Known { low, high, .. } = inquiry.interval.known();
        let (first, last) = (low.saturating_add(1).max(*range.start()), high.min(*range.end()));
        if first > last {
            return Ok(());
        }
        let middle = (first + last).div_euclid(2);
        self.ask(inquiry, middle, self.threads(), round)?;
        // A tree that is left open is not needed: further rounds begin at the ends.
        inquiry.put(middle, None);
        self.ask_from_the_middle(inquiry, middle + 1..=last, round)?;
        self.ask_from_the_middle(inquiry, first..=middle - 1, round)
    }

    /// Asks about the lowest open threshold and the next ones as long as that decides them, or about
    /// the highest one likewise.
    fn ask_from_an_end(&self, inquiry: &Inquiry<'_>, end: Colour, round: u64) -> Result<(), ExactStop> {
        loop {
            let Known { low, high, .. } = inquiry.interval.known();
            // The last threshold is at both ends.
            if low >= high || (end == Colour::White && low + 1 == high) {
                return Ok(());
            }
            let threshold = if end == Colour::Black { low + 1 } else { high };
            if !self.ask(inquiry, threshold, 1, round)? {
                return Ok(());
            }
        }
    }

    /// Who gets what they want at a threshold; gives whether so many nodes have decided that.
    fn ask(
        &self,
        inquiry: &Inquiry<'_>,
        threshold: i8,
        threads: usize,
        round: u64,
    ) -> Result<bool, ExactStop> {
        let &Inquiry { root, interval, effort, progress, .. } = inquiry;
        let Some(tree) = inquiry.take(threshold) else { return Ok(false) };
        let Known { low, high, .. } = interval.known();
        progress.part(&format!("{} to {}: {}?", Score(low), Score(high), Score(threshold)));
        let watch = self.watch(effort.deadline);
        let mut contest = self.take_contest(Score(threshold), threads, watch)?;
        let setting = Setting { interval: Some(interval), ..self.setting(effort) };
        let (tree, decided) = self.decide_with(setting, &mut contest, root, tree, round);
        self.keep_contest(contest);
        let Some(winner) = decided?.then(|| tree.winner()).flatten() else {
            inquiry.put(threshold, Some(tree));
            return Ok(false);
        };
        let best = (winner == root.state.mover()).then(|| self.first_move(root, &tree));
        progress.advance(interval.narrow(threshold, winner, best));
        inquiry.put(threshold, None);
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use retrograde_db::go::Rules;

    use crate::go::exact::ExactLimits;

    use super::*;

    /// Keeps the questions.
    #[derive(Default)]
    struct Questions(Mutex<Vec<String>>);

    impl Progress for Questions {
        fn part(&self, name: &str) {
            self.0.lock().unwrap().push(name.to_owned());
        }
    }

    #[test]
    fn the_middle_threshold_is_asked_first() {
        let (rules, size) = (&Rules::TROMP_TAYLOR, "2x2".parse().unwrap());
        let mut solver = ExactSolver::new(size, rules, ExactLimits::default()).unwrap();
        let questions = Questions::default();
        solver.solve_with(&Game::new(rules, size), &questions).unwrap();
        let questions = questions.0.into_inner().unwrap();
        assert_eq!(questions, ["-4 to +4: 0?", "0 to +4: +2?", "0 to +1: +1?"]);
    }
}
