//! Handing values from one side's rows to the other side's.
//!
//! What a pass computes has a row for each configuration of the mover; what the other side reads
//! has one for each configuration of the side not to move, which is the transposed matrix. Only
//! what a pass has added is carried over, in blocks of 64 by 64 bits; where a block holds only a few
//! new bits they are carried over one by one.

use rayon::prelude::*;

use super::half::{Half, RowSet};
use super::kernel::{Cpu, CpuKind, Task};
use super::king_sets::WORD;
use super::table::Tile;

/// A square block of bits: bit `j` of word `i` is row `i`, column `j`.
type Block = [u64; WORD];

/// Non-empty rows of a block up to which its bits are carried one by one.
const FEW_ROWS: u32 = 4;
/// Words of a tile from which on its rows are shared out among threads.
const PARALLEL_WORDS: usize = 1 << 15;

/// Transposes a block in place: six rounds of exchanging off-diagonal squares (Hacker's Delight,
/// section 7-3).
#[inline(always)]
pub(crate) fn transpose(block: &mut Block) {
    round::<32>(block, 0x0000_0000_FFFF_FFFF);
    round::<16>(block, 0x0000_FFFF_0000_FFFF);
    round::<8>(block, 0x00FF_00FF_00FF_00FF);
    round::<4>(block, 0x0F0F_0F0F_0F0F_0F0F);
    round::<2>(block, 0x3333_3333_3333_3333);
    round::<1>(block, 0x5555_5555_5555_5555);
}

#[inline(always)]
fn round<const WIDTH: usize>(block: &mut Block, mask: u64) {
    for pair in block.chunks_exact_mut(2 * WIDTH) {
        let (low, high) = pair.split_at_mut(WIDTH);
        for (low, high) in low.iter_mut().zip(high) {
            let exchanged = (*low >> WIDTH ^ *high) & mask;
            *low ^= exchanged << WIDTH;
            *high ^= exchanged;
        }
    }
}

/// Adds what the last pass of `half` has added to the values that the other side reads; gives the
/// rows there that have changed.
pub(crate) fn hand_over(cpu: CpuKind, half: &Half<'_>, values: &mut Tile) -> RowSet {
    let row_words = values.row_words();
    let rows = values.bits_mut().len() / row_words.max(1);
    let mut touched = vec![0u64; rows.div_ceil(WORD)];
    let strips = changed_strips(half);
    let chunk = row_words * WORD;
    let bits = values.bits_mut();
    if bits.len() >= PARALLEL_WORDS {
        bits.par_chunks_mut(chunk).zip(&mut touched).enumerate().for_each(|(word, (rows, touched))| {
            cpu.run(HandOver { half, strips: &strips, word, rows, row_words, touched });
        });
    } else {
        for (word, (rows, touched)) in bits.chunks_mut(chunk).zip(&mut touched).enumerate() {
            cpu.run(HandOver { half, strips: &strips, word, rows, row_words, touched });
        }
    }
    let mut touched = RowSet::from_vec(touched);
    touched.truncate(rows);
    // Sets are gone over by words, so the bits beyond the last row have to be clear.
    touched.set_uninitialized(false);
    touched
}

/// For each 64 configurations of the half: which of them have changed.
fn changed_strips(half: &Half<'_>) -> Vec<(usize, u64)> {
    let words = half.changed().as_raw_slice();
    words.iter().copied().enumerate().filter(|&(_, changed)| changed != 0).collect()
}

/// Carries one column of blocks over: all changes in one word of the half's rows.
struct HandOver<'a, 'r> {
    half: &'r Half<'a>,
    strips: &'r [(usize, u64)],
    word: usize,
    rows: &'r mut [u64],
    row_words: usize,
    touched: &'r mut u64,
}

impl Task for HandOver<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self, _: C) {
        let HandOver { half, strips, word, rows, row_words, touched } = self;
        let words = half.words();
        for &(strip, changed) in strips {
            for (part, offset) in [(0, 0), (words, row_words / 2)] {
                let mut block = [0; WORD];
                let mut filled = 0u64;
                let mut rest = changed;
                while rest != 0 {
                    let row = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    let bits = half.added(strip * WORD + row)[part + word];
                    block[row] = bits;
                    filled |= u64::from(bits != 0) << row;
                }
                if filled == 0 {
                    continue;
                }
                if filled.count_ones() <= FEW_ROWS {
                    carry_bits(&block, filled, rows, row_words, offset + strip, touched);
                } else {
                    transpose(&mut block);
                    for (row, (values, &bits)) in rows.chunks_exact_mut(row_words).zip(&block).enumerate() {
                        values[offset + strip] |= bits;
                        *touched |= u64::from(bits != 0) << row;
                    }
                }
            }
        }
    }
}

/// For each configuration of the opponent, the mover's configurations with which nobody looks the
/// position up: rows of `words` words.
pub(crate) fn transposed_unasked(
    cpu: CpuKind,
    half: &Half<'_>,
    opponent_configurations: usize,
    words: usize,
) -> Vec<u64> {
    let mut rows = vec![0; opponent_configurations * words];
    let task = |(word, rows): (usize, &mut [u64])| cpu.run(TransposeUnasked { half, word, rows, words });
    if rows.len() >= PARALLEL_WORDS {
        rows.par_chunks_mut(WORD * words).enumerate().for_each(task);
    } else {
        rows.chunks_mut(WORD * words).enumerate().for_each(task);
    }
    rows
}

/// Transposes one column of blocks of what nobody looks up.
struct TransposeUnasked<'a, 'r> {
    half: &'r Half<'a>,
    word: usize,
    rows: &'r mut [u64],
    words: usize,
}

impl Task for TransposeUnasked<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self, _: C) {
        let TransposeUnasked { half, word, rows, words } = self;
        for strip in 0..words {
            let mut block: Block = std::array::from_fn(|row| {
                let row = strip * WORD + row;
                if row < half.configurations() { half.unasked(row)[word] } else { 0 }
            });
            transpose(&mut block);
            for (row, &bits) in rows.chunks_exact_mut(words).zip(&block) {
                row[strip] = bits;
            }
        }
    }
}

/// Carries the bits of a few rows of a block.
#[inline(always)]
fn carry_bits(
    block: &Block,
    filled: u64,
    rows: &mut [u64],
    row_words: usize,
    place: usize,
    touched: &mut u64,
) {
    let mut rest = filled;
    while rest != 0 {
        let row = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        let mut bits = block[row];
        // Columns beyond the last configuration may hold anything.
        *touched |= bits;
        while bits != 0 {
            let column = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            if let Some(word) = rows.get_mut(column * row_words + place) {
                *word |= 1 << row;
            }
        }
    }
}
