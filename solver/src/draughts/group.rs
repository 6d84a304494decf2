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
//! - With one or two men and no king such rows would have four or thirty columns, so there one group
//!   joins **all sets of men**. Its man moves stay in the group, and are gone over like king moves.
//!
//! Columns are ordered by the men as a number, then by the colex rank of the kings. Both are colex
//! orders: taking a piece away from all columns that have it keeps them in order, which is what
//! captures rely on.
//!
//! With a man and a king, men on indices 4 to 7 have advance 1 and make up group 1, with 4 * 32 columns, two
//! words. A man on 5 and a king on 9 are column 1 * 32 + 9 = 41 there. Column 37 has both on 5: it is never
//! read.

use std::sync::Arc;

use retrograde_db::combinatorics::sets;
use retrograde_db::draughts::{MenClass, SideType, SquareSet};

use super::geometry::{CROWNING, FORWARD, squares, step};
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
    /// Where one group joins all sets of men: their moves.
    man_moves: Option<ManMoves>,
}

/// The quiet moves between sets of men, by number of the set.
struct ManMoves {
    forward: Vec<Vec<ManMove>>,
    backward: Vec<Vec<u32>>,
}

/// A quiet man move, as a step from one set of men to another.
#[derive(Clone, Copy)]
pub(crate) struct ManMove {
    /// Number of the set after the move.
    pub(crate) set: u32,
    /// Where the man goes.
    pub(crate) to: u8,
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
    classes: Vec<ClassSets>,
    columns: usize,
    words: usize,
    joined: Option<JoinedMasks>,
}

/// The sets of men of a group that are of one class.
pub(crate) struct ClassSets {
    pub(crate) class: MenClass,
    /// Number within the group, and men.
    pub(crate) sets: Vec<(usize, u32)>,
}

impl ClassSets {
    /// Sorts sets of men into their classes, lowest class number first.
    fn of(men: &[u32]) -> Vec<ClassSets> {
        let mut classes: Vec<ClassSets> = Vec::new();
        for (number, &men) in men.iter().enumerate() {
            let class = MenClass::of(SquareSet::from_bits(men));
            match classes.iter_mut().find(|sets| sets.class == class) {
                Some(sets) => sets.sets.push((number, men)),
                None => classes.push(ClassSets { class, sets: vec![(number, men)] }),
            }
        }
        classes.sort_by_key(|sets| sets.class.number());
        classes
    }
}

/// Constant rows of a group that joins sets of men: 32 rows each.
struct JoinedMasks {
    has_man: Vec<u64>,
    has_king: Vec<u64>,
    free: Vec<u64>,
    occupied: Vec<u64>,
    /// For each square: what is left once the man on it is taken.
    without_man: Vec<Option<WithoutMan>>,
    /// With a king: what is left once it is taken.
    without_king: Option<WithoutKing>,
}

/// Where the sets of men with a man on some square go once it is taken.
pub(crate) struct WithoutMan {
    /// Their group, of the type with one man less.
    pub(crate) group: u32,
    /// Columns of that group that come from this one, in the same order as the columns with the man.
    pub(crate) columns: Vec<u64>,
    /// Pairs of sets: (number here, with the man; number there, without it).
    pub(crate) sets: Vec<(u32, u32)>,
}

/// Where the sets of men go once the king is taken.
pub(crate) struct WithoutKing {
    /// Their group, of the type with no king.
    pub(crate) group: u32,
    /// Columns of that group that are sets of this one, unless all are.
    pub(crate) columns: Option<Vec<u64>>,
}

/// Whether groups of this type hold one set of men each.
pub(crate) fn is_single(side: SideType) -> bool {
    side.kings() >= 2
}

/// Whether one group of this type joins all sets of men.
pub(crate) fn is_whole(side: SideType) -> bool {
    side.kings() == 0 && (1..=2).contains(&side.men())
}

fn advance_of(men: u32) -> u32 {
    MenClass::of(SquareSet::from_bits(men)).advance()
}

impl SideGroups {
    /// The groups of a type; `smaller` gives those of the types with one piece less.
    pub(crate) fn new<'s>(
        side: SideType,
        kings: Arc<KingSets>,
        smaller: impl Fn(SideType) -> &'s SideGroups,
    ) -> SideGroups {
        let men: Vec<u32> = sets(MAN_SQUARES, side.men().into()).collect();
        let mut places = Vec::with_capacity(men.len());
        let groups = if is_single(side) {
            places.extend((0..men.len() as u32).map(|group| Place { group, column: 0 }));
            men.iter().map(|&set| Group::single(set, kings.len())).collect()
        } else {
            let most = if is_whole(side) { 0 } else { 6 * usize::from(side.men()) };
            let mut joined: Vec<Vec<u32>> = vec![Vec::new(); most + 1];
            for &set in &men {
                let group = if is_whole(side) { 0 } else { advance_of(set) };
                let sets = &mut joined[group as usize];
                places.push(Place { group, column: (sets.len() * kings.len()) as u32 });
                sets.push(set);
            }
            let group = |(advance, men)| Group::joined(side, advance, men, &kings, &smaller);
            (0..).zip(joined).map(group).collect()
        };
        let man_moves = is_whole(side).then(|| ManMoves::new(&men));
        SideGroups { side, kings, groups, places, man_moves }
    }

    /// Whether one group joins all sets of men, whose moves then stay in the group.
    #[inline(always)]
    pub(crate) fn is_whole(&self) -> bool {
        self.man_moves.is_some()
    }

    /// The quiet man moves that stay in the group, by number of the set of men.
    #[inline(always)]
    pub(crate) fn man_moves(&self, set: usize) -> &[ManMove] {
        self.man_moves.as_ref().map_or(&[], |moves| &moves.forward[set])
    }

    /// The sets of men from which such a move leads to this one.
    #[inline(always)]
    pub(crate) fn man_moves_back(&self, set: usize) -> &[u32] {
        self.man_moves.as_ref().map_or(&[], |moves| &moves.backward[set])
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

impl ManMoves {
    fn new(men: &[u32]) -> ManMoves {
        let mut moves = ManMoves { forward: Vec::new(), backward: vec![Vec::new(); men.len()] };
        for (number, &set) in (0..).zip(men) {
            let mut forward = Vec::new();
            for from in squares(set) {
                for direction in 0..FORWARD {
                    let to = step(from, direction);
                    if to < CROWNING && set >> to & 1 == 0 {
                        let after = rank32(set ^ 1 << from ^ 1 << to);
                        forward.push(ManMove { set: after, to });
                        moves.backward[after as usize].push(number);
                    }
                }
            }
            moves.forward.push(forward);
        }
        moves
    }
}

impl WithoutMan {
    fn new(square: u8, men: &[u32], smaller: &SideGroups) -> Option<WithoutMan> {
        let with = (0u32..).zip(men).filter(|(_, men)| **men >> square & 1 == 1);
        let stride = smaller.kings.len() as u32;
        let mut group = None;
        let mut sets = Vec::new();
        for (number, men) in with {
            let place = smaller.place(men ^ 1 << square);
            group = Some(place.group);
            sets.push((number, place.column / stride));
        }
        let group = group?;
        let mut columns = vec![0; smaller.group(group).words()];
        for column in sets.iter().flat_map(|&(_, set)| set * stride..(set + 1) * stride) {
            columns[column as usize / WORD] |= 1 << (column as usize % WORD);
        }
        Some(WithoutMan { group, columns, sets })
    }
}

impl WithoutKing {
    fn new(men: &[u32], smaller: &SideGroups) -> Option<WithoutKing> {
        let group = smaller.place(*men.first()?).group;
        let all = smaller.group(group).men().len() == men.len();
        let columns = (!all).then(|| {
            let mut columns = vec![0; smaller.group(group).words()];
            for &men in men {
                let column = smaller.place(men).column as usize;
                columns[column / WORD] |= 1 << (column % WORD);
            }
            columns
        });
        Some(WithoutKing { group, columns })
    }
}

impl Group {
    fn single(men: u32, king_sets: usize) -> Group {
        let words = king_sets.div_ceil(WORD);
        Group {
            advance: advance_of(men),
            men: vec![men],
            classes: ClassSets::of(&[men]),
            columns: king_sets,
            words,
            joined: None,
        }
    }

    fn joined<'s>(
        side: SideType,
        advance: u32,
        men: Vec<u32>,
        kings: &KingSets,
        smaller: &impl Fn(SideType) -> &'s SideGroups,
    ) -> Group {
        let columns = men.len() * kings.len();
        let words = columns.div_ceil(WORD);
        let fewer = |men: u8, kings: u8| SideType::new(side.men() - men, side.kings() - kings).map(smaller);
        let mut masks = JoinedMasks {
            has_man: vec![0; 32 * words],
            has_king: vec![0; 32 * words],
            free: vec![0; 32 * words],
            occupied: vec![0; 32 * words],
            without_man: Vec::new(),
            without_king: None,
        };
        for (number, &men) in men.iter().enumerate() {
            for (place, &king) in kings.sets().iter().enumerate() {
                let column = number * kings.len() + place;
                for square in 0..32 {
                    let (word, bit) = (square * words + column / WORD, 1 << (column % WORD));
                    let (man, king) = (men >> square & 1 == 1, king >> square & 1 == 1);
                    masks.has_man[word] |= if man { bit } else { 0 };
                    masks.has_king[word] |= if king { bit } else { 0 };
                    let row = if man || king { &mut masks.occupied } else { &mut masks.free };
                    row[word] |= bit;
                }
            }
        }
        if side.men() > 0 {
            let fewer = fewer(1, 0);
            masks.without_man = (0..32).map(|square| WithoutMan::new(square, &men, fewer?)).collect();
        }
        if side.kings() > 0 {
            masks.without_king = fewer(0, 1).and_then(|fewer| WithoutKing::new(&men, fewer));
        }
        let classes = ClassSets::of(&men);
        Group { advance, men, classes, columns, words, joined: Some(masks) }
    }

    /// Sum of the ranks of the men; 0 where sets of all advances are joined.
    #[inline]
    pub(crate) fn advance(&self) -> u32 {
        self.advance
    }

    /// The sets of men, in numeric order.
    #[inline]
    pub(crate) fn men(&self) -> &[u32] {
        &self.men
    }

    /// The sets of men by class, lowest class number first.
    #[inline]
    pub(crate) fn classes(&self) -> &[ClassSets] {
        &self.classes
    }

    /// The set of men, where all columns have the same.
    #[inline(always)]
    pub(crate) fn single_men(&self) -> Option<u32> {
        if self.joined.is_none() { Some(self.men[0]) } else { None }
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

    /// Columns with a piece on a square, of a joined group.
    #[inline(always)]
    pub(crate) fn joined_occupied(&self, square: u8) -> &[u64] {
        self.joined.as_ref().map_or(&[], |masks| self.mask_row(&masks.occupied, square))
    }

    /// What is left once the man on a square is taken, `None` where no column has one; of a joined
    /// group.
    #[inline(always)]
    pub(crate) fn without_man(&self, square: u8) -> Option<&WithoutMan> {
        self.joined.as_ref()?.without_man.get(usize::from(square))?.as_ref()
    }

    /// What is left once the king is taken; of a joined group with a king.
    #[inline(always)]
    pub(crate) fn without_king(&self) -> Option<&WithoutKing> {
        self.joined.as_ref()?.without_king.as_ref()
    }
}
