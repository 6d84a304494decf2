//! From values to runs, and from runs to bytes.
//!
//! The values leave a choice: a run has to last through its [stretch](super::stretches), and can go on among
//! the positions that nobody asks for; and one place can be said in several ways, by the change above, by that
//! behind, or by a length. What is cheapest depends on the context, and each choice is part of the context of
//! the runs after it and of the rows below. So an exact search would have to keep apart all that can come of
//! each choice. The encoder goes from run to run instead, and takes the end that costs least together with the
//! next run, if that ends in the cheapest way that is found without a search of its own.
//!
//! What a choice costs depends on the code book, and which book is the best one on the runs that were chosen.
//! So both are found in turn: runs are chosen by one book, their cost by all books is added up, and where
//! another book is cheaper the runs are chosen anew by that one, four times at most. Where there are two rows
//! both orders of them are tried.
//!
//! The bytes come from the last run to the first, since the numeral system gives back last what was put in
//! first. In the example of FORMAT.md, section 6, values 2 2 2 0 0 0 0 0 stand three times in a row, with 8
//! positions to a row. Only the first row is told by lengths, 3 and 5; each later change stands below another
//! one, "above". With eight losses behind them these are six runs, and four bytes.

use super::RunEnd;
use super::book::LIBRARY;
use super::context::{Context, Known};
use super::costs::{COSTS, Cost, Costs, cost_of_head, costs_by_book};
use super::head::{BlockRows, Head};
use super::length::LengthClass;
use super::numeral_system::StateEncoder;
use super::rows::Rows;
use super::stretches::{Stretch, find_stretches};
use crate::file::BlockCodes;

/// One run, in symbols with their contexts.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunSymbols {
    /// The context of the step from the run before, and the step; `None` for the first run.
    pub(super) step: Option<(u16, u8)>,
    pub(super) end: RunEnd,
    pub(super) length_context: u16,
    pub(super) class: LengthClass,
    pub(super) offset: u32,
}

impl RunSymbols {
    /// Whether it is the last run of its block.
    #[inline(always)]
    pub(super) fn is_last(&self) -> bool {
        self.end == RunEnd::Length && self.class == LengthClass::TO_END
    }
}

/// Encodes blocks as runs, one after the other.
#[derive(Debug, Default)]
pub(crate) struct RunEncoder {
    stretches: Vec<Stretch>,
    known: Known,
    symbols: Vec<RunSymbols>,
    best: Vec<RunSymbols>,
    output: StateEncoder,
}

impl RunEncoder {
    /// Finds the stretches of a block's codes. Gives the value of the first one and how many there are;
    /// `None` where nobody asks for anything.
    pub(crate) fn find_stretches(&mut self, codes: &BlockCodes) -> Option<(u8, usize)> {
        find_stretches(codes.words(), codes.len(), &mut self.stretches);
        self.stretches.first().map(|stretch| (stretch.value, self.stretches.len()))
    }

    /// Encodes the stretches that were found and appends the code, for a block with these rows in a table
    /// with those.
    pub(crate) fn encode(&mut self, rows: Rows, of_table: Rows, bytes: &mut Vec<u8>) {
        let first = self.stretches.first().map_or(0, |stretch| stretch.value);
        let own = rows != of_table;
        let mut best: Option<(Cost, Head, Rows)> = None;
        let orders: &[bool] =
            if rows.behind == 0 || rows.behind == rows.above { &[false] } else { &[false, true] };
        for &swapped in orders {
            let tried = if swapped { rows.swapped() } else { rows };
            let rows = match (own, swapped) {
                (true, _) => BlockRows::Own,
                (_, true) => BlockRows::Swapped,
                _ => BlockRows::OfTable,
            };
            let mut guide = best.map_or(0, |best| best.1.book);
            // A choice of runs by one book may suit another one better.
            for _ in 0..4 {
                self.choose_runs(&COSTS[usize::from(guide)], tried);
                let heads = (0..).map(|book| Head { book, rows, first });
                let costs = heads.zip(costs_by_book(&self.symbols));
                let costs = costs.map(|(head, cost)| (cost + cost_of_head(head), head));
                let Some((cost, head)) = costs.min_by_key(|&(cost, _)| cost) else { break };
                if best.is_none_or(|best| cost < best.0) {
                    best = Some((cost, head, tried));
                    std::mem::swap(&mut self.symbols, &mut self.best);
                }
                if head.book == guide {
                    break;
                }
                guide = head.book;
            }
        }
        if let Some((_, head, rows)) = best {
            self.write(head, rows, bytes);
        }
    }

    /// The runs that were chosen last.
    pub(super) fn symbols(&self) -> &[RunSymbols] {
        &self.symbols
    }

    /// The decoder takes off first what is put on last.
    fn write(&mut self, head: Head, rows: Rows, bytes: &mut Vec<u8>) {
        let book = &LIBRARY.books[usize::from(head.book)];
        for symbols in self.best.iter().rev() {
            if symbols.end == RunEnd::Length {
                let bits = symbols.class.bits();
                if bits > 0 {
                    self.output.encode_bits(symbols.offset, bits);
                }
                let bounds = &book.lengths[usize::from(symbols.length_context)];
                self.output.encode(bounds, usize::from(symbols.class.0));
            }
            if let Some((context, step)) = symbols.step {
                self.output.encode(&book.steps[usize::from(context)], usize::from(step));
            }
        }
        if head.rows == BlockRows::Own {
            for row in [rows.behind, rows.above] {
                self.output.encode_bits(row & 0xFFFF, 16);
                self.output.encode_bits(row >> 16, 16);
            }
        }
        self.output.encode(&LIBRARY.heads, head.number());
        self.output.finish(bytes);
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
            let (end, to) = match next {
                Some(next) => this.choose_end(costs, &context, &mut self.known, (next, next_last)),
                None => (RunEnd::Length, stretch.most),
            };
            self.symbols.push(this.describe(&mut context, end, to));
            self.known.push(to, stretch.value);
            context.advance(&self.known, to);
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
        (least <= change && change <= most).then_some(change)
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
        3 + (most - least).min(LENGTHS)
    }

    /// What the cheapest of those costs that need no search: the two changes, the longest and the shortest
    /// length. The last run costs nothing: the state is zero there, and stays so with symbols that begin
    /// with the first share.
    #[inline(always)]
    fn least_cost(&self, costs: &Costs, context: &Context) -> Cost {
        if self.last {
            return 0;
        }
        let Stretch { value, least, most } = self.stretch;
        let ends = costs.of_ends(context.of_step(value));
        let lengths = costs.of_lengths(context.of_length(value));
        let of_length = |to| ends[RunEnd::Length as usize] + lengths[usize::from(self.class(to).0)];
        let mut cost = of_length(most);
        if least < most {
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
        (next, last): (Stretch, bool),
    ) -> (RunEnd, u32) {
        let Stretch { value, least, most } = self.stretch;
        let changes = [RunEnd::Above, RunEnd::Behind].map(|end| self.change(context, end));
        if changes == [None, None] && least == most {
            return (RunEnd::Length, most);
        }
        let ends = costs.of_ends(context.of_step(value));
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
            if reached.0 != to {
                known.push(to, value);
                reached = (to, *context);
                reached.1.advance(known, to);
                known.pop();
            }
            let mut after = reached.1;
            self.move_on(&mut after, end, to);
            cost += Ahead { stretch: next, from: to, last }.least_cost(costs, &after);
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
        context.passed(self.stretch.value, end);
    }

    /// The symbols of the run that ends so; the context moves on.
    #[inline(always)]
    fn describe(&self, context: &mut Context, end: RunEnd, to: u32) -> RunSymbols {
        let value = self.stretch.value;
        let step = context.of_step(value);
        let step = step.map(|(context, is_higher)| (context as u16, 3 * u8::from(is_higher) + end as u8));
        let length_context = context.of_length(value) as u16;
        let (mut class, mut offset) = (LengthClass::TO_END, 0);
        if end == RunEnd::Length && !self.last {
            (class, offset) = LengthClass::of(to - self.from);
        }
        self.move_on(context, end, to);
        RunSymbols { step, end, length_context, class, offset }
    }
}
