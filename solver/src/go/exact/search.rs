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

/// What searches of a position share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting<'a> {
    pub(super) graph: &'a Graph,
    pub(super) kos: &'a Kos,
    pub(super) repetition: Repetition,
    pub(super) interrupt: &'a AtomicBool,
    pub(super) deadline: Option<Instant>,
    /// Whether proofs are wanted whole; else only their first move is noted.
    pub(super) whole_proof: bool,
}

/// Nodes between two looks at the clock.
const NODES_PER_LOOK: u64 = 16;

/// A node of a proof: what the player who gets what it wants has found. Moves that are not listed lead
/// to states that the player forces in the graph without the plays into what was visited before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Proof {
    /// States behind moves, and the proofs of these: one move of the player, or all moves of the
    /// opponent that need one.
    pub(super) moves: Vec<(State, Proof)>,
}

/// An answer.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) winner: Colour,
    pub(super) proof: Proof,
}

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

    /// Who wins from a position, all of whose history has been visited, and by which first move.
    pub(super) fn decide_root(&mut self, root: &Root) -> Result<Found, ExactStop> {
        if let Some(pass) = root.pass {
            return self.decide_at_stop(root.state, pass, &root.alike);
        }
        let mut found = self.decide(root.state, &root.alike)?;
        if found.proof.moves.is_empty() && found.winner == root.state.mover() {
            // It is forced: the move into the set that was there first.
            let attractor = self.contest.attractor(found.winner);
            let moves = self.allowed_plays(root.state).chain(root.state.after_pass());
            let inside = moves.filter(|&after| attractor.contains(after));
            let first = inside.min_by_key(|&after| attractor.stamp(after));
            let ends = root.state.passed() && attractor.goal().is_met(self.setting.graph.score(root.state.board()));
            let first = first.filter(|_| !ends);
            found.proof.moves.extend(first.map(|after| (after, Proof::default())));
        }
        Ok(found)
    }

    /// Who wins from a state that has been visited. `alike` are the symmetries that leave everything
    /// that was visited as it is.
    pub(super) fn decide(&mut self, state: State, alike: &[Symmetry]) -> Result<Found, ExactStop> {
        self.count()?;
        if let Some(winner) = self.contest.winner(state) {
            return Ok(Found { winner, proof: Proof::default() });
        }
        let mover = state.mover();
        let opponent = mover.opponent();
        let mut refuted = Vec::new();
        for after in self.open_moves(state, alike) {
            let found = self.decide_after(after, alike)?;
            if found.winner == mover {
                let proof = if self.setting.whole_proof { found.proof } else { Proof::default() };
                return Ok(Found { winner: mover, proof: Proof { moves: vec![(after, proof)] } });
            }
            if self.setting.whole_proof {
                refuted.push((after, found.proof));
            }
        }
        Ok(Found { winner: opponent, proof: Proof { moves: refuted } })
    }

    /// The same at a state after a pass from which another pass does not end the game: it leads to
    /// `pass`.
    pub(super) fn decide_at_stop(
        &mut self,
        state: State,
        pass: State,
        alike: &[Symmetry],
    ) -> Result<Found, ExactStop> {
        self.count()?;
        let mover = state.mover();
        let wins = |proof| Ok(Found { winner: mover, proof });
        let moves: Vec<State> = self.allowed_plays(state).chain([pass]).collect();
        let forced = |after: &&State| self.contest.winner(**after) == Some(mover);
        if let Some(&after) = moves.iter().find(forced) {
            return wins(Proof { moves: vec![(after, Proof::default())] });
        }
        let mut refuted = Vec::new();
        for after in moves {
            if self.contest.winner(after).is_some() {
                continue;
            }
            let found = self.decide_after(after, alike)?;
            if found.winner == mover {
                return wins(Proof { moves: vec![(after, found.proof)] });
            }
            refuted.push((after, found.proof));
        }
        Ok(Found { winner: mover.opponent(), proof: Proof { moves: refuted } })
    }

    /// The states behind the plays that superko allows.
    fn allowed_plays(&self, state: State) -> impl Iterator<Item = State> {
        let behind = move |&board: &u32| Graph::after_play(state, board);
        let allowed = |after: &State| !self.contest.is_forbidden(*after);
        self.setting.graph.plays(state).iter().map(behind).filter(allowed)
    }

    /// Who wins from the state behind a move.
    pub(super) fn decide_after(&mut self, state: State, alike: &[Symmetry]) -> Result<Found, ExactStop> {
        let Setting { graph, repetition, .. } = self.setting;
        let before = self.contest.visit(graph, repetition, state);
        let found = if alike.is_empty() {
            self.decide(state, alike)
        } else {
            let board = graph.board(state);
            let alike: Vec<Symmetry> =
                alike.iter().filter(|symmetry| symmetry.image(board) == board).cloned().collect();
            self.decide(state, &alike)
        };
        self.contest.leave(before);
        found
    }

    /// The states behind the moves that nobody forces, those first that look best for the player to
    /// move.
    fn open_moves(&self, state: State, alike: &[Symmetry]) -> Vec<State> {
        let Setting { graph, kos, .. } = self.setting;
        let mover = state.mover();
        let [own, other] = [mover, mover.opponent()].map(|player| self.contest.ranks(player));
        let key = |own: Option<u16>, other: Option<u16>| match (own, other) {
            (Some(rank), _) => i32::from(rank),
            (None, None) => i32::from(u16::MAX),
            (None, Some(rank)) => 2 * i32::from(u16::MAX) - i32::from(rank),
        };
        let mut moves: Vec<(i32, State)> = Vec::new();
        let mut seen: Vec<Board> = Vec::new();
        for after in self.allowed_plays(state) {
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
            let [own, other] = [own, other].map(|ranks| ranks.after_play(graph, kos, state.board(), after));
            moves.push((key(own, other), after));
        }
        if let Some(after) = state.after_pass().filter(|&after| self.contest.winner(after).is_none()) {
            moves.push((key(own.of(after), other.of(after)), after));
        }
        moves.sort_by_key(|&(key, after)| (key, after));
        moves.into_iter().map(|(_, after)| after).collect()
    }
}
