//! From bytes to runs, and from runs to packed values.

use super::RunEnd;
use super::book::{BOOK, Book};
use super::context::{Context, Known, others};
use super::length::{LengthClass, MOST_VALUES_IN_RUNS};
use super::range_coder::RangeDecoder;
use super::rows::Rows;
use crate::file::packing::RunPacker;

thread_local! {
    /// The list of runs, whose room is used again.
    static KNOWN: std::cell::RefCell<Known> = std::cell::RefCell::default();
}

/// Decodes a block of `values` values, the first of which is `value`, and packs them; says whether the
/// bytes were the code of so many values.
pub(crate) fn decode(
    code: &[u8],
    (book, rows): (usize, Rows),
    first: u8,
    values: u32,
    packed: &mut Vec<u8>,
) -> bool {
    let Some(book) = BOOK.get(book) else { return false };
    // What no encoder writes: more values than lengths reach, a last byte that could be left out, a
    // number beyond the range.
    if values as usize > MOST_VALUES_IN_RUNS || code.last() == Some(&0) || code.starts_with(&[0xFF; 8]) {
        return false;
    }
    KNOWN.with_borrow_mut(|known| {
        known.clear();
        let mut decoder = RangeDecoder::new(code);
        decode_runs(
            &mut decoder,
            book,
            rows,
            first,
            values,
            known,
            &mut RunPacker::new(values as usize, packed),
        )
        .is_some()
            && decoder.is_at_end()
    })
}

/// `None` where a run is longer than the block.
#[inline(always)]
fn decode_runs(
    decoder: &mut RangeDecoder<'_>,
    book: &Book,
    rows: Rows,
    first: u8,
    values: u32,
    known: &mut Known,
    packer: &mut RunPacker<'_>,
) -> Option<()> {
    let mut context = Context::new(rows);
    let (mut place, mut value) = (0, first);
    context.advance(known, place);
    loop {
        let end = match decoder.one_of_three(book.ends[context.of_end(value)]) {
            0 => RunEnd::Length,
            1 => RunEnd::Above,
            _ => RunEnd::Behind,
        };
        let to = match end {
            RunEnd::Length => {
                place.checked_add(length(decoder, book, &mut context, value, values - place))?
            }
            end => context.change(end).min(values),
        };
        if to > values {
            return None;
        }
        known.push(to, value);
        packer.push(to, value);
        if to == values {
            return Some(());
        }
        context.advance(known, to);
        context.ended(end);
        let lower_share = book.next[context.of_next(value)];
        value = others(value)[usize::from(decoder.second_of_two(lower_share))];
        place = to;
    }
}

/// The length of a run; `left` to the end of the block.
#[inline(always)]
fn length(decoder: &mut RangeDecoder<'_>, book: &Book, context: &mut Context, value: u8, left: u32) -> u32 {
    let shares = context.of_length(value);
    let class = book.class_at(shares, decoder.share());
    let bounds = &book.lengths[shares];
    decoder.take(bounds[usize::from(class)], bounds[usize::from(class) + 1]);
    let class = LengthClass(class);
    context.measured(class.size());
    if class == LengthClass::TO_END {
        return left;
    }
    let bits = class.bits();
    class.first() + if bits > 0 { decoder.bits(bits) } else { 0 }
}
