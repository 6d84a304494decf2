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
/// Runs behind the finger are looked for one by one; a run is no further ahead than its end says.
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

/// What is above and behind a place, and how the runs before it ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    fingers: [Finger; 2],
    /// How the last two runs ended, the last one first.
    ends: [RunEnd; 2],
    /// Sizes of the last two lengths that were coded, 0 to 4, the last one first.
    sizes: [u8; 2],
}

/// Contexts of the end of a run: agreement above and behind, value, the last two ends.
pub(super) const END_CONTEXTS: usize = 3 * 3 * 3 * 3 * 3;
/// Contexts of a length: sizes of the last two, and value.
pub(super) const LENGTH_CONTEXTS: usize = 5 * 5 * 3;
/// Contexts of the next value: value of the run, above and behind its end.
pub(super) const NEXT_CONTEXTS: usize = 3 * 4 * 4;

impl Finger {
    /// Moves on to what is a row before `place`, which is not before where it was.
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
        }
    }

    /// Moves on to the place where a run begins.
    #[inline(always)]
    pub(super) fn advance(&mut self, known: &Known, place: u32) {
        self.fingers[0].advance(known, place);
        self.fingers[1].advance(known, place);
    }

    /// The run before ended this way.
    #[inline(always)]
    pub(super) fn ended(&mut self, end: RunEnd) {
        self.ends = [end, self.ends[0]];
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

    /// The context of how a run of this value ends.
    #[inline(always)]
    pub(super) fn of_end(&self, value: u8) -> usize {
        end_context(value, self.fingers.map(|finger| finger.value), self.ends)
    }

    /// The context of a length.
    #[inline(always)]
    pub(super) fn of_length(&self, value: u8) -> usize {
        length_context(value, self.sizes)
    }

    /// The context of the value behind a run of this value, at the end of that run.
    #[inline(always)]
    pub(super) fn of_next(&self, value: u8) -> usize {
        next_context(value, self.fingers.map(|finger| finger.value))
    }
}

/// The context of how a run of this value ends, by the values above and behind, and the last two ends.
#[inline(always)]
pub(super) fn end_context(value: u8, neighbours: [u8; 2], ends: [RunEnd; 2]) -> usize {
    let agrees = |neighbour: u8| match neighbour {
        NONE => 2,
        other => usize::from(other == value),
    };
    let place = agrees(neighbours[0]) * 3 + agrees(neighbours[1]);
    ((place * 3 + usize::from(value)) * 3 + ends[0] as usize) * 3 + ends[1] as usize
}

/// The context of a length, by the sizes of the last two.
#[inline(always)]
pub(super) fn length_context(value: u8, sizes: [u8; 2]) -> usize {
    let [last, before] = sizes.map(usize::from);
    (last * 5 + before) * 3 + usize::from(value)
}

/// The context of the value behind a run of this value, by the values above and behind its end.
#[inline(always)]
pub(super) fn next_context(value: u8, neighbours: [u8; 2]) -> usize {
    let [above, behind] = neighbours.map(usize::from);
    (usize::from(value) * 4 + above) * 4 + behind
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
