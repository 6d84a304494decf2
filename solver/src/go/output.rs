//! Writing a solved board.
//!
//! Solving keeps the bounds of one position of each board, that before any pass. The file keeps other ones,
//! the bounds of Black's best play, from which those of all four states follow (FORMAT.md, section 5). They
//! can't be had back from the former, which a pass may have narrowed, so the plays of each board are
//! followed once more. Blocks are encoded by all threads, a batch at a time, and written in order.
//!
//! Counts are of all boards, so each board that stands for its images counts as many times as it has some,
//! and each of its two states once more with White to move.
//!
//! The one board of 1x1 has no play. Its best play is none, -2 for both bounds, which is code 0 twice. The
//! position is worth 0 after a pass, when Black ends the game, and before one, when Black passes and White
//! ends it. So all four states are exact.

use std::cell::RefCell;
use std::io;
use std::ops::AddAssign;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use retrograde_db::file::{BoundsEncoder, EncodedBounds, TableHeader, TableWriter, WriteError};
use retrograde_db::go::BoundCounts;

use super::solve::Solved;
use crate::counted::Counted;
use crate::progress::Progress;

/// Blocks that are encoded before they are written.
const BATCH: u64 = 64;

/// What was counted while a table was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Boards, Black to move and no pass before.
    pub(super) boards: BoundCounts,
    /// Of the four states of each board, either player to move, after a pass or not: those in which
    /// both players force the same score.
    pub(super) exact_states: u64,
    /// Those whose bounds agree, once they are put on the board.
    pub(super) known_states: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.boards.exact += other.boards.exact;
        self.boards.open += other.boards.open;
        self.exact_states += other.exact_states;
        self.known_states += other.known_states;
    }
}

/// Writes the table; `None` once the run is asked to stop.
pub(super) fn write<W: io::Write>(
    solved: &Solved,
    header: &TableHeader,
    output: W,
    progress: &(dyn Progress + Sync),
    interrupt: &AtomicBool,
) -> Result<Option<(Counted<W>, Counts)>, WriteError> {
    let mut writer = TableWriter::new(Counted::new(output), header)?;
    let mut counts = Counts::default();
    let blocks = header.block_count();
    progress.begin(solved.orbits() * u64::from(solved.sweeps() + 2));
    progress.part("writing");
    let mut first = 0;
    while first < blocks {
        let batch = first..blocks.min(first + BATCH);
        first = batch.end;
        let encoded: Option<Vec<(EncodedBounds, Counts)>> = batch
            .into_par_iter()
            .map(|block| {
                let stop = interrupt.load(Ordering::Relaxed);
                (!stop).then(|| encode(solved, header, block))
            })
            .collect();
        let Some(encoded) = encoded else { return Ok(None) };
        for (block, of_block) in encoded {
            writer.append_bounds(&block)?;
            counts += of_block;
        }
    }
    let written = writer.finish(counts.boards.into())?;
    Ok(Some((written, counts)))
}

/// Encodes a block, and counts its boards.
fn encode(solved: &Solved, header: &TableHeader, block: u64) -> (EncodedBounds, Counts) {
    thread_local! {
        static ENCODER: RefCell<BoundsEncoder> = RefCell::default();
    }
    let index = solved.index();
    let size = index.size();
    let first = block * u64::from(header.positions_per_block);
    let len = header.values_in_block(block).unwrap_or(0) as u64;
    let mut counts = Counts::default();
    let mut plays = Vec::new();
    let codes: Vec<_> = (first..first + len)
        .map(|number| {
            let board = index.board(number)?;
            let images = u64::from(index.images_of_standard(board)?);
            let best = solved.best_play(board, &mut plays);
            let states = [solved.position(number), best.after_pass(board.score())];
            let known = |bounds: &&_| retrograde_db::go::Bounds::on_board(**bounds, size).exact().is_some();
            // What holds for Black to move holds with the colours swapped for White.
            counts.exact_states +=
                2 * images * states.iter().filter(|bounds| bounds.exact().is_some()).count() as u64;
            counts.known_states += 2 * images * states.iter().filter(known).count() as u64;
            match states[0].on_board(size).exact() {
                Some(_) => counts.boards.exact += images,
                None => counts.boards.open += images,
            }
            Some(best.codes(size))
        })
        .collect();
    let encoded = ENCODER.with_borrow_mut(|encoder| encoder.encode(&codes));
    (encoded.expect("bounds are codes, and a block is not too long"), counts)
}

#[cfg(test)]
mod tests {
    use retrograde_db::go::{BoardIndex, Suicide, TableName};

    use crate::progress::Silent;

    use super::*;

    #[test]
    fn a_single_point_is_worth_nothing_in_all_states() {
        let (size, interrupt) = ("1x1".parse().unwrap(), AtomicBool::new(false));
        let mut solved = Solved::begin(size, Suicide::Allowed, &interrupt).unwrap();
        assert_eq!(solved.sweep_all(u64::MAX, &Silent, &interrupt, |_| Ok::<(), ()>(())), Ok(true));
        let header = TableHeader::of_go(TableName::new(size, Suicide::Allowed), &BoardIndex::new(size));
        let (_, counts) = encode(&solved, &header, 0);
        let boards = BoundCounts { exact: 1, open: 0 };
        assert_eq!(counts, Counts { boards, exact_states: 4, known_states: 4 });
        let board = solved.index().board(0).unwrap();
        let codes = solved.best_play(board, &mut Vec::new()).codes(size);
        assert_eq!((codes.low, codes.high), (0, 0));
    }
}
