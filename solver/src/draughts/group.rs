//! Groups: the configurations of one side that make up the columns of a row.
//!
//! A row has one bit for every configuration of a group. Two shapes serve all side types, so that
//! rows are neither a few bits short nor larger than the caches:
//!
//! - With two kings or more a group is **one set of men** with all placements of the kings (496
//!   columns and up). Quiet king moves never leave it, so a pair of such groups is a problem of its
//!   own that fits the first-level cache; and what the men rule out is ruled out for whole rows.
//! - With fewer kings a group joins **all sets of men of one advance** (sum of ranks), each with
//!   all placements of the king, if there is one.
//!
//! Columns are ordered by the men as a number, then by the colex rank of the kings. Both are colex
//! orders: taking a piece away from all columns that have it keeps them in order, which is what
//! captures rely on.

use std::sync::Arc;

use retrograde_db::combinatorics::sets;
use retrograde_db::draughts::{MenClass, SideType, SquareSet};

use super::king_sets::{KingSets, WORD, rank32};

/// Squares that a man can stand on, seen by its own side.
pub(crate) const MAN_SQUARES: u32 = 28;

/// All groups of one side type.
pub(crate) struct SideGroups {
    side: SideType,
    kings: Arc<KingSets>,
    groups: Vec<Group>,
    /// By colex rank of the men: the group, and the first column there.
    places: Vec<Place>,
}

/// Where the configurations with one set of men are.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// Number of the group within its [`SideGroups`].
    pub(crate) group: u32,
    /// First column of the set.
    pub(crate) column: u32,
}

/// The columns of one kind of row.
pub(crate) struct Group {
    advance: u32,
    men: Vec<u32>,
    /// Squares on which some set has a man.
    men_squares: u32,
    columns: usize,
    words: usize,
    joined: Option<JoinedMasks>,
}

/// Constant rows of a group that joins sets of men: 32 rows each.
struct JoinedMasks {
    has_man: Vec<u64>,
    has_king: Vec<u64>,
    free: Vec<u64>,
    /// With one king: for each square, pairs of men sets: (number of the set that has a man there,
    /// number of the set without that man in its own group).
    removals: Vec<Vec<(u32, u32)>>,
}

/// Whether groups of this type hold one set of men each.
pub(crate) fn is_single(side: SideType) -> bool {
    side.kings() >= 2
}

impl SideGroups {
    pub(crate) fn new(side: SideType, kings: Arc<KingSets>) -> SideGroups {
        let men: Vec<u32> = sets(MAN_SQUARES, side.men().into()).collect();
        let advance = |men: u32| MenClass::of(SquareSet::from_bits(men)).advance();
        let mut groups: Vec<Group> = Vec::new();
        let mut places = Vec::with_capacity(men.len());
        if is_single(side) {
            for (number, &set) in men.iter().enumerate() {
                groups.push(Group::single(advance(set), set, kings.len()));
                places.push(Place { group: number as u32, column: 0 });
            }
        } else {
            let most = 6 * u32::from(side.men());
            let mut joined: Vec<Vec<u32>> = vec![Vec::new(); most as usize + 1];
            for &set in &men {
                let group = advance(set);
                let sets = &mut joined[group as usize];
                places.push(Place { group, column: (sets.len() * kings.len()) as u32 });
                sets.push(set);
            }
            groups = (0..).zip(joined).map(|(advance, men)| Group::joined(advance, men, &kings)).collect();
            for group in &mut groups {
                group.find_removals(&kings);
            }
        }
        SideGroups { side, kings, groups, places }
    }

    pub(crate) fn side(&self) -> SideType {
        self.side
    }

    #[inline]
    pub(crate) fn kings(&self) -> &KingSets {
        &self.kings
    }

    #[inline]
    pub(crate) fn groups(&self) -> &[Group] {
        &self.groups
    }

    #[inline(always)]
    pub(crate) fn group(&self, number: u32) -> &Group {
        &self.groups[number as usize]
    }

    /// Where the configurations with these men are.
    #[inline(always)]
    pub(crate) fn place(&self, men: u32) -> Place {
        self.places[rank32(men) as usize]
    }

    /// Group and column of a configuration.
    #[inline(always)]
    pub(crate) fn locate(&self, men: u32, kings: u32) -> Place {
        let place = self.place(men);
        Place { group: place.group, column: place.column + rank32(kings) }
    }
}

impl Group {
    fn single(advance: u32, men: u32, king_sets: usize) -> Group {
        let words = king_sets.div_ceil(WORD);
        Group { advance, men_squares: men, men: vec![men], columns: king_sets, words, joined: None }
    }

    fn joined(advance: u32, men: Vec<u32>, kings: &KingSets) -> Group {
        let columns = men.len() * kings.len();
        let words = columns.div_ceil(WORD);
        let mut masks = JoinedMasks {
            has_man: vec![0; 32 * words],
            has_king: vec![0; 32 * words],
            free: vec![0; 32 * words],
            removals: Vec::new(),
        };
        for (number, &men) in men.iter().enumerate() {
            for (place, &king) in kings.sets().iter().enumerate() {
                let column = number * kings.len() + place;
                for square in 0..32 {
                    let (word, bit) = (square * words + column / WORD, 1 << (column % WORD));
                    let (man, king) = (men >> square & 1 == 1, king >> square & 1 == 1);
                    masks.has_man[word] |= if man { bit } else { 0 };
                    masks.has_king[word] |= if king { bit } else { 0 };
                    masks.free[word] |= if man || king { 0 } else { bit };
                }
            }
        }
        let men_squares = men.iter().fold(0, |all, men| all | men);
        Group { advance, men, men_squares, columns, words, joined: Some(masks) }
    }

    /// Finds, for each square, where the sets go once the man on it is taken away.
    fn find_removals(&mut self, kings: &KingSets) {
        if kings.count() != 1 {
            return;
        }
        let removals = (0..32u8).map(|square| self.removals_from(square)).collect();
        if let Some(masks) = &mut self.joined {
            masks.removals = removals;
        }
    }

    fn removals_from(&self, square: u8) -> Vec<(u32, u32)> {
        let Some(sample) = self.men.iter().find(|&&men| men >> square & 1 == 1) else {
            return Vec::new();
        };
        // The group that the smaller sets are in: all sets of its size and advance, in order.
        let advance = self.advance - u32::from(square / 4);
        let smaller: Vec<u32> = sets(MAN_SQUARES, sample.count_ones() - 1)
            .filter(|&men| MenClass::of(SquareSet::from_bits(men)).advance() == advance)
            .collect();
        (0u32..)
            .zip(&self.men)
            .filter(|(_, men)| **men >> square & 1 == 1)
            .filter_map(|(number, men)| {
                let without = smaller.binary_search(&(men ^ 1 << square)).ok()?;
                Some((number, without as u32))
            })
            .collect()
    }

    /// Sum of the ranks of the men.
    #[inline]
    pub(crate) fn advance(&self) -> u32 {
        self.advance
    }

    /// The sets of men, in numeric order.
    #[inline]
    pub(crate) fn men(&self) -> &[u32] {
        &self.men
    }

    /// The set of men, where all columns have the same.
    #[inline(always)]
    pub(crate) fn single_men(&self) -> Option<u32> {
        if self.joined.is_none() { Some(self.men[0]) } else { None }
    }

    /// Whether some set of men has one on this square.
    #[inline(always)]
    pub(crate) fn some_set_has(&self, square: u8) -> bool {
        self.men_squares >> square & 1 == 1
    }

    /// How many configurations it has.
    #[inline]
    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    /// Words of a row.
    #[inline(always)]
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    #[inline(always)]
    fn mask_row<'a>(&self, rows: &'a [u64], square: u8) -> &'a [u64] {
        &rows[usize::from(square) * self.words..][..self.words]
    }

    /// Columns with a man on a square, of a joined group.
    #[inline(always)]
    pub(crate) fn joined_has_man(&self, square: u8) -> &[u64] {
        self.joined.as_ref().map_or(&[], |masks| self.mask_row(&masks.has_man, square))
    }

    /// Columns with a king on a square, of a joined group.
    #[inline(always)]
    pub(crate) fn joined_has_king(&self, square: u8) -> &[u64] {
        self.joined.as_ref().map_or(&[], |masks| self.mask_row(&masks.has_king, square))
    }

    /// Columns that leave a square empty, of a joined group.
    #[inline(always)]
    pub(crate) fn joined_free(&self, square: u8) -> &[u64] {
        self.joined.as_ref().map_or(&[], |masks| self.mask_row(&masks.free, square))
    }

    /// Pairs (set with a man on the square, set without it), of a joined group with one king.
    #[inline(always)]
    pub(crate) fn removals(&self, square: u8) -> &[(u32, u32)] {
        self.joined.as_ref().map_or(&[], |masks| &masks.removals[usize::from(square)])
    }
}
