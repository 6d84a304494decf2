//! Writing down why a value holds, for [`crate::go::check_proof`], where the format is described.
//!
//! A bound is searched once more, and this time the tree is kept: of the winner's moves one, of the
//! opponent's all that the contest does not decide. Symmetry is left out of that search, so that no move is
//! missing because its image was looked at: who checks knows nothing of images. Where a node was forgotten
//! to save memory, it is searched again on the way.
//!
//! What the contest decides has to be shown too, without its stamps. For that the states that a forced state
//! rests on are collected, and written in the order of their stamps: each has a higher stamp than those that
//! got it in, so a reader who goes through the list finds what a line needs above it. These are states with
//! boards as they are, since plays to images of visited boards are not forbidden to a checker; a plain list
//! is longer, and needs no idea of symmetry to be checked.
//!
//! The proof of the example in `search`; the low bound is what every game keeps, and has no tree:
//!
//! ```
//! use retrograde_db::go::{History, Rules};
//! use retrograde_solver::go::{ExactLimits, ExactSolver, check_proof};
//!
//! let history: History = "X. X".parse()?;
//! let game = history.game(&Rules::TROMP_TAYLOR)?;
//! let mut solver = ExactSolver::new("1x2".parse()?, &Rules::TROMP_TAYLOR, ExactLimits::default())?;
//! let answer = solver.solve(&game)?;
//! let mut proof = Vec::new();
//! solver.write_proof(&history, &answer, &mut proof)?;
//! let expected = "retrograde-go-proof 1
//! rules tromp-taylor
//! position X. X
//! low -2
//! high -2
//! replies 2 0
//! reply B1
//! move B1
//! forced 2
//! .O O pass by pass
//! .O X
//! reply pass
//! move B1
//! forced 2
//! .O O pass by pass
//! .O X
//! end
//! ";
//! assert_eq!(String::from_utf8(proof)?, expected);
//! assert_eq!(check_proof(expected.as_bytes())?.high, answer.high);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::io::{self, Write};
use std::time::Instant;

use retrograde_db::go::{Colour, Game, History, Move, Score};
use thiserror::Error;

use super::contest::Contest;
use super::graph::Graph;
use super::limits::{ExactAnswer, ExactError, ExactStop};
use super::narrow::Effort;
use super::search::{Search, Setting, way_in};
use super::solver::{ExactSolver, Root};
use super::state::State;
use super::tree::Node;
use crate::go::check::MAGIC;

/// Why no proof was written.
#[derive(Debug, Error)]
pub enum ProofError {
    /// The position can't be searched.
    #[error(transparent)]
    Exact(#[from] ExactError),
    /// The turns are not a game by the rules.
    #[error(transparent)]
    Move(#[from] retrograde_db::go::MoveError),
    /// What limits or a signal ended.
    #[error("the search for the proof was ended before it had one")]
    Stopped(ExactStop),
    /// The game is over, or a pass would stop play in place of ending the game.
    #[error("there are proofs only for games that go on, and after a pass only where a second one ends them")]
    NoProof,
    /// It could not be written.
    #[error("the proof could not be written")]
    Io(#[from] io::Error),
}

/// Writes the sections of one bound.
struct Writer<'a, W> {
    graph: &'a Graph,
    setting: Setting<'a>,
    contest: &'a mut Contest,
    winner: Colour,
    output: &'a mut W,
}

impl ExactSolver {
    /// Writes a proof of both bounds of an answer. The search is made once more, without regard to
    /// symmetry, with the time of the limits and without one of nodes.
    ///
    /// # Errors
    /// Where the position can't be searched, the search is ended, or the output fails.
    pub fn write_proof(
        &mut self,
        history: &History,
        answer: &ExactAnswer,
        output: &mut impl Write,
    ) -> Result<(), ProofError> {
        let rules = self.rules();
        let mut game = Game::from_position(rules, history.start);
        for &mv in &history.moves {
            let _ = game.resume();
            game.make(mv)?;
        }
        self.check(&game)?;
        let _ = game.resume();
        let deadline = self.limits().time.map(|time| Instant::now() + time);
        self.prepare(deadline).map_err(ProofError::Stopped)?;
        let root = self.root(&game);
        if game.state() != retrograde_db::go::GameState::Playing || root.pass.is_some() {
            return Err(ProofError::NoProof);
        }
        writeln!(output, "{MAGIC}")?;
        writeln!(output, "rules {}", rules.name)?;
        writeln!(output, "position {history}")?;
        self.write_bound(&root, Colour::Black, answer.low, output)?;
        self.write_bound(&root, Colour::White, answer.high, output)?;
        Ok(writeln!(output, "end")?)
    }

    fn write_bound(
        &self,
        root: &Root,
        winner: Colour,
        bound: Score,
        output: &mut impl Write,
    ) -> Result<(), ProofError> {
        let (word, threshold, trivial) = match winner {
            Colour::Black => ("low", bound, -self.points()),
            Colour::White => ("high", Score(bound.0 + 1), self.points()),
        };
        writeln!(output, "{word} {}", bound.0)?;
        if bound.0 == trivial {
            return Ok(());
        }
        let effort = Effort::new(None, self.limits().time.map(|time| Instant::now() + time));
        let watch = self.watch(effort.deadline);
        let contest = self.take_contest(threshold, self.threads(), watch);
        let mut contest = contest.map_err(ProofError::Stopped)?;
        let setting = Setting { whole_proof: true, ..self.setting(&effort) };
        let (tree, decided) = self.decide_with(setting, &mut contest, root, None, u64::MAX);
        let written = decided.map_err(ProofError::Stopped).and_then(|_| {
            debug_assert_eq!(tree.winner(), Some(winner));
            let fresh = contest.now();
            for &state in &root.visited {
                contest.visit(setting.graph, setting.repetition, state);
            }
            let graph = setting.graph;
            let mut writer = Writer { graph, setting, contest: &mut contest, winner, output };
            let written = writer.node(&tree);
            contest.leave(fresh);
            written
        });
        self.keep_contest(contest);
        written
    }
}

impl<W: Write> Writer<'_, W> {
    /// Writes a node, whose state has been visited.
    fn node(&mut self, node: &Node) -> Result<(), ProofError> {
        let state = node.state;
        if self.is_forced(state) {
            let states = self.derivation(&[state]);
            writeln!(self.output, "forced {}", states.len())?;
            return Ok(self.derive(&states)?);
        }
        if node.moves.is_empty() {
            // It was forgotten, to keep to the limit of memory.
            let mut again = Node::new(state, [None; 2]);
            let mut search = Search::new(self.setting, self.contest, u64::MAX);
            search.decide_all(&mut again, &[]).map_err(ProofError::Stopped)?;
            return self.node(&again);
        }
        if state.mover() == self.winner {
            let Some(after) = node.moves.first() else { return Ok(()) };
            let mv = self.move_text(state, after.state);
            writeln!(self.output, "move {mv}")?;
            return self.below(after);
        }
        let behind = self.contest.moves_of(self.graph, state);
        let attractor = self.contest.attractor(self.winner);
        let inside = |after: &State| attractor.contains(self.graph.fold(*after));
        let forced: Vec<State> = behind.into_iter().filter(inside).collect();
        let states = self.derivation(&forced);
        writeln!(self.output, "replies {} {}", node.moves.len(), states.len())?;
        self.derive(&states)?;
        for after in &node.moves {
            let mv = self.move_text(state, after.state);
            writeln!(self.output, "reply {mv}")?;
            self.below(after)?;
        }
        Ok(())
    }

    /// Whether all that is needed for a derivation of a state is forced, if not the state itself, which
    /// may have fewer moves of the opponent or more of the winner than were counted on.
    fn is_forced(&self, state: State) -> bool {
        let attractor = self.contest.attractor(self.winner);
        let inside = |after: State| attractor.contains(self.graph.fold(after));
        let mut moves = self.contest.moves_of(self.graph, state).into_iter();
        let good_end = state.passed() && attractor.goal().is_met(self.graph.score(state));
        match state.mover() == self.winner {
            true => good_end || moves.any(inside),
            false => (good_end || !state.passed()) && moves.all(inside),
        }
    }

    fn below(&mut self, after: &Node) -> Result<(), ProofError> {
        let before = self.contest.visit(self.graph, self.setting.repetition, after.state);
        let written = self.node(after);
        self.contest.leave(before);
        written
    }

    /// The states that are needed to derive that these are forced, each behind those it rests on.
    fn derivation(&self, forced: &[State]) -> Vec<State> {
        let attractor = self.contest.attractor(self.winner);
        let mut seen: std::collections::HashSet<State> = forced.iter().copied().collect();
        let mut states: Vec<State> = seen.iter().copied().collect();
        let mut done = 0;
        while done < states.len() {
            let state = states[done];
            done += 1;
            let needed = match state.mover() == self.winner {
                true => way_in(self.graph, self.contest, state, self.winner).into_iter().collect(),
                false => self.contest.moves_of(self.graph, state),
            };
            states.extend(needed.into_iter().filter(|&after| seen.insert(after)));
        }
        // What has no stamp is the state that is derived from all others.
        states.sort_by_cached_key(|&state| attractor.stamp(self.graph.fold(state)).wrapping_sub(1));
        states
    }

    fn derive(&mut self, states: &[State]) -> io::Result<()> {
        for &state in states {
            let board = self.graph.board(state);
            let pass = if state.passed() { " pass" } else { "" };
            write!(self.output, "{board} {}{pass}", state.mover().letter())?;
            if state.mover() == self.winner {
                let way = way_in(self.graph, self.contest, state, self.winner);
                let mv = way.map_or(Move::Pass, |after| self.graph.move_to(state, after));
                write!(self.output, " by {}", mv.on(board.size()))?;
            }
            writeln!(self.output)?;
        }
        Ok(())
    }

    fn move_text(&self, state: State, after: State) -> String {
        self.graph.move_to(state, after).on(self.graph.size()).to_string()
    }
}
