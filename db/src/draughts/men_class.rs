//! Men classes: how many men a side has on each rank.
//!
//! Everything that a man does changes its class for good, so a slice falls into pairs of classes
//! that only depend on pairs further on; and within a pair of classes the number of placements is a
//! plain product, which is what makes the index dense. A class has an **advance**: the sum of the
//! ranks of its men. A quiet man move raises it by exactly one.
//!
//! Ranks are counted from the side's own back rank, 0 to 6: on rank 7 a man is a king.
//!
//! ```
//! use retrograde_db::draughts::{MenClass, SquareSet};
//!
//! let class = MenClass::of(SquareSet::from_bits(0b0110_0001)); // men on squares 1, 6 and 7
//! assert_eq!(class.men_on_rank(0), 1);
//! assert_eq!(class.men_on_rank(1), 2);
//! assert_eq!((class.men(), class.advance(), class.men_sets()), (3, 2, 24));
//! assert_eq!(MenClass::all(3)[class.number()], class);
//! ```

use super::SquareSet;
use crate::combinatorics::{NIBBLE_EXPANSIONS, binomial};

/// Ranks that a man can stand on.
pub(crate) const MAN_RANKS: usize = 7;
/// Squares of a rank.
const RANK_SQUARES: u32 = 4;
/// Men beyond this number never share a slice.
const MAX_MEN: usize = 12;

/// How many men stand on each of the ranks 0 to 6, seen by their own side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MenClass {
    on_rank: [u8; MAN_RANKS],
}

/// `HISTOGRAMS[ranks][men]`: how many ways there are to spread men over so many ranks, four a rank
/// at most.
static HISTOGRAMS: [[u32; MAX_MEN + 1]; MAN_RANKS + 1] = histograms();

const fn histograms() -> [[u32; MAX_MEN + 1]; MAN_RANKS + 1] {
    let mut table = [[0; MAX_MEN + 1]; MAN_RANKS + 1];
    table[0][0] = 1;
    let mut ranks = 1;
    while ranks <= MAN_RANKS {
        let mut men = 0;
        while men <= MAX_MEN {
            let mut here = 0;
            while here <= men && here <= RANK_SQUARES as usize {
                table[ranks][men] += table[ranks - 1][men - here];
                here += 1;
            }
            men += 1;
        }
        ranks += 1;
    }
    table
}

/// `NUMBER_PARTS[rank][left][here]`: how many classes with `left` men on the ranks 0 to `rank` come
/// before those with `here` men on this rank.
static NUMBER_PARTS: [[[u32; RANK_SQUARES as usize + 1]; MAX_MEN + 1]; MAN_RANKS] = number_parts();

const fn number_parts() -> [[[u32; RANK_SQUARES as usize + 1]; MAX_MEN + 1]; MAN_RANKS] {
    let mut table = [[[0; RANK_SQUARES as usize + 1]; MAX_MEN + 1]; MAN_RANKS];
    let mut rank = 0;
    while rank < MAN_RANKS {
        let mut left = 0;
        while left <= MAX_MEN {
            let mut here = 1;
            while here <= RANK_SQUARES as usize && here <= left {
                table[rank][left][here] = table[rank][left][here - 1] + HISTOGRAMS[rank][left - (here - 1)];
                here += 1;
            }
            left += 1;
        }
        rank += 1;
    }
    table
}

/// What the men of one rank add to the index.
#[derive(Clone, Copy)]
struct RankDigit {
    /// How many they are.
    men: u8,
    /// Their place among the sets of as many squares of the rank that are free, in colex order.
    place: u8,
    /// How many such sets there are.
    sets: u8,
}

/// `RANK_DIGITS[free][set]`: for a set of squares of one rank, and the squares that are free there.
static RANK_DIGITS: [[RankDigit; 16]; 16] = rank_digits();

const fn rank_digits() -> [[RankDigit; 16]; 16] {
    let mut table = [[RankDigit { men: 0, place: 0, sets: 0 }; 16]; 16];
    let mut free = 0usize;
    while free < 16 {
        let mut set = 0usize;
        while set < 16 {
            table[free][set].men = set.count_ones() as u8;
            let mut other = 0;
            while other < 16 {
                // Colex order is the numeric order of the masks.
                if other & free == other && other.count_ones() == set.count_ones() {
                    table[free][set].sets += 1;
                    table[free][set].place += (other < set) as u8;
                }
                other += 1;
            }
            set += 1;
        }
        free += 1;
    }
    table
}

/// `NIBBLE_SETS[size][rank]`: the sets of squares of one rank by colex rank.
static NIBBLE_SETS: [[u8; 6]; 5] = nibble_sets();

const fn nibble_sets() -> [[u8; 6]; 5] {
    let mut table = [[0; 6]; 5];
    let mut set = 0usize;
    while set < 16 {
        let size = set.count_ones() as usize;
        table[size][RANK_DIGITS[15][set].place as usize] = set as u8;
        set += 1;
    }
    table
}

impl MenClass {
    /// The class of these men, at most 12, none of them on rank 7.
    #[must_use]
    pub fn of(men: SquareSet) -> MenClass {
        let mut on_rank = [0; MAN_RANKS];
        for (rank, count) in on_rank.iter_mut().enumerate() {
            *count = (men.bits() >> (4 * rank) & 0xF).count_ones() as u8;
        }
        MenClass { on_rank }
    }

    /// Every class of so many men (at most 12), in the order of [`MenClass::number`]: by the
    /// highest rank in which two classes differ, fewer men there first.
    ///
    /// # Panics
    /// For more than 12 men.
    #[must_use]
    pub fn all(men: u8) -> Vec<MenClass> {
        fn extend(class: MenClass, ranks: usize, men: u8, found: &mut Vec<MenClass>) {
            let Some(rank) = ranks.checked_sub(1) else {
                found.extend((men == 0).then_some(class));
                return;
            };
            for here in 0..=men.min(RANK_SQUARES as u8) {
                let mut next = class;
                next.on_rank[rank] = here;
                extend(next, rank, men - here, found);
            }
        }
        assert!(usize::from(men) <= MAX_MEN, "{men} men: at most {MAX_MEN}");
        let mut found = Vec::with_capacity(HISTOGRAMS[MAN_RANKS][usize::from(men)] as usize);
        extend(MenClass::default(), MAN_RANKS, men, &mut found);
        found
    }

    /// Its place among the classes of as many men, as [`MenClass::all`] lists them.
    #[must_use]
    pub fn number(self) -> usize {
        let mut left = usize::from(self.men());
        let mut number = 0;
        for rank in (0..MAN_RANKS).rev() {
            let here = usize::from(self.on_rank[rank]);
            number += NUMBER_PARTS[rank][left][here];
            left -= here;
        }
        number as usize
    }

    /// How many men stand on this rank.
    ///
    /// # Panics
    /// For a rank above 6.
    #[must_use]
    pub const fn men_on_rank(self, rank: usize) -> u8 {
        self.on_rank[rank]
    }

    /// How many men it has.
    #[must_use]
    pub fn men(self) -> u8 {
        self.on_rank.iter().sum()
    }

    /// The sum of the ranks of its men: how many steps they have made from rank 0.
    #[must_use]
    pub fn advance(self) -> u32 {
        (0u32..).zip(self.on_rank).map(|(rank, men)| rank * u32::from(men)).sum()
    }

    /// How many sets of squares have this class.
    #[must_use]
    pub fn men_sets(self) -> u64 {
        self.men_sets_beside(MenClass::default())
    }

    /// How many sets of squares have this class, once the opponent's men, of class `other` in their
    /// own view, have taken their squares.
    #[must_use]
    pub fn men_sets_beside(self, other: MenClass) -> u64 {
        (0..MAN_RANKS)
            .map(|rank| binomial(self.free_on_rank(rank, other), self.on_rank[rank].into()))
            .product()
    }

    /// Free squares of a rank where the opponent's men are of class `other`.
    fn free_on_rank(self, rank: usize, other: MenClass) -> u32 {
        // Our rank r is the opponent's rank 7 - r; its men never stand on its rank 7, our rank 0.
        let taken = if rank == 0 { 0 } else { other.on_rank[MAN_RANKS - rank] };
        RANK_SQUARES - u32::from(taken)
    }

    /// The place of `men`, a set of this class, among such sets within the squares `free`, in
    /// numeric order of their bits.
    ///
    /// ```
    /// use retrograde_db::draughts::{MenClass, SquareSet};
    ///
    /// let men = SquareSet::from_bits(0b1000);
    /// let class = MenClass::of(men);
    /// assert_eq!(class.place_of(men, SquareSet::ALL), 3);
    /// assert_eq!(class.place_of(men, !SquareSet::from_bits(0b0011)), 1);
    /// ```
    #[must_use]
    pub fn place_of(self, men: SquareSet, free: SquareSet) -> u64 {
        debug_assert_eq!(MenClass::of(men), self);
        MenDigits::of(men, free).place
    }

    /// The inverse of `place_of`; the index has to be below the number of such sets.
    pub(super) fn set_of(self, index: u64, free: SquareSet) -> SquareSet {
        let mut rest = index;
        let mut men = 0;
        for rank in 0..MAN_RANKS {
            let shift = 4 * rank;
            let free = free.bits() >> shift & 0xF;
            let here = u32::from(self.on_rank[rank]);
            let sets = binomial(free.count_ones(), here);
            let place = NIBBLE_SETS[here as usize][(rest % sets) as usize];
            men |= u32::from(NIBBLE_EXPANSIONS[free as usize][usize::from(place)]) << shift;
            rest /= sets;
        }
        debug_assert_eq!(rest, 0, "the men digit {index} is beyond its radix");
        SquareSet::from_bits(men)
    }
}

/// What the index has to know of a side's men.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MenDigits {
    /// What [`MenClass::number`] says of their class.
    pub(super) class_number: usize,
    /// Their place among the sets of their class within the free squares, in numeric order.
    pub(super) place: u64,
    /// How many such sets there are.
    pub(super) sets: u64,
}

impl MenDigits {
    /// The digits of at most 12 men, none of them on rank 7, that stand on some of the free squares.
    ///
    /// One pass over the ranks that have a man finds all three, since ranks without one add nothing
    /// to any of them. Every probe comes through here.
    #[inline]
    pub(super) fn of(men: SquareSet, free: SquareSet) -> MenDigits {
        let mut digits = MenDigits { class_number: 0, place: 0, sets: 1 };
        let mut left = men.len() as usize;
        let mut rest = men.bits();
        while rest != 0 {
            let rank = rest.ilog2() / RANK_SQUARES;
            let shift = RANK_SQUARES * rank;
            let set = rest >> shift;
            let free = free.bits() >> shift & 0xF;
            let here = RANK_DIGITS[free as usize][set as usize];
            digits.class_number += NUMBER_PARTS[rank as usize][left][usize::from(here.men)] as usize;
            digits.place = digits.place * u64::from(here.sets) + u64::from(here.place);
            digits.sets *= u64::from(here.sets);
            left -= usize::from(here.men);
            rest ^= set << shift;
        }
        digits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinatorics::sets;

    #[test]
    fn classes_are_numbered_in_their_own_order() {
        for men in 0..=MAX_MEN as u8 {
            for (number, class) in MenClass::all(men).into_iter().enumerate() {
                assert_eq!(class.number(), number);
                assert_eq!(class.men(), men);
            }
        }
    }

    #[test]
    fn digits_are_those_of_the_class() {
        let other = SquareSet::from_bits(0x0015_2040);
        for bits in sets(28, 4).step_by(3) {
            let men = SquareSet::from_bits(bits) - other;
            let class = MenClass::of(men);
            let digits = MenDigits::of(men, !other);
            assert_eq!(digits.class_number, class.number());
            assert_eq!(digits.sets, class.men_sets_beside(MenClass::of(other.turned())));
            assert!(digits.place < digits.sets);
        }
    }

    #[test]
    fn classes_split_the_men_sets() {
        for men in 0..=6 {
            let total: u64 = MenClass::all(men).iter().map(|class| class.men_sets()).sum();
            assert_eq!(total, binomial(28, men.into()));
        }
    }

    #[test]
    fn men_ranks_follow_numeric_order_within_the_free_squares() {
        let free = SquareSet::from_bits(0x0AF5_37F1);
        for class in MenClass::all(3) {
            let mut expected = 0;
            for bits in sets(28, 3) {
                let men = SquareSet::from_bits(bits);
                if MenClass::of(men) == class && (men - free).is_empty() {
                    assert_eq!(class.place_of(men, free), expected);
                    assert_eq!(class.set_of(expected, free), men);
                    expected += 1;
                }
            }
        }
    }
}
