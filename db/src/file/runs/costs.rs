//! What symbols cost, by which the encoder chooses runs and a code book.

use std::sync::LazyLock;

use super::RunEnd;
use super::book::{BOOK, BOOKS, Book};
use super::context::{END_CONTEXTS, LENGTH_CONTEXTS, NEXT_CONTEXTS};
use super::encoder::RunSymbols;
use super::length::{CLASSES, LengthClass};
use super::range_coder::{SHARE_BITS, SHARES};

/// A cost in 256ths of a bit. Whole numbers make the choice of runs the same on every machine.
pub(super) type Cost = u32;

/// What each symbol costs.
#[derive(Debug)]
pub(super) struct Costs {
    ends: [[Cost; 3]; END_CONTEXTS],
    lengths: [[Cost; CLASSES]; LENGTH_CONTEXTS],
    next: [[Cost; 2]; NEXT_CONTEXTS],
}

/// A bit.
pub(super) const BIT: Cost = 256;

/// The cost of a symbol with so many shares: the logarithm of [`SHARES`] / `shares`.
fn cost_of(shares: u16) -> Cost {
    let mut number = u64::from(shares.max(1)) << 31 >> shares.max(1).ilog2();
    let mut logarithm = shares.max(1).ilog2();
    // The number is from 1 to 2, with 31 binary places; each squaring gives a bit of its logarithm.
    for _ in 0..BIT.ilog2() {
        number = (number * number) >> 31;
        let digit = (number >> 32) as u32;
        logarithm = logarithm * 2 + digit;
        number >>= digit;
    }
    SHARE_BITS * BIT - logarithm
}

/// What each symbol costs by each book.
pub(super) static COSTS: LazyLock<Vec<Costs>> = LazyLock::new(|| BOOK.iter().map(Costs::of).collect());

impl Costs {
    pub(super) fn of(book: &Book) -> Costs {
        let cost = |from: u16, to: u16| cost_of(to - from);
        let mut costs = Costs {
            ends: [[0; 3]; END_CONTEXTS],
            lengths: [[0; CLASSES]; LENGTH_CONTEXTS],
            next: [[0; 2]; NEXT_CONTEXTS],
        };
        let shares = SHARES as u16;
        for (costs, &[second, third]) in costs.ends.iter_mut().zip(book.ends.iter()) {
            *costs = [cost(0, second), cost(second, third), cost(third, shares)];
        }
        for (costs, bounds) in costs.lengths.iter_mut().zip(book.lengths.iter()) {
            for (class, cost_of) in (0u8..).zip(costs) {
                let bounds = &bounds[usize::from(class)..];
                *cost_of = cost(bounds[0], bounds[1]) + LengthClass(class).bits() * BIT;
            }
        }
        for (costs, &lower) in costs.next.iter_mut().zip(book.next.iter()) {
            *costs = [cost(0, lower), cost(lower, shares)];
        }
        costs
    }

    /// What the ends of a run cost in this context.
    #[inline(always)]
    pub(super) fn of_ends(&self, context: usize) -> &[Cost; 3] {
        &self.ends[context]
    }

    /// What the classes of lengths cost in this context, with the bits that say which of the class.
    #[inline(always)]
    pub(super) fn of_lengths(&self, context: usize) -> &[Cost; CLASSES] {
        &self.lengths[context]
    }

    /// What the next value costs in this context: the first of the two others, and the second.
    #[inline(always)]
    pub(super) fn of_next(&self, context: usize) -> &[Cost; 2] {
        &self.next[context]
    }

    /// What a run costs.
    #[inline(always)]
    pub(super) fn of_symbols(&self, symbols: &RunSymbols) -> Cost {
        let mut cost = self.ends[usize::from(symbols.end_context)][symbols.end as usize];
        if symbols.end == RunEnd::Length {
            cost += self.lengths[usize::from(symbols.length_context)][usize::from(symbols.class.0)];
        }
        if let Some(second) = symbols.next {
            cost += self.next[usize::from(symbols.next_context)][usize::from(second)];
        }
        cost
    }
}

/// A symbol's costs by all books, side by side. A symbol takes 12 bits and the 11 that may follow it at the
/// most, so those of a run add up to less than 2^16.
type CostsByBook = [u16; BOOKS];

/// What each symbol costs by all books.
struct BookCosts {
    ends: [[CostsByBook; 3]; END_CONTEXTS],
    lengths: [[CostsByBook; CLASSES]; LENGTH_CONTEXTS],
    next: [[CostsByBook; 2]; NEXT_CONTEXTS],
}

static BOOK_COSTS: LazyLock<Box<BookCosts>> = LazyLock::new(|| {
    let by_book = |cost: &dyn Fn(&Costs) -> Cost| std::array::from_fn(|book| cost(&COSTS[book]) as u16);
    let mut costs = Box::new(BookCosts {
        ends: [[[0; BOOKS]; 3]; END_CONTEXTS],
        lengths: [[[0; BOOKS]; CLASSES]; LENGTH_CONTEXTS],
        next: [[[0; BOOKS]; 2]; NEXT_CONTEXTS],
    });
    for (context, row) in costs.ends.iter_mut().enumerate() {
        *row = std::array::from_fn(|end| by_book(&|costs| costs.ends[context][end]));
    }
    for (context, row) in costs.lengths.iter_mut().enumerate() {
        *row = std::array::from_fn(|class| by_book(&|costs| costs.lengths[context][class]));
    }
    for (context, row) in costs.next.iter_mut().enumerate() {
        *row = std::array::from_fn(|second| by_book(&|costs| costs.next[context][second]));
    }
    costs
});

/// The book by which these runs cost least, the first of those that are alike, and what they cost.
pub(super) fn cheapest_book(runs: &[RunSymbols]) -> (Cost, u8) {
    let costs = &**BOOK_COSTS;
    let mut sums = [0; BOOKS];
    for run in runs {
        let mut of_run = costs.ends[usize::from(run.end_context)][run.end as usize];
        let mut add = |costs: &CostsByBook| of_run.iter_mut().zip(costs).for_each(|(sum, cost)| *sum += cost);
        if run.end == RunEnd::Length {
            add(&costs.lengths[usize::from(run.length_context)][usize::from(run.class.0)]);
        }
        if let Some(second) = run.next {
            add(&costs.next[usize::from(run.next_context)][usize::from(second)]);
        }
        for (sum, cost) in sums.iter_mut().zip(of_run) {
            *sum += Cost::from(cost);
        }
    }
    let mut best = (Cost::MAX, 0);
    for (book, cost) in (0..).zip(sums) {
        if cost < best.0 {
            best = (cost, book);
        }
    }
    best
}
