//! Stopping a build on its way.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use retrograde_solver::Progress;

/// Stops a build once so many positions are done.
pub(crate) struct StopAfter<'a> {
    left: AtomicU64,
    interrupt: &'a AtomicBool,
}

impl<'a> StopAfter<'a> {
    pub(crate) fn new(positions: u64, interrupt: &'a AtomicBool) -> StopAfter<'a> {
        StopAfter { left: AtomicU64::new(positions), interrupt }
    }
}

impl Progress for StopAfter<'_> {
    fn advance(&self, positions: u64) {
        let left = self.left.load(Ordering::Relaxed).saturating_sub(positions);
        self.left.store(left, Ordering::Relaxed);
        if left == 0 {
            self.interrupt.store(true, Ordering::Relaxed);
        }
    }
}
