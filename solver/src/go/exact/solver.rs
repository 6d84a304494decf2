//! From thresholds to values.

use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use retrograde_db::go::{
    BoardIndex, BoardSize, Colour, Game, GameState, Move, Repetition, Rules, Score, Situation, Suicide,
};

use super::contest::Contest;
use super::graph::Graph;
use super::images::Symmetry;
use super::ko_ranks::Kos;
use super::limits::{ExactAnswer, ExactError, ExactLimits, ExactStop};
use super::search::{Search, Setting};
use super::state::{MOST_BOARDS, State};
use super::tree::Node;
use crate::budget::Bytes;
use crate::progress::{Progress, Silent};

/// Nodes for each threshold in the first round; each further round takes more.
const FIRST_ROUND: u64 = 1 << 10;
/// How many times more.
const NEXT_ROUND: u64 = 1 << 5;

/// Finds exact values under superko on boards of one size.
///
/// What it prepares for the board is kept from one answer to the next.
#[derive(Debug)]
pub struct ExactSolver {
    size: BoardSize,
    rules: &'static Rules,
    limits: ExactLimits,
    interrupt: &'static AtomicBool,
    symmetries: Vec<Symmetry>,
    pub(super) board: Option<Prepared>,
    /// Thresholds that were asked about, the last one last, without any history.
    contests: Vec<Contest>,
}

/// What depends on the board alone.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) graph: Graph,
    pub(super) kos: Kos,
}

/// Is never set.
static NEVER: AtomicBool = AtomicBool::new(false);

/// A position with what was visited before it.
#[derive(Debug)]
pub(super) struct Root {
    pub(super) state: State,
    /// What a pass leads to where it is not what two passes lead to elsewhere: play stops, and goes on.
    pub(super) pass: Option<State>,
    /// What was visited, the position itself included.
    pub(super) visited: Vec<State>,
    /// The symmetries that change nothing of that.
    pub(super) alike: Vec<Symmetry>,
}

/// How far an answer has come.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) low: i8,
    pub(super) high: i8,
    pub(super) nodes: u64,
    deadline: Option<Instant>,
    /// The move of the player to move that secures the better bound so far.
    best: Option<Move>,
}

impl Running {
    pub(super) const fn new(low: i8, high: i8, deadline: Option<Instant>) -> Running {
        Running { low, high, nodes: 0, deadline, best: None }
    }
}

impl ExactSolver {
    /// A solver for boards of a size. Nothing is prepared before it is needed.
    ///
    /// # Errors
    /// For a board that is too large, or too large for the memory.
    pub fn new(
        size: BoardSize,
        rules: &'static Rules,
        limits: ExactLimits,
    ) -> Result<ExactSolver, ExactError> {
        let boards = BoardIndex::new(size).boards();
        if boards > MOST_BOARDS {
            return Err(ExactError::TooLarge { size, boards, most: MOST_BOARDS });
        }
        let (needed, limit) = (Bytes(Graph::memory(size)), limits.memory);
        if needed > limit {
            return Err(ExactError::Memory { size, needed, limit });
        }
        let (symmetries, interrupt) = (Symmetry::all(size), &NEVER);
        Ok(ExactSolver { size, rules, limits, interrupt, symmetries, board: None, contests: Vec::new() })
    }

    /// The same solver, which stops within a second once this is set, with what it has found so far.
    #[must_use]
    pub fn with_interrupt(self, interrupt: &'static AtomicBool) -> ExactSolver {
        ExactSolver { interrupt, ..self }
    }

    /// Sets other limits for the answers to come. That of memory stays.
    pub fn set_limits(&mut self, limits: ExactLimits) {
        self.limits = ExactLimits { memory: self.limits.memory, ..limits };
    }

    /// The value of the position of a game, with its history, and a best move.
    ///
    /// The rules of the game have to agree with those of the solver in what may be repeated and in
    /// suicide. A game that has stopped is taken as one that is resumed, since a player who would lose
    /// by an agreement does not agree.
    ///
    /// # Errors
    /// Where the game has another board or other rules.
    pub fn solve(&mut self, game: &Game) -> Result<ExactAnswer, ExactError> {
        self.solve_with(game, &Silent)
    }

    /// The same, with word of how far it is: in thresholds that are decided.
    ///
    /// # Errors
    /// Where the game has another board or other rules.
    pub fn solve_with(&mut self, game: &Game, progress: &dyn Progress) -> Result<ExactAnswer, ExactError> {
        self.check(game)?;
        let begin = Instant::now();
        let points = self.points();
        let deadline = self.limits.time.map(|time| begin + time);
        let mut running = Running::new(-points, points, deadline);
        let stop = match game.state() {
            GameState::Over(outcome) => {
                (running.low, running.high) = (outcome.score.0, outcome.score.0);
                None
            }
            _ => self.narrow_down(game, &mut running, progress),
        };
        let Running { low, high, nodes, best, .. } = running;
        let (low, high, time) = (Score(low), Score(high), begin.elapsed());
        Ok(ExactAnswer { low, high, best, nodes, time, stop })
    }

    /// What an answer may take.
    #[must_use]
    pub const fn limits(&self) -> ExactLimits {
        self.limits
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// The size of the boards.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The symmetries of the board.
    pub(super) fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// Points of the board.
    pub(super) const fn points(&self) -> i8 {
        self.size.points() as i8
    }

    pub(super) fn check(&self, game: &Game) -> Result<(), ExactError> {
        let found = game.board().size();
        if found != self.size {
            return Err(ExactError::Size { expected: self.size, found });
        }
        let choices = |rules: &Rules| -> (Repetition, Suicide) { (rules.repetition, rules.suicide) };
        if choices(game.rules()) != choices(self.rules) {
            return Err(ExactError::Rules { expected: self.rules.name, found: game.rules().name });
        }
        Ok(())
    }

    /// Prepares the board; `None` once the run is asked to stop.
    pub(super) fn prepare(&mut self) -> Option<&Prepared> {
        if self.board.is_none() {
            let graph = Graph::new(self.size, self.rules.suicide, self.interrupt)?;
            let kos = Kos::new(&graph);
            self.board = Some(Prepared { graph, kos });
        }
        self.board.as_ref()
    }

    /// Asks about thresholds, in rounds of more and more nodes, until one value is left.
    fn narrow_down(
        &mut self,
        game: &Game,
        running: &mut Running,
        progress: &dyn Progress,
    ) -> Option<ExactStop> {
        progress.begin((running.high - running.low).unsigned_abs().into());
        if self.prepare().is_none() {
            return Some(ExactStop::Interrupted);
        }
        let root = self.root(game);
        let mut round = FIRST_ROUND;
        while running.low < running.high {
            let range = running.low + 1..=running.high;
            if let Err(stop) = self.ask_each(&root, range, round, running, progress) {
                return Some(stop);
            }
            round = round.saturating_mul(NEXT_ROUND);
        }
        // Where the value is the worst one of the board, nothing had to be secured: any move will do.
        running.best.get_or_insert(Move::Pass);
        None
    }

    /// Asks about the thresholds of a range, the middle one first, and leaves out those that follow
    /// from others.
    fn ask_each(
        &mut self,
        root: &Root,
        range: RangeInclusive<i8>,
        round: u64,
        running: &mut Running,
        progress: &dyn Progress,
    ) -> Result<(), ExactStop> {
        let (first, last) = (*range.start().max(&(running.low + 1)), *range.end().min(&running.high));
        if first > last {
            return Ok(());
        }
        let middle = (first + last).div_euclid(2);
        progress.part(&format!("{} to {}: {}?", Score(running.low), Score(running.high), Score(middle)));
        let before = running.high - running.low;
        match self.ask(root, middle, round, running)? {
            Some(Colour::Black) => running.low = middle,
            Some(Colour::White) => running.high = middle - 1,
            None => {}
        }
        progress.advance((before - (running.high - running.low)).unsigned_abs().into());
        self.ask_each(root, middle + 1..=last, round, running, progress)?;
        self.ask_each(root, first..=middle - 1, round, running, progress)
    }

    /// Who gets what they want; `None` where more nodes than those of the round are needed.
    fn ask(
        &mut self,
        root: &Root,
        threshold: i8,
        round: u64,
        running: &mut Running,
    ) -> Result<Option<Colour>, ExactStop> {
        let left = self.limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(running.nodes));
        match self.decide(root, threshold, round.min(left), running, false) {
            Ok(node) => {
                if node.winner() == Some(root.state.mover()) {
                    running.best = Some(self.first_move(root, &node));
                }
                Ok(node.winner())
            }
            Err(ExactStop::Nodes) if left > round => Ok(None),
            Err(stop) => Err(stop),
        }
    }

    /// Decides one threshold.
    pub(super) fn decide(
        &mut self,
        root: &Root,
        threshold: i8,
        nodes: u64,
        running: &mut Running,
        whole_proof: bool,
    ) -> Result<Node, ExactStop> {
        let mut contest = self.take_contest(Score(threshold));
        let Some(Prepared { graph, kos }) = &self.board else { return Err(ExactStop::Interrupted) };
        let repetition = self.rules.repetition;
        let setting = Setting {
            graph,
            kos,
            repetition,
            interrupt: self.interrupt,
            deadline: running.deadline,
            whole_proof,
        };
        let fresh = contest.now();
        for &state in &root.visited {
            contest.visit(graph, repetition, state);
        }
        let mut search = Search::new(setting, &mut contest, nodes);
        let found = search.decide_root(root);
        running.nodes += search.nodes;
        contest.leave(fresh);
        self.keep_contest(contest);
        found
    }

    /// The contest of a threshold, out of those that are kept.
    pub(super) fn take_contest(&mut self, threshold: Score) -> Contest {
        let kept = self.contests.iter().position(|contest| contest.threshold() == threshold);
        if let Some(place) = kept {
            return self.contests.remove(place);
        }
        let Some(Prepared { graph, kos }) = &self.board else { unreachable!("the board is prepared") };
        let room = self.limits.memory.0.saturating_sub(Graph::memory(self.size));
        let most = room / Contest::memory(graph).max(1);
        if self.contests.len() as u64 > most {
            self.contests.remove(0);
        }
        Contest::new(graph, kos, threshold)
    }

    /// Keeps a contest for the next question.
    pub(super) fn keep_contest(&mut self, contest: Contest) {
        self.contests.push(contest);
    }

    /// The position of a game, as states.
    pub(super) fn root(&self, game: &Game) -> Root {
        let Some(Prepared { graph, .. }) = &self.board else { unreachable!("the board is prepared") };
        let mut game = game.clone();
        // Where it has stopped, the position is the one that play goes on from.
        let resumed = game.resume();
        let state = |game: &Game, passed| graph.state(game.board(), game.to_move(), passed);
        let passed = game.position().passed && !resumed;
        let mut after = game.clone();
        let stops = passed && after.make(Move::Pass).is_ok() && after.resume();
        let boards = game.history().iter().map(|situation| situation.board);
        let alike = |symmetry: &&Symmetry| boards.clone().all(|board| symmetry.image(board) == board);
        let visited = |&Situation { board, to_move }: &Situation| graph.state(board, to_move, false);
        Root {
            state: state(&game, passed),
            pass: stops.then(|| state(&after, false)),
            visited: game.history().iter().map(visited).collect(),
            alike: self.symmetries.iter().filter(alike).cloned().collect(),
        }
    }

    /// A move that keeps the value, which is known.
    pub(super) fn best_move(&mut self, root: &Root, running: &mut Running) -> Result<Move, ExactStop> {
        let points = self.points();
        let value = running.low;
        let mover = root.state.mover();
        let (threshold, needed) = match mover {
            Colour::Black => (value, value > -points),
            Colour::White => (value + 1, value < points),
        };
        // Nothing is worth less to the player than the worst score: any move will do.
        if !needed {
            return Ok(Move::Pass);
        }
        let left = self.limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(running.nodes));
        let node = self.decide(root, threshold, left, running, false)?;
        debug_assert_eq!(node.winner(), Some(mover));
        Ok(self.first_move(root, &node))
    }

    /// The move that wins for the player to move, where it is decided that one does.
    fn first_move(&self, root: &Root, node: &Node) -> Move {
        let Some(Prepared { graph, .. }) = &self.board else { unreachable!("the board is prepared") };
        node.moves.first().map_or(Move::Pass, |after| graph.move_to(root.state, after.state))
    }
}
