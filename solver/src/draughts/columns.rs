//! The columns of a row: which configurations of the opponent its bits stand for.
//!
//! In the course of a capture sequence the opponent has ever fewer pieces, so the rows of the
//! deeper positions have other columns. [`Columns`] names them, gives the columns that are left
//! once a piece is taken, and carries rows over them back to the columns with that piece: the
//! order of the columns that have the piece is the order of the columns without it, so a row is
//! taken out of its words at one end and spread over words at the other.
//!
//! Of two kings of the opponent the one on 1 is taken. What is left is a king on one of the other squares, a
//! row of 32 columns without column 1: bits 0, 2, 3, 4, ... are moved together. Back among the 496 columns
//! of two kings those with a king on 1 are 0, 2, 4, 7, ..., for the other king on 0, 2, 3, 4, ...: the bits
//! are spread over these, in order. The bit of a king on 3 comes to column 4.

use super::catalog::Catalog;
use super::group::{Group, SideGroups, is_single};
use super::kernel::Cpu;
use super::king_sets::{KingSets, WORD};
use super::table::{RowPair, Tables};
use retrograde_db::draughts::SideType;

/// The opponent's configurations that a row runs over; squares are those of the opponent.
#[derive(Clone, Copy)]
pub(crate) struct Columns<'a> {
    groups: &'a SideGroups,
    /// Number of the group that the configurations belong to.
    group: u32,
    shape: Shape,
}

#[derive(Clone, Copy)]
enum Shape {
    /// All of the group.
    Joined,
    /// One set of men, its columns starting at `first` in the group (0 but for groups that join
    /// sets of men, of which one is seen alone here).
    Single { men: u32, first: u32 },
}

/// Room for intermediate rows.
pub(crate) type Scratch = [u64];

impl<'a> Columns<'a> {
    /// The columns of a whole group.
    pub(crate) fn of_group(groups: &'a SideGroups, group: u32) -> Columns<'a> {
        let shape = match groups.group(group).single_men() {
            Some(men) => Shape::Single { men, first: 0 },
            None => Shape::Joined,
        };
        Columns { groups, group, shape }
    }

    #[inline(always)]
    pub(crate) fn side(&self) -> SideType {
        self.groups.side()
    }

    #[inline(always)]
    fn kings(&self) -> &'a KingSets {
        self.groups.kings()
    }

    #[inline(always)]
    fn group(&self) -> &'a Group {
        self.groups.group(self.group)
    }

    /// Words of a row over these columns.
    #[inline(always)]
    pub(crate) fn words(&self) -> usize {
        match self.shape {
            Shape::Joined => self.group().words(),
            Shape::Single { .. } => self.kings().words(),
        }
    }

    /// Number of the group that the configurations belong to.
    #[inline(always)]
    pub(crate) fn group_number(&self) -> u32 {
        self.group
    }

    /// The men, where all columns have the same.
    #[inline(always)]
    pub(crate) fn single_men(&self) -> Option<u32> {
        match self.shape {
            Shape::Joined => None,
            Shape::Single { men, .. } => Some(men),
        }
    }

    /// Columns that leave a square empty, `None` where no column does.
    #[inline(always)]
    pub(crate) fn free(&self, square: u8) -> Option<&'a [u64]> {
        match self.shape {
            Shape::Joined => Some(self.group().joined_free(square)),
            Shape::Single { men, .. } if men >> square & 1 == 1 => None,
            Shape::Single { .. } => Some(self.kings().free(square)),
        }
    }

    /// Columns with a piece on a square, `None` where there are none; `all` is the row of all columns.
    #[inline(always)]
    pub(crate) fn occupied<'r>(&self, square: u8, all: &'r [u64]) -> Option<&'r [u64]>
    where
        'a: 'r,
    {
        match self.shape {
            Shape::Joined => Some(self.group().joined_occupied(square)),
            Shape::Single { men, .. } if men >> square & 1 == 1 => Some(all),
            Shape::Single { .. } => (self.kings().count() > 0).then(|| self.kings().has(square)),
        }
    }

    /// Columns with a king on a square, `None` where there are none.
    #[inline(always)]
    pub(crate) fn kings_on(&self, square: u8) -> Option<&'a [u64]> {
        match self.shape {
            _ if self.side().kings() == 0 => None,
            Shape::Joined => Some(self.group().joined_has_king(square)),
            Shape::Single { men, .. } if men >> square & 1 == 1 => None,
            Shape::Single { .. } => Some(self.kings().has(square)),
        }
    }

    /// The columns that are left once the man on a square is taken, `None` where no column has one.
    #[inline(always)]
    pub(crate) fn without_man(&self, catalog: &'a Catalog, square: u8) -> Option<Columns<'a>> {
        let side = self.side();
        let fewer = || catalog.side(SideType::new(side.men() - 1, side.kings()).unwrap_or(side));
        match self.shape {
            Shape::Joined => {
                let without = self.group().without_man(square)?;
                Some(Columns { groups: fewer(), group: without.group, shape: Shape::Joined })
            }
            Shape::Single { men, .. } => {
                (men >> square & 1 == 1).then(|| Columns::single(fewer(), men ^ 1 << square))
            }
        }
    }

    /// The columns that are left once a king is taken; the type has to have one.
    #[inline(always)]
    pub(crate) fn without_king(&self, catalog: &'a Catalog) -> Columns<'a> {
        let side = self.side();
        let groups = catalog.side(SideType::new(side.men(), side.kings() - 1).unwrap_or(side));
        match self.shape {
            Shape::Joined => {
                let group = self.group().without_king().map_or(0, |without| without.group);
                Columns { groups, group, shape: Shape::Joined }
            }
            Shape::Single { men, .. } => Columns::single(groups, men),
        }
    }

    #[inline(always)]
    fn single(groups: &'a SideGroups, men: u32) -> Columns<'a> {
        let place = groups.place(men);
        Columns { groups, group: place.group, shape: Shape::Single { men, first: place.column } }
    }

    /// The values of a whole group's columns with the opponent to move, against one configuration of
    /// the side that has just moved.
    #[inline(always)]
    pub(crate) fn group_values<'r>(
        &self,
        tables: &'r Tables,
        own: &SideGroups,
        men: u32,
        kings: u32,
    ) -> RowPair<'r> {
        let place = own.locate(men, kings);
        let tile = tables.slice(self.side(), own.side()).tile(self.group, place.group);
        tile.row(place.column as usize)
    }

    /// The values of these columns with the opponent to move, against one configuration of the side
    /// that has just moved. Rows that are no row of the table are put together in `room`.
    #[inline(always)]
    pub(crate) fn values<'r>(
        &self,
        tables: &'r Tables,
        own: &SideGroups,
        men: u32,
        kings: u32,
        room: &'r mut [u64; 2],
    ) -> RowPair<'r> {
        let row = self.group_values(tables, own, men, kings);
        match self.shape {
            Shape::Single { first, .. } if !is_single(self.side()) => {
                let (word, shift) = (first as usize / WORD, first as usize % WORD);
                let mask = if self.side().kings() == 1 { u64::from(u32::MAX) } else { 1 };
                *room = [row.win[word] >> shift & mask, row.loss[word] >> shift & mask];
                RowPair { win: &room[..1], loss: &room[1..] }
            }
            _ => row,
        }
    }

    /// Adds to `row` the columns with a man on `taken` of the `free` ones, which leave the landing square empty.
    #[inline(always)]
    pub(crate) fn add_jumps_over_man(&self, row: &mut [u64], taken: u8, free: &[u64]) {
        match self.shape {
            Shape::Single { .. } => or(row, free),
            Shape::Joined => or_and(row, self.group().joined_has_man(taken), free),
        }
    }

    /// Adds to `row` the columns with a king on `taken` of the `free` ones, which leave the landing square empty.
    #[inline(always)]
    pub(crate) fn add_jumps_over_king(&self, row: &mut [u64], taken: u8, free: &[u64]) {
        match self.shape {
            Shape::Single { .. } => or_and(row, self.kings().has(taken), free),
            Shape::Joined => or_and(row, self.group().joined_has_king(taken), free),
        }
    }

    /// Adds to `row` the columns with the only piece on `taken` of the `free` ones, which leave the landing square empty.
    #[inline(always)]
    pub(crate) fn add_jumps_over_any(&self, row: &mut [u64], taken: u8, free: &[u64]) {
        if self.side().kings() == 1 {
            self.add_jumps_over_king(row, taken, free);
        } else if !matches!(self.shape, Shape::Single { men, .. } if men >> taken & 1 == 0) {
            self.add_jumps_over_man(row, taken, free);
        }
    }

    /// Adds a row over the columns without the man on `taken` to a row over these columns, where
    /// they have that man and are in `free`.
    #[inline(always)]
    pub(crate) fn add_without_man<C: Cpu>(
        &self,
        cpu: C,
        row: &mut [u64],
        without: (&Columns<'a>, &[u64]),
        taken: u8,
        free: &[u64],
        scratch: &mut Scratch,
    ) {
        let (_, source) = without;
        let removal = match self.shape {
            Shape::Single { .. } => return or_and(row, source, free),
            Shape::Joined => self.group().without_man(taken),
        };
        let Some(removal) = removal else { return };
        if self.side().kings() == 1 {
            for &(with, without) in &removal.sets {
                let (with, without) = (with as usize, without as usize);
                let field = source[without / 2] >> (32 * (without % 2)) & u64::from(u32::MAX);
                row[with / 2] |= field << (32 * (with % 2)) & free[with / 2];
            }
        } else {
            let stream = Stream::take(cpu, source, &removal.columns, scratch);
            stream.spread(cpu, row, self.group().joined_has_man(taken), free);
        }
    }

    /// Adds a row over the columns without the king on `taken` to a row over these columns, where
    /// they have that king and are in `free`.
    #[inline(always)]
    pub(crate) fn add_without_king<C: Cpu>(
        &self,
        cpu: C,
        row: &mut [u64],
        without: (&Columns<'a>, &[u64]),
        taken: u8,
        free: &[u64],
        scratch: &mut Scratch,
    ) {
        let (columns, source) = without;
        match self.shape {
            Shape::Single { .. } => {
                let stream = Stream::take(cpu, source, columns.kings().free(taken), scratch);
                let (has, before) = (self.kings().has(taken), self.kings().before(taken));
                stream.spread_at(cpu, row, has, before, free);
            }
            Shape::Joined => {
                let kept = self.group().without_king().and_then(|without| without.columns.as_deref());
                let source = match kept {
                    Some(kept) => Stream::take(cpu, source, kept, scratch).bits,
                    None => source,
                };
                // One bit a set of men becomes one bit in each field of 32 king squares.
                for (place, word) in row.iter_mut().enumerate() {
                    let pair = source[place / 32] >> (2 * (place % 32));
                    *word |= ((pair & 1) | (pair & 2) << 31) << taken & free[place];
                }
            }
        }
    }
}

/// Bits taken out of a row, without gaps.
struct Stream<'s> {
    bits: &'s [u64],
}

impl<'s> Stream<'s> {
    /// The bits of `row` in the columns `kept`, in order.
    #[inline(always)]
    fn take<C: Cpu>(cpu: C, row: &[u64], kept: &[u64], room: &'s mut [u64]) -> Stream<'s> {
        let mut bits = 0;
        let mut filled = 0;
        let mut word = 0u64;
        for (&source, &kept) in row.iter().zip(kept) {
            let taken = cpu.extract(source, kept);
            let count = kept.count_ones() as usize;
            word |= taken << filled;
            if filled + count >= WORD {
                room[bits] = word;
                bits += 1;
                word = if filled == 0 { 0 } else { taken >> (WORD - filled) };
                filled = filled + count - WORD;
            } else {
                filled += count;
            }
        }
        room[bits] = word;
        room[bits + 1] = 0;
        Stream { bits: &room[..bits + 2] }
    }

    /// The 64 bits from `place` on; what lies beyond the end is zero.
    #[inline(always)]
    fn at(&self, place: usize) -> u64 {
        let (word, shift) = (place / WORD, place % WORD);
        let low = self.bits[word] >> shift;
        let high = self.bits[word + 1];
        if shift == 0 { low } else { low | high << (WORD - shift) }
    }

    /// Adds the bits to `row`, spread over the columns `has`, where `free` lets them.
    #[inline(always)]
    fn spread<C: Cpu>(&self, cpu: C, row: &mut [u64], has: &[u64], free: &[u64]) {
        let mut place = 0;
        for ((word, &has), &free) in row.iter_mut().zip(has).zip(free) {
            *word |= cpu.deposit(self.at(place), has) & free;
            place += has.count_ones() as usize;
        }
    }

    /// The same, with the places of the words at hand.
    #[inline(always)]
    fn spread_at<C: Cpu>(&self, cpu: C, row: &mut [u64], has: &[u64], before: &[u32], free: &[u64]) {
        if let &[low, _] = self.bits {
            for (((word, &has), &before), &free) in row.iter_mut().zip(has).zip(before).zip(free) {
                *word |= cpu.deposit(low >> (before & 63), has) & free;
            }
        } else {
            for (((word, &has), &before), &free) in row.iter_mut().zip(has).zip(before).zip(free) {
                *word |= cpu.deposit(self.at(before as usize), has) & free;
            }
        }
    }
}

/// `row |= other`
#[inline(always)]
pub(crate) fn or(row: &mut [u64], other: &[u64]) {
    for (word, &other) in row.iter_mut().zip(other) {
        *word |= other;
    }
}

/// `row |= a & b`
#[inline(always)]
pub(crate) fn or_and(row: &mut [u64], a: &[u64], b: &[u64]) {
    for ((word, &a), &b) in row.iter_mut().zip(a).zip(b) {
        *word |= a & b;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draughts::kernel::Portable;

    #[test]
    fn a_row_comes_back_to_the_columns_with_the_king() {
        let catalog = Catalog::new(2);
        let columns = Columns::of_group(catalog.side(SideType::new(0, 2).unwrap()), 0);
        let fewer = columns.without_king(&catalog);
        assert_eq!((columns.words(), fewer.words()), (8, 1));
        let (free, mut scratch) = ([u64::MAX; 8], [0; 8]);
        for (king, column) in [(0, 0), (2, 2), (3, 4), (4, 7)] {
            let (source, mut row) = ([1 << king], [0; 8]);
            columns.add_without_king(Portable, &mut row, (&fewer, &source), 1, &free, &mut scratch);
            assert_eq!(row, [1 << column, 0, 0, 0, 0, 0, 0, 0]);
        }
    }
}
