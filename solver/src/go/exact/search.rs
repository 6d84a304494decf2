//! Who gets what they want, one threshold, one position, its history.
//!
//! This goes down the tree of moves (see [`super::tree`] for the order) and visits in the contest what it
//! goes through. In each state it asks the contest first: a state in an attractor is decided. In any other,
//! a move into the attractor of the player to move decides it too; moves into that of the opponent are lost
//! and left out; those that are left become nodes. Where none is left the opponent has won.
//!
//! What a state is worth depends on all that was visited before it. So the same state behind other moves is
//! another node, and there is no table of states that were searched: what it said would hold for one history
//! only. What holds for all of them is in the attractors.
//!
//! Does Black get -1 or more on 1x2, from `X.` with Black to move, under positional superko? Nobody forces
//! anything there, so both moves are looked at: a play on the second point, which takes off both of its
//! stones, and a pass. Behind either White plays on the second point, and comes to `.O` with Black to move:
//! once from `..`, once by taking the stone. `X.` was visited, so all that Black has there is a pass, and
//! that leads into White's attractor. The answer is no, and the tree that shows it has five nodes, two of
//! them with the same state.
//!
//! A tree that has got too large for the memory loses its smallest parts, while what is missing at their
//! roots is kept, and the search goes down from the top again.

use retrograde_db::go::{Board, Colour, Repetition};

use super::contest::Contest;
use super::graph::Graph;
use super::images::Symmetry;
use super::ko_ranks::Kos;
use super::limits::ExactStop;
use super::narrow::{Effort, Interval};
use super::solver::Root;
use super::state::State;
use super::tree::{Missing, NEVER, Node};
use super::watch::Watch;

/// What searches of a position share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting<'a> {
    pub(super) graph: &'a Graph,
    pub(super) kos: &'a Kos,
    pub(super) repetition: Repetition,
    pub(super) watch: Watch<'a>,
    pub(super) effort: &'a Effort,
    /// Bytes of memory for the tree, and for what the contest notes.
    pub(super) bytes: u64,
    /// What other threads have found, which can make the question pointless.
    pub(super) interval: Option<&'a Interval>,
    /// Whether proofs are wanted whole; else only their first move is kept.
    pub(super) whole_proof: bool,
}

/// Least bytes for a tree.
const LEAST_ROOM: u64 = 1 << 16;
/// Nodes between two looks at the clock.
const NODES_PER_LOOK: u64 = 16;

/// A search.
#[derive(Debug)]
pub(super) struct Search<'a> {
    setting: Setting<'a>,
    contest: &'a mut Contest,
    /// Nodes that are left of this round.
    left: u64,
    /// Bytes of the tree.
    bytes: u64,
}

/// What ends a search, or makes it begin anew from its root.
#[derive(Debug)]
enum Halt {
    Stop(ExactStop),
    /// The nodes of the round are used up, or the answer is not needed any more.
    Round,
    /// The tree has got too large.
    Full,
}

impl From<ExactStop> for Halt {
    fn from(stop: ExactStop) -> Halt {
        Halt::Stop(stop)
    }
}

impl<'a> Search<'a> {
    pub(super) fn new(setting: Setting<'a>, contest: &'a mut Contest, nodes: u64) -> Search<'a> {
        Search { setting, contest, left: nodes, bytes: 0 }
    }

    /// The tree to begin with.
    pub(super) fn tree(&self, root: &Root) -> Node {
        let mut node = Node::new(root.state, [None; 2]);
        if let Some(pass) = root.pass {
            self.open_at_stop(&mut node, pass);
        }
        node
    }

    /// Decides who wins from a position, all of whose history has been visited. The tree is what an
    /// earlier search has left; in the end it has the moves that prove who wins: of the player who
    /// does, one that wins. Gives whether the nodes have sufficed.
    pub(super) fn decide_root(&mut self, root: &Root, tree: &mut Node) -> Result<bool, ExactStop> {
        // A proof has all moves of the opponent.
        let alike = if self.setting.whole_proof { &[] } else { &root.alike[..] };
        if !self.decide_all(tree, alike)? {
            return Ok(false);
        }
        let winner = tree.winner().expect("no limit was set");
        if winner == root.state.mover() && tree.moves.is_empty() {
            let first = self.forced_move(root.state, winner);
            tree.moves = first.map(|after| Node::new(after, [None; 2])).into_iter().collect();
        }
        Ok(true)
    }

    /// Looks below a node until it is proved, or so many nodes were looked at, and forgets what does not
    /// fit. Gives whether it is proved.
    pub(super) fn decide_all(&mut self, tree: &mut Node, alike: &[Symmetry]) -> Result<bool, ExactStop> {
        self.bytes = tree.tree_bytes();
        loop {
            match self.decide(tree, [NEVER; 2], alike) {
                Ok(()) => return Ok(true),
                Err(Halt::Stop(stop)) => return Err(stop),
                Err(Halt::Round) => return Ok(false),
                Err(Halt::Full) => {
                    let room = self.room().ok_or(ExactStop::Memory)?;
                    self.bytes = tree.forget(room / 2);
                }
            }
        }
    }

    /// Bytes that the tree may take; `None` where nothing is left for it.
    fn room(&self) -> Option<u64> {
        self.setting.bytes.checked_sub(self.contest.notes_bytes()).filter(|&room| room >= LEAST_ROOM)
    }

    /// The move to the state that got this one into the player's attractor; `None` where it is the
    /// pass that ends the game.
    fn forced_move(&self, state: State, player: Colour) -> Option<State> {
        way_in(self.setting.graph, self.contest, state, player)
    }

    /// Opens a node where a pass stops play and leads to another state than elsewhere.
    fn open_at_stop(&self, node: &mut Node, pass: State) {
        let graph = self.setting.graph;
        let of_move = |after| {
            let mut of_move = Node::new(after, [None; 2]);
            if let Some(winner) = self.contest.winner(graph.fold(after)) {
                of_move.set_winner(winner);
            }
            of_move
        };
        node.moves = self.contest.allowed_plays(graph, node.state).chain([pass]).map(of_move).collect();
        node.is_open = true;
    }

    fn count(&mut self) -> Result<(), Halt> {
        self.left = self.left.checked_sub(1).ok_or(Halt::Round)?;
        self.setting.effort.count()?;
        if self.left.is_multiple_of(NODES_PER_LOOK) {
            self.setting.watch.look()?;
            if self.setting.interval.is_some_and(|interval| interval.tells(self.contest.threshold())) {
                return Err(Halt::Round);
            }
            if self.room().is_none_or(|room| self.bytes > room) {
                return Err(Halt::Full);
            }
        }
        Ok(())
    }

    /// Looks below a node, whose state has been visited, until it is proved or more is missing than
    /// the limits allow. `alike` are the symmetries that leave everything that was visited as it is.
    fn decide(&mut self, node: &mut Node, limits: [Missing; 2], alike: &[Symmetry]) -> Result<(), Halt> {
        if !node.is_open {
            self.count()?;
            if let Some(winner) = self.contest.winner(self.setting.graph.fold(node.state)) {
                node.set_winner(winner);
                return Ok(());
            }
            node.moves = match self.open_moves(node.state, alike) {
                Ok(moves) => moves,
                Err(winning) => {
                    let winner = node.state.mover();
                    node.set_winner(winner);
                    let mut after = Node::new(winning, [None; 2]);
                    after.set_winner(winner);
                    node.moves = Box::new([after]);
                    self.bytes += node.bytes();
                    return Ok(());
                }
            };
            node.is_open = true;
            self.bytes += node.bytes();
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
    fn decide_move(&mut self, node: &mut Node, limits: [Missing; 2], alike: &[Symmetry]) -> Result<(), Halt> {
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
    fn tidy(&mut self, node: &mut Node, winner: Colour) {
        let before = node.tree_bytes();
        let mut moves = std::mem::take(&mut node.moves).into_vec();
        moves.retain(|after| after.winner() == Some(winner));
        if winner == node.state.mover() {
            moves.truncate(1);
        }
        if !self.setting.whole_proof {
            moves.iter_mut().for_each(|after| after.moves = Box::default());
        }
        node.moves = moves.into();
        self.bytes = self.bytes + node.tree_bytes() - before;
    }

    /// The nodes behind the moves that nobody forces, or the state behind a move that wins: the player
    /// to move has not been counted on to play to images of boards that were visited, and may.
    fn open_moves(&self, state: State, alike: &[Symmetry]) -> Result<Box<[Node]>, State> {
        let Setting { graph, kos, .. } = self.setting;
        let ranks = Colour::BOTH.map(|player| self.contest.ranks(player));
        let folded = graph.fold(state);
        let mut moves = Vec::new();
        let mut seen: Vec<Board> = Vec::new();
        for after in self.contest.allowed_plays(graph, state) {
            let folded_after = graph.fold(after);
            match self.contest.winner(folded_after) {
                Some(winner) if winner == state.mover() => return Err(after),
                Some(_) => continue,
                None => {}
            }
            if !alike.is_empty() {
                let board = graph.board(after);
                if alike.iter().any(|symmetry| seen.contains(&symmetry.image(board))) {
                    continue;
                }
                seen.push(board);
            }
            let states = ([state, after], [folded, folded_after]);
            moves.push(Node::new(after, ranks.map(|ranks| ranks.after_play(graph, kos, states.0, states.1))));
        }
        let pass = state.after_pass().map(|after| (after, graph.fold(after)));
        if let Some((after, folded)) = pass.filter(|&(_, folded)| self.contest.winner(folded).is_none()) {
            moves.push(Node::new(after, ranks.map(|ranks| ranks.of(folded))));
        }
        Ok(moves.into())
    }
}

/// The state by which a state of a player got into its attractor, or one that would have done as well;
/// `None` where it is the pass that ends the game.
pub(super) fn way_in(graph: &Graph, contest: &Contest, state: State, player: Colour) -> Option<State> {
    let attractor = contest.attractor(player);
    if state.passed() && attractor.goal().is_met(graph.score(state)) {
        return None;
    }
    let moves =
        contest.moves_of(graph, state).into_iter().map(|after| (after, attractor.stamp(graph.fold(after))));
    moves.filter(|&(_, stamp)| stamp > 0).min_by_key(|&(_, stamp)| stamp).map(|(after, _)| after)
}

#[cfg(test)]
mod tests {
    use retrograde_db::go::{Game, Position, Rules};

    use crate::go::exact::{ExactLimits, ExactSolver};

    use super::*;

    /// The tree of the worked example above.
    #[test]
    fn the_same_state_behind_two_moves_is_two_nodes() {
        let rules = &Rules::TROMP_TAYLOR;
        let mut solver = ExactSolver::new("1x2".parse().unwrap(), rules, ExactLimits::default()).unwrap();
        solver.prepare(None).unwrap();
        let state = |text: &str| {
            let Position { board, to_move, passed } = text.parse().unwrap();
            solver.graph().state(board, to_move, passed)
        };
        let root = solver.root(&Game::from_position(rules, "X. X".parse().unwrap()));
        let tree = solver.decide(&root, -1, &Effort::new(None, None), true).unwrap();
        assert_eq!((tree.winner(), tree.moves.len()), (Some(Colour::White), 2));
        for (node, after) in tree.moves.iter().zip([".. O", "X. O pass"]) {
            assert_eq!((node.state, node.moves.len()), (state(after), 1));
            assert_eq!((node.moves[0].state, node.moves[0].moves.len()), (state(".O X"), 0));
        }
    }
}
