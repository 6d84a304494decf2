//! Handing values from one side's rows to the other side's.
//!
//! Only what a pass has added is carried over, eight blocks of 64 by 64 bits at a time (see
//! [`super::transpose`]); where only a few rows of them hold new bits, those are carried over one by
//! one.
//!
//! Say the mover's configuration 70 has turned out to be lost against the opponent's configuration 130. In
//! the rows of the half that is bit 2 of word 2 of the losses of row 70. In the tile it is the row 130 that
//! gets a bit, as the opponent is not to move: bit 6 of word 1 of its lost columns, which stand behind the
//! won ones. That row 70 holds something new is bit 6 of the changes of strip 1; row 130 is noted as
//! touched, so that the opponent's configurations with a move to 130 are gone over in the next pass.

use rayon::prelude::*;

use super::half::{Half, PASS, RowSet, bits_of};
use super::kernel::{Cpu, CpuKind, Task};
use super::king_sets::WORD;
use super::table::Tile;
use super::transpose::{Blocks, LANES, line, transpose};

/// Non-empty rows of eight blocks up to which their bits are carried one by one.
const FEW_ROWS: u32 = 16;

/// Adds what the last pass of `half` has added to the values that the other side reads; gives the
/// rows there that have changed.
pub(crate) fn hand_over(cpu: CpuKind, half: &Half<'_>, values: &mut Tile) -> RowSet {
    let row_words = values.row_words();
    let rows = values.bits_mut().len() / row_words.max(1);
    let mut touched = vec![0u64; rows.div_ceil(WORD)];
    let strips = changed_strips(half);
    let bits = values.bits_mut();
    let task = |(place, (rows, touched)): (usize, (&mut [u64], &mut [u64]))| {
        cpu.run(HandOver { half, strips: &strips, first: place * LANES, rows, row_words, touched });
    };
    let chunk = row_words * WORD * LANES;
    if bits.len() >= PASS.parallel {
        bits.par_chunks_mut(chunk)
            .with_max_len(1)
            .zip(touched.par_chunks_mut(LANES))
            .enumerate()
            .for_each(task);
    } else {
        bits.chunks_mut(chunk).zip(touched.chunks_mut(LANES)).enumerate().for_each(task);
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

/// Carries columns of blocks over, eight side by side: all changes in as many words of the half's rows.
struct HandOver<'a, 'r> {
    half: &'r Half<'a>,
    strips: &'r [(usize, u64)],
    /// The first of the words.
    first: usize,
    /// The values that the other side reads, a row for each bit of the words.
    rows: &'r mut [u64],
    row_words: usize,
    touched: &'r mut [u64],
}

impl Task for HandOver<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(mut self, _: C) {
        match self.touched.len() {
            1 => self.carry::<1>(),
            2 => self.carry::<2>(),
            3 | 4 => self.carry::<4>(),
            _ => self.carry::<LANES>(),
        }
    }
}

impl HandOver<'_, '_> {
    #[inline(always)]
    fn carry<const N: usize>(&mut self) {
        let words = self.half.words();
        let mut blocks = [[0; N]; WORD];
        for (part, place) in [(0, 0), (words, self.row_words / 2)] {
            for &(strip, changed) in self.strips {
                let filled = self.gather(part, strip, changed, &mut blocks);
                if filled.count_ones() <= FEW_ROWS {
                    self.carry_bits(&blocks, filled, place + strip);
                } else {
                    for row in bits_of(!filled) {
                        blocks[row] = [0; N];
                    }
                    transpose(&mut blocks);
                    self.carry_blocks(&blocks, place + strip);
                }
            }
        }
    }

    /// The changed rows of 64 configurations; gives which of them are not empty.
    #[inline(always)]
    fn gather<const N: usize>(&self, part: usize, strip: usize, changed: u64, blocks: &mut Blocks<N>) -> u64 {
        let added = |row: usize| &self.half.added(strip * WORD + row)[part + self.first..];
        let mut filled = 0;
        if self.touched.len() == N {
            for row in bits_of(changed) {
                let line: &[u64; N] = added(row).first_chunk().expect("words of the row");
                blocks[row] = *line;
                filled |= u64::from(*line != [0; N]) << row;
            }
        } else {
            for row in bits_of(changed) {
                blocks[row] = line(&added(row)[..self.touched.len()], 0);
                filled |= u64::from(blocks[row] != [0; N]) << row;
            }
        }
        filled
    }

    /// Adds transposed blocks, at one word of each row.
    #[inline(always)]
    fn carry_blocks<const N: usize>(&mut self, blocks: &Blocks<N>, place: usize) {
        let lanes = self.rows.chunks_mut(self.row_words * WORD).zip(&mut *self.touched).enumerate();
        for (lane, (rows, touched)) in lanes {
            let mut filled = 0;
            for (row, (values, bits)) in rows.chunks_exact_mut(self.row_words).zip(blocks).enumerate() {
                values[place] |= bits[lane];
                filled |= u64::from(bits[lane] != 0) << row;
            }
            *touched |= filled;
        }
    }

    /// Adds the bits of a few rows of blocks that are not transposed.
    #[inline(always)]
    fn carry_bits<const N: usize>(&mut self, blocks: &Blocks<N>, filled: u64, place: usize) {
        for row in bits_of(filled) {
            for (lane, touched) in self.touched.iter_mut().enumerate() {
                let bits = blocks[row][lane];
                // Columns beyond the last configuration may hold anything.
                *touched |= bits;
                for column in bits_of(bits) {
                    if let Some(word) = self.rows.get_mut((lane * WORD + column) * self.row_words + place) {
                        *word |= 1 << row;
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
    let task = |(place, rows): (usize, &mut [u64])| {
        cpu.run(TransposeUnasked { half, first: place * LANES, rows, words });
    };
    let chunk = WORD * LANES * words;
    if rows.len() >= PASS.parallel {
        rows.par_chunks_mut(chunk).with_max_len(1).enumerate().for_each(task);
    } else {
        rows.chunks_mut(chunk).enumerate().for_each(task);
    }
    rows
}

/// Transposes columns of blocks of what nobody looks up, eight side by side.
struct TransposeUnasked<'a, 'r> {
    half: &'r Half<'a>,
    first: usize,
    rows: &'r mut [u64],
    words: usize,
}

impl Task for TransposeUnasked<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self, _: C) {
        match self.rows.len().div_ceil(self.words * WORD) {
            1 => self.turn::<1>(),
            2 => self.turn::<2>(),
            3 | 4 => self.turn::<4>(),
            _ => self.turn::<LANES>(),
        }
    }
}

impl TransposeUnasked<'_, '_> {
    #[inline(always)]
    fn turn<const N: usize>(self) {
        let TransposeUnasked { half, first, rows, words } = self;
        for strip in 0..words {
            let mut blocks: Blocks<N> = std::array::from_fn(|row| {
                let row = strip * WORD + row;
                if row < half.configurations() { line(half.unasked(row), first) } else { [0; N] }
            });
            transpose(&mut blocks);
            for (lane, rows) in rows.chunks_mut(words * WORD).enumerate() {
                for (row, bits) in rows.chunks_exact_mut(words).zip(&blocks) {
                    row[strip] = bits[lane];
                }
            }
        }
    }
}
