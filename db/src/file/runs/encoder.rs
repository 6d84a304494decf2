//! From values to runs, and from runs to bytes.

use super::RunEnd;
use super::book::BOOK;
use super::context::{Context, Known, others};
use super::costs::{COSTS, Cost, Costs, cheapest_book};
use super::length::LengthClass;
use super::range_coder::{RangeEncoder, SHARES};
use super::rows::Rows;
use super::stretches::{Stretch, find_stretches};
use crate::file::BlockCodes;

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
    /// Finds the stretches of a block's codes. Gives the value of the first one and how many there are;
    /// `None` where nobody asks for anything.
    pub(crate) fn find_stretches(&mut self, codes: &BlockCodes) -> Option<(u8, usize)> {
        find_stretches(codes.words(), codes.len(), &mut self.stretches);
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
                let (cost, book) = cheapest_book(&self.symbols);
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
        let mut context = Context::new(rows);
        let mut place = 0;
        for (number, &stretch) in self.stretches.iter().enumerate() {
            let this = Ahead { stretch, from: place, last: number + 1 == self.stretches.len() };
            let next = self.stretches.get(number + 1).copied();
            let next_last = number + 2 == self.stretches.len();
            let (end, to) =
                this.choose_end(costs, &context, &mut self.known, next.map(|next| (next, next_last)));
            let mut symbols = this.describe(&mut context, end, to);
            self.known.push(to, stretch.value);
            context.advance(&self.known, to);
            if let Some(next) = next {
                symbols.next_context = context.of_next(stretch.value) as u8;
                symbols.next = Some(next.value == others(stretch.value)[1]);
            }
            self.symbols.push(symbols);
            place = to;
        }
    }
}

/// Lengths up to so many places behind the shortest are tried: beyond them the classes get wide.
const LENGTHS: u32 = 7;

/// A stretch that a run is to be chosen for.
#[derive(Clone, Copy)]
struct Ahead {
    stretch: Stretch,
    /// Where the run begins.
    from: u32,
    /// Whether it is the last one of the block.
    last: bool,
}

impl Ahead {
    /// The class of the run that ends here.
    #[inline(always)]
    fn class(&self, to: u32) -> LengthClass {
        if self.last { LengthClass::TO_END } else { LengthClass::of(to - self.from).0 }
    }

    /// Where the change above, or behind, lets this run end, if it may end there.
    #[inline(always)]
    fn change(&self, context: &Context, end: RunEnd) -> Option<u32> {
        let Stretch { least, most, .. } = self.stretch;
        let change = context.change(end);
        match self.last {
            true => (change >= most).then_some(most),
            false => (least <= change && change <= most).then_some(change),
        }
    }

    /// A place where this run may end that is worth a look, with the way to say so: number 0 is the change
    /// above and 1 the change behind, where it may end there; 2 is the longest length, and from 3 on they are
    /// the shortest and those behind it.
    #[inline(always)]
    fn candidate(&self, [above, behind]: [Option<u32>; 2], number: u32) -> Option<(RunEnd, u32)> {
        let Stretch { least, most, .. } = self.stretch;
        match number {
            0 => above.map(|to| (RunEnd::Above, to)),
            1 => behind.map(|to| (RunEnd::Behind, to)),
            2 => Some((RunEnd::Length, most)),
            _ => Some((RunEnd::Length, least + (number - 3))),
        }
    }

    /// How many candidates there are.
    #[inline(always)]
    fn candidates(&self) -> u32 {
        let Stretch { least, most, .. } = self.stretch;
        if self.last { 3 } else { 3 + (most - least).min(LENGTHS) }
    }

    /// What the cheapest of those costs that need no search: the two changes, the longest and the shortest
    /// length.
    #[inline(always)]
    fn least_cost(&self, costs: &Costs, context: &Context) -> Cost {
        let Stretch { value, least, most } = self.stretch;
        let ends = costs.of_ends(context.of_end(value));
        let lengths = costs.of_lengths(context.of_length(value));
        let of_length = |to| ends[RunEnd::Length as usize] + lengths[usize::from(self.class(to).0)];
        let mut cost = of_length(most);
        if !self.last && least < most {
            cost = cost.min(of_length(least));
        }
        for end in [RunEnd::Above, RunEnd::Behind] {
            if self.change(context, end).is_some() {
                cost = cost.min(ends[end as usize]);
            }
        }
        cost
    }

    /// How and where this run ends best, if the next one (told with whether it is the last) ends in the
    /// cheapest way that needs no search. `known` comes back as it was.
    #[inline(always)]
    fn choose_end(
        &self,
        costs: &Costs,
        context: &Context,
        known: &mut Known,
        next: Option<(Stretch, bool)>,
    ) -> (RunEnd, u32) {
        let Stretch { value, least, most } = self.stretch;
        let changes = [RunEnd::Above, RunEnd::Behind].map(|end| self.change(context, end));
        if changes == [None, None] && (self.last || least == most) {
            return (RunEnd::Length, most);
        }
        let ends = costs.of_ends(context.of_end(value));
        let lengths = costs.of_lengths(context.of_length(value));
        let mut best = (Cost::MAX, RunEnd::Length, most);
        let mut reached = (u32::MAX, *context);
        for number in 0..self.candidates() {
            let Some((end, to)) = self.candidate(changes, number) else { continue };
            let mut cost = ends[end as usize];
            if end == RunEnd::Length {
                cost += lengths[usize::from(self.class(to).0)];
            }
            if cost >= best.0 {
                continue;
            }
            if let Some((next, last)) = next {
                if reached.0 != to {
                    known.push(to, value);
                    reached = (to, *context);
                    reached.1.advance(known, to);
                    known.pop();
                }
                let second = usize::from(next.value == others(value)[1]);
                cost += costs.of_next(reached.1.of_next(value))[second];
                if cost >= best.0 {
                    continue;
                }
                let mut after = reached.1;
                self.move_on(&mut after, end, to);
                cost += Ahead { stretch: next, from: to, last }.least_cost(costs, &after);
            }
            if cost < best.0 {
                best = (cost, end, to);
            }
        }
        (best.1, best.2)
    }

    /// What the context knows once this run ended so.
    #[inline(always)]
    fn move_on(&self, context: &mut Context, end: RunEnd, to: u32) {
        if end == RunEnd::Length {
            context.measured(self.class(to).size());
        }
        context.ended(end);
    }

    /// The symbols of the run that ends so, but for the next value; the context moves on.
    #[inline(always)]
    fn describe(&self, context: &mut Context, end: RunEnd, to: u32) -> RunSymbols {
        let value = self.stretch.value;
        let (end_context, length_context) = (context.of_end(value) as u8, context.of_length(value) as u8);
        let (mut class, mut offset) = (LengthClass::TO_END, 0);
        if end == RunEnd::Length && !self.last {
            (class, offset) = LengthClass::of(to - self.from);
        }
        self.move_on(context, end, to);
        RunSymbols { end_context, end, length_context, class, offset, next_context: 0, next: None }
    }
}
