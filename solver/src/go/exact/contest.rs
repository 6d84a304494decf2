//! One threshold: what both players force, while the history grows and shrinks.
//!
//! A search comes to many states, each with a history of its own, and asks in each whether a player forces
//! what it wants. To find both attractors anew would be a walk over the whole graph. So a contest finds them
//! once, without a history, and then follows the search: [`Contest::visit`] forbids the plays into a board
//! that stands now, which touches what rests on these plays; [`Contest::leave`] puts that back. Visits end
//! in the reverse order, like turns that are taken back.
//!
//! A board that stands with White to move was made by Black. Under situational superko it is Black who may
//! not make it again; under positional superko White may not either. Passes make no board.
//!
//! An example with the threshold -1, on 1x2: in `.O`, Black to move, Black takes the stone, White takes
//! back, and so on, so neither player forces anything. Once `X.` was visited, Black may not take under
//! positional superko. Still neither attractor holds the state, since White is not to count on what superko
//! takes from Black. But [`Contest::allowed_plays`] has nothing left, and the search sees that Black has
//! only a pass, behind which White does force -2.

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
    /// What was visited: states into which superko forbids plays.
    visited: Vec<State>,
    /// What Black forces, and White. Neither plays to any image of what was visited, and both count
    /// the plays that superko takes from the opponent as allowed.
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
    /// A contest before anything was visited, made on up to two threads.
    pub(super) fn new(
        graph: &Graph,
        kos: &Kos,
        threshold: Score,
        threads: usize,
        watch: Watch<'_>,
    ) -> Result<Contest, ExactStop> {
        let goals = Colour::BOTH.map(|player| Goal { player, threshold });
        let made = threads::for_each(threads.min(goals.len()), goals, |goal| {
            let attractor = Attractor::new(graph.folded(), goal, watch)?;
            Ok((attractor, Ranks::new(graph, kos, goal, watch)?))
        });
        let mut made = made.into_iter();
        let mut next = || made.next().unwrap_or(Err(ExactStop::Interrupted));
        let ((black, black_ranks), (white, white_ranks)) = (next()?, next()?);
        let (attractors, ranks) = ([black, white], [black_ranks, white_ranks]);
        Ok(Contest { threshold, visited: Vec::new(), attractors, ranks })
    }

    /// Bytes of memory for what is to be put back.
    pub(super) fn notes_bytes(&self) -> u64 {
        self.attractors.iter().map(Attractor::notes_bytes).sum()
    }

    pub(super) const fn threshold(&self) -> Score {
        self.threshold
    }

    /// Who forces what they want from a folded state, if one of them does.
    pub(super) fn winner(&self, folded: State) -> Option<Colour> {
        Colour::BOTH.into_iter().find(|&player| self.attractors[player as usize].contains(folded))
    }

    /// The attractor of a player, of folded states.
    pub(super) const fn attractor(&self, player: Colour) -> &Attractor {
        &self.attractors[player as usize]
    }

    /// The ranks of a player in the game with a ko rule only.
    pub(super) const fn ranks(&self, player: Colour) -> &Ranks {
        &self.ranks[player as usize]
    }

    /// The states behind the plays that superko allows.
    pub(super) fn allowed_plays(&self, graph: &Graph, state: State) -> impl Iterator<Item = State> {
        graph.plays(state).filter(|after| !self.visited.contains(after))
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
        let folded = graph.fold(state).board();
        let players = match repetition {
            Repetition::Positional => Some(state.mover().opponent()),
            Repetition::Situational => None,
        };
        for mover in players.into_iter().chain([state.mover()]) {
            let arrival = State::new(state.board(), mover, false);
            if self.visited.contains(&arrival) {
                continue;
            }
            self.visited.push(arrival);
            let attractor = &mut self.attractors[mover.opponent() as usize];
            attractor.forbid(graph.folded(), State::new(folded, mover, false));
        }
        before
    }

    /// Puts back what it was before.
    pub(super) fn leave(&mut self, before: Before) {
        for (attractor, mark) in self.attractors.iter_mut().zip(before.marks) {
            attractor.undo(mark);
        }
        self.visited.truncate(before.visited);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use retrograde_db::go::{Position, Suicide};

    use super::*;

    /// The states from which a player forces what it wants, all set anew until nothing changes. The
    /// player's plays to images of what was visited do not count; all of the opponent's do.
    fn forced(graph: &Graph, states: u32, contest: &Contest, player: Colour) -> Vec<bool> {
        let goal = contest.attractor(player).goal();
        let mut inside = vec![false; states as usize];
        let visited: Vec<State> = contest.visited.iter().map(|&arrival| graph.fold(arrival)).collect();
        loop {
            let mut changed = false;
            for state in (0..states).map(State::of_number) {
                let plays = graph
                    .plays(state)
                    .filter(|&after| state.mover() != player || !visited.contains(&graph.fold(after)));
                let mut behind = plays.chain(state.after_pass()).map(|after| inside[after.place()]);
                let end = state.passed().then(|| goal.is_met(graph.score(state)));
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

    fn compare(graph: &Graph, states: u32, contest: &Contest) {
        for player in Colour::BOTH {
            let expected = forced(graph, states, contest, player);
            for state in (0..states).map(State::of_number) {
                let found = contest.attractor(player).contains(graph.fold(state));
                assert_eq!(found, expected[state.place()], "{state:?} after {:?}", contest.visited);
            }
        }
    }

    /// The worked example above.
    #[test]
    fn what_superko_takes_from_the_opponent_shows_in_the_moves_only() {
        let interrupt = AtomicBool::new(false);
        let watch = Watch { interrupt: &interrupt, deadline: None };
        let graph = Graph::new("1x2".parse().unwrap(), Suicide::Allowed, 1, watch).unwrap();
        let kos = Kos::new(&graph);
        let [taken, before] = [".O X", "X. X"].map(|text| {
            let Position { board, to_move, passed } = text.parse().unwrap();
            graph.state(board, to_move, passed)
        });
        for (repetition, plays) in [(Repetition::Positional, 0), (Repetition::Situational, 1)] {
            let mut contest = Contest::new(&graph, &kos, Score(-1), 1, watch).unwrap();
            assert_eq!(contest.winner(graph.fold(taken)), None);
            assert_eq!(contest.allowed_plays(&graph, taken).count(), 1);
            let fresh = contest.visit(&graph, repetition, before);
            assert_eq!(contest.winner(graph.fold(taken)), None);
            assert_eq!(contest.allowed_plays(&graph, taken).count(), plays);
            contest.leave(fresh);
            assert_eq!(contest.allowed_plays(&graph, taken).count(), 1);
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
            let states = graph.boards() * 4;
            for repetition in [Repetition::Positional, Repetition::Situational] {
                let mut contest = Contest::new(&graph, &kos, Score(next(5) as i8 - 1), 1, watch).unwrap();
                compare(&graph, states, &contest);
                let mut left = Vec::new();
                for _ in 0..30 {
                    if next(4) == 0 {
                        let Some(before) = left.pop() else { continue };
                        contest.leave(before);
                    } else {
                        let state = State::of_number(next(states));
                        left.push(contest.visit(&graph, repetition, state));
                    }
                    compare(&graph, states, &contest);
                }
                while let Some(before) = left.pop() {
                    contest.leave(before);
                }
                compare(&graph, states, &contest);
                assert!(contest.visited.is_empty());
            }
        }
    }
}
