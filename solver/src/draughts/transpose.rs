//! Turning matrices of bits, up to eight blocks of 64 by 64 side by side.
//!
//! Values have a row for each configuration of the mover where they are computed, and one for each
//! configuration of the side not to move where they are read. Between the two stands the transposed
//! matrix. A row of a block is one word, a line of the cache holds the rows of eight blocks side by
//! side, and what the exchange of squares does to one block it does to all eight in one instruction
//! where the processor has such wide ones.
//!
//! Bit 34 of row 6 comes to bit 6 of row 34. The first round exchanges the upper right quarter of a block
//! with the lower left one: the bit goes to row 38, bit 2. The other rounds do the same in ever smaller
//! squares: that of width 4 takes it to row 34, bit 6, and there it stays. So 4,096 bits are moved by going
//! over 64 words six times.

use super::king_sets::WORD;

/// Most blocks side by side: the words of a line of the cache, so that each line is fetched only once.
pub(crate) const LANES: usize = 8;

/// Square blocks of bits side by side: bit `j` of `[i][lane]` is row `i`, column `j` of block `lane`.
pub(crate) type Blocks<const N: usize> = [[u64; N]; WORD];

/// Transposes each block in place: six rounds of exchanging off-diagonal squares (Hacker's Delight,
/// section 7-3).
#[inline(always)]
pub(crate) fn transpose<const N: usize>(blocks: &mut Blocks<N>) {
    round::<N, 32>(blocks, 0x0000_0000_FFFF_FFFF);
    round::<N, 16>(blocks, 0x0000_FFFF_0000_FFFF);
    round::<N, 8>(blocks, 0x00FF_00FF_00FF_00FF);
    round::<N, 4>(blocks, 0x0F0F_0F0F_0F0F_0F0F);
    round::<N, 2>(blocks, 0x3333_3333_3333_3333);
    round::<N, 1>(blocks, 0x5555_5555_5555_5555);
}

#[inline(always)]
fn round<const N: usize, const WIDTH: usize>(blocks: &mut Blocks<N>, mask: u64) {
    for pair in blocks.chunks_exact_mut(2 * WIDTH) {
        let (low, high) = pair.split_at_mut(WIDTH);
        for (low, high) in low.iter_mut().zip(high) {
            for lane in 0..N {
                let exchanged = (low[lane] >> WIDTH ^ high[lane]) & mask;
                low[lane] ^= exchanged << WIDTH;
                high[lane] ^= exchanged;
            }
        }
    }
}

/// `N` words of a row from one on; beyond its end, zeros.
#[inline(always)]
pub(crate) fn line<const N: usize>(row: &[u64], first: usize) -> [u64; N] {
    let rest = &row[first..];
    match rest.first_chunk() {
        Some(line) => *line,
        None => std::array::from_fn(|lane| rest.get(lane).copied().unwrap_or(0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<const N: usize>() {
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state ^ state >> 29
        };
        let before: Blocks<N> = std::array::from_fn(|_| std::array::from_fn(|_| random()));
        let mut after = before;
        transpose(&mut after);
        for (row, column) in (0..WORD).flat_map(|row| (0..WORD).map(move |column| (row, column))) {
            for lane in 0..N {
                assert_eq!(before[row][lane] >> column & 1, after[column][lane] >> row & 1);
            }
        }
    }

    #[test]
    fn rows_become_columns_in_each_block() {
        check::<1>();
        check::<4>();
        check::<LANES>();
    }

    #[test]
    fn a_bit_changes_its_row_for_its_column() {
        let mut blocks = [[0]; WORD];
        blocks[6] = [1 << 34];
        round::<1, 32>(&mut blocks, 0x0000_0000_FFFF_FFFF);
        assert_eq!((blocks[6], blocks[38]), ([0], [1 << 2]));
        blocks[38] = [0];
        blocks[6] = [1 << 34];
        transpose(&mut blocks);
        assert_eq!((blocks[6], blocks[34]), ([0], [1 << 6]));
    }

    #[test]
    fn a_line_ends_with_its_row() {
        let row: Vec<u64> = (1..=11).collect();
        assert_eq!(line(&row, 2), [3, 4, 5, 6, 7, 8, 9, 10]);
        assert_eq!(line(&row, 8), [9, 10, 11, 0]);
    }
}
