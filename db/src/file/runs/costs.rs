//! What symbols cost, by which the encoder chooses runs and a code book.
//!
//! A symbol with `s` of the 4,096 shares takes the logarithm of 4,096 / `s` to base 2, in bits. The costs are
//! that in 256ths of a bit, rounded up: all shares cost 0, half of them 256, one share 3,072, which is 12 bits;
//! three shares 2,667, as the exact number is 2,666.2. They are made with whole numbers only. The logarithm of
//! a library may differ in its last digit from one machine to another, a choice of runs with it, and then the
//! same table would be other bytes.
//!
//! The costs are there twice. A choice of runs asks one book about many symbols, so [`Costs`] are a book's; to
//! find the best book asks all books about one symbol after the other, so [`costs_by_book`] has those of the
//! eight books side by side.

use std::sync::LazyLock;

use super::RunEnd;
use super::book::{BOOKS, Book, LIBRARY, STEPS};
use super::context::{LENGTH_CONTEXTS, STEP_CONTEXTS};
use super::encoder::RunSymbols;
use super::head::Head;
use super::length::{CLASSES, LengthClass};
use super::numeral_system::SHARE_BITS;

/// A cost in 256ths of a bit. Whole numbers make the choice of runs the same on every machine.
pub(super) type Cost = u32;

/// What each symbol costs.
#[derive(Debug)]
pub(super) struct Costs {
    steps: Box<[[Cost; STEPS]; STEP_CONTEXTS]>,
    lengths: Box<[[Cost; CLASSES]; LENGTH_CONTEXTS]>,
}

/// A bit.
pub(super) const BIT: Cost = 256;

/// What costs more than any choice of symbols for a run.
const NEVER: Cost = 1 << 20;

/// The cost of a symbol with so many shares: the logarithm of all shares divided by `shares`.
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

/// What the symbols cost whose shares these are.
fn costs_of<const N: usize>(bounds: &[u16]) -> [Cost; N] {
    std::array::from_fn(|symbol| cost_of(bounds[symbol + 1] - bounds[symbol]))
}

/// What each symbol costs by each book.
pub(super) static COSTS: LazyLock<Vec<Costs>> =
    LazyLock::new(|| LIBRARY.books.iter().map(Costs::of).collect());

/// What each head costs, by its number.
static HEAD_COSTS: LazyLock<Vec<Cost>> =
    LazyLock::new(|| LIBRARY.heads.windows(2).map(|bounds| cost_of(bounds[1] - bounds[0])).collect());

/// What a head costs.
pub(super) fn cost_of_head(head: Head) -> Cost {
    HEAD_COSTS[head.number()]
}

impl Costs {
    pub(super) fn of(book: &Book) -> Costs {
        let of_length = |bounds| {
            let mut costs: [Cost; CLASSES] = costs_of(bounds);
            (0..).zip(&mut costs).for_each(|(class, cost)| *cost += LengthClass(class).bits() * BIT);
            costs
        };
        Costs {
            steps: Box::new(std::array::from_fn(|context| costs_of(&book.steps[context]))),
            lengths: Box::new(std::array::from_fn(|context| of_length(&book.lengths[context]))),
        }
    }

    /// What the ends of a run cost in this context of its step, which leads to one of two values; nothing for
    /// the first run, which ends by length.
    #[inline(always)]
    pub(super) fn of_ends(&self, step: Option<(usize, bool)>) -> [Cost; 3] {
        let Some((context, is_higher)) = step else { return [0, NEVER, NEVER] };
        let [length, above, behind, of_higher @ ..] = self.steps[context];
        if is_higher { of_higher } else { [length, above, behind] }
    }

    /// What the classes of lengths cost in this context, with the bits that say which of the class.
    #[inline(always)]
    pub(super) fn of_lengths(&self, context: usize) -> &[Cost; CLASSES] {
        &self.lengths[context]
    }

    /// What a run costs; the last one nothing.
    #[inline(always)]
    pub(super) fn of_symbols(&self, symbols: &RunSymbols) -> Cost {
        if symbols.is_last() {
            return 0;
        }
        let step =
            symbols.step.map_or(0, |(context, step)| self.steps[usize::from(context)][usize::from(step)]);
        let length = match symbols.end {
            RunEnd::Length => self.lengths[usize::from(symbols.length_context)][usize::from(symbols.class.0)],
            _ => 0,
        };
        step + length
    }
}

/// A symbol's costs by all books, side by side. A symbol takes 12 bits and the 11 that may follow it at the
/// most, so those of a run add up to less than 2^16.
type CostsByBook = [u16; BOOKS];

/// What each symbol costs by all books.
struct BookCosts {
    steps: [[CostsByBook; STEPS]; STEP_CONTEXTS],
    lengths: [[CostsByBook; CLASSES]; LENGTH_CONTEXTS],
}

static BOOK_COSTS: LazyLock<Box<BookCosts>> = LazyLock::new(|| {
    let by_book = |cost: &dyn Fn(&Costs) -> Cost| std::array::from_fn(|book| cost(&COSTS[book]) as u16);
    let mut costs = Box::new(BookCosts {
        steps: [[[0; BOOKS]; STEPS]; STEP_CONTEXTS],
        lengths: [[[0; BOOKS]; CLASSES]; LENGTH_CONTEXTS],
    });
    for (context, row) in costs.steps.iter_mut().enumerate() {
        *row = std::array::from_fn(|step| by_book(&|costs| costs.steps[context][step]));
    }
    for (context, row) in costs.lengths.iter_mut().enumerate() {
        *row = std::array::from_fn(|class| by_book(&|costs| costs.lengths[context][class]));
    }
    costs
});

/// What these runs cost by each book.
pub(super) fn costs_by_book(runs: &[RunSymbols]) -> [Cost; BOOKS] {
    let costs = &**BOOK_COSTS;
    let mut sums = [0; BOOKS];
    for run in runs.iter().filter(|run| !run.is_last()) {
        let mut of_run = run
            .step
            .map_or([0; BOOKS], |(context, step)| costs.steps[usize::from(context)][usize::from(step)]);
        if run.end == RunEnd::Length {
            let of_length = &costs.lengths[usize::from(run.length_context)][usize::from(run.class.0)];
            of_run.iter_mut().zip(of_length).for_each(|(sum, cost)| *sum += cost);
        }
        for (sum, cost) in sums.iter_mut().zip(of_run) {
            *sum += Cost::from(cost);
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_the_logarithm_rounded_up() {
        assert_eq!([4096, 2048, 3, 1].map(cost_of), [0, 256, 2667, 3072]);
        for shares in 1..=4096u16 {
            let exact = (4096. / f64::from(shares)).log2() * f64::from(BIT);
            let above = f64::from(cost_of(shares)) - exact;
            assert!((-1e-6..1.001).contains(&above), "{shares} shares: {above} above {exact}");
        }
    }

    #[test]
    fn both_forms_of_the_costs_agree() {
        let (context, class) = (591, LengthClass(3));
        let step =
            RunSymbols { step: Some((context, 1)), end: RunEnd::Length, length_context: 9, class, offset: 0 };
        let by_book: Vec<Cost> = COSTS.iter().map(|costs| costs.of_symbols(&step)).collect();
        assert_eq!(costs_by_book(&[step])[..], by_book);
    }
}
