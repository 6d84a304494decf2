//! The bounds of all boards of a size: swept until nothing changes.
//!
//! Each orbit has the bounds of its position that does not follow a pass, Black to move. They begin as
//! unknown. A sweep goes over all boards, those with most stones first, and sets the bounds of each to
//! what its plays and passes make of the present bounds of their positions. Boards whose bounds have met
//! are left out: they will not change.
//!
//! Low bounds only rise, high ones only fall, so the order of the boards and the number of threads make
//! no difference to what is reached in the end: the least fixpoint, which is the score that a player
//! forces. For the same reason a run can begin from whatever bounds an earlier one had reached.

use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering};

use rayon::prelude::*;
use retrograde_db::go::{Board, BoardIndex, BoardSize, Bounds, Score, Suicide};

use super::links::{Links, Pair, boards_after};
use super::orbits::Orbits;
use crate::progress::Progress;

/// The solved boards of a size.
#[derive(Debug)]
pub(super) struct Solved {
    index: BoardIndex,
    orbits: Orbits,
    suicide: Suicide,
    values: Vec<AtomicU16>,
    sweeps: u32,
}

/// Bounds as they are kept: both are raised so that they are not negative, the low one in the lower
/// byte.
fn packed(bounds: Bounds, size: BoardSize) -> u16 {
    let raised = |score: Score| (score.0 + size.points() as i8 + 1) as u16;
    raised(bounds.low) | raised(bounds.high) << 8
}

fn unpacked(bits: u16, size: BoardSize) -> Bounds {
    let lowered = |byte: u16| Score(byte as i8 - size.points() as i8 - 1);
    Bounds { low: lowered(bits & 0xFF), high: lowered(bits >> 8) }
}

impl Solved {
    /// A size of which nothing is known yet; `None` once the run is asked to stop.
    pub(super) fn begin(size: BoardSize, suicide: Suicide, interrupt: &AtomicBool) -> Option<Solved> {
        let index = BoardIndex::new(size);
        let orbits = Orbits::mark(&index, interrupt)?;
        let unknown = packed(Bounds::unknown(size), size);
        let values = (0..orbits.len()).into_par_iter().map(|_| AtomicU16::new(unknown)).collect();
        Some(Solved { index, orbits, suicide, values, sweeps: 0 })
    }

    /// The numbers of its boards.
    pub(super) const fn index(&self) -> &BoardIndex {
        &self.index
    }

    /// How many boards are different under the symmetries of the board.
    pub(super) fn orbits(&self) -> u64 {
        self.orbits.len().into()
    }

    /// How many sweeps it took; the last one changed nothing.
    pub(super) const fn sweeps(&self) -> u32 {
        self.sweeps
    }

    fn size(&self) -> BoardSize {
        self.index.size()
    }

    /// The values as bytes, to go on with later.
    pub(super) fn state(&self) -> Vec<u8> {
        self.values.iter().flat_map(|value| value.load(Ordering::Relaxed).to_le_bytes()).collect()
    }

    /// Goes on from the values of an earlier run. Gives whether they can be values of this size.
    pub(super) fn set_state(&mut self, bytes: &[u8]) -> bool {
        let (values, rest) = bytes.as_chunks::<2>();
        let most = 2 * self.size().points() + 2;
        let fits = |value: &[u8; 2]| value[0] <= value[1] && value[1] <= most;
        if values.len() != self.values.len() || !rest.is_empty() || !values.iter().all(fits) {
            return false;
        }
        self.values = values.iter().map(|&value| AtomicU16::new(u16::from_le_bytes(value))).collect();
        true
    }

    /// Sweeps until nothing changes. Links are kept as far as `room` bytes suffice, the others are found
    /// anew in every sweep. `after_sweep` is called behind each sweep; an error of it ends the run.
    /// Gives `false` once the run is asked to stop.
    pub(super) fn sweep_all<E>(
        &mut self,
        room: u64,
        progress: &(dyn Progress + Sync),
        interrupt: &AtomicBool,
        mut after_sweep: impl FnMut(&Solved) -> Result<(), E>,
    ) -> Result<bool, E> {
        let Some(kept) = self.links(room, progress, interrupt) else { return Ok(false) };
        loop {
            self.sweeps += 1;
            progress.begin(self.orbits() * u64::from(self.sweeps + 1));
            progress.part(&format!("sweep {}", self.sweeps));
            let changed = AtomicU64::new(0);
            kept.par_iter().with_max_len(1).enumerate().rev().for_each(|(chunk, links)| {
                if interrupt.load(Ordering::Relaxed) {
                    return;
                }
                let here = match links {
                    Some(links) => self.sweep(links),
                    None => self.sweep(&self.links_of(chunk)),
                };
                changed.fetch_add(here, Ordering::Relaxed);
                progress.advance(self.orbits.orbits_of(chunk).len() as u64);
            });
            after_sweep(self)?;
            if interrupt.load(Ordering::Relaxed) {
                return Ok(false);
            }
            if changed.into_inner() == 0 {
                return Ok(true);
            }
        }
    }

    /// The links of the pairs of a chunk that are not settled.
    fn links_of(&self, chunk: usize) -> Links {
        let open = |orbits| !self.is_settled(orbits);
        Links::of(&self.index, &self.orbits, self.suicide, chunk, open)
    }

    /// Whether the bounds of both boards of a pair are what they will be in the end: a low bound that
    /// has risen to the high one can rise no further, since it stays below what the high one falls to.
    #[inline]
    fn is_settled(&self, orbits: [u32; 2]) -> bool {
        orbits.into_iter().all(|orbit| {
            let value = self.values[orbit as usize].load(Ordering::Relaxed);
            value & 0xFF == value >> 8
        })
    }

    /// The links of each chunk that are kept; `None` once the run is asked to stop.
    fn links(
        &self,
        room: u64,
        progress: &(dyn Progress + Sync),
        interrupt: &AtomicBool,
    ) -> Option<Vec<Option<Links>>> {
        progress.begin(self.orbits());
        progress.part("links");
        let taken = AtomicU64::new(0);
        let keep = |chunk: usize| {
            progress.advance(self.orbits.orbits_of(chunk).len() as u64);
            if taken.load(Ordering::Relaxed) >= room {
                return None;
            }
            let links = self.links_of(chunk);
            let fits = taken.fetch_add(links.bytes(), Ordering::Relaxed) + links.bytes() <= room;
            fits.then_some(links)
        };
        (0..self.orbits.chunks())
            .into_par_iter()
            .with_max_len(1)
            .map(|chunk| (!interrupt.load(Ordering::Relaxed)).then(|| keep(chunk)))
            .collect()
    }

    /// Sets the values of a chunk anew, and gives how many changed.
    fn sweep(&self, links: &Links) -> u64 {
        let size = self.size();
        let mut changed = 0;
        let mut set = |orbit: u32, bounds: Bounds| {
            let (value, new) = (&self.values[orbit as usize], packed(bounds, size));
            if value.load(Ordering::Relaxed) != new {
                value.store(new, Ordering::Relaxed);
                changed += 1;
            }
        };
        for Pair { orbits, score, plays } in links.iter_rev() {
            if self.is_settled(orbits) {
                continue;
            }
            let [own, other] = plays.map(|plays| self.best_of(plays));
            set(orbits[0], own.before_pass(score, other));
            if orbits[1] != orbits[0] {
                set(orbits[1], other.before_pass(-score, own));
            }
        }
        changed
    }

    /// The bounds of the position of a board, by its number, that stands for its images: Black to move
    /// and no pass before.
    pub(super) fn position(&self, number: u64) -> Bounds {
        let orbit = self.orbits.orbit(number) as usize;
        unpacked(self.values[orbit].load(Ordering::Relaxed), self.size())
    }

    /// The bounds of Black's best play on a board.
    pub(super) fn best_play(&self, board: Board, plays: &mut Vec<u32>) -> Bounds {
        plays.clear();
        let orbit = |after: Board| self.orbits.orbit(self.index.standard(after.colours_swapped()).number);
        plays.extend(boards_after(board, self.suicide).map(orbit));
        self.best_of(plays)
    }

    /// The bounds of Black's best play, of those that lead to these orbits.
    #[inline]
    fn best_of(&self, plays: &[u32]) -> Bounds {
        let size = self.size();
        let (mut low, mut high) = (u16::MAX, u16::MAX);
        for &orbit in plays {
            let value = self.values[orbit as usize].load(Ordering::Relaxed);
            low = low.min(value & 0xFF);
            high = high.min(value >> 8);
        }
        if plays.is_empty() {
            return Bounds::without_play(size);
        }
        // The opponent's bounds, the lowest of each: Black's are as high, the other way round.
        unpacked(low | high << 8, size).colours_swapped()
    }
}
