//! From bytes to runs, and from runs to packed values.
//!
//! While a block is decoded its values stand in bytes, so that what is above a place is one look; packed they
//! are the sum of the changes from run to run, which are added up word by word at the end.
//!
//! A block is some hundred symbols, each of which has to be known before the next one can be looked for. So
//! what counts is how long the way from one to the next is, and how often a branch goes another way than
//! the processor expects. The state is a handful of numbers; contexts are bits put side by side (see
//! [`super::decoding_book`]); what comes now this way and now that way is computed without a branch, and
//! what mostly comes one way is a branch, so that the processor can go on before the numbers are there.

use std::hint::{cold_path, select_unpredictable};

use super::context::NONE;
use super::decoding_book::{Class, DECODING, DecodingBook, LengthRow};
use super::head::{BlockRows, Head};
use super::length::MOST_VALUES_IN_RUNS;
use super::numeral_system::StateDecoder;
use super::rows::Rows;
use crate::file::packing::packed_len;

thread_local! {
    /// The room for what is known of a block, which is used again.
    static KNOWN: std::cell::RefCell<Known> = std::cell::RefCell::new(Known::new());
}

/// Decodes a block of `values` values of a table with these rows, and packs them; says whether the bytes were
/// the code of so many values.
pub(crate) fn decode(code: &[u8], of_table: Rows, values: u32, packed: &mut Vec<u8>) -> bool {
    let Some(mut decoder) = StateDecoder::new(code) else { return false };
    // More values than lengths reach.
    if values as usize > MOST_VALUES_IN_RUNS {
        return false;
    }
    let head = Head::decode(&mut decoder);
    let rows = match head.rows {
        BlockRows::OfTable => of_table,
        BlockRows::Swapped => of_table.swapped(),
        BlockRows::Own => {
            let mut row = || decoder.bits(16) << 16 | decoder.bits(16);
            Rows { above: row(), behind: row() }
        }
    };
    let Some(book) = DECODING.get(usize::from(head.book)) else { return false };
    KNOWN.with_borrow_mut(|known| {
        let decoded = decode_runs(&mut decoder, book, rows, head.first, values, known);
        known.pack(head.first, values, packed);
        decoded && decoder.is_at_end()
    })
}

/// What is known of a block: its values so far, and where they change.
struct Known {
    /// The values, a byte each, as [`HERE`] says; [`NONE`] before.
    values: Box<[u8; VALUES]>,
    /// Two bits a place: zero within a run, and where one begins the bits in which its value differs from the one
    /// before, there and at all places behind of the same word.
    changes: Box<[u64; WORDS]>,
}

/// Places in a word.
const PLACES: u32 = u64::BITS / 2;
/// Words of a block.
const WORDS: usize = MOST_VALUES_IN_RUNS / PLACES as usize;
/// The lower bit of all places of a word.
const LOWER_BITS: u64 = u64::MAX / 3;
/// Bytes before the first value: a row that is as long looks at nothing, wherever it begins.
const BEFORE: u32 = 2 * MOST_VALUES_IN_RUNS as u32;
/// Values that are written at a time.
const STRIDE: usize = 32;
/// Bytes from which a row on begins, wherever it does, and those that are read or written with the last one.
const VALUES: usize = (1 << u16::BITS) + MOST_VALUES_IN_RUNS + STRIDE;

/// A distance that a block looks back.
#[derive(Clone, Copy)]
struct Row {
    length: u32,
    /// Where in [`Known::values`] the value is that lies so far before place 0.
    first: u16,
}

impl Row {
    fn new(length: u32) -> Row {
        let length = if length == 0 { BEFORE } else { length.min(BEFORE) };
        Row { length, first: (BEFORE - length) as u16 }
    }

    /// Where the value is that lies so far before a place.
    #[inline(always)]
    const fn at(self, place: u32) -> usize {
        self.first as usize + place as usize % MOST_VALUES_IN_RUNS
    }
}

/// The places themselves.
const HERE: Row = Row { length: 0, first: BEFORE as u16 };

impl Known {
    fn new() -> Known {
        Known { values: Box::new([NONE; VALUES]), changes: Box::new([0; WORDS]) }
    }

    /// From this place on there is another value, which differs in these bits.
    #[inline(always)]
    fn change_value(&mut self, place: u32, bits: u32) {
        let change = (u64::from(bits) * LOWER_BITS) << (2 * (place % PLACES));
        self.changes[(place / PLACES) as usize % WORDS] ^= change;
    }

    /// Packs the values of a block that begins with this one, and forgets the changes.
    fn pack(&mut self, first: u8, values: u32, packed: &mut Vec<u8>) {
        let mut equal = u64::from(first) * LOWER_BITS;
        for word in &mut self.changes[..values.div_ceil(PLACES) as usize] {
            let values = std::mem::take(word) ^ equal;
            packed.extend(values.to_le_bytes());
            equal = (values >> (u64::BITS - 2)) * LOWER_BITS;
        }
        packed.truncate(packed_len(values as usize));
        if let (Some(last), 1..) = (packed.last_mut(), values % 4) {
            *last &= (1 << (2 * (values % 4))) - 1;
        }
    }

    /// The value a row before a place, [`NONE`] before the block.
    #[inline(always)]
    fn value(&self, place: u32, row: Row) -> u32 {
        self.values[row.at(place)].into()
    }

    /// Writes a run. Most are short, so a stride is written in any case; what is behind the run is written
    /// over by the next ones.
    #[inline(always)]
    fn write(&mut self, from: u32, to: u32, value: u32) {
        let at = HERE.at(from);
        self.values[at..at + STRIDE].fill(value as u8);
        if to - from > STRIDE as u32
            && let Some(rest) = self.values.get_mut(at + STRIDE..HERE.at(to))
        {
            rest.fill(value as u8);
        }
    }

    /// Where the first change behind a place lies in the row before, seen from the place; all before the place
    /// is known, and the first run ends at `first`.
    #[inline(always)]
    fn end_in_row(&self, place: u32, row: Row, first: u32) -> u32 {
        if place < row.length {
            return first + row.length;
        }
        let at = row.at(place);
        let word = |at: usize| self.values[at..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
        let equal = u64::from(self.values[at]) * (u64::MAX / 0xFF);
        let mut len = 0;
        // The run before the place ends there.
        while len < row.length {
            let differ = word(at + len as usize) ^ equal;
            len += differ.trailing_zeros() / u8::BITS;
            if differ != 0 {
                break;
            }
        }
        place + len.min(row.length)
    }
}

/// Finds all runs; says whether they end with the block.
#[inline(never)]
fn decode_runs(
    decoder: &mut StateDecoder<'_>,
    book: &DecodingBook,
    rows: Rows,
    first: u8,
    values: u32,
    known: &mut Known,
) -> bool {
    let mut ahead = decoder.clone();
    let [above, behind] = [rows.above, rows.behind].map(Row::new);
    // The last two ends, two bits each, the last one below; and the last two sizes, the last one first.
    let (mut ends, mut sizes) = (0, [0; 2]);
    // Where there is no run before, a run ends by length.
    let (mut place, mut state) = (0, 2 * u32::from(first));
    let mut to = length(&mut ahead, book.lengths(sizes, state, ends), &mut sizes, values);
    let first_end = to;
    loop {
        if to >= values {
            *decoder = ahead;
            return to == values;
        }
        let value = state / 2;
        known.write(place, to, value);
        place = to;
        let row = book.step(state, ends, known.value(place, above), known.value(place, behind));
        let share = ahead.share();
        let next = if (share >= row.higher) == row.higher_is_likely {
            &row.likely
        } else {
            cold_path();
            &row.other
        };
        state = next.state.into();
        known.change_value(place, value ^ (state / 2));
        let [second, third, end] = next.by_row;
        if share < second {
            ahead.take(next.by_length);
            let row = book.lengths(sizes, state, ends);
            ends = ends << 2 & 0b1100;
            to = place + length(&mut ahead, row, &mut sizes, values - place);
        } else {
            let is_third = share >= third;
            let (from, end) = select_unpredictable(is_third, (third, end), (second, third));
            ahead.take((from, end - from));
            ends = ends << 2 & 0b1100 | (1 + u32::from(is_third));
            let row = select_unpredictable(is_third, behind, above);
            to = known.end_in_row(place, row, first_end).min(values);
        }
    }
}

/// The length of a run; `left` to the end of the block.
#[inline(always)]
fn length(decoder: &mut StateDecoder<'_>, row: &LengthRow, sizes: &mut [u32; 2], left: u32) -> u32 {
    let Class { begin, shares, first, bits, size } = row.class_at(decoder.share());
    decoder.take((begin, shares));
    *sizes = [size.into(), sizes[0]];
    // Where no bits follow, which is mostly so, the length does not wait for the state.
    if bits > 0 {
        return u32::from(first) + decoder.bits(bits.into());
    }
    // The class of no length lasts to the end.
    if first == 0 { left } else { first.into() }
}
