//! Code books as the decoder reads them.
//!
//! The same shares as in [`super::book`], laid out for speed: a context is a few bits put side by side, and
//! what the decoder wants to know of a symbol stands in one place. Rows that no context has hold what some
//! other row could.

use std::sync::LazyLock;

use super::RunEnd;
use super::book::{Book, Bounds, LIBRARY};
use super::context::{LENGTH_CONTEXTS, STATES, others, state_behind, step_context};
use super::length::{CLASSES, LengthClass};
use super::numeral_system::SHARES;

/// Rows of steps: three bits of the state of the run that has ended, and two bits each of the end before, the
/// last end, the value above, and the value behind.
const STEP_ROWS: usize = 1 << 11;
/// Shares for which one start is kept.
const SHARES_A_START: usize = 8;
/// Starts of a row.
const STARTS: usize = SHARES as usize / SHARES_A_START;

/// What comes after a run.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(super) struct StepRow {
    /// Where the shares of the higher one of the two other values begin.
    pub(super) higher: u16,
    /// Whether the higher one is likelier.
    pub(super) higher_is_likely: bool,
    /// The likelier one.
    pub(super) likely: NextRun,
    /// The other one.
    pub(super) other: NextRun,
}

/// A run that comes next.
#[derive(Clone, Copy)]
pub(super) struct NextRun {
    /// Its state.
    pub(super) state: u16,
    /// Where the shares of its first end begin, that by length, and how many they are.
    pub(super) by_length: (u16, u16),
    /// Where those of the ends above and behind begin, and where those of the last one end.
    pub(super) by_row: [u16; 3],
}

/// The classes of lengths in a context.
#[repr(align(64))]
pub(super) struct LengthRow {
    /// For so many shares the class that holds the first of them.
    starts: [u8; STARTS],
    classes: [Class; 64],
}

/// A class of lengths: all that the decoder wants to know of it.
#[derive(Clone, Copy)]
#[repr(align(8))]
pub(super) struct Class {
    /// Where its shares begin.
    pub(super) begin: u16,
    /// How many they are.
    pub(super) shares: u16,
    /// The first length; 0 for the class that lasts to the end.
    pub(super) first: u16,
    /// Bits of a length's number within the class.
    pub(super) bits: u8,
    /// The size, for contexts.
    pub(super) size: u8,
}

/// A book for decoding.
pub(super) struct DecodingBook {
    steps: Box<[StepRow; STEP_ROWS]>,
    lengths: Box<[LengthRow; LENGTH_CONTEXTS]>,
}

/// The books of [`LIBRARY`].
pub(super) static DECODING: LazyLock<Vec<DecodingBook>> =
    LazyLock::new(|| LIBRARY.books.iter().map(DecodingBook::of).collect());

impl DecodingBook {
    fn of(book: &Book) -> DecodingBook {
        let steps = (0..STEP_ROWS).map(|number| StepRow::of(book, number));
        let lengths = book.lengths.iter().map(LengthRow::of);
        DecodingBook { steps: boxed(steps), lengths: boxed(lengths) }
    }

    /// What comes after a run in this state with such values above and behind its end, and after two
    /// ends, two bits each, the last one below.
    #[inline(always)]
    pub(super) fn step(&self, state: u32, ends: u32, above: u32, behind: u32) -> &StepRow {
        &self.steps[((state << 8) + (ends << 4) + above * 4 + behind) as usize % STEP_ROWS]
    }

    /// The classes of lengths of a run in this state, after two ends and two sizes, the last one first.
    #[inline(always)]
    pub(super) fn lengths(&self, sizes: [u32; 2], state: u32, ends: u32) -> &LengthRow {
        let values = (sizes[0] * 5 + sizes[1]) * STATES as u32 + state;
        &self.lengths[(values * 2 + u32::from(ends & 3 == 0)) as usize]
    }
}

impl StepRow {
    fn of(book: &Book, number: usize) -> StepRow {
        let two_bits = |place: usize| (number >> place & 3) as u8;
        let end = |place| match two_bits(place) {
            0 => RunEnd::Length,
            1 => RunEnd::Above,
            _ => RunEnd::Behind,
        };
        let state = ((number >> 8) as u8).min(STATES as u8 - 1);
        let context = step_context(state, [end(4), end(6)], [two_bits(2), two_bits(0)]);
        let &[length, above, behind, of_higher @ ..] = &book.steps[context];
        let higher = of_higher[0];
        let [below, above_it] = others(state / 2).map(|value| state_behind(state / 2, value).into());
        let lower = NextRun::of(below, [length, above, behind, higher]);
        let upper = NextRun::of(above_it, of_higher);
        let higher_is_likely = u32::from(higher) < SHARES / 2;
        let (likely, other) = if higher_is_likely { (upper, lower) } else { (lower, upper) };
        StepRow { higher, higher_is_likely, likely, other }
    }
}

impl NextRun {
    /// A run in this state, by where the shares of its ends begin, and where those of the last one end.
    const fn of(state: u16, [length, above, behind, end]: [u16; 4]) -> NextRun {
        NextRun { state, by_length: (length, above - length), by_row: [above, behind, end] }
    }
}

/// As many rows as the array has.
fn boxed<T, const N: usize>(rows: impl Iterator<Item = T>) -> Box<[T; N]> {
    let rows: Box<[T]> = rows.collect();
    rows.try_into().unwrap_or_else(|_| unreachable!("the iterator counts to the number of rows"))
}

impl LengthRow {
    fn of(bounds: &Bounds<{ CLASSES + 1 }>) -> LengthRow {
        let start = |step: usize| {
            let share = (step * SHARES_A_START) as u16;
            (bounds.partition_point(|&bound| bound <= share) - 1) as u8
        };
        LengthRow {
            starts: std::array::from_fn(start),
            classes: std::array::from_fn(|number| Class::of(bounds, number.min(CLASSES - 1))),
        }
    }

    /// The class that covers a share. Mostly the first look finds it, and what has to be known next does not
    /// wait for the others.
    #[inline(always)]
    pub(super) fn class_at(&self, share: u16) -> Class {
        let mut number = usize::from(self.starts[usize::from(share) / SHARES_A_START % STARTS]);
        let mut class = self.classes[number % 64];
        while class.begin + class.shares <= share {
            number += 1;
            class = self.classes[number % 64];
        }
        class
    }
}

impl Class {
    fn of(bounds: &Bounds<{ CLASSES + 1 }>, number: usize) -> Class {
        let class = LengthClass(number as u8);
        Class {
            begin: bounds[number],
            shares: bounds[number + 1] - bounds[number],
            first: class.first() as u16,
            bits: class.bits() as u8,
            size: class.size(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_share_belongs_to_one_class() {
        for (book, plain) in DECODING.iter().zip(&LIBRARY.books) {
            for context in 0..LENGTH_CONTEXTS {
                let digits = [context / 60, context / 12 % 5, context / 2 % 6, context % 2];
                let [last, before, state, by_length] = digits.map(|digit| digit as u32);
                let bounds = &plain.lengths[context];
                for share in 0..SHARES as u16 {
                    let class = book.lengths([last, before], state, 1 - by_length).class_at(share);
                    let number = bounds.partition_point(|&bound| bound <= share) - 1;
                    assert_eq!(
                        (class.begin, class.begin + class.shares),
                        (bounds[number], bounds[number + 1])
                    );
                    let (first, bits) = (u32::from(class.first), u32::from(class.bits));
                    let number = LengthClass(number as u8);
                    assert_eq!((first, bits, class.size), (number.first(), number.bits(), number.size()));
                }
            }
        }
    }
}
