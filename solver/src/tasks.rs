//! Ranges that threads share out.

use std::ops::Range;

use rayon::prelude::*;

/// The numbers below `len` in ranges of `size`, of which the last one may be shorter; each is a task that a
/// thread may take over.
///
/// Such loops say `with_max_len(1)`. Without it rayon cuts them into some two parts a thread, and goes on
/// cutting only what another thread takes over: one that has nothing to do a little later finds nothing to
/// take.
pub(crate) fn tasks(len: u64, size: u64) -> impl IndexedParallelIterator<Item = Range<u64>> {
    let tasks = (0..len.div_ceil(size) as usize).into_par_iter().with_max_len(1);
    tasks.map(move |task| {
        let first = task as u64 * size;
        first..len.min(first + size)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_numbers_come_once_and_in_order() {
        for len in [0, 1, 4, 5, 23] {
            let ranges: Vec<Range<u64>> = tasks(len, 5).collect();
            assert_eq!(ranges.iter().cloned().flatten().collect::<Vec<_>>(), (0..len).collect::<Vec<_>>());
            assert!(ranges.iter().all(|range| (1..=5).contains(&(range.end - range.start))));
        }
    }
}
