//! The index: a bijection on every slice, and slices that add up to the published numbers.

use proptest::prelude::*;
use retrograde_db::draughts::{SideType, Slice, SliceIndex, placements, position_counts};

/// How many positions a slice has by the closed formula.
fn formula(slice: Slice) -> u128 {
    let (mover, opponent) = (slice.mover(), slice.opponent());
    placements(mover.men().into(), mover.kings().into(), opponent.men().into(), opponent.kings().into())
}

#[test]
fn every_slice_has_as_many_numbers_as_positions_to_8_pieces() {
    for slice in Slice::up_to(8) {
        assert_eq!(u128::from(SliceIndex::new(slice).size()), formula(slice), "{slice}");
    }
}

#[test]
fn every_number_to_4_pieces_comes_back() {
    let mut positions = 0;
    for slice in Slice::up_to(4) {
        let index = SliceIndex::new(slice);
        for number in 0..index.size() {
            let view = index.view(number).unwrap();
            assert_eq!(index.index_of(view), Ok(number), "{slice} {number}");
        }
        assert_eq!(index.view(index.size()), None);
        positions += index.size();
    }
    // Published: 3,488 + 196,032 + 6,209,316.
    assert_eq!(positions, 6_408_836);
}

/// The most pieces that a side has in the published counts.
const SIDE: u32 = 12;

/// One line of `position_counts.csv`: pieces, all placements, those with both sides present.
fn published() -> Vec<(u32, u128, Option<u128>)> {
    let lines = include_str!("../data/position_counts.csv").lines().filter(|line| !line.starts_with('#'));
    let counts: Vec<_> = lines
        .skip(1)
        .map(|line| {
            let [pieces, all, both] = line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
            let both = (!both.is_empty()).then(|| both.parse().unwrap());
            (pieces.parse().unwrap(), all.parse().unwrap(), both)
        })
        .collect();
    assert_eq!((counts.len(), counts.iter().filter(|row| row.2.is_some()).count()), (24, 10));
    counts
}

/// All placements where the side to move has so many pieces, and the opponent so many.
fn placements_of(mover: u32, opponent: u32) -> u128 {
    (0..=mover)
        .flat_map(|own| (0..=opponent).map(move |their| (own, their)))
        .map(|(own, their)| placements(own, mover - own, their, opponent - their))
        .sum()
}

/// All placements of so many pieces, a side having `fewest` to `most` of them.
fn placements_with(pieces: u32, fewest: u32, most: u32) -> u128 {
    let sides = fewest..=most;
    sides
        .clone()
        .filter_map(|mover| Some((mover, pieces.checked_sub(mover)?)))
        .filter(|(_, opponent)| sides.contains(opponent))
        .map(|(mover, opponent)| placements_of(mover, opponent))
        .sum()
}

#[test]
fn placements_add_up_to_the_published_rows() {
    for (pieces, all, both) in published() {
        assert_eq!(placements_with(pieces, 0, SIDE), all, "{pieces} pieces");
        assert_eq!(position_counts(pieces).all, all, "{pieces} pieces");
        if let Some(both) = both {
            assert_eq!(placements_with(pieces, 1, SIDE), both, "{pieces} pieces, both sides present");
            assert_eq!(position_counts(pieces).both_sides, both, "{pieces} pieces, both sides present");
        }
    }
}

/// The published totals follow two conventions: those of the whole game let a side be empty, the one
/// of the databases with at most four pieces a side does not.
#[test]
fn placements_add_up_to_the_published_totals() {
    let total = |pieces, fewest, most| -> u128 {
        (1..=pieces).map(|pieces| placements_with(pieces, fewest, most)).sum()
    };
    assert_eq!(total(24, 0, SIDE), 500_995_484_682_338_672_639);
    assert_eq!(total(8, 0, SIDE), 443_748_401_247);
    assert_eq!(total(8, 1, 4), 132_537_738_625);
}

#[test]
fn the_largest_slices_have_the_published_sizes() {
    for (name, size) in
        [("1m2k-1m2k", 124_966_800), ("2m2k-1m2k", 1_415_939_616), ("2m2k-2m2k", 15_437_822_400u64)]
    {
        assert_eq!(SliceIndex::new(name.parse().unwrap()).size(), size, "{name}");
    }
}

/// Slices of 5 to 12 pieces, any kinds of them.
fn slices() -> impl Strategy<Value = Slice> {
    (5..=12u8)
        .prop_flat_map(|pieces| (Just(pieces), 1..pieces))
        .prop_flat_map(|(pieces, own)| (Just((own, pieces - own)), 0..=own, 0..=pieces - own))
        .prop_map(|((own, their), own_men, their_men)| {
            let mover = SideType::new(own_men, own - own_men).unwrap();
            let opponent = SideType::new(their_men, their - their_men).unwrap();
            Slice::new(mover, opponent).unwrap()
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn numbers_of_large_slices_come_back(slice in slices(), places in prop::collection::vec(any::<u64>(), 64)) {
        let index = SliceIndex::new(slice);
        prop_assert_eq!(u128::from(index.size()), formula(slice));
        prop_assert_eq!(index.view(index.size()), None);
        let ends = [0, index.size() - 1];
        for number in places.into_iter().map(|place| place % index.size()).chain(ends) {
            let view = index.view(number).unwrap();
            prop_assert_eq!(Slice::of(view), Ok(slice));
            prop_assert_eq!(index.index_of(view), Ok(number));
        }
    }
}
