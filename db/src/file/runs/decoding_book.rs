//! Code books as the decoder reads them.
//!
//! The same shares as in [`super::book`], laid out for speed: a context is a few bits put side by side, and
//! what the decoder wants to know of a symbol stands in one place. Rows that no context has hold what some
//! other row could.

use std::sync::LazyLock;

use super::RunEnd;
use super::book::{BOOK, Book};
use super::context::{LENGTH_CONTEXTS, NONE, end_context, next_context, others};
use super::length::{CLASSES, LengthClass};
use super::range_coder::SHARES;

/// Rows of steps: two bits each of value, the end before, the last end, value above, and value behind.
const STEPS: usize = 1 << 10;
/// Shares for which one start is kept.
const SHARES_A_START: usize = 32;
/// Starts of a row.
const STARTS: usize = SHARES as usize / SHARES_A_START;
/// A bound above all shares.
const BEYOND: u16 = 2 * SHARES as u16;

/// What comes after a run.
#[derive(Clone, Copy)]
#[repr(align(16))]
pub(super) struct StepRow {
    /// The shares of the lower one of the two other values.
    pub(super) lower_share: u16,
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
    /// Its value.
    pub(super) value: u16,
    /// Where the shares of "above" and "behind" begin at its end.
    pub(super) bounds: [u16; 2],
}

/// The classes of lengths after two sizes and a value, in few cache lines.
#[repr(align(64))]
pub(super) struct LengthRow {
    /// Where the shares of each class begin, and behind the last one [`BEYOND`].
    bounds: [u16; 64],
    /// For so many shares: the class that holds the first of them, and where that class ends.
    starts: [(u16, u16); STARTS],
}

/// A class of lengths.
#[derive(Clone, Copy)]
pub(super) struct ClassFacts {
    /// The first length; 0 for the class that lasts to the end.
    pub(super) first: u16,
    /// Bits of a length's number within the class.
    pub(super) bits: u8,
    /// The size, for contexts.
    pub(super) size: u8,
}

/// Facts of all classes.
static CLASS_FACTS: [ClassFacts; 64] = class_facts();

const fn class_facts() -> [ClassFacts; 64] {
    let mut facts = [ClassFacts { first: 0, bits: 0, size: 0 }; 64];
    let mut number = 0;
    while number < CLASSES {
        let class = LengthClass(number as u8);
        facts[number] =
            ClassFacts { first: class.first() as u16, bits: class.bits() as u8, size: class.size() };
        number += 1;
    }
    facts
}

/// A class of lengths, and where its shares begin and end.
#[derive(Clone, Copy)]
pub(super) struct FoundClass {
    pub(super) facts: ClassFacts,
    pub(super) begin: u16,
    pub(super) end: u16,
}

/// A book for decoding.
pub(super) struct DecodingBook {
    /// The first run, by its value.
    first: [NextRun; 4],
    steps: Box<[StepRow; STEPS]>,
    lengths: Box<[LengthRow; LENGTH_CONTEXTS]>,
}

/// The books of [`BOOK`].
pub(super) static DECODING: LazyLock<Vec<DecodingBook>> =
    LazyLock::new(|| BOOK.iter().map(DecodingBook::of).collect());

impl DecodingBook {
    fn of(book: &Book) -> DecodingBook {
        let first = [0, 1, 2, 2].map(|value| NextRun::of(book, value, [NONE; 2], [RunEnd::Length; 2]));
        let steps = (0..STEPS).map(|number| StepRow::of(book, number));
        let lengths = book.lengths.iter().map(LengthRow::of);
        DecodingBook { first, steps: boxed(steps), lengths: boxed(lengths) }
    }

    /// The first run, which has this value.
    #[inline(always)]
    pub(super) fn first(&self, value: u8) -> NextRun {
        self.first[usize::from(value) % 4]
    }

    /// What comes after a run of this value with such values above and behind its end, and after two
    /// ends, two bits each, the last one below.
    #[inline(always)]
    pub(super) fn step(&self, value: u32, ends: u32, above: u32, behind: u32) -> &StepRow {
        &self.steps[((value << 8) + (ends << 4) + above * 4 + behind) as usize % STEPS]
    }

    /// The classes of lengths of a run of this value, after two sizes, the last one first.
    #[inline(always)]
    pub(super) fn lengths(&self, sizes: [u32; 2], value: u32) -> &LengthRow {
        &self.lengths[((sizes[0] * 5 + sizes[1]) * 3 + value) as usize]
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
        let (value, ends, neighbours) = (two_bits(8).min(2), [end(4), end(6)], [two_bits(2), two_bits(0)]);
        let lower_share = book.next[next_context(value, neighbours)];
        let higher_is_likely = u32::from(lower_share) < SHARES / 2;
        let [lower, higher] = others(value).map(|value| NextRun::of(book, value, neighbours, ends));
        let (likely, other) = if higher_is_likely { (higher, lower) } else { (lower, higher) };
        StepRow { lower_share, higher_is_likely, likely, other }
    }
}

impl NextRun {
    /// A run of this value, with such values above and behind where it begins, after such ends.
    fn of(book: &Book, value: u8, neighbours: [u8; 2], ends: [RunEnd; 2]) -> NextRun {
        NextRun { value: value.into(), bounds: book.ends[end_context(value, neighbours, ends)] }
    }
}

/// As many rows as the array has.
fn boxed<T, const N: usize>(rows: impl Iterator<Item = T>) -> Box<[T; N]> {
    let rows: Box<[T]> = rows.collect();
    rows.try_into().unwrap_or_else(|_| unreachable!("the iterator counts to the number of rows"))
}

impl LengthRow {
    fn of(shares: &[u16; CLASSES + 1]) -> LengthRow {
        let mut bounds = [BEYOND; 64];
        bounds[..CLASSES].copy_from_slice(&shares[..CLASSES]);
        let start = |step: usize| {
            let share = (step * SHARES_A_START) as u16;
            let class = bounds.partition_point(|&bound| bound <= share) - 1;
            (class as u16, bounds[class + 1])
        };
        LengthRow { bounds, starts: std::array::from_fn(start) }
    }

    /// The class that covers a share; a share that is one too many belongs to the last one.
    #[inline(always)]
    pub(super) fn class_at(&self, share: u16) -> FoundClass {
        let (start, end) = self.starts[usize::from(share) / SHARES_A_START % STARTS];
        // Mostly it is no step or one.
        let mut class = usize::from(start) + usize::from(end <= share);
        let mut end = self.bounds[(class + 1) % 64];
        while end <= share {
            class += 1;
            end = self.bounds[(class + 1) % 64];
        }
        FoundClass { facts: CLASS_FACTS[class % 64], begin: self.bounds[class % 64], end }
    }
}

impl FoundClass {
    /// Whether it is the last class, which has what is left of the range.
    #[inline(always)]
    pub(super) const fn is_last(self) -> bool {
        self.end == BEYOND
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_share_belongs_to_one_class() {
        for (book, plain) in DECODING.iter().zip(BOOK.iter()) {
            for context in 0..LENGTH_CONTEXTS {
                let [last, before, value] =
                    [context / 15, context / 3 % 5, context % 3].map(|digit| digit as u32);
                let bounds = &plain.lengths[context];
                for share in 0..=SHARES as u16 {
                    let class = book.lengths([last, before], value).class_at(share);
                    let number = bounds.partition_point(|&bound| bound <= share.min(SHARES as u16 - 1)) - 1;
                    assert_eq!(class.begin, bounds[number]);
                    assert_eq!(class.is_last(), number + 1 == CLASSES);
                    assert!(class.is_last() || class.end == bounds[number + 1]);
                    let ClassFacts { first, bits, size } = class.facts;
                    let (first, bits) = (u32::from(first), u32::from(bits));
                    let number = LengthClass(number as u8);
                    assert_eq!((first, bits, size), (number.first(), number.bits(), number.size()));
                }
            }
        }
    }
}
