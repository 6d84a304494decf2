//! The solver that others see: what it keeps from one question to the next.
//!
//! A question is a game; an answer is an interval of scores, which is one score where nothing ended the
//! search before ([`super::narrow`] asks, [`super::search`] answers). Two things cost far more than a small
//! question, so they outlive it. The **graph** of the board, with its kos, is made when the first question
//! comes. A **contest** holds for one threshold and for any history, once this is taken back; it is handed
//! out, used by one search at a time, and put back into a list. Where the list has as many as the memory
//! lets, the one that was put back the longest ago goes first.
//!
//! A question becomes a [`Root`]: the position and all that was visited as states, the position itself
//! included. Rules differ in what two passes do. Where play stops then and can be resumed, the state behind
//! the second pass is given by hand, since in the graph that pass ends the game.
//!
//! A best move comes from the threshold at which the player to move wins: at the value for Black, one point
//! above it for White, who wants less than the threshold.
//!
//! ```
//! use retrograde_db::go::{Game, Rules, Score};
//! use retrograde_solver::go::{ExactLimits, ExactSolver, ExactStop};
//!
//! let none = ExactLimits { nodes: Some(0), ..ExactLimits::default() };
//! let mut solver = ExactSolver::new("2x2".parse()?, &Rules::TROMP_TAYLOR, none)?;
//! let game = Game::new(&Rules::TROMP_TAYLOR, "2x2".parse()?);
//! let answer = solver.solve(&game)?;
//! assert_eq!((answer.low, answer.high), (Score(-4), Score(4)));
//! assert_eq!(answer.stop, Some(ExactStop::Nodes));
//! // The same solver goes on with what it has prepared.
//! solver.set_limits(ExactLimits::default());
//! assert_eq!(solver.solve(&game)?.exact(), Some(Score(1)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use retrograde_db::go::{
    BoardIndex, BoardSize, Colour, Game, GameState, Move, Repetition, Rules, Score, Situation, Suicide,
};

use super::contest::Contest;
use super::graph::Graph;
use super::images::Symmetry;
use super::ko_ranks::Kos;
use super::limits::{ExactAnswer, ExactError, ExactLimits, ExactStop};
use super::memory::{self, Shares};
use super::narrow::{Effort, Known};
use super::search::{Search, Setting};
use super::state::{MOST_BOARDS, State};
use super::tree::Node;
use super::watch::Watch;
use crate::progress::{Progress, Silent};

/// Finds exact values under superko on boards of one size.
///
/// What it prepares for the board is kept from one answer to the next.
#[derive(Debug)]
pub struct ExactSolver {
    size: BoardSize,
    rules: &'static Rules,
    limits: ExactLimits,
    interrupt: &'static AtomicBool,
    threads: usize,
    symmetries: Vec<Symmetry>,
    board: Option<Prepared>,
}

/// What depends on the board alone.
#[derive(Debug)]
pub(super) struct Prepared {
    graph: Graph,
    kos: Kos,
    shares: Shares,
    contests: Mutex<Contests>,
}

/// Contests without any history.
#[derive(Debug, Default)]
struct Contests {
    /// Those of thresholds that were asked about, the last one last.
    kept: Vec<Contest>,
    /// How many are in use, or are made.
    in_use: usize,
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
        let index = BoardIndex::new(size);
        let boards = index.boards();
        if boards > MOST_BOARDS {
            return Err(ExactError::TooLarge { size, boards, most: MOST_BOARDS });
        }
        let (needed, limit) = (memory::least(&index), limits.memory);
        if needed > limit {
            return Err(ExactError::Memory { size, needed, limit });
        }
        let (symmetries, interrupt) = (Symmetry::all(size), &NEVER);
        Ok(ExactSolver { size, rules, limits, interrupt, threads: 1, symmetries, board: None })
    }

    /// The same solver, which stops within a second once this is set, with what it has found so far.
    #[must_use]
    pub fn with_interrupt(self, interrupt: &'static AtomicBool) -> ExactSolver {
        ExactSolver { interrupt, ..self }
    }

    /// The same solver on so many threads; more than two only speed up what a board takes once. Values
    /// are the same with any number, best moves and the nodes that they take need not be.
    #[must_use]
    pub fn with_threads(self, threads: NonZeroUsize) -> ExactSolver {
        ExactSolver { threads: threads.get(), ..self }
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
    pub fn solve_with(
        &mut self,
        game: &Game,
        progress: &(dyn Progress + Sync),
    ) -> Result<ExactAnswer, ExactError> {
        self.check(game)?;
        let begin = Instant::now();
        let effort = Effort::new(self.limits.nodes, self.limits.time.map(|time| begin + time));
        let (known, stop) = match game.state() {
            GameState::Over(outcome) => {
                let score = outcome.score.0;
                (Known { low: score, high: score, best: None }, None)
            }
            _ => self.narrow_down(game, &effort, progress),
        };
        let Known { low, high, best } = known;
        let (low, high, nodes, time) = (Score(low), Score(high), effort.nodes(), begin.elapsed());
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

    /// Legal boards of the size.
    pub(super) fn boards(&self) -> u64 {
        u64::from(self.graph().boards())
    }

    pub(super) const fn threads(&self) -> usize {
        self.threads
    }

    /// What ends a run from outside.
    pub(super) const fn watch(&self, deadline: Option<Instant>) -> Watch<'static> {
        Watch { interrupt: self.interrupt, deadline }
    }

    /// Prepares the board.
    pub(super) fn prepare(&mut self, deadline: Option<Instant>) -> Result<(), ExactStop> {
        if self.board.is_none() {
            let watch = self.watch(deadline);
            let graph = Graph::new(self.size, self.rules.suicide, self.threads, watch)?;
            let kos = Kos::new(&graph);
            let shares = Shares::new(self.limits.memory, &graph, &kos);
            self.board = Some(Prepared { graph, kos, shares, contests: Mutex::default() });
        }
        Ok(())
    }

    fn prepared(&self) -> &Prepared {
        self.board.as_ref().expect("the board is prepared")
    }

    /// The graph of a board that is prepared.
    pub(super) fn graph(&self) -> &Graph {
        &self.prepared().graph
    }

    /// How memory is shared out on a board that is prepared.
    pub(super) fn shares(&self) -> Shares {
        self.prepared().shares
    }

    /// What searches share. Two trees can be there at a time.
    pub(super) fn setting<'a>(&'a self, effort: &'a Effort) -> Setting<'a> {
        let Prepared { graph, kos, shares, .. } = self.prepared();
        Setting {
            graph,
            kos,
            repetition: self.rules.repetition,
            watch: self.watch(effort.deadline),
            effort,
            bytes: shares.trees / 2,
            interval: None,
            whole_proof: false,
        }
    }

    /// Goes on with a tree, if there is one, for so many nodes at most. Gives the tree, and whether it
    /// decides the question.
    pub(super) fn decide_with(
        &self,
        setting: Setting<'_>,
        contest: &mut Contest,
        root: &Root,
        tree: Option<Node>,
        nodes: u64,
    ) -> (Node, Result<bool, ExactStop>) {
        let fresh = contest.now();
        for &state in &root.visited {
            contest.visit(setting.graph, setting.repetition, state);
        }
        let mut search = Search::new(setting, contest, nodes);
        let mut tree = tree.unwrap_or_else(|| search.tree(root));
        let decided = search.decide_root(root, &mut tree);
        contest.leave(fresh);
        (tree, decided)
    }

    /// Decides one threshold.
    pub(super) fn decide(
        &self,
        root: &Root,
        threshold: i8,
        effort: &Effort,
        whole_proof: bool,
    ) -> Result<Node, ExactStop> {
        let watch = self.watch(effort.deadline);
        let mut contest = self.take_contest(Score(threshold), self.threads, watch)?;
        let setting = Setting { whole_proof, ..self.setting(effort) };
        let (tree, decided) = self.decide_with(setting, &mut contest, root, None, u64::MAX);
        self.keep_contest(contest);
        decided.map(|_| tree)
    }

    fn contests(&self) -> MutexGuard<'_, Contests> {
        self.prepared().contests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The contest of a threshold, one of those that are kept or a new one, made on so many threads.
    pub(super) fn take_contest(
        &self,
        threshold: Score,
        threads: usize,
        watch: Watch<'_>,
    ) -> Result<Contest, ExactStop> {
        let Prepared { graph, kos, shares, .. } = self.prepared();
        {
            let mut contests = self.contests();
            contests.in_use += 1;
            if let Some(place) = contests.kept.iter().position(|contest| contest.threshold() == threshold) {
                return Ok(contests.kept.remove(place));
            }
            while contests.kept.len() + contests.in_use > shares.contests && !contests.kept.is_empty() {
                contests.kept.remove(0);
            }
        }
        let made = Contest::new(graph, kos, threshold, threads, watch);
        if made.is_err() {
            self.contests().in_use -= 1;
        }
        made
    }

    /// Keeps a contest for the next question.
    pub(super) fn keep_contest(&self, contest: Contest) {
        let mut contests = self.contests();
        contests.in_use -= 1;
        contests.kept.push(contest);
    }

    /// The position of a game, as states.
    pub(super) fn root(&self, game: &Game) -> Root {
        let graph = self.graph();
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

    /// A move that keeps this value, which is the one of the position.
    pub(super) fn best_move(&self, root: &Root, value: Score, effort: &Effort) -> Result<Move, ExactStop> {
        let points = self.points();
        let mover = root.state.mover();
        let (threshold, needed) = match mover {
            Colour::Black => (value.0, value.0 > -points),
            Colour::White => (value.0 + 1, value.0 < points),
        };
        // Nothing is worth less to the player than the worst score: any move will do.
        if !needed {
            return Ok(Move::Pass);
        }
        let node = self.decide(root, threshold, effort, false)?;
        debug_assert_eq!(node.winner(), Some(mover));
        Ok(self.first_move(root, &node))
    }

    /// The move that wins for the player to move, where it is decided that one does.
    pub(super) fn first_move(&self, root: &Root, node: &Node) -> Move {
        let graph = self.graph();
        node.moves.first().map_or(Move::Pass, |after| graph.move_to(root.state, after.state))
    }
}
