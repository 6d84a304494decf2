//! Which positions a sample of tables is made of.
//!
//! A probe costs little where its block is in memory, and a hundred times as much where it has to be
//! decoded, so positions that are scattered one by one take a block for nearly every move. A sample is
//! therefore made of **runs** of consecutive positions, whose successors share blocks: some four thousand
//! of them over all tables, spread evenly, each at a place of its stretch that a hash gives.
//!
//! ```text
//! table     |------- stretch -------|------- stretch -------|---- ...
//! sample    |    ======             |            ======     |  ====
//! ```

use std::num::NonZeroU64;

/// How many runs there are, unless they would be shorter than one position or longer than [`LONGEST`].
const RUNS: u64 = 1 << 12;
/// The longest run: some blocks.
const LONGEST: u64 = 1 << 16;

/// A sample of the positions of many tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sample {
    /// One of so many positions is in it.
    stride: u64,
    /// How many of them stand next to each other.
    run: u64,
}

impl Sample {
    /// About `wanted` of `all` positions; all of them where no number is given.
    pub(crate) fn of(all: u64, wanted: Option<NonZeroU64>) -> Sample {
        let stride = wanted.map_or(1, |wanted| (all / wanted).max(1));
        Sample { stride, run: (all / stride / RUNS).clamp(1, LONGEST) }
    }

    /// How many of `size` positions are in it.
    pub(crate) fn len(self, size: u64) -> u64 {
        size.div_ceil(self.stride)
    }

    /// The place among `size` positions of the one with this number, which is below `len(size)`. Different
    /// numbers have different places.
    pub(crate) fn place(self, number: u64, size: u64) -> u64 {
        let stretch = number / self.run;
        let first = stretch * self.run * self.stride;
        let run = self.run.min(self.len(size) - stretch * self.run);
        let room = (self.run * self.stride).min(size - first) - run + 1;
        // A multiplicative hash (Knuth, The Art of Computer Programming 3, section 6.4).
        let hash = stretch.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(32);
        first + hash % room + number % self.run
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn places_are_distinct_and_within_the_table(
            stride in 1..50u64, run in 1..40u64, size in 1..3000u64
        ) {
            let sample = Sample { stride, run };
            let places: Vec<u64> = (0..sample.len(size)).map(|number| sample.place(number, size)).collect();
            prop_assert!(places.is_sorted_by(|one, next| one < next));
            prop_assert!(places.iter().all(|&place| place < size));
            prop_assert_eq!(places.len() as u64, size.div_ceil(stride));
        }
    }

    #[test]
    fn all_positions_are_a_sample_too_and_large_ones_come_in_runs() {
        let all = Sample::of(1 << 30, None);
        assert_eq!((all.len(1000), all.place(0, 1000), all.place(999, 1000)), (1000, 0, 999));
        let some = Sample::of(1 << 36, NonZeroU64::new(1 << 24));
        assert_eq!(some, Sample { stride: 1 << 12, run: 1 << 12 });
        assert_eq!(Sample::of(1 << 36, NonZeroU64::new(100)).run, 1);
    }
}
