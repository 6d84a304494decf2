//! Stretches: what the values of a block leave open about its runs.
//!
//! Where one value follows another, a run has to end. Between the last position that somebody asks for with
//! the first value and the first one with the second value it can end anywhere, and that is all the freedom an
//! encoder has: the sequence of values is given. So a stretch is a value and the two places between which its
//! run ends. Written with `?` for what nobody asks for, the block `2 ? ? 0 ? 0 ? 1` has three:
//!
//! | value | ends at least at | and at most at |
//! |---|---|---|
//! | 2 | 1 | 3 |
//! | 0 | 6 | 7 |
//! | 1 | 8 | 8, with the block |
//!
//! A stretch begins where the run before it ends, so it has no beginning of its own.

use crate::file::codes::code_at;

/// Positions that have one value, or are asked for by nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stretch {
    pub(super) value: u8,
    /// The run has to last to here at least,
    pub(super) least: u32,
    /// and to here at most, where the next value begins.
    pub(super) most: u32,
}

/// Finds the stretches of a block of `len` codes, given by words of low bits and of high bits, both set for a
/// position that nobody asks for and beyond the last one; what was in `stretches` is dropped.
///
/// A word is looked at once for each change of values in it, not once for each position.
pub(super) fn find_stretches(words: &[[u64; 2]], len: usize, stretches: &mut Vec<Stretch>) {
    stretches.clear();
    let Some(mut stretch) = first_stretch(words) else { return };
    for (number, &[low, high]) in (0u32..).zip(words) {
        let first = number * u64::BITS;
        let mut asked = !(low & high);
        loop {
            let [low_of_value, high_of_value] = bits_of(stretch.value);
            let equal = asked & !(low ^ low_of_value) & !(high ^ high_of_value);
            let others = asked & !equal;
            let change = others.trailing_zeros();
            let before = equal & !u64::MAX.checked_shl(change).unwrap_or(0);
            if before != 0 {
                stretch.least = first + u64::BITS - before.leading_zeros();
            }
            if others == 0 {
                break;
            }
            stretch.most = first + change;
            stretches.push(stretch);
            stretch.value = code_at([low, high], change);
            asked &= u64::MAX << change;
        }
    }
    stretch.most = len as u32;
    stretches.push(stretch);
}

/// The stretch of the first position that is asked for.
fn first_stretch(words: &[[u64; 2]]) -> Option<Stretch> {
    let &[low, high] = words.iter().find(|&&[low, high]| low & high != u64::MAX)?;
    let place = (!(low & high)).trailing_zeros();
    Some(Stretch { value: code_at([low, high], place), least: 0, most: 0 })
}

/// A value's bits, 64 times.
fn bits_of(value: u8) -> [u64; 2] {
    [value & 1, value >> 1].map(|bit| u64::from(bit).wrapping_neg())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::file::BlockCodes;

    /// The same, position by position.
    fn one_by_one(codes: &[u8]) -> Vec<Stretch> {
        let mut stretches: Vec<Stretch> = Vec::new();
        for (place, &code) in (0..).zip(codes).filter(|&(_, &code)| code != 3) {
            match stretches.last_mut() {
                Some(last) if last.value == code => last.least = place + 1,
                _ => stretches.push(Stretch { value: code, least: place + 1, most: 0 }),
            }
        }
        let begins = |stretch: &Stretch| {
            let begin =
                codes[..stretch.least as usize].iter().rposition(|&code| code != 3 && code != stretch.value);
            (begin.map_or(0, |before| before + 1)..codes.len())
                .find(|&place| codes[place] == stretch.value)
                .unwrap() as u32
        };
        let ends: Vec<u32> = stretches.iter().skip(1).map(begins).chain([codes.len() as u32]).collect();
        stretches.iter_mut().zip(ends).for_each(|(stretch, end)| stretch.most = end);
        stretches
    }

    #[test]
    fn two_values_leave_a_gap_between_them_open() {
        let codes = BlockCodes::from_bytes(&[2, 3, 3, 0, 3, 0, 3, 1]).unwrap();
        let mut found = Vec::new();
        find_stretches(codes.words(), codes.len(), &mut found);
        let expected = [(2, 1, 3), (0, 6, 7), (1, 8, 8)];
        assert_eq!(found, expected.map(|(value, least, most)| Stretch { value, least, most }));
    }

    proptest! {
        #[test]
        fn words_give_the_same_as_positions_one_by_one(
            runs in proptest::collection::vec((0..4u8, 1..100usize), 0..30),
            single in proptest::collection::vec(0..4u8, 0..300),
        ) {
            let runs: Vec<u8> = runs.iter().flat_map(|&(code, len)| std::iter::repeat_n(code, len)).collect();
            for codes in [&runs[..], &single[..], &[runs.clone(), single.clone()].concat()[..]] {
                let mut found = vec![Stretch { value: 9, least: 9, most: 9 }];
                let bits = BlockCodes::from_bytes(codes).unwrap();
                find_stretches(bits.words(), codes.len(), &mut found);
                prop_assert_eq!(found, one_by_one(codes));
            }
        }
    }
}
