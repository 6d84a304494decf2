//! Slices that are solved side by side.
//!
//! Slices of equal pieces and equal men do not lead to each other: a capture takes a piece away, a
//! crowning a man, and any other move stays within a slice and its reverse. Small ones are solved
//! together, so that threads have enough to share out. Large ones are solved one by one: they keep
//! all threads busy alone, and a build that is interrupted goes on behind the last finished one.

use retrograde_db::draughts::Slice;

use super::solve::both;

/// Positions up to which slices are solved side by side.
const TOGETHER: u64 = 1 << 25;

/// Splits slices, each of which stands for itself and its reverse, into families that can be solved
/// side by side.
pub(crate) fn families(slices: &[Slice]) -> Vec<&[Slice]> {
    let mut families = Vec::new();
    let mut rest = slices;
    while let Some(first) = rest.first() {
        let mut positions = 0;
        let related = rest.iter().take_while(|slice| {
            positions += both(**slice).into_iter().map(Slice::positions).sum::<u64>();
            slice.pieces() == first.pieces() && slice.men() == first.men() && positions <= TOGETHER
        });
        let family;
        (family, rest) = rest.split_at(related.count().max(1));
        families.push(family);
    }
    families
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_are_all_slices_in_order() {
        let slices: Vec<Slice> =
            Slice::up_to(7).into_iter().filter(|slice| *slice <= slice.reversed()).collect();
        let families = families(&slices);
        assert_eq!(families.concat(), slices);
        assert!(families.len() < slices.len());
        for family in families {
            assert!(family.iter().all(|slice| slice.pieces() == family[0].pieces()));
            assert!(family.iter().all(|slice| slice.men() == family[0].men()));
        }
    }
}
