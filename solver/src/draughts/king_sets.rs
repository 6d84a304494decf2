//! All placements of a number of kings on the 32 squares, with what the solver asks of them.
//!
//! A placement is a column of a row, by its colex rank: the lowest king on square `a`, the next on `b`, then
//! `c`, ... make the rank C(`a`, 1) + C(`b`, 2) + C(`c`, 3) + ... (squares from 0; see
//! [`retrograde_db::combinatorics`]). So kings on 1, 4 and 6 are column 1 + 6 + 20 = 27. Colex order is the
//! order of the sets as binary numbers, and that is why it was chosen: take in order the sets that have a
//! king on some square, and without that king they are in order too. A capture takes a king off a whole row
//! by taking bits out and putting them back, without looking at a single set.
//!
//! With two kings there are 496 columns, 8 words. The columns with a king on square 0 are 0, 1, 3, 6, 10,
//! ...: eleven of them lie in the first word, so [`KingSets::before`] says 11 for the second. Kings on 0 and
//! 4 are column 6, and can go to column 14 (4 and 5) and to column 28 (0 and 8).
//!
//! Kings on squares that men hold are columns too. They cost bits that are never read, and spare all tables
//! that would be different for each set of men.

use std::ops::Range;

use rayon::prelude::*;
use retrograde_db::combinatorics::sets;

use super::geometry::{DIRECTIONS, OFF_BOARD, squares, step};

/// Bits of a machine word.
pub(crate) const WORD: usize = u64::BITS as usize;
/// Sets whose moves one task finds.
const SETS_A_TASK: usize = 1 << 13;

/// The sets of `count` kings in colex order, each a column of rows that are indexed by king sets.
pub(crate) struct KingSets {
    count: u8,
    sets: Vec<u32>,
    words: usize,
    /// 32 rows: columns with a king on the square.
    has: Vec<u64>,
    /// 32 rows: columns without one.
    free: Vec<u64>,
    /// 32 rows of as many words: how many columns with a king on the square lie before each word.
    before: Vec<u32>,
    move_ends: Vec<u32>,
    moves: Vec<KingMove>,
}

/// A quiet king move, as a step from one king set to another.
#[derive(Clone, Copy)]
pub(crate) struct KingMove {
    /// Column of the king set after the move.
    pub(crate) set: u32,
    /// Where the king goes.
    pub(crate) to: u8,
}

impl KingSets {
    pub(crate) fn new(count: u8) -> KingSets {
        let sets: Vec<u32> = sets(32, count.into()).collect();
        let words = sets.len().div_ceil(WORD);
        let mut has = vec![0u64; 32 * words];
        let mut free = vec![0u64; 32 * words];
        let rows = has.par_chunks_mut(words).zip(free.par_chunks_mut(words));
        rows.with_max_len(1).enumerate().for_each(|(square, (has, free))| {
            for ((sets, has), free) in sets.chunks(WORD).zip(has).zip(free) {
                for (column, &set) in sets.iter().enumerate() {
                    let bit = u64::from(set >> square & 1);
                    *has |= bit << column;
                    *free |= (1 - bit) << column;
                }
            }
        });
        let before = has
            .chunks_exact(words)
            .flat_map(|row| {
                row.iter().scan(0, |count, word| {
                    let here = *count;
                    *count += word.count_ones();
                    Some(here)
                })
            })
            .collect();
        let parts: Vec<(Vec<KingMove>, Vec<u32>)> =
            sets.par_chunks(SETS_A_TASK).with_max_len(1).map(moves_of).collect();
        let mut moves = Vec::new();
        let mut move_ends = Vec::with_capacity(sets.len());
        for (some, ends) in parts {
            move_ends.extend(ends.into_iter().map(|end| moves.len() as u32 + end));
            moves.extend(some);
        }
        KingSets { count, sets, words, has, free, before, move_ends, moves }
    }

    /// Kings in each set.
    #[inline]
    pub(crate) fn count(&self) -> u8 {
        self.count
    }

    /// How many sets there are.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.sets.len()
    }

    /// Words of a row with one column a set.
    #[inline]
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// The sets as bit masks, by column.
    #[inline]
    pub(crate) fn sets(&self) -> &[u32] {
        &self.sets
    }

    /// Columns with a king on the square.
    #[inline(always)]
    pub(crate) fn has(&self, square: u8) -> &[u64] {
        &self.has[self.row(square)]
    }

    /// Columns with no king on the square.
    #[inline(always)]
    pub(crate) fn free(&self, square: u8) -> &[u64] {
        &self.free[self.row(square)]
    }

    /// For each word of [`KingSets::has`]: how many columns with a king on the square lie before it.
    #[inline(always)]
    pub(crate) fn before(&self, square: u8) -> &[u32] {
        &self.before[self.row(square)]
    }

    #[inline(always)]
    fn row(&self, square: u8) -> Range<usize> {
        let start = usize::from(square) * self.words;
        start..start + self.words
    }

    /// The quiet moves from the set of this column, other kings of the set in the way taken into
    /// account.
    #[inline(always)]
    pub(crate) fn moves(&self, column: usize) -> &[KingMove] {
        let start = column.checked_sub(1).map_or(0, |previous| self.move_ends[previous]);
        &self.moves[start as usize..self.move_ends[column] as usize]
    }
}

/// The moves of some sets, one set behind the other, and where those of each end.
fn moves_of(sets: &[u32]) -> (Vec<KingMove>, Vec<u32>) {
    let mut moves = Vec::new();
    let mut ends = Vec::with_capacity(sets.len());
    for &set in sets {
        for from in squares(set) {
            for direction in 0..DIRECTIONS {
                let to = step(from, direction);
                if to != OFF_BOARD && set >> to & 1 == 0 {
                    moves.push(KingMove { set: rank32(set ^ (1 << from) ^ (1 << to)), to });
                }
            }
        }
        ends.push(moves.len() as u32);
    }
    (moves, ends)
}

/// Colex rank of a set, small enough for 32 bits: with up to 12 elements of 32 it always is.
#[inline]
pub(crate) fn rank32(set: u32) -> u32 {
    let mut rank = 0;
    for (taken, square) in squares(set).enumerate() {
        rank += CHOOSE[taken + 1][usize::from(square)];
    }
    rank
}

/// `CHOOSE[k][n]`: binomials for [`rank32`], `n` below 32.
static CHOOSE: [[u32; 32]; 14] = choose();

const fn choose() -> [[u32; 32]; 14] {
    let mut table = [[0u32; 32]; 14];
    let mut n = 0;
    while n < 32 {
        table[0][n] = 1;
        let mut k = 1;
        while k < 14 && n > 0 {
            table[k][n] = table[k - 1][n - 1] + table[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_two_kings() {
        let kings = KingSets::new(2);
        assert_eq!((rank32(1 << 1 | 1 << 4 | 1 << 6), kings.len(), kings.words()), (27, 496, 8));
        let with_first: Vec<usize> =
            (0..64).filter(|column| kings.has(0)[0] >> column & 1 == 1).take(5).collect();
        assert_eq!(with_first, [0, 1, 3, 6, 10]);
        assert_eq!(kings.before(0)[..2], [0, 11]);
        assert_eq!(kings.sets()[6], 1 | 1 << 4);
        let mut moves: Vec<(u32, u8)> = kings.moves(6).iter().map(|mv| (mv.set, mv.to)).collect();
        moves.sort_unstable();
        assert_eq!(moves, [(14, 5), (28, 8)]);
        assert_eq!((kings.sets()[14], kings.sets()[28]), (1 << 4 | 1 << 5, 1 | 1 << 8));
    }

    #[test]
    fn sets_stay_in_order_when_a_king_is_taken() {
        let (two, three) = (KingSets::new(2), KingSets::new(3));
        for square in 0..32 {
            let with = three.sets().iter().filter(|&set| set >> square & 1 == 1).map(|set| set ^ 1 << square);
            let without = two.sets().iter().filter(|&set| set >> square & 1 == 0);
            assert!(with.eq(without.copied()));
        }
    }
}
