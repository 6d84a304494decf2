//! From values to runs, and from runs to bytes.

use super::RunEnd;
use super::book::{BOOK, BOOKS, Book};
use super::context::{Context, END_CONTEXTS, Known, LENGTH_CONTEXTS, NEXT_CONTEXTS, others};
use super::length::{CLASSES, LengthClass};
use super::range_coder::{RangeEncoder, SHARE_BITS, SHARES};
use super::rows::Rows;
use std::sync::LazyLock;

/// Positions that have one value, or are asked for by nobody.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    value: u8,
    /// The run has to last to here at least,
    least: u32,
    /// and to here at most, where the next value begins.
    most: u32,
}

/// One run, in symbols with their contexts.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunSymbols {
    pub(super) end_context: u8,
    pub(super) end: RunEnd,
    pub(super) length_context: u8,
    pub(super) class: LengthClass,
    pub(super) offset: u32,
    pub(super) next_context: u8,
    /// Whether the next value is the second of the two others; `None` at the end of the block.
    pub(super) next: Option<bool>,
}

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

static COSTS: LazyLock<Vec<Costs>> = LazyLock::new(|| BOOK.iter().map(Costs::of).collect());

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

/// Encodes blocks as runs, one after the other.
#[derive(Debug, Default)]
pub(crate) struct RunEncoder {
    stretches: Vec<Stretch>,
    known: Known,
    symbols: Vec<RunSymbols>,
    best: Vec<RunSymbols>,
    output: RangeEncoder,
}

/// How a block is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// Number of the code book.
    pub(crate) book: u8,
    /// Whether the rows are taken the other way round.
    pub(crate) swapped: bool,
}

impl RunEncoder {
    /// Finds the stretches of a block's codes: 0 to 2, or 3 for a position nobody asks for. Gives the
    /// value of the first one and how many there are; `None` where nobody asks for anything.
    pub(crate) fn find_stretches(&mut self, codes: &[u8]) -> Option<(u8, usize)> {
        self.stretches.clear();
        let mut stretch: Option<Stretch> = None;
        for (place, &code) in (0u32..).zip(codes) {
            match &mut stretch {
                _ if code == 3 => {}
                Some(stretch) if stretch.value == code => stretch.least = place + 1,
                stretch => {
                    if let Some(mut stretch) = stretch.take() {
                        stretch.most = place;
                        self.stretches.push(stretch);
                    }
                    *stretch = Some(Stretch { value: code, least: place + 1, most: 0 });
                }
            }
        }
        if let Some(mut stretch) = stretch {
            stretch.most = codes.len() as u32;
            self.stretches.push(stretch);
        }
        self.stretches.first().map(|stretch| (stretch.value, self.stretches.len()))
    }

    /// Encodes the stretches that were found, behind the bytes with which `describe` says what the choice of
    /// book and rows was.
    pub(crate) fn encode(&mut self, rows: Rows, describe: impl FnOnce(Choice) -> Vec<u8>) -> Vec<u8> {
        let mut best = (Cost::MAX, Choice { book: 0, swapped: false });
        let orders: &[bool] =
            if rows.behind == 0 || rows.behind == rows.above { &[false] } else { &[false, true] };
        for &swapped in orders {
            let rows = if swapped { rows.swapped() } else { rows };
            let mut guide = best.1.book;
            // A choice of runs by one book may suit another one better.
            for _ in 0..4 {
                self.choose_runs(&COSTS[usize::from(guide)], rows);
                let (cost, book) = self.cheapest_book();
                if cost < best.0 {
                    best = (cost, Choice { book, swapped });
                    std::mem::swap(&mut self.symbols, &mut self.best);
                }
                if book == guide {
                    break;
                }
                guide = book;
            }
        }
        self.write(best.1, describe(best.1))
    }

    /// The runs that were chosen last.
    pub(super) fn symbols(&self) -> &[RunSymbols] {
        &self.symbols
    }

    fn cheapest_book(&self) -> (Cost, u8) {
        let mut sums = [0; BOOKS];
        for symbols in &self.symbols {
            for (sum, costs) in sums.iter_mut().zip(COSTS.iter()) {
                *sum += costs.of_symbols(symbols);
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

    fn write(&mut self, choice: Choice, head: Vec<u8>) -> Vec<u8> {
        let book = &BOOK[usize::from(choice.book)];
        let least = head.len();
        self.output.begin(head);
        for symbols in &self.best {
            let [above, behind] = book.ends[usize::from(symbols.end_context)];
            let bounds = [0, above, behind, SHARES as u16];
            let end = symbols.end as usize;
            self.output.encode(bounds[end], bounds[end + 1]);
            if symbols.end == RunEnd::Length {
                let bounds =
                    &book.lengths[usize::from(symbols.length_context)][usize::from(symbols.class.0)..];
                self.output.encode(bounds[0], bounds[1]);
                let bits = symbols.class.bits();
                if bits > 0 {
                    self.output.encode_bits(symbols.offset, bits);
                }
            }
            if let Some(second) = symbols.next {
                let lower = book.next[usize::from(symbols.next_context)];
                let (from, to) = if second { (lower, SHARES as u16) } else { (0, lower) };
                self.output.encode(from, to);
            }
        }
        let mut bytes = self.output.finish();
        while bytes.len() > least && bytes.last() == Some(&0) {
            bytes.pop();
        }
        bytes
    }

    /// Decides where each run ends: where it and the next one take the fewest bits together.
    pub(super) fn choose_runs(&mut self, costs: &Costs, rows: Rows) {
        self.known.clear();
        self.symbols.clear();
        let stretches = std::mem::take(&mut self.stretches);
        let mut context = Context::new(rows);
        let mut place = 0;
        for (number, stretch) in stretches.iter().enumerate() {
            context.advance(&self.known, place);
            let next = stretches.get(number + 1);
            let mut best: Option<(Cost, u32, RunSymbols, Context)> = None;
            for (end, to) in candidates(&context, stretch, next.is_none(), place) {
                let mut after = context;
                let mut symbols = describe(&mut after, stretch.value, end, (place, to), next.is_none());
                let mut cost = 0;
                if let Some(next) = next {
                    self.known.push(to, stretch.value);
                    after.advance(&self.known, to);
                    symbols.next_context = after.of_next(stretch.value) as u8;
                    symbols.next = Some(next.value == others(stretch.value)[1]);
                    let last = number + 2 == stretches.len();
                    cost = natural_ends(&after, next, last)
                        .map(|(end, end_to)| {
                            let symbols = describe(&mut { after }, next.value, end, (to, end_to), last);
                            costs.of_symbols(&symbols)
                        })
                        .min()
                        .unwrap_or_default();
                    self.known.pop();
                }
                cost += costs.of_symbols(&symbols);
                if best.as_ref().is_none_or(|best| cost < best.0) {
                    best = Some((cost, to, symbols, after));
                }
            }
            let (_, to, symbols, after) = best.expect("a run can always end with a length");
            self.symbols.push(symbols);
            self.known.push(to, stretch.value);
            context = after;
            place = to;
        }
        self.stretches = stretches;
    }
}

/// The symbols of a run, but for the next value; the context moves on.
#[inline(always)]
fn describe(context: &mut Context, value: u8, end: RunEnd, (from, to): (u32, u32), last: bool) -> RunSymbols {
    let (end_context, length_context) = (context.of_end(value) as u8, context.of_length(value) as u8);
    let (mut class, mut offset) = (LengthClass::TO_END, 0);
    if end == RunEnd::Length {
        if !last {
            (class, offset) = LengthClass::of(to - from);
        }
        context.measured(class.size());
    }
    context.ended(end);
    RunSymbols { end_context, end, length_context, class, offset, next_context: 0, next: None }
}

/// The places where a run may end that are worth a look, with the way to say so.
#[inline(always)]
fn candidates(
    context: &Context,
    stretch: &Stretch,
    last: bool,
    place: u32,
) -> impl Iterator<Item = (RunEnd, u32)> + use<> {
    // Lengths up to some places behind the shortest: beyond them the classes get wide.
    const LENGTHS: u32 = 7;
    let &Stretch { least, most, .. } = stretch;
    let least = least.max(place + 1);
    let lengths = if last { 1..1 } else { least + 1..most.min(least + LENGTHS) };
    natural_ends(context, stretch, last).chain(lengths.map(|to| (RunEnd::Length, to)))
}

/// The change above, the change behind, and the shortest and longest length.
#[inline(always)]
fn natural_ends(
    context: &Context,
    stretch: &Stretch,
    last: bool,
) -> impl Iterator<Item = (RunEnd, u32)> + use<> {
    let &Stretch { least, most, .. } = stretch;
    let [above, behind] = [RunEnd::Above, RunEnd::Behind].map(|end| (end, context.change(end)));
    let fits = move |(end, change): (RunEnd, u32)| {
        let to = if last { change.min(most) } else { change };
        let fits = if last { to == most } else { (least..=most).contains(&to) };
        fits.then_some((end, to))
    };
    let longest = Some((RunEnd::Length, most));
    let shortest = (!last && least < most).then_some((RunEnd::Length, least));
    [fits(above), fits(behind), longest, shortest].into_iter().flatten()
}
