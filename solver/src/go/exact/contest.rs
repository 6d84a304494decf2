//! One threshold: what both players force, while the history grows and shrinks.

use bitvec::prelude::BitVec;
use retrograde_db::go::{Colour, Repetition, Score};

use super::attractor::{Attractor, Goal, Mark};
use super::graph::Graph;
use super::ko_ranks::{Kos, Ranks};
use super::state::State;

/// A question: does the game end with at least this score?
#[derive(Debug)]
pub(super) struct Contest {
    threshold: Score,
    /// Plays that superko forbids: those into states whose bit is set.
    forbidden: BitVec,
    /// Those that were forbidden, in order.
    visited: Vec<State>,
    /// What Black forces, and White.
    attractors: [Attractor; 2],
    /// What they would force if only a ko could not be taken back.
    ranks: [Ranks; 2],
}

/// What it was before a state was visited.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    visited: usize,
    marks: [Mark; 2],
}

impl Contest {
    pub(super) fn new(graph: &Graph, kos: &Kos, threshold: Score) -> Contest {
        let goals = Colour::BOTH.map(|player| Goal { player, threshold });
        Contest {
            threshold,
            forbidden: BitVec::repeat(false, graph.states() as usize / 2),
            visited: Vec::new(),
            attractors: goals.map(|goal| Attractor::new(graph, goal)),
            ranks: goals.map(|goal| Ranks::new(graph, kos, goal)),
        }
    }

    /// Bytes of memory that it takes, about.
    pub(super) fn memory(graph: &Graph) -> u64 {
        u64::from(graph.states()) * 2 * (4 + 1 + 2) + u64::from(graph.states()) / 16
    }

    pub(super) const fn threshold(&self) -> Score {
        self.threshold
    }

    /// Who forces what they want, if one of them does.
    pub(super) fn winner(&self, state: State) -> Option<Colour> {
        Colour::BOTH.into_iter().find(|&player| self.attractors[player as usize].contains(state))
    }

    /// The attractor of a player.
    pub(super) const fn attractor(&self, player: Colour) -> &Attractor {
        &self.attractors[player as usize]
    }

    /// The ranks of a player in the game with a ko rule only.
    pub(super) const fn ranks(&self, player: Colour) -> &Ranks {
        &self.ranks[player as usize]
    }

    /// Whether superko forbids plays that lead to a state.
    pub(super) fn is_forbidden(&self, arrival: State) -> bool {
        self.forbidden[arrival.side()]
    }

    /// The states into which plays are forbidden, in the order in which they became so.
    pub(super) fn visited(&self) -> &[State] {
        &self.visited
    }

    /// What it is now, to come back to.
    pub(super) fn now(&self) -> Before {
        let marks = [self.attractors[0].mark(), self.attractors[1].mark()];
        Before { visited: self.visited.len(), marks }
    }

    /// A state stands on the board: plays into it are forbidden from now on.
    pub(super) fn visit(&mut self, graph: &Graph, repetition: Repetition, state: State) -> Before {
        let before = self.now();
        let players = match repetition {
            Repetition::Positional => Some(state.mover().opponent()),
            Repetition::Situational => None,
        };
        for mover in players.into_iter().chain([state.mover()]) {
            let arrival = State::new(state.board(), mover, false);
            if self.is_forbidden(arrival) {
                continue;
            }
            self.forbidden.set(arrival.side(), true);
            self.visited.push(arrival);
            for attractor in &mut self.attractors {
                attractor.forbid(graph, &self.forbidden, arrival);
            }
        }
        before
    }

    /// Puts back what it was before.
    pub(super) fn leave(&mut self, before: Before) {
        for (attractor, mark) in self.attractors.iter_mut().zip(before.marks) {
            attractor.undo(mark);
        }
        for arrival in self.visited.drain(before.visited..) {
            self.forbidden.set(arrival.side(), false);
        }
    }
}
