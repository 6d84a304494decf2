//! One threshold: what both players force, while the history grows and shrinks.

use bitvec::prelude::BitVec;
use retrograde_db::go::{Colour, Repetition, Score};

use super::attractor::{Attractor, Goal, Mark};
use super::graph::Graph;
use super::ko_ranks::{Kos, Ranks};
use super::limits::ExactStop;
use super::state::State;
use super::threads;
use super::watch::Watch;

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
    /// A contest before anything was visited, on up to two threads.
    pub(super) fn new(
        graph: &Graph,
        kos: &Kos,
        threshold: Score,
        threads: usize,
        watch: Watch<'_>,
    ) -> Result<Contest, ExactStop> {
        let goals = Colour::BOTH.map(|player| Goal { player, threshold });
        let made = threads::for_each(threads.min(goals.len()), goals, |goal| {
            let attractor = Attractor::new(graph, goal, watch)?;
            Ok((attractor, Ranks::new(graph, kos, goal, watch)?))
        });
        let mut made = made.into_iter();
        let mut next = || made.next().unwrap_or(Err(ExactStop::Interrupted));
        let ((black, black_ranks), (white, white_ranks)) = (next()?, next()?);
        Ok(Contest {
            threshold,
            forbidden: BitVec::repeat(false, graph.states() as usize / 2),
            visited: Vec::new(),
            attractors: [black, white],
            ranks: [black_ranks, white_ranks],
        })
    }

    /// Bytes of memory for what is to be put back.
    pub(super) fn notes_bytes(&self) -> u64 {
        self.attractors.iter().map(Attractor::notes_bytes).sum()
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

    /// The states behind the plays that superko allows.
    pub(super) fn allowed_plays(&self, graph: &Graph, state: State) -> impl Iterator<Item = State> {
        let behind = move |&board: &u32| Graph::after_play(state, board);
        graph.plays(state).iter().map(behind).filter(|&after| !self.is_forbidden(after))
    }

    /// The states behind all moves but the pass that ends the game.
    pub(super) fn moves_of(&self, graph: &Graph, state: State) -> Vec<State> {
        self.allowed_plays(graph, state).chain(state.after_pass()).collect()
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
                attractor.forbid(graph.all(), &self.forbidden, arrival);
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use retrograde_db::go::Suicide;

    use super::*;

    /// The states from which a player forces what it wants, all set anew until nothing changes.
    fn forced(graph: &Graph, contest: &Contest, player: Colour) -> Vec<bool> {
        let goal = contest.attractor(player).goal();
        let mut inside = vec![false; graph.states() as usize];
        loop {
            let mut changed = false;
            for state in (0..graph.states()).map(State::of_number) {
                let mut behind =
                    contest.moves_of(graph, state).into_iter().map(|after| inside[after.place()]);
                let end = state.passed().then(|| goal.is_met(graph.score(state.board())));
                let now = match state.mover() == player {
                    true => behind.any(|good| good) || end == Some(true),
                    false => behind.all(|good| good) && end != Some(false),
                };
                changed |= now != inside[state.place()];
                inside[state.place()] = now;
            }
            if !changed {
                return inside;
            }
        }
    }

    fn compare(graph: &Graph, contest: &Contest) {
        for player in Colour::BOTH {
            let expected = forced(graph, contest, player);
            for state in (0..graph.states()).map(State::of_number) {
                let found = contest.attractor(player).contains(state);
                assert_eq!(found, expected[state.place()], "{state:?} after {:?}", contest.visited);
            }
        }
    }

    /// Visits in no order that a game has, and back again.
    #[test]
    fn attractors_follow_the_history_and_come_back() {
        let mut random = 1u64;
        let mut next = move |below: u32| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as u32 % below
        };
        for (size, suicide) in
            [("1x4", Suicide::Allowed), ("1x5", Suicide::Forbidden), ("2x3", Suicide::Allowed)]
        {
            let interrupt = AtomicBool::new(false);
            let watch = Watch { interrupt: &interrupt, deadline: None };
            let graph = Graph::new(size.parse().unwrap(), suicide, 1, watch).unwrap();
            let kos = Kos::new(&graph);
            for repetition in [Repetition::Positional, Repetition::Situational] {
                let mut contest = Contest::new(&graph, &kos, Score(next(5) as i8 - 1), 1, watch).unwrap();
                compare(&graph, &contest);
                let mut left = Vec::new();
                for _ in 0..60 {
                    if next(4) == 0 {
                        let Some(before) = left.pop() else { continue };
                        contest.leave(before);
                    } else {
                        let state = State::of_number(next(graph.states()));
                        left.push(contest.visit(&graph, repetition, state));
                    }
                    compare(&graph, &contest);
                }
                while let Some(before) = left.pop() {
                    contest.leave(before);
                }
                compare(&graph, &contest);
                assert!(contest.visited.is_empty() && contest.forbidden.not_any());
            }
        }
    }
}
