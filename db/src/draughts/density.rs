//! The two densities of tables, and which pairs of men classes a compact table keeps.
//!
//! **Fast** tables keep the values of both sides to move, so that a probe looks one value up, or
//! makes one ply of moves. **Compact** tables keep a part of the pairs of men classes, from which
//! every other position is a few plies away. That this is so rests on two facts: a quiet king move
//! leaves the men where they are and exchanges the sides, and a quiet man move does the same and
//! raises the advance of the men that moved by one. (A man that is crowned leads to a table with fewer
//! men.) Of a slice and its reverse only one has a table, and of that [`Density::keeps`] says
//!
//! - where a side has no king, which pairs by the advance of its men: each of its turns is a man move,
//!   so an even advance comes after two turns at most;
//! - where both sides have the same pieces with kings among them, those in which the mover's men are
//!   not ahead of the opponent's: after a move from any other pair the side that is ahead is the
//!   opponent, and further ahead, if anything has changed;
//! - else all.
//!
//! ```
//! use retrograde_db::draughts::{Density, MenClass, Slice, SliceIndex, SquareSet};
//!
//! let slice: Slice = "1m0k-0m1k".parse().unwrap();
//! let [fast, compact] = [Density::Fast, Density::Compact].map(|density| SliceIndex::with_density(slice, density));
//! // Of the seven ranks of the man the first, third, fifth and seventh.
//! assert_eq!((fast.size(), compact.size()), (28 * 31, 16 * 31));
//! let man_on_5 = MenClass::of(SquareSet::from_bits(1 << 4));
//! assert!(!Density::Compact.keeps(slice, man_on_5, MenClass::default()));
//! ```

use super::{MenClass, Slice, SquareSet, View};
use crate::file::IndexScheme;

/// How much a table keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Density {
    /// Both sides to move, for the fastest probes.
    #[default]
    Fast,
    /// What the rest can be found from by search.
    Compact,
}

impl Density {
    /// Both of them.
    pub const ALL: [Density; 2] = [Density::Fast, Density::Compact];

    /// The name in files of a numbering of the positions that are kept.
    #[must_use]
    pub const fn index_scheme(self) -> IndexScheme {
        match self {
            Density::Fast => IndexScheme(1),
            Density::Compact => IndexScheme(2),
        }
    }

    /// The density with this numbering; `None` for any other.
    #[must_use]
    pub fn of_index_scheme(scheme: IndexScheme) -> Option<Density> {
        Density::ALL.into_iter().find(|density| density.index_scheme() == scheme)
    }

    /// Its name on the command line: `"fast"` or `"compact"`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Density::Fast => "fast",
            Density::Compact => "compact",
        }
    }

    /// How many positions the table of a slice answers for: a compact one for those of the reverse too.
    #[must_use]
    pub fn positions(self, slice: Slice) -> u64 {
        let reversed = slice.reversed();
        let both = self == Density::Compact && reversed != slice;
        slice.positions() + if both { reversed.positions() } else { 0 }
    }

    /// Whether the table of a slice has a place for positions with men of these classes, each in the
    /// view of its own side.
    #[must_use]
    pub fn keeps(self, slice: Slice, mover: MenClass, opponent: MenClass) -> bool {
        let advances = || [mover.advance(), opponent.advance()];
        self == Density::Fast || compact_keeps(slice, advances, || [mover.number(), opponent.number()])
    }

    /// What [`Density::keeps`] says of a position of this slice.
    #[must_use]
    #[inline]
    pub fn keeps_view(self, slice: Slice, view: View) -> bool {
        let men = [view.own().men, view.their().men.turned()];
        let advances = || men.map(advance);
        self == Density::Fast || compact_keeps(slice, advances, || men.map(|men| MenClass::of(men).number()))
    }
}

/// Whether a compact table has a place, by the advances of both sides' men, and the numbers of their
/// classes if it comes to that.
#[inline]
fn compact_keeps(slice: Slice, advances: impl Fn() -> [u32; 2], numbers: impl Fn() -> [usize; 2]) -> bool {
    let (own, their) = (slice.mover(), slice.opponent());
    if own.kings() > 0 && their.kings() > 0 && own != their {
        return true;
    }
    let [own_advance, their_advance] = advances();
    if own != their {
        return if own.kings() == 0 { own_advance % 2 == 0 } else { their_advance % 2 == 0 };
    }
    let not_ahead = match own_advance.cmp(&their_advance) {
        std::cmp::Ordering::Equal => {
            let [own, their] = numbers();
            own <= their
        }
        order => order.is_lt(),
    };
    // With men alone each move is a man move, and the sum grows by one.
    not_ahead && (own.kings() > 0 || (own_advance + their_advance) / 2 % 2 == 0)
}

/// The sum of the ranks of these men: of those on ranks whose number has a bit, that bit.
#[inline]
fn advance(men: SquareSet) -> u32 {
    let on = |ranks: u32| (men.bits() & ranks).count_ones();
    on(0xF0F0_F0F0) + 2 * on(0xFF00_FF00) + 4 * on(0xFFFF_0000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draughts::{SideType, SliceIndex};

    #[test]
    fn the_advance_of_men_is_that_of_their_class() {
        for seed in 0..1_000u32 {
            let men =
                SquareSet::from_bits(seed.wrapping_mul(0x9E37_79B9) >> 4 & seed.wrapping_mul(0x85EB_CA6B));
            assert_eq!(advance(men), MenClass::of(men).advance(), "{men:?}");
        }
    }

    /// Plies of quiet moves without a crowning until a kept pair is reached, whatever is played.
    fn plies(table: Slice, slice: Slice, mover: MenClass, opponent: MenClass) -> u32 {
        if slice == table && Density::Compact.keeps(slice, mover, opponent) {
            return 0;
        }
        let men_moves = next_classes(mover).into_iter();
        let stays = (slice.mover().kings() > 0).then_some(mover);
        let after = men_moves.chain(stays).map(|moved| plies(table, slice.reversed(), opponent, moved));
        1 + after.max().unwrap_or(0)
    }

    /// The classes after a man moves by one rank.
    fn next_classes(class: MenClass) -> Vec<MenClass> {
        let one_step = |next: &MenClass| {
            let change = |rank| i32::from(next.men_on_rank(rank)) - i32::from(class.men_on_rank(rank));
            (0..6).any(|from| {
                (0..7).all(|rank| change(rank) == i32::from(rank == from + 1) - i32::from(rank == from))
            })
        };
        MenClass::all(class.men()).into_iter().filter(one_step).collect()
    }

    #[test]
    fn kept_pairs_are_reached_from_everywhere() {
        let side = |men, kings| SideType::new(men, kings).unwrap();
        for (own, their, most) in [
            (side(0, 2), side(0, 1), 1),
            (side(0, 2), side(0, 2), 1),
            (side(1, 1), side(0, 1), 1),
            (side(1, 1), side(1, 1), 1),
            (side(2, 0), side(1, 1), 3),
            (side(1, 1), side(2, 0), 3),
            (side(2, 0), side(1, 0), 3),
            (side(2, 0), side(2, 0), 4),
        ] {
            let table = Slice::new(own, their).unwrap();
            let mut found = 0;
            for slice in [table, table.reversed()] {
                for pair in SliceIndex::new(slice).class_pairs() {
                    found = found.max(plies(table, slice, pair.mover, pair.opponent));
                }
            }
            assert!(found <= most, "{table}: {found} plies, at most {most} expected");
        }
    }
}
