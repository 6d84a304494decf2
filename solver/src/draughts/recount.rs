//! Counting the values of a slice by probing all its positions.

use std::ops::Range;

use rayon::prelude::*;
use retrograde_db::ValueCounts;
use retrograde_db::draughts::{Position, Side, Slice, SliceIndex};
use retrograde_probe::draughts::{ProbeError, Tables};

use crate::tasks::tasks;

/// Positions that a thread counts at a time.
const POSITIONS_A_TASK: u64 = 4096;

/// Counts the values of all positions of a slice, those with captures too, by a probe of each: for compact
/// tables, which have a place for some of them only. Takes a few microseconds of CPU time a position there.
///
/// # Errors
/// Where a table that is needed is missing, damaged, or can't be read.
pub fn count_by_probing(tables: &Tables, slice: Slice) -> Result<ValueCounts, ProbeError> {
    let index = SliceIndex::new(slice);
    let count = |numbers: Range<u64>| {
        let mut counts = ValueCounts::default();
        for view in numbers.map_while(|number| index.view(number)) {
            counts.add(tables.probe(Position::from_view(view, Side::Black))?, 1);
        }
        Ok(counts)
    };
    let counts = tasks(index.size(), POSITIONS_A_TASK).map(count);
    counts.try_reduce(ValueCounts::default, |mut sum, counts| {
        sum += counts;
        Ok(sum)
    })
}
