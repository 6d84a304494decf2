//! Looking at the clock, and whether the run is asked to stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::limits::ExactStop;

/// What ends a run from outside.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch<'a> {
    pub(super) interrupt: &'a AtomicBool,
    pub(super) deadline: Option<Instant>,
}

/// Steps of preparing a board between two looks.
const STEPS_PER_LOOK: u64 = 1 << 14;

impl Watch<'_> {
    /// Looks whether to go on.
    pub(super) fn look(self) -> Result<(), ExactStop> {
        if self.interrupt.load(Ordering::Relaxed) {
            return Err(ExactStop::Interrupted);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(ExactStop::Time),
            _ => Ok(()),
        }
    }

    /// The same, only now and then: `step` counts up.
    #[inline]
    pub(super) fn look_at_step(self, step: u64) -> Result<(), ExactStop> {
        if step.is_multiple_of(STEPS_PER_LOOK) { self.look() } else { Ok(()) }
    }
}
