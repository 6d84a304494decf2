//! The constant tables of every side type that a build needs, made once.

use std::sync::Arc;

use rayon::prelude::*;
use retrograde_db::draughts::{SideType, Slice};

use super::group::SideGroups;
use super::king_sets::KingSets;

/// Side types by men and kings, of up to [`Slice::MAX_PIECES`] - 1 pieces.
const SPAN: usize = Slice::MAX_PIECES as usize;

/// Number of a side type: its place in tables by side type.
#[inline(always)]
pub(crate) fn side_number(side: SideType) -> usize {
    usize::from(side.men()) * SPAN + usize::from(side.kings())
}

/// How many numbers [`side_number`] gives.
pub(crate) const SIDE_NUMBERS: usize = SPAN * SPAN;

/// Groups of all side types up to a number of pieces.
pub(crate) struct Catalog {
    sides: Vec<Option<Arc<SideGroups>>>,
}

impl Catalog {
    /// The side types of up to so many pieces.
    pub(crate) fn new(pieces: u8) -> Catalog {
        let kings: Vec<_> = (0..=pieces).map(|count| Arc::new(KingSets::new(count))).collect();
        let mut catalog = Catalog { sides: vec![const { None }; SIDE_NUMBERS] };
        // Groups refer to those of the types with one piece less.
        for pieces in 0..=pieces {
            let sides: Vec<SideType> = SideType::with_pieces(pieces).collect();
            let groups = |&side: &SideType| {
                let kings = Arc::clone(&kings[usize::from(side.kings())]);
                Arc::new(SideGroups::new(side, kings, |smaller| catalog.side(smaller)))
            };
            let groups: Vec<_> = sides.par_iter().with_max_len(1).map(groups).collect();
            for (side, groups) in sides.into_iter().zip(groups) {
                catalog.sides[side_number(side)] = Some(groups);
            }
        }
        catalog
    }

    /// The groups of a side type.
    ///
    /// # Panics
    /// For a side with more pieces than the catalog was made for, which no slice of the build has.
    #[inline(always)]
    pub(crate) fn side(&self, side: SideType) -> &Arc<SideGroups> {
        self.sides[side_number(side)].as_ref().expect("the catalog holds every side type of the build")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_join_men_of_one_advance_or_hold_one_set() {
        let catalog = Catalog::new(3);
        let side = |men, kings| catalog.side(SideType::new(men, kings).unwrap());
        let place = side(1, 1).locate(1 << 5, 1 << 9);
        assert_eq!((place.group, place.column), (1, 41));
        let group = side(1, 1).group(1);
        assert_eq!((group.columns(), group.words(), group.advance()), (128, 2, 1));
        assert_eq!(group.joined_has_man(5)[0] & group.joined_has_king(5)[0], 1 << 37);
        assert_eq!((side(1, 2).groups().len(), side(1, 2).group(0).columns()), (28, 496));
        assert_eq!((side(2, 0).groups().len(), side(2, 0).group(0).columns()), (1, 378));
        assert_eq!(side(3, 0).groups().len(), 19);
    }
}
