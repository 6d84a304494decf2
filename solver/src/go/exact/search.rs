//! Who gets what they want, one threshold, one position, its history.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use retrograde_db::go::{Board, Colour, Repetition};

use super::contest::Contest;
use super::graph::Graph;
use super::images::Symmetry;
use super::ko_ranks::Kos;
use super::limits::ExactStop;
use super::solver::Root;
use super::state::State;
use super::tree::{Missing, NEVER, Node};

/// What searches of a position share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting<'a> {
    pub(super) graph: &'a Graph,
    pub(super) kos: &'a Kos,
    pub(super) repetition: Repetition,
    pub(super) interrupt: &'a AtomicBool,
    pub(super) deadline: Option<Instant>,
    /// Whether proofs are wanted whole; else only their first move is kept.
    pub(super) whole_proof: bool,
}

/// Nodes between two looks at the clock.
const NODES_PER_LOOK: u64 = 16;

/// A search.
#[derive(Debug)]
pub(super) struct Search<'a> {
    setting: Setting<'a>,
    contest: &'a mut Contest,
    /// Nodes that are left.
    left: u64,
    pub(super) nodes: u64,
}

impl<'a> Search<'a> {
    pub(super) fn new(setting: Setting<'a>, contest: &'a mut Contest, nodes: u64) -> Search<'a> {
        Search { setting, contest, left: nodes, nodes: 0 }
    }

    /// Who wins from a position, all of whose history has been visited. The node has the moves that
    /// prove it: of the player who wins, one that does.
    pub(super) fn decide_root(&mut self, root: &Root) -> Result<Node, ExactStop> {
        let mut node = Node::new(root.state, [None; 2]);
        if let Some(pass) = root.pass {
            self.open_at_stop(&mut node, pass);
        }
        // A proof has all moves of the opponent.
        let alike = if self.setting.whole_proof { &[] } else { &root.alike[..] };
        self.decide(&mut node, [NEVER; 2], alike)?;
        let winner = node.winner().expect("no limit was set");
        if winner == root.state.mover() && node.moves.is_empty() {
            let first = self.forced_move(root.state, winner);
            node.moves.extend(first.map(|after| Node::new(after, [None; 2])));
        }
        node.moves.retain(|after| after.winner().is_none_or(|of_move| of_move == winner));
        Ok(node)
    }

    /// The move to the state that got this one into the player's attractor; `None` where it is the
    /// pass that ends the game.
    fn forced_move(&self, state: State, player: Colour) -> Option<State> {
        let attractor = self.contest.attractor(player);
        let score = self.setting.graph.score(state.board());
        if state.passed() && attractor.goal().is_met(score) {
            return None;
        }
        let moves = self.contest.moves_of(self.setting.graph, state).into_iter();
        moves.filter(|&after| attractor.contains(after)).min_by_key(|&after| attractor.stamp(after))
    }

    /// Opens a node where a pass stops play and leads to another state than elsewhere.
    fn open_at_stop(&mut self, node: &mut Node, pass: State) {
        for after in self.contest.allowed_plays(self.setting.graph, node.state).chain([pass]) {
            let mut of_move = Node::new(after, [None; 2]);
            if let Some(winner) = self.contest.winner(after) {
                of_move.set_winner(winner);
            }
            node.moves.push(of_move);
        }
        node.is_open = true;
    }

    fn count(&mut self) -> Result<(), ExactStop> {
        self.nodes += 1;
        self.left = self.left.checked_sub(1).ok_or(ExactStop::Nodes)?;
        if self.nodes.is_multiple_of(NODES_PER_LOOK) {
            if self.setting.interrupt.load(Ordering::Relaxed) {
                return Err(ExactStop::Interrupted);
            }
            if self.setting.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Err(ExactStop::Time);
            }
        }
        Ok(())
    }

    /// Looks below a node, whose state has been visited, until it is proved or more is missing than
    /// the limits allow. `alike` are the symmetries that leave everything that was visited as it is.
    fn decide(&mut self, node: &mut Node, limits: [Missing; 2], alike: &[Symmetry]) -> Result<(), ExactStop> {
        if !node.is_open {
            self.count()?;
            if let Some(winner) = self.contest.winner(node.state) {
                node.set_winner(winner);
                return Ok(());
            }
            node.moves = self.open_moves(node.state, alike);
            node.is_open = true;
        }
        loop {
            node.sum_up();
            if let Some(winner) = node.winner() {
                self.tidy(node, winner);
                return Ok(());
            }
            if node.missing.iter().zip(limits).any(|(&missing, limit)| missing >= limit) {
                return Ok(());
            }
            let (place, second) = node.best_move();
            let limits = node.limits_of(place, second, limits);
            self.decide_move(&mut node.moves[place], limits, alike)?;
        }
    }

    /// Visits the state of a node, and looks below it.
    fn decide_move(
        &mut self,
        node: &mut Node,
        limits: [Missing; 2],
        alike: &[Symmetry],
    ) -> Result<(), ExactStop> {
        let Setting { graph, repetition, .. } = self.setting;
        let before = self.contest.visit(graph, repetition, node.state);
        let result = if alike.is_empty() {
            self.decide(node, limits, alike)
        } else {
            let board = graph.board(node.state);
            let alike: Vec<Symmetry> =
                alike.iter().filter(|symmetry| symmetry.image(board) == board).cloned().collect();
            self.decide(node, limits, &alike)
        };
        self.contest.leave(before);
        result
    }

    /// Keeps only what proves a node.
    fn tidy(&self, node: &mut Node, winner: Colour) {
        node.moves.retain(|after| after.winner() == Some(winner));
        if winner == node.state.mover() {
            node.moves.truncate(1);
        }
        if !self.setting.whole_proof {
            node.moves.iter_mut().for_each(|after| after.moves = Vec::new());
        }
    }

    /// The nodes behind the moves that nobody forces.
    fn open_moves(&self, state: State, alike: &[Symmetry]) -> Vec<Node> {
        let Setting { graph, kos, .. } = self.setting;
        let ranks = Colour::BOTH.map(|player| self.contest.ranks(player));
        let mut moves = Vec::new();
        let mut seen: Vec<Board> = Vec::new();
        for after in self.contest.allowed_plays(self.setting.graph, state) {
            if self.contest.winner(after).is_some() {
                continue;
            }
            if !alike.is_empty() {
                let board = graph.board(after);
                if alike.iter().any(|symmetry| seen.contains(&symmetry.image(board))) {
                    continue;
                }
                seen.push(board);
            }
            moves.push(Node::new(
                after,
                ranks.map(|ranks| ranks.after_play(graph, kos, state.board(), after)),
            ));
        }
        if let Some(after) = state.after_pass().filter(|&after| self.contest.winner(after).is_none()) {
            moves.push(Node::new(after, ranks.map(|ranks| ranks.of(graph, after))));
        }
        moves
    }
}
