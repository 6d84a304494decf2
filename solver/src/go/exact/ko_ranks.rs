//! In how many moves a player forces an end, in the game where only a ko may not be taken back at once.
//!
//! That game has one state more for each play that takes a ko: the state behind it, without the play
//! that takes back. Its ranks say nothing certain about superko, see the module above, but they are a
//! very good guess of which move is worth looking at first.

use retrograde_db::go::{Board, Colour, Point};

use super::attractor::Goal;
use super::graph::{Boards, Graph};
use super::limits::ExactStop;
use super::state::State;
use super::watch::Watch;

/// The plays that take a ko, by board and player, and the states behind them, all folded.
#[derive(Debug)]
pub(super) struct Kos {
    /// By the state behind the play: where its kos begin in the list.
    begins: Vec<u32>,
    /// The boards from which the play came: they may not come back.
    boards: Vec<u32>,
}

/// Ranks of one player, for one goal.
#[derive(Debug)]
pub(super) struct Ranks {
    ranks: Vec<u16>,
}

impl Kos {
    pub(super) fn new(graph: &Graph) -> Kos {
        let boards = graph.folded();
        let mut kos =
            Kos { begins: Vec::with_capacity(boards.states() as usize / 2 + 1), boards: Vec::new() };
        kos.begins.push(0);
        for (number, board) in graph.standard_boards().enumerate() {
            for mover in Colour::BOTH {
                let state = State::new(number as u32, mover, false);
                let begin = kos.boards.len();
                for before in taken_from(boards, state).then(|| kos_of(board, mover)).into_iter().flatten() {
                    let folded = graph.folded_board(before);
                    if !kos.boards[begin..].contains(&folded) {
                        kos.boards.push(folded);
                    }
                }
                kos.begins.push(kos.boards.len() as u32);
            }
        }
        kos.boards.shrink_to_fit();
        kos
    }

    /// How many there are.
    pub(super) fn len(&self) -> u64 {
        self.boards.len() as u64
    }

    /// Bytes of memory that they take.
    pub(super) fn bytes(&self) -> u64 {
        4 * (self.begins.capacity() + self.boards.capacity()) as u64
    }

    /// The kos that plays into a state took: their places in the list.
    fn of(&self, arrival: State) -> std::ops::Range<u32> {
        self.begins[arrival.side()]..self.begins[arrival.side() + 1]
    }

    /// The ko that a play from a board takes, if it takes one: its place in the list.
    #[inline]
    fn taken(&self, board: u32, arrival: State) -> Option<u32> {
        self.of(arrival).find(|&ko| self.boards[ko as usize] == board)
    }
}

/// Whether plays lead here from a board to which plays lead, or from an image of it.
fn taken_from(boards: &Boards, state: State) -> bool {
    boards.plays(state).iter().any(|board| boards.origins(state).contains(board))
}

/// The boards on which a play of the opponent that takes a ko leads to this one: this player would take
/// it back.
fn kos_of(board: Board, mover: Colour) -> impl Iterator<Item = Board> {
    let before = move |point: Point| {
        let back = board.play(mover, point)?;
        let captured = back.captured.first().filter(|_| back.captured.len() == 1)?;
        let taken = back.board.play(mover.opponent(), captured)?;
        (taken.board == board).then_some(back.board)
    };
    board.vacant().iter().filter_map(before)
}

/// Marks a state that is not forced.
const NONE: u16 = u16::MAX;

struct Search<'g> {
    boards: &'g Boards,
    kos: &'g Kos,
    goal: Goal,
    ranks: Vec<u16>,
    open: Vec<u8>,
    /// Places whose rank was just found, in the order of ranks.
    queue: Vec<u32>,
}

impl Ranks {
    /// The rounds in which each state is found to be forced.
    pub(super) fn new(graph: &Graph, kos: &Kos, goal: Goal, watch: Watch<'_>) -> Result<Ranks, ExactStop> {
        let boards = graph.folded();
        let states = boards.states();
        let places = states as usize + kos.boards.len();
        let queue = Vec::with_capacity(places);
        let mut search =
            Search { boards, kos, goal, ranks: vec![NONE; places], open: vec![0; places], queue };
        for state in (0..states).map(State::of_number) {
            let well = state.passed() && goal.is_met(boards.score(state.board()));
            let moves = boards.plays(state).len() as u8 + u8::from(!well);
            search.open[state.place()] = moves;
            if state.mover() == goal.player && well || moves == 0 {
                search.found(state.place(), 1);
            }
            if !state.passed() {
                for ko in kos.of(state) {
                    let back = boards.plays(state).iter().filter(|&&board| board == kos.boards[ko as usize]);
                    search.open[states as usize + ko as usize] = moves - back.count() as u8;
                }
            }
        }
        // Behind a ko, the other player has a pass at least: nothing more to begin with.
        let behind = search.states_behind();
        let mut done = 0;
        while done < search.queue.len() {
            watch.look_at_step(done as u64)?;
            let place = search.queue[done];
            done += 1;
            search.spread(place, &behind);
        }
        Ok(Ranks { ranks: search.ranks })
    }

    /// The rank of the state behind a play from one state to another, both of which are given as they
    /// are and folded; `None` where it is not forced.
    pub(super) fn after_play(
        &self,
        graph: &Graph,
        kos: &Kos,
        [before, after]: [State; 2],
        [folded_before, folded_after]: [State; 2],
    ) -> Option<u16> {
        let ko = kos
            .taken(folded_before.board(), folded_after)
            .filter(|_| kos_of(graph.board(after), after.mover()).any(|board| board == graph.board(before)));
        let place = ko.map_or(folded_after.place(), |ko| graph.folded().states() as usize + ko as usize);
        let rank = self.ranks[place];
        (rank != NONE).then_some(rank)
    }

    /// The rank of a folded state where no ko was taken.
    pub(super) fn of(&self, folded: State) -> Option<u16> {
        let rank = self.ranks[folded.place()];
        (rank != NONE).then_some(rank)
    }
}

impl Search<'_> {
    fn found(&mut self, place: usize, rank: u16) {
        self.ranks[place] = rank;
        self.queue.push(place as u32);
    }

    /// The state behind each ko.
    fn states_behind(&self) -> Vec<u32> {
        let sides = self.kos.begins.len() - 1;
        let mut behind = vec![0; self.kos.boards.len()];
        for side in 0..sides {
            let kos = self.kos.begins[side] as usize..self.kos.begins[side + 1] as usize;
            behind[kos].fill(side as u32 * 2);
        }
        behind
    }

    /// Tells the places from which a move leads to this one.
    fn spread(&mut self, place: u32, behind: &[u32]) {
        let states = self.boards.states();
        let rank = self.ranks[place as usize].saturating_add(1).min(NONE - 1);
        if let Some(ko) = place.checked_sub(states) {
            let arrival = State::of_number(behind[ko as usize]);
            let origin = self.kos.boards[ko as usize];
            for _ in self.boards.origins(arrival).iter().filter(|&&board| board == origin) {
                self.came_from(origin, arrival, rank);
            }
            return;
        }
        let state = State::of_number(place);
        if let Some(before) = state.before_pass() {
            self.tell(before.place(), before, rank);
            for ko in self.kos.of(before) {
                self.tell(states as usize + ko as usize, before, rank);
            }
            return;
        }
        let boards = self.boards;
        for &board in boards.origins(state) {
            if self.kos.taken(board, state).is_none() {
                self.came_from(board, state, rank);
            }
        }
    }

    /// A play from this board leads to a place that was found.
    fn came_from(&mut self, board: u32, arrival: State, rank: u16) {
        let mover = arrival.mover().opponent();
        let states = self.boards.states() as usize;
        let origin = State::new(board, mover, false);
        self.tell(origin.place(), origin, rank);
        let passed = State::new(board, mover, true);
        self.tell(passed.place(), passed, rank);
        for ko in self.kos.of(origin) {
            if self.kos.boards[ko as usize] != arrival.board() {
                self.tell(states + ko as usize, origin, rank);
            }
        }
    }

    fn tell(&mut self, place: usize, state: State, rank: u16) {
        if self.ranks[place] != NONE {
            return;
        }
        self.open[place] -= 1;
        if state.mover() == self.goal.player || self.open[place] == 0 {
            self.found(place, rank);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use retrograde_db::go::{Position, Score, Suicide};

    use super::*;

    /// What the players force where only a ko may not be taken back: found for this project by another
    /// program.
    #[test]
    fn values_with_a_ko_rule_only() {
        for (text, suicide, low, high) in [
            ("X. X", Suicide::Allowed, 0, 0),
            ("X.X.X. X", Suicide::Forbidden, 6, 6),
            ("../.. X", Suicide::Allowed, -4, 4),
            ("..../..../.... X", Suicide::Allowed, 4, 12),
        ] {
            let position: Position = text.parse().unwrap();
            let interrupt = AtomicBool::new(false);
            let watch = Watch { interrupt: &interrupt, deadline: None };
            let graph = Graph::new(position.board.size(), suicide, 1, watch).unwrap();
            let kos = Kos::new(&graph);
            let state = graph.fold(graph.state(position.board, position.to_move, position.passed));
            let forces = |player, threshold| {
                let goal = Goal { player, threshold: Score(threshold) };
                Ranks::new(&graph, &kos, goal, watch).unwrap().of(state).is_some()
            };
            let points = position.board.size().points() as i8;
            // Not even an end is forced where the bound is that of all games.
            assert!(low == -points || forces(Colour::Black, low), "{text}");
            assert!(low == points || !forces(Colour::Black, low + 1), "{text}");
            assert!(high == points || forces(Colour::White, high + 1), "{text}");
            assert!(high == -points || !forces(Colour::White, high), "{text}");
        }
    }
}
