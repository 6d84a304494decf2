//! The states from which a player forces an end of the game to its liking, kept up to date while plays
//! of that player are taken out of the graph.
//!
//! They are the least set that holds the states whose pass ends the game well, those of the player with
//! a move into the set, and those of the opponent with no move out of it. Each state of the set has a
//! **stamp**, and got into it by states with lower stamps: a player's state by one such successor, an
//! opponent's state by all of its successors.
//!
//! Where the player's plays into a state are forbidden, states that lose what got them in, and have
//! nothing else with a lower stamp, are taken out, with all that rests on them; then those that can be
//! reached by a detour come in again, with new stamps. What was changed is noted, so it can be put back.

use bitvec::prelude::BitVec;
use retrograde_db::go::{Colour, Score};

use super::graph::Boards;
use super::limits::ExactStop;
use super::state::State;
use super::watch::Watch;

/// The end that a player wants: Black a score of at least this much, White one of less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Goal {
    pub(super) player: Colour,
    pub(super) threshold: Score,
}

impl Goal {
    /// Whether a score is what the player wants.
    pub(super) fn is_met(self, score: Score) -> bool {
        (score >= self.threshold) == (self.player == Colour::Black)
    }
}

/// What a change was, to be put back.
#[derive(Clone, Copy, Debug)]
enum Change {
    Stamp { place: u32, before: u32 },
    Open { place: u32, before: u8 },
}

/// How far the notes went, to go back to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    arrivals: usize,
    changes: usize,
    next: u32,
}

/// The set.
#[derive(Debug)]
pub(super) struct Attractor {
    goal: Goal,
    /// By state: its stamp, 0 outside of the set.
    stamps: Vec<u32>,
    /// By state: moves of the opponent that lead out of the set. Not kept for the player's states.
    open: Vec<u8>,
    /// By board and player to move: whether the player may not play there.
    forbidden: BitVec,
    /// What is forbidden, in order.
    arrivals: Vec<State>,
    next: u32,
    changes: Vec<Change>,
    noting: bool,
    /// States to be looked at: kept to save allocations.
    queue: Vec<State>,
    dropped: Vec<(State, u32)>,
}

impl Attractor {
    /// The set where nothing is forbidden.
    pub(super) fn new(boards: &Boards, goal: Goal, watch: Watch<'_>) -> Result<Attractor, ExactStop> {
        let states = boards.states();
        let mut set = Attractor {
            goal,
            stamps: vec![0; states as usize],
            open: vec![0; states as usize],
            forbidden: BitVec::repeat(false, states as usize / 2),
            arrivals: Vec::new(),
            next: 1,
            changes: Vec::new(),
            noting: false,
            queue: Vec::with_capacity(states as usize),
            dropped: Vec::new(),
        };
        for state in (0..states).map(State::of_number) {
            let well = state.passed() && goal.is_met(boards.score(state.board()));
            if state.mover() != goal.player {
                let moves = boards.plays(state).len() + usize::from(!well);
                set.open[state.place()] = moves as u8;
                if moves == 0 {
                    set.add(state);
                }
            } else if well {
                set.add(state);
            }
        }
        set.spread(boards, Some(watch))?;
        set.queue = Vec::new();
        set.noting = true;
        Ok(set)
    }

    /// Whose set it is, and what for.
    pub(super) const fn goal(&self) -> Goal {
        self.goal
    }

    /// Whether a state is in it.
    #[inline]
    pub(super) fn contains(&self, state: State) -> bool {
        self.stamps[state.place()] > 0
    }

    /// The stamp of a state: 0 outside, else higher than those of the states that got it in.
    #[inline]
    pub(super) fn stamp(&self, state: State) -> u32 {
        self.stamps[state.place()]
    }

    /// Bytes of memory for what is to be put back, the next time that this grows included.
    pub(super) fn notes_bytes(&self) -> u64 {
        let lists = [
            self.changes.capacity() * size_of::<Change>(),
            (self.queue.capacity() + self.arrivals.capacity()) * size_of::<State>(),
            self.dropped.capacity() * size_of::<(State, u32)>(),
        ];
        2 * lists.into_iter().sum::<usize>() as u64
    }

    /// Where it is now.
    pub(super) fn mark(&self) -> Mark {
        Mark { arrivals: self.arrivals.len(), changes: self.changes.len(), next: self.next }
    }

    /// Puts back what was changed since.
    pub(super) fn undo(&mut self, mark: Mark) {
        for change in self.changes.drain(mark.changes..).rev() {
            match change {
                Change::Stamp { place, before } => self.stamps[place as usize] = before,
                Change::Open { place, before } => self.open[place as usize] = before,
            }
        }
        for arrival in self.arrivals.drain(mark.arrivals..) {
            self.forbidden.set(arrival.side(), false);
        }
        self.next = mark.next;
    }

    fn set_stamp(&mut self, state: State, stamp: u32) {
        let place = state.place();
        if self.noting {
            self.changes.push(Change::Stamp { place: state.number(), before: self.stamps[place] });
        }
        self.stamps[place] = stamp;
    }

    fn set_open(&mut self, state: State, open: u8) {
        let place = state.place();
        if self.noting {
            self.changes.push(Change::Open { place: state.number(), before: self.open[place] });
        }
        self.open[place] = open;
    }

    fn add(&mut self, state: State) {
        self.set_stamp(state, self.next);
        self.next += 1;
        self.queue.push(state);
    }

    /// The states from which a move that is allowed leads to a state.
    #[inline]
    fn for_each_origin(
        &mut self,
        boards: &Boards,
        state: State,
        mut visit: impl FnMut(&mut Attractor, State),
    ) {
        if let Some(before) = state.before_pass() {
            return visit(self, before);
        }
        if self.forbidden[state.side()] {
            return;
        }
        let mover = state.mover().opponent();
        for &board in boards.origins(state) {
            visit(self, State::new(board, mover, false));
            visit(self, State::new(board, mover, true));
        }
    }

    /// Lets the queued states get others in.
    fn spread(&mut self, boards: &Boards, watch: Option<Watch<'_>>) -> Result<(), ExactStop> {
        let mut done = 0;
        while done < self.queue.len() {
            if let Some(watch) = watch {
                watch.look_at_step(done as u64)?;
            }
            let state = self.queue[done];
            done += 1;
            self.for_each_origin(boards, state, |set, origin| {
                if origin.mover() == set.goal.player {
                    if !set.contains(origin) {
                        set.add(origin);
                    }
                    return;
                }
                let open = set.open[origin.place()] - 1;
                set.set_open(origin, open);
                if open == 0 {
                    set.add(origin);
                }
            });
        }
        self.queue.clear();
        Ok(())
    }

    /// Whether a state of the player has a move to the set with a stamp below this one.
    fn is_supported(&self, boards: &Boards, state: State, below: u32) -> bool {
        let lower = |after: State| (1..below).contains(&self.stamps[after.place()]);
        let pass = match state.after_pass() {
            Some(after) => lower(after),
            None => self.goal.is_met(boards.score(state.board())),
        };
        pass || boards.plays(state).iter().any(|&board| {
            let after = Boards::after_play(state, board);
            !self.forbidden[after.side()] && lower(after)
        })
    }

    /// The player may not play into a state from now on.
    pub(super) fn forbid(&mut self, boards: &Boards, arrival: State) {
        debug_assert!(arrival.mover() != self.goal.player);
        if self.forbidden.replace(arrival.side(), true) {
            return;
        }
        self.arrivals.push(arrival);
        for &board in boards.origins(arrival) {
            for passed in [false, true] {
                self.doubt(boards, State::new(board, self.goal.player, passed));
            }
        }
        self.drop_all(boards);
        self.take_back(boards);
        // Nobody watches these few, so nothing ends them.
        let _ = self.spread(boards, None);
    }

    /// Drops a state of the player that has lost what it rested on.
    fn doubt(&mut self, boards: &Boards, state: State) {
        let stamp = self.stamp(state);
        if stamp > 0 && !self.is_supported(boards, state, stamp) {
            self.drop(state);
        }
    }

    fn drop(&mut self, state: State) {
        self.dropped.push((state, self.stamp(state)));
        self.set_stamp(state, 0);
    }

    /// Drops what rests on dropped states.
    fn drop_all(&mut self, boards: &Boards) {
        let mut done = 0;
        while done < self.dropped.len() {
            let (state, stamp) = self.dropped[done];
            done += 1;
            self.for_each_origin(boards, state, |set, origin| {
                if origin.mover() == set.goal.player {
                    if set.stamp(origin) > stamp {
                        set.doubt(boards, origin);
                    }
                    return;
                }
                let open = set.open[origin.place()] + 1;
                set.set_open(origin, open);
                if set.contains(origin) {
                    set.drop(origin);
                }
            });
        }
    }

    /// Takes in again what has another way.
    fn take_back(&mut self, boards: &Boards) {
        let dropped = std::mem::take(&mut self.dropped);
        for &(state, _) in &dropped {
            let back = match state.mover() == self.goal.player {
                true => self.is_supported(boards, state, u32::MAX),
                false => self.open[state.place()] == 0,
            };
            if back && !self.contains(state) {
                self.add(state);
            }
        }
        self.dropped = dropped;
        self.dropped.clear();
    }
}
