//! The index: a dense numbering of the positions of a slice.
//!
//! Every legal position of a slice has one number, and every number below the size of the slice has
//! one position: no gap, so nothing is stored for placements that cannot be. The number is made of
//! five digits, the most significant first:
//!
//! 1. the pair of [men classes](MenClass), by falling total advance; this is the order in which the
//!    solver finishes them, so a table can be written while it is being solved;
//! 2. the opponent's men, among the sets of their class;
//! 3. the mover's men, among the sets of their class that avoid the opponent's men;
//! 4. the opponent's kings, among the squares that no man holds;
//! 5. the mover's kings, among the squares that are left.
//!
//! A side's men and kings are ranked on the squares as that side numbers them itself, in colex
//! order of the free squares (see [`crate::combinatorics`]). Within a pair of classes each digit
//! has a constant radix, since a class says how many squares of every rank are taken.
//!
//! Compact tables keep only some of the pairs of classes ([`Density::keeps`]); there the others have
//! no numbers, and those behind them follow on.
//!
//! ```
//! use retrograde_db::draughts::{Slice, SliceIndex};
//!
//! let index = SliceIndex::new("0m1k-0m1k".parse::<Slice>().unwrap());
//! assert_eq!(index.size(), 32 * 31);
//! let view = index.view(700).unwrap();
//! assert_eq!(index.index_of(view), Ok(700));
//! assert_eq!(index.view(992), None);
//! ```

use thiserror::Error;

use super::men_class::MenDigits;
use super::{Density, MenClass, Pieces, Slice, SliceError, SquareSet, View};
use crate::combinatorics::{binomial, colex_unrank, expand};
use crate::file::{MAX_POSITIONS_PER_BLOCK, Rows};

/// The numbering of one slice. Building it costs time in proportion to its pairs of men classes (up
/// to some hundred thousand); a look-up then costs well under a microsecond.
#[derive(Clone, Debug)]
pub struct SliceIndex {
    slice: Slice,
    density: Density,
    /// Pairs of classes in the order of their numbers.
    pairs: Vec<ClassPair>,
    /// Place in `pairs`, by mover's class number times opponent's classes plus opponent's class number.
    places: Vec<u32>,
    opponent_classes: usize,
    /// Radix of the digit of the opponent's kings.
    opponent_kings: u64,
    /// Radix of the digit of the mover's kings.
    mover_kings: u64,
    size: u64,
}

/// The positions of a slice in which the men of both sides are of given classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassPair {
    /// Class of the mover's men.
    pub mover: MenClass,
    /// Class of the opponent's men, in its own view.
    pub opponent: MenClass,
    /// Number of its first position.
    pub first: u64,
    /// How many positions it holds.
    pub len: u64,
}

/// The position is not one of this slice.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum IndexError {
    /// It is of another slice.
    #[error("a position of slice {found} was looked up in slice {expected}")]
    OtherSlice {
        /// The slice of the index.
        expected: Slice,
        /// The slice of the position.
        found: Slice,
    },
    /// A compact table keeps no positions with these men.
    #[error("the compact table of slice {slice} has no place for positions with these men")]
    NotKept {
        /// The slice of the index.
        slice: Slice,
    },
    /// It is of no slice at all.
    #[error(transparent)]
    NoSlice(#[from] SliceError),
}

impl SliceIndex {
    /// The numbering of all positions of this slice.
    #[must_use]
    pub fn new(slice: Slice) -> SliceIndex {
        SliceIndex::with_density(slice, Density::Fast)
    }

    /// The numbering of those positions of this slice that tables of this density have a place for.
    ///
    /// # Panics
    /// Never: the largest slices of 12 pieces have below 2^52 positions, and the sum is checked.
    #[must_use]
    pub fn with_density(slice: Slice, density: Density) -> SliceIndex {
        let movers = MenClass::all(slice.mover().men());
        let opponents = MenClass::all(slice.opponent().men());
        let free = u32::from(super::Square::COUNT) - u32::from(slice.men());
        let opponent_kings = binomial(free, slice.opponent().kings().into());
        let mover_kings = binomial(free - u32::from(slice.opponent().kings()), slice.mover().kings().into());
        let mut pairs = Vec::with_capacity(movers.len() * opponents.len());
        for &mover in &movers {
            for &opponent in &opponents {
                let men = opponent.men_sets() * mover.men_sets_beside(opponent);
                let kept = density.keeps(slice, mover, opponent);
                let len = if kept { men * opponent_kings * mover_kings } else { 0 };
                pairs.push(ClassPair { mover, opponent, first: 0, len });
            }
        }
        // Stable: pairs of equal advance stay in the order of the mover's, then the opponent's class.
        pairs.sort_by_key(|pair| {
            let (mover, opponent) = (pair.mover.advance(), pair.opponent.advance());
            std::cmp::Reverse((mover + opponent, mover))
        });
        let mut places = vec![0; pairs.len()];
        let mut size = 0u64;
        for (place, pair) in (0..).zip(&mut pairs) {
            pair.first = size;
            places[pair.mover.number() * opponents.len() + pair.opponent.number()] = place;
            size = size.checked_add(pair.len).expect("slices of 12 pieces stay far below 2^64 positions");
        }
        SliceIndex {
            slice,
            density,
            pairs,
            places,
            opponent_classes: opponents.len(),
            opponent_kings,
            mover_kings,
            size,
        }
    }

    /// The slice that it numbers.
    #[must_use]
    pub const fn slice(&self) -> Slice {
        self.slice
    }

    /// Which of its positions it numbers.
    #[must_use]
    pub const fn density(&self) -> Density {
        self.density
    }

    /// How many positions it numbers.
    #[must_use]
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// The pairs of men classes, in the order of their numbers. Pairs that no placement fits (five
    /// men on a rank) or that are not kept are there, with no position.
    #[must_use]
    pub fn class_pairs(&self) -> &[ClassPair] {
        &self.pairs
    }

    /// The positions with men of these classes.
    ///
    /// # Panics
    /// Where the classes have other numbers of men than the slice.
    #[must_use]
    pub fn class_pair(&self, mover: MenClass, opponent: MenClass) -> &ClassPair {
        let slice = (self.slice.mover().men(), self.slice.opponent().men());
        assert_eq!((mover.men(), opponent.men()), slice, "men of another slice than {}", self.slice);
        &self.pairs[self.places[mover.number() * self.opponent_classes + opponent.number()] as usize]
    }

    /// The rows of most of its positions, as the coding of blocks looks back at them: those of the
    /// largest pair of classes.
    #[must_use]
    pub fn rows(&self) -> Rows {
        self.pairs.iter().max_by_key(|pair| pair.len).map_or(Rows::NONE, |pair| self.rows_of(pair))
    }

    /// The rows at a position: those of its pair of classes, [`Rows::NONE`] beyond the last position.
    #[must_use]
    pub fn rows_at(&self, index: u64) -> Rows {
        let pair = self.pairs.partition_point(|pair| pair.first <= index).checked_sub(1);
        pair.map_or(Rows::NONE, |pair| self.rows_of(&self.pairs[pair]))
    }

    /// The two lowest digits with more than one value make up the rows.
    fn rows_of(&self, pair: &ClassPair) -> Rows {
        let radices = [self.mover_kings, self.opponent_kings, pair.mover.men_sets_beside(pair.opponent)];
        let mut place = 1;
        let mut rows = radices.into_iter().filter(|&radix| radix > 1).map(|radix| {
            place *= radix;
            // A row that no block reaches back to is none.
            u32::try_from(place).ok().filter(|&row| row < MAX_POSITIONS_PER_BLOCK).unwrap_or(0)
        });
        Rows { above: rows.next().unwrap_or(0), behind: rows.next().unwrap_or(0) }
    }

    /// The number of a position of this slice.
    ///
    /// # Errors
    /// Where the position is of another slice, or of none, or has no place in a compact table.
    // Always, so that the comparison of slices is left out where the caller has just found the slice.
    #[inline(always)]
    pub fn index_of(&self, view: View) -> Result<u64, IndexError> {
        let found = Slice::of(view)?;
        if found != self.slice {
            return Err(IndexError::OtherSlice { expected: self.slice, found });
        }
        self.number_of(view).ok_or(IndexError::NotKept { slice: self.slice })
    }

    /// The number of a position that is known to be of this slice; `None` where it has none.
    #[inline]
    fn number_of(&self, view: View) -> Option<u64> {
        let (own, their) = (view.own(), view.their());
        // The opponent's pieces are ranked on squares as it numbers them itself.
        let their_men = their.men.turned();
        let opponent = MenDigits::of(their_men, SquareSet::ALL);
        let mover = MenDigits::of(own.men, !their.men);
        let place = self.places[mover.class_number * self.opponent_classes + opponent.class_number];
        let &ClassPair { first, len, .. } = &self.pairs[place as usize];
        // A pair that a position is of is empty only where it is not kept.
        if len == 0 {
            return None;
        }
        let men = own.men | their.men;

        let opponent_kings_digit = rank_among(their.kings.turned(), !men.turned());
        let mover_kings_digit = rank_among(own.kings, !(men | their.kings));
        debug_assert!(opponent.place < opponent.sets);
        debug_assert!(mover.place < mover.sets);
        debug_assert!(opponent_kings_digit < self.opponent_kings);
        debug_assert!(mover_kings_digit < self.mover_kings);

        let men_digits = opponent.place * mover.sets + mover.place;
        let kings_digits = opponent_kings_digit * self.mover_kings + mover_kings_digit;
        Some(first + men_digits * self.opponent_kings * self.mover_kings + kings_digits)
    }

    /// The position with this number, `None` from [`SliceIndex::size`] on.
    #[must_use]
    pub fn view(&self, index: u64) -> Option<View> {
        if index >= self.size {
            return None;
        }
        // Empty pairs start where the next one does, so the last pair that starts here is meant.
        let pair = self.pairs[self.pairs.partition_point(|pair| pair.first <= index) - 1];
        let rest = index - pair.first;
        let (rest, mover_kings_digit) = (rest / self.mover_kings, rest % self.mover_kings);
        let (rest, opponent_kings_digit) = (rest / self.opponent_kings, rest % self.opponent_kings);
        let mover_sets = pair.mover.men_sets_beside(pair.opponent);
        let (opponent_men_digit, mover_men_digit) = (rest / mover_sets, rest % mover_sets);

        let their_men = pair.opponent.set_of(opponent_men_digit, SquareSet::ALL).turned();
        let own_men = pair.mover.set_of(mover_men_digit, !their_men);
        let men = own_men | their_men;
        let (mover, opponent) = (self.slice.mover(), self.slice.opponent());
        let their_kings = set_among(opponent.kings(), opponent_kings_digit, !men.turned())?.turned();
        let own_kings = set_among(mover.kings(), mover_kings_digit, !(men | their_kings))?;
        let own = Pieces { men: own_men, kings: own_kings };
        Some(View::new_unchecked(own, Pieces { men: their_men, kings: their_kings }))
    }
}

/// The colex rank of `set` among the sets of its size within `free`.
#[inline]
fn rank_among(set: SquareSet, free: SquareSet) -> u64 {
    let mut rest = set.bits();
    let mut rank = 0;
    let mut taken = 0;
    while rest != 0 {
        let bit = rest & rest.wrapping_neg();
        taken += 1;
        rank += binomial((free.bits() & (bit - 1)).count_ones(), taken);
        rest ^= bit;
    }
    rank
}

/// The inverse of [`rank_among`].
fn set_among(size: u8, rank: u64, free: SquareSet) -> Option<SquareSet> {
    let set = colex_unrank(size.into(), rank)?;
    Some(SquareSet::from_bits(expand(set, free.bits())))
}

/// How many legal placements there are of so many men and kings of both sides, with one side to
/// move; exact for any numbers that fit on the board, empty sides included.
///
/// The closed formula sums over the men on the mover's own back rank, which the opponent's men
/// cannot reach, and needs no classes: it checks the index, and gives the published totals up to
/// 24 pieces.
///
/// ```
/// use retrograde_db::draughts::placements;
///
/// assert_eq!(placements(0, 1, 0, 1), 992);
/// assert_eq!(placements(2, 2, 2, 2), 15_437_822_400);
/// ```
///
/// # Panics
/// Where a count is above 32.
#[must_use]
pub fn placements(mover_men: u32, mover_kings: u32, opponent_men: u32, opponent_kings: u32) -> u128 {
    let choose = |n: u32, k: u32| u128::from(binomial(n, k));
    let pieces = mover_men + mover_kings + opponent_men + opponent_kings;
    if pieces > 32 || mover_men > 28 {
        return 0;
    }
    let men: u128 = (0..=mover_men.min(4))
        .map(|back| {
            // Men beyond the back rank stand on the 24 squares that both sides' men can reach.
            let shared = mover_men - back;
            if shared > 24 {
                0
            } else {
                choose(4, back) * choose(24, shared) * choose(28 - shared, opponent_men)
            }
        })
        .sum();
    let free = 32 - (mover_men + opponent_men).min(32);
    men * choose(free, mover_kings) * choose(free - mover_kings.min(free), opponent_kings)
}

/// How many positions there are with so many pieces, one side to move: all placements, and those in which
/// both sides have a piece. A side has 12 pieces at most, as in a game. Exact up to 24 pieces; none beyond.
///
/// ```
/// use retrograde_db::draughts::{PositionCounts, position_counts};
///
/// assert_eq!(position_counts(2), PositionCounts { all: 6_972, both_sides: 3_488 });
/// let all: u128 = (1..=24).map(|pieces| position_counts(pieces).all).sum();
/// assert_eq!(all, 500_995_484_682_338_672_639);
/// ```
#[must_use]
pub fn position_counts(pieces: u32) -> PositionCounts {
    let fewest = pieces.saturating_sub(PIECES_OF_A_SIDE);
    let mut counts = PositionCounts::default();
    for mover in fewest..=PIECES_OF_A_SIDE.min(pieces) {
        let placements = placements_of_sides(mover, pieces - mover);
        counts.all += placements;
        if mover > 0 && mover < pieces {
            counts.both_sides += placements;
        }
    }
    counts
}

/// Numbers of positions with so many pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PositionCounts {
    /// All placements, those with an empty side included.
    pub all: u128,
    /// Placements in which both sides have a piece.
    pub both_sides: u128,
}

/// The most pieces that a side has in a game.
const PIECES_OF_A_SIDE: u32 = 12;

/// All placements of so many pieces of each side, men and kings in any numbers.
fn placements_of_sides(mover: u32, opponent: u32) -> u128 {
    (0..=mover)
        .flat_map(|own| (0..=opponent).map(move |their| (own, their)))
        .map(|(own, their)| placements(own, mover - own, their, opponent - their))
        .sum()
}
