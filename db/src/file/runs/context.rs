//! What the probabilities of a run depend on.
//!
//! The decoder and the encoder each keep a list of the runs that are behind them. Looking back a row from a
//! place means to find the run that holds the place so much before it; as places only grow, a finger on the
//! list that only moves on is enough.

use super::RunEnd;
use super::rows::Rows;
use crate::file::MAX_POSITIONS_PER_BLOCK;

/// The value of a place that is before the block.
pub(super) const NONE: u8 = 3;

/// A row above or behind, and the run there that the place under work has come to.
#[derive(Clone, Copy, Debug)]
struct Finger {
    /// How far back it looks; 0 where there is no such row.
    row: u32,
    /// Number of the run it is on.
    run: usize,
    /// Value there, [`NONE`] before the block.
    value: u8,
    /// Where that run's end lies, seen from the place one row on.
    change: u32,
}

/// Runs that are known: their ends, and their values.
#[derive(Debug, Default)]
pub(super) struct Known {
    runs: Vec<(u32, u8)>,
}

impl Known {
    pub(super) fn clear(&mut self) {
        self.runs.clear();
    }

    #[inline(always)]
    pub(super) fn push(&mut self, end: u32, value: u8) {
        self.runs.push((end, value));
    }

    pub(super) fn pop(&mut self) {
        self.runs.pop();
    }
}

/// What is above and behind a place, and what the runs before it were.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    fingers: [Finger; 2],
    /// How the last two runs ended, the last one first.
    ends: [RunEnd; 2],
    /// Sizes of the last two lengths that were coded, 0 to 4, the last one first.
    sizes: [u8; 2],
    /// The run before, see [`state_behind`]; `None` at the beginning.
    state: Option<u8>,
}

/// Contexts of a step: the state of the run that has ended, its end and the one before, and the values above
/// and behind the place.
pub(super) const STEP_CONTEXTS: usize = STATES * 3 * 3 * 4 * 4;
/// Contexts of a length: sizes of the last two, the state of the run, and whether the run before ended by
/// length.
pub(super) const LENGTH_CONTEXTS: usize = 5 * 5 * STATES * 2;
/// States of a run: three values, and two values before each.
pub(super) const STATES: usize = 6;

impl Finger {
    /// Moves on to what is a row before `place`, which is not before where it was. Runs are gone over one by
    /// one: a run is no further ahead than its end says.
    #[inline(always)]
    fn advance(&mut self, known: &Known, place: u32) {
        if self.row == 0 {
            return;
        }
        let runs = &known.runs[..];
        while let Some(&(end, _)) = runs.get(self.run)
            && end + self.row <= place
        {
            self.run += 1;
        }
        let run = runs.get(self.run);
        self.change = run.map_or(u32::MAX, |&(end, _)| end + self.row);
        self.value = if place < self.row { NONE } else { run.map_or(NONE, |&(_, value)| value) };
    }
}

impl Context {
    /// The beginning of a block.
    pub(super) fn new(rows: Rows) -> Context {
        // No block reaches back further, and the end of a run plus its row is a number of 32 bits.
        let finger = |row: u32| Finger {
            row: row.min(MAX_POSITIONS_PER_BLOCK),
            run: 0,
            value: NONE,
            change: u32::MAX,
        };
        Context {
            fingers: [finger(rows.above), finger(rows.behind)],
            ends: [RunEnd::Length; 2],
            sizes: [0; 2],
            state: None,
        }
    }

    /// Moves on to the place where a run begins.
    #[inline(always)]
    pub(super) fn advance(&mut self, known: &Known, place: u32) {
        self.fingers[0].advance(known, place);
        self.fingers[1].advance(known, place);
    }

    /// The run before had this value and ended this way.
    #[inline(always)]
    pub(super) fn passed(&mut self, value: u8, end: RunEnd) {
        self.state = Some(self.state_of(value));
        self.ends = [end, self.ends[0]];
    }

    /// The state of a run of this value that begins here.
    #[inline(always)]
    fn state_of(&self, value: u8) -> u8 {
        self.state.map_or(value * 2, |before| state_behind(before / 2, value))
    }

    /// A length of this size was coded.
    #[inline(always)]
    pub(super) fn measured(&mut self, size: u8) {
        self.sizes = [size, self.sizes[0]];
    }

    /// Where the first change above, or behind, lies; beyond any block where there is none.
    #[inline(always)]
    pub(super) fn change(&self, end: RunEnd) -> u32 {
        self.fingers[usize::from(end == RunEnd::Behind)].change
    }

    /// The context of the step from the run before to one of this value, and which of the two values that can
    /// follow it is; `None` for the first run.
    #[inline(always)]
    pub(super) fn of_step(&self, value: u8) -> Option<(usize, bool)> {
        let state = self.state?;
        let context = step_context(state, self.ends, self.fingers.map(|finger| finger.value));
        Some((context, value == others(state / 2)[1]))
    }

    /// The context of a length of a run of this value.
    #[inline(always)]
    pub(super) fn of_length(&self, value: u8) -> usize {
        length_context(self.state_of(value), self.ends[0], self.sizes)
    }
}

/// The context of a step, by the run that has ended, the last two ends, and the values above and behind.
#[inline(always)]
pub(super) fn step_context(state: u8, ends: [RunEnd; 2], neighbours: [u8; 2]) -> usize {
    let [above, behind] = neighbours.map(usize::from);
    let run = (usize::from(state) * 3 + ends[0] as usize) * 3 + ends[1] as usize;
    (run * 4 + above) * 4 + behind
}

/// The context of a length, by the run's state, the end of the run before, and the sizes of the last two.
#[inline(always)]
pub(super) fn length_context(state: u8, end: RunEnd, sizes: [u8; 2]) -> usize {
    let [last, before] = sizes.map(usize::from);
    ((last * 5 + before) * STATES + usize::from(state)) * 2 + usize::from(end == RunEnd::Length)
}

/// The state of a run of a value behind one of another value: twice the value, and one more where the value
/// before is the higher one of the two others.
#[inline(always)]
pub(super) const fn state_behind(before: u8, value: u8) -> u8 {
    value * 2 + (others(value)[1] == before) as u8
}

/// The two values that can follow a value.
#[inline(always)]
pub(super) const fn others(value: u8) -> [u8; 2] {
    match value {
        0 => [1, 2],
        1 => [0, 2],
        _ => [0, 1],
    }
}
