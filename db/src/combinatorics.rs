//! Combinations and their ranks: the arithmetic below every index.
//!
//! A set of `k` elements `c_1 < c_2 < ... < c_k` has the **colex rank**
//! `C(c_1, 1) + C(c_2, 2) + ... + C(c_k, k)`: its place among all sets of `k` elements, ordered by
//! the highest element in which two sets differ. Read as a bit mask, that is the numeric order of
//! the masks. See Knuth, *The Art of Computer Programming* 4A, section 7.2.1.3 (the "combinatorial
//! number system").
//!
//! Two facts carry the solver. Taking one element `x` out of every set that has it keeps their
//! order, since `x` is in none of the differences; and so does taking away the sets that touch
//! some forbidden elements and numbering the others anew.
//!
//! ```
//! use retrograde_db::combinatorics::{binomial, colex_rank, colex_unrank};
//!
//! assert_eq!(binomial(32, 4), 35_960);
//! assert_eq!(colex_rank(0b0111), 0); // {0, 1, 2} comes first of the sets of three,
//! assert_eq!(colex_rank(0b1011), 1); // {0, 1, 3} second: C(0,1) + C(1,2) + C(3,3)
//! assert_eq!(colex_unrank(3, 1), Some(0b1011));
//! ```

/// Rows of the table of binomials: `C(n, k)` for `n` up to 64.
const ROWS: usize = 65;
/// Columns of the table of binomials: `C(n, k)` for `k` up to 32.
const COLUMNS: usize = 33;

/// `C(n, k)` for `n` in 0..=64 and `k` in 0..=32; all of them fit: `C(64, 32)` is below 2^61.
static BINOMIALS: [[u64; COLUMNS]; ROWS] = binomials();

const fn binomials() -> [[u64; COLUMNS]; ROWS] {
    let mut table = [[0u64; COLUMNS]; ROWS];
    let mut n = 0;
    while n < ROWS {
        table[n][0] = 1;
        let mut k = 1;
        while k < COLUMNS && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

/// The number of ways to choose `k` of `n` elements; 0 where `k > n`.
///
/// # Panics
/// Where `n` is above 64 or `k` above 32.
#[must_use]
#[inline]
pub fn binomial(n: u32, k: u32) -> u64 {
    BINOMIALS[n as usize][k as usize]
}

/// The place of a set, given as a bit mask, among the sets of its size in colex order.
#[must_use]
pub fn colex_rank(set: u32) -> u64 {
    let mut rank = 0;
    let mut rest = set;
    let mut taken = 0;
    while rest != 0 {
        taken += 1;
        rank += binomial(rest.trailing_zeros(), taken);
        rest &= rest - 1;
    }
    rank
}

/// The set of `size` elements below 32 with this colex rank, as a bit mask; `None` where there are
/// not so many.
#[must_use]
pub fn colex_unrank(size: u32, rank: u64) -> Option<u32> {
    if size > 32 || rank >= binomial(32, size) {
        return None;
    }
    let mut rest = rank;
    let mut set = 0;
    let mut element = 32;
    for k in (1..=size).rev() {
        // The highest element is the largest one whose binomial still fits.
        element = (0..element).rev().find(|&e| binomial(e, k) <= rest)?;
        rest -= binomial(element, k);
        set |= 1 << element;
    }
    Some(set)
}

/// Takes the bits of `set` that lie in `mask` and closes the gaps between them (what the
/// instruction PEXT does).
///
/// With `mask` the squares that are free, this numbers the pieces of `set` by free squares.
#[must_use]
pub fn compress(set: u32, mask: u32) -> u32 {
    let mut result = 0;
    let mut rest = set & mask;
    while rest != 0 {
        let bit = rest & rest.wrapping_neg();
        result |= 1 << (mask & (bit - 1)).count_ones();
        rest ^= bit;
    }
    result
}

/// The inverse of [`compress`]: bit `i` of `set` becomes the bit of the `i`-th element of `mask`
/// (what the instruction PDEP does). Bits of `set` beyond the elements of `mask` are dropped.
#[must_use]
pub fn expand(set: u32, mask: u32) -> u32 {
    let mut result = 0;
    let mut rest = set;
    for shift in (0..u32::BITS).step_by(4) {
        let mask = (mask >> shift & 0xF) as usize;
        result |= u32::from(NIBBLE_EXPANSIONS[mask][(rest & 0xF) as usize]) << shift;
        rest >>= mask.count_ones();
    }
    result
}

/// `NIBBLE_EXPANSIONS[mask][set]`: [`expand`] for masks of four elements.
pub(crate) static NIBBLE_EXPANSIONS: [[u8; 16]; 16] = nibble_expansions();

const fn nibble_expansions() -> [[u8; 16]; 16] {
    let mut table = [[0; 16]; 16];
    let mut mask = 0;
    while mask < 16 {
        let mut set = 0;
        while set < 16 {
            let mut place = 0;
            let mut element = 0;
            while element < 4 {
                if mask >> element & 1 == 1 {
                    table[mask][set] |= ((set >> place & 1) << element) as u8;
                    place += 1;
                }
                element += 1;
            }
            set += 1;
        }
        mask += 1;
    }
    table
}

/// The next larger mask with as many bits ("Gosper's hack"), `None` after the last 32-bit one.
#[must_use]
pub fn next_set(set: u32) -> Option<u32> {
    if set == 0 {
        return None;
    }
    let low = set & set.wrapping_neg();
    let ripple = u64::from(set) + u64::from(low);
    let ones = (u64::from(set) ^ ripple) >> (low.trailing_zeros() + 2);
    u32::try_from(ripple | ones).ok()
}

/// All sets of `size` elements below `elements` (at most 32), as bit masks in colex order.
///
/// # Panics
/// For more than 32 elements.
pub fn sets(elements: u32, size: u32) -> impl Iterator<Item = u32> {
    assert!(elements <= 32, "sets over {elements} elements: at most 32");
    let first = (size <= elements).then(|| low_bits(size));
    std::iter::successors(first, |&set| next_set(set))
        .take_while(move |&set| u64::from(set) < 1u64 << elements)
}

/// The mask of the `size` lowest elements, `size` at most 32.
fn low_bits(size: u32) -> u32 {
    u32::MAX.checked_shr(32 - size).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_come_in_colex_order_and_ranks_count_them() {
        for elements in 0..=12 {
            for size in 0..=elements {
                let all: Vec<u32> = sets(elements, size).collect();
                assert_eq!(all.len() as u64, binomial(elements, size));
                for (rank, &set) in all.iter().enumerate() {
                    assert_eq!(set.count_ones(), size);
                    assert_eq!(colex_rank(set), rank as u64);
                    assert_eq!(colex_unrank(size, rank as u64), Some(set));
                }
            }
        }
    }

    #[test]
    fn the_ends_of_the_range_hold() {
        assert_eq!(colex_unrank(32, 0), Some(u32::MAX));
        assert_eq!(colex_unrank(32, 1), None);
        assert_eq!(colex_unrank(0, 0), Some(0));
        assert_eq!(colex_unrank(1, 31), Some(1 << 31));
        assert_eq!(sets(32, 2).count(), 496);
        assert_eq!(sets(32, 32).collect::<Vec<_>>(), [u32::MAX]);
        assert_eq!(sets(3, 4).count(), 0);
        assert_eq!(binomial(64, 32), 1_832_624_140_942_590_534);
    }

    #[test]
    fn compress_and_expand_undo_each_other() {
        for mask in [0u32, 1, 0b1011_0110, 0xFFFF_FFFF, 0x8000_0001, 0xF0F0_1234] {
            for seed in 0..200u32 {
                let set = seed.wrapping_mul(0x9E37_79B9) & mask;
                assert_eq!(expand(compress(set, mask), mask), set);
            }
        }
    }
}
