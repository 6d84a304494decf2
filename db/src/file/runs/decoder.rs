//! From bytes to runs, and from runs to packed values.
//!
//! A block is some hundred symbols, each of which has to be known before the next one can be looked for. So
//! what counts is how long the way from one to the next is, and how often a branch goes another way than
//! the processor expects. The state is a handful of numbers; contexts are bits put side by side (see
//! [`super::decoding_book`]); what comes now this way and now that way is computed without a branch, and
//! what mostly comes one way is a branch, so that the processor can go on before the numbers are there.

use std::hint::{cold_path, select_unpredictable};

use super::context::NONE;
use super::decoding_book::{ClassFacts, DECODING, DecodingBook, LengthRow};
use super::length::MOST_VALUES_IN_RUNS;
use super::range_coder::RangeDecoder;
use super::rows::Rows;
use crate::file::packing::pack_runs;

thread_local! {
    /// The list of runs, whose room is used again.
    static KNOWN: std::cell::RefCell<Known> = std::cell::RefCell::new(Known::new());
}

/// Decodes a block of `values` values, the first of which is `first`, and packs them; says whether the
/// bytes were the code of so many values.
pub(crate) fn decode(
    code: &[u8],
    (book, rows): (usize, Rows),
    first: u8,
    values: u32,
    packed: &mut Vec<u8>,
) -> bool {
    let Some(book) = DECODING.get(book) else { return false };
    // What no encoder writes: more values than lengths reach, a last byte that could be left out, a
    // number beyond the range.
    if values as usize > MOST_VALUES_IN_RUNS || code.last() == Some(&0) || code.starts_with(&[0xFF; 8]) {
        return false;
    }
    KNOWN.with_borrow_mut(|known| {
        let mut decoder = RangeDecoder::new(code);
        let Some(runs) = decode_runs(&mut decoder, book, rows, first, values, known) else {
            return false;
        };
        pack(&known.runs[1..=runs], values, packed);
        decoder.is_at_end()
    })
}

/// Packs the values of runs.
#[inline(never)]
fn pack(runs: &[u32], values: u32, packed: &mut Vec<u8>) {
    // Each run begins where the one before ends.
    let mut place = 0;
    let runs = runs.iter().map(|&run| (std::mem::replace(&mut place, run >> 2), (run & 3) as u8));
    pack_runs(runs, values as usize, packed);
}

/// Runs that are known: the end of each, and in the last two bits its value. The first one stands for what
/// is before the block.
struct Known {
    runs: Box<[u32; RUNS]>,
}

/// A power of two above the number of runs.
const RUNS: usize = 2 * MOST_VALUES_IN_RUNS;
/// An end beyond all blocks.
const NOWHERE: u32 = 1 << 27;

impl Known {
    fn new() -> Known {
        Known { runs: Box::new([NONE as u32; RUNS]) }
    }

    #[inline(always)]
    fn at(&self, run: u32) -> u32 {
        self.runs[run as usize % RUNS]
    }

    #[inline(always)]
    fn set(&mut self, run: u32, end: u32, value: u32) {
        self.runs[run as usize % RUNS] = end << 2 | value;
    }
}

/// What is a row before a place.
#[derive(Clone, Copy)]
struct Finger {
    row: u32,
    /// Number of the run it is on, 0 before the block.
    run: u32,
    /// That run.
    at: u32,
}

impl Finger {
    fn new(row: u32) -> Finger {
        Finger { row: if row == 0 { NOWHERE } else { row.min(NOWHERE) }, run: 0, at: NONE.into() }
    }

    /// The value there, [`NONE`] before the block.
    #[inline(always)]
    const fn value(&self) -> u32 {
        self.at & 3
    }

    /// Where the run there, or else the first one, ends, seen from the place one row on.
    #[inline(always)]
    fn change(&self, known: &Known) -> u32 {
        (if self.run == 0 { known.at(1) } else { self.at } >> 2) + self.row
    }

    /// Moves on to what is a row before `place`, which is not before where it was, and where the last
    /// known run ends.
    #[inline(always)]
    fn advance(&mut self, known: &Known, place: u32) {
        // A run is over if it ends before this; numbers before the block are below all ends.
        let limit = ((place + 1) << 2).wrapping_sub(self.row << 2) as i32;
        // Mostly it is one step, or none, or two. There is no step beyond the last run, which ends at the
        // place: then what is behind it does not count.
        let [next, second] = [self.run + 1, self.run + 2].map(|run| known.at(run));
        let (is_over, is_next_over) = ((self.at as i32) < limit, (next as i32) < limit);
        self.run += u32::from(is_over) + u32::from(is_over & is_next_over);
        let behind = select_unpredictable(is_next_over, second, next);
        self.at = select_unpredictable(is_over, behind, self.at);
        while (self.at as i32) < limit {
            self.run += 1;
            self.at = known.at(self.run);
        }
    }
}

/// Finds all runs, and gives the number of the last one; `None` where one is longer than the block.
#[inline(never)]
fn decode_runs(
    decoder: &mut RangeDecoder<'_>,
    book: &DecodingBook,
    rows: Rows,
    first: u8,
    values: u32,
    known: &mut Known,
) -> Option<usize> {
    let mut ahead = decoder.clone();
    let [mut above, mut behind] = [rows.above, rows.behind].map(Finger::new);
    let (mut place, mut run) = (0, 0);
    // The last two ends, two bits each, the last one below; and the last two sizes, the last one first.
    let (mut ends, mut sizes) = (0, [0; 2]);
    let mut next = &book.first(first);
    known.set(1, NOWHERE, first.into());
    loop {
        let value = u32::from(next.value);
        let to = if ahead.first_of_three(next.bounds[0]) {
            ends = ends << 2 & 0b1100;
            place + length(&mut ahead, book.lengths(sizes, value), &mut sizes, values - place)
        } else {
            let third = ahead.third_of_three(next.bounds);
            ends = ends << 2 & 0b1100 | (1 + u32::from(third));
            (if third { behind.change(known) } else { above.change(known) }).min(values)
        };
        run += 1;
        known.set(run, to, value);
        if to >= values {
            *decoder = ahead;
            return (to == values).then_some(run as usize);
        }
        above.advance(known, to);
        behind.advance(known, to);
        let row = book.step(value, ends, above.value(), behind.value());
        next = if ahead.second_of_two(row.lower_share) == row.higher_is_likely {
            &row.likely
        } else {
            cold_path();
            &row.other
        };
        place = to;
    }
}

/// The length of a run; `left` to the end of the block.
#[inline(always)]
fn length(decoder: &mut RangeDecoder<'_>, row: &LengthRow, sizes: &mut [u32; 2], left: u32) -> u32 {
    let class = row.class_at(decoder.share());
    decoder.take(class.begin, class.end, class.is_last());
    let ClassFacts { first, bits, size } = class.facts;
    *sizes = [size.into(), sizes[0]];
    if bits > 0 {
        return u32::from(first) + decoder.bits(bits.into());
    }
    // The class of no length lasts to the end.
    if first == 0 { left } else { first.into() }
}
