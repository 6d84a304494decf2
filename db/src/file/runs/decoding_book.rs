//! Code books as the decoder reads them.
//!
//! The same shares as in [`super::book`], laid out for speed: a context is a few bits put side by side, and
//! what the decoder wants to know of a symbol stands in one place. Rows that no context has hold what some
//! other row could.

use std::sync::LazyLock;

use super::RunEnd;
use super::book::{BOOK, Book};
use super::context::{LENGTH_CONTEXTS, end_context, next_context, others};
use super::length::{CLASSES, LengthClass};
use super::range_coder::SHARES;

/// Rows of what follows a run: two bits each of value, value above, and value behind.
const NEIGHBOURS: usize = 1 << 6;
/// Rows of ends: the same, and two bits each of the last end and the one before.
const ENDS: usize = NEIGHBOURS << 4;
/// Shares for which one start is kept.
const SHARES_A_START: usize = 16;
/// Starts of a row.
const STARTS: usize = SHARES as usize / SHARES_A_START;

/// Bits of a run's value, the value above and the value behind.
#[inline(always)]
pub(super) const fn neighbours(value: u32, above: u32, behind: u32) -> u32 {
    value << 4 | above << 2 | behind
}

/// What follows a run.
#[derive(Clone, Copy)]
pub(super) struct NextRow {
    /// The shares of the lower one of the two other values.
    pub(super) lower_share: u16,
    /// Whether the higher one is likelier.
    pub(super) higher_is_likely: bool,
    /// The likelier one, then the other one.
    pub(super) values: [u8; 2],
}

/// The classes of lengths after two sizes and a value.
#[derive(Clone)]
pub(super) struct LengthRow {
    /// Where the shares of each class begin; behind the last one all shares.
    bounds: [u16; 64],
    /// The class that holds the first of so many shares.
    starts: [u8; STARTS],
}

/// A class of lengths.
#[derive(Clone, Copy, Default)]
pub(super) struct ClassFacts {
    /// The first length.
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

/// A book for decoding.
pub(super) struct DecodingBook {
    ends: Box<[[u16; 2]; ENDS]>,
    next: Box<[NextRow; NEIGHBOURS]>,
    lengths: Box<[LengthRow; LENGTH_CONTEXTS]>,
}

/// The books of [`BOOK`].
pub(super) static DECODING: LazyLock<Vec<DecodingBook>> =
    LazyLock::new(|| BOOK.iter().map(DecodingBook::of).collect());

impl DecodingBook {
    fn of(book: &Book) -> DecodingBook {
        let two_bits = |number: usize, place: usize| (number >> place & 3) as u8;
        let end = |bits: u8| match bits {
            0 => RunEnd::Length,
            1 => RunEnd::Above,
            _ => RunEnd::Behind,
        };
        let value_of = |number: usize, place: usize| two_bits(number, place).min(2);
        let ends = (0..ENDS).map(|number| {
            let neighbours = [two_bits(number, 6), two_bits(number, 4)];
            let ends = [end(two_bits(number, 2)), end(two_bits(number, 0))];
            book.ends[end_context(value_of(number, 8), neighbours, ends)]
        });
        let next = (0..NEIGHBOURS).map(|number| {
            let value = value_of(number, 4);
            let lower_share = book.next[next_context(value, [two_bits(number, 2), two_bits(number, 0)])];
            let higher_is_likely = u32::from(lower_share) < SHARES / 2;
            let [lower, higher] = others(value);
            let values = if higher_is_likely { [higher, lower] } else { [lower, higher] };
            NextRow { lower_share, higher_is_likely, values }
        });
        let lengths = book.lengths.iter().map(LengthRow::of);
        DecodingBook { ends: boxed(ends), next: boxed(next), lengths: boxed(lengths) }
    }

    /// Where the shares of "above" and "behind" begin, after such neighbours and such ends.
    #[inline(always)]
    pub(super) fn ends(&self, neighbours: u32, ends: u32) -> [u16; 2] {
        self.ends[(neighbours << 4 | ends) as usize % ENDS]
    }

    /// What follows a run with such neighbours behind it.
    #[inline(always)]
    pub(super) fn next(&self, neighbours: u32) -> NextRow {
        self.next[neighbours as usize % NEIGHBOURS]
    }

    /// The classes of lengths in a context.
    #[inline(always)]
    pub(super) fn lengths(&self, context: usize) -> &LengthRow {
        &self.lengths[context]
    }
}

/// As many rows as the array has.
fn boxed<T, const N: usize>(rows: impl Iterator<Item = T>) -> Box<[T; N]> {
    let rows: Box<[T]> = rows.collect();
    rows.try_into().unwrap_or_else(|_| unreachable!("the iterator counts to the number of rows"))
}

impl LengthRow {
    fn of(shares: &[u16; CLASSES + 1]) -> LengthRow {
        let mut bounds = [SHARES as u16; 64];
        bounds[..=CLASSES].copy_from_slice(shares);
        let start = |step: usize| {
            let share = (step * SHARES_A_START) as u16;
            (shares.partition_point(|&bound| bound <= share) - 1) as u8
        };
        LengthRow { bounds, starts: std::array::from_fn(start) }
    }

    /// The class that covers a share, and where its shares begin and end.
    #[inline(always)]
    pub(super) fn class_at(&self, share: u16) -> (ClassFacts, u16, u16) {
        let mut class = usize::from(self.starts[usize::from(share) / SHARES_A_START % STARTS]);
        // Mostly it is no step or one.
        class += usize::from(self.bounds[(class + 1) % 64] <= share);
        let mut end = self.bounds[(class + 1) % 64];
        while end <= share {
            class += 1;
            end = self.bounds[(class + 1) % 64];
        }
        (CLASS_FACTS[class % 64], self.bounds[class % 64], end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_share_belongs_to_one_class() {
        for (book, plain) in DECODING.iter().zip(BOOK.iter()) {
            for context in 0..LENGTH_CONTEXTS {
                let bounds = &plain.lengths[context];
                for share in 0..SHARES as u16 {
                    let (facts, first, end) = book.lengths(context).class_at(share);
                    let class = bounds.iter().position(|&bound| bound == first).unwrap();
                    assert_eq!(end, bounds[class + 1]);
                    assert!(first <= share && share < end);
                    let class = LengthClass(class as u8);
                    assert_eq!(
                        (u32::from(facts.first), u32::from(facts.bits), facts.size),
                        (class.first(), class.bits(), class.size())
                    );
                }
            }
        }
    }
}
