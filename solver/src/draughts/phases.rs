//! Where the time of solving goes.
//!
//! The work on a pair of groups has five parts that cost very different amounts from slice to slice; this
//! adds up what each takes, by the clock of the thread that waits for it.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use std::time::Duration;
//!
//! use retrograde_solver::Silent;
//! use retrograde_solver::draughts::{BuildOptions, Phase, Phases, count};
//!
//! let phases = Phases::default();
//! count(&BuildOptions::new(2), &Silent, &AtomicBool::new(false), &phases)?;
//! assert!(Phase::ALL.into_iter().all(|phase| phases.time(phase) > Duration::ZERO));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The work on a pair of groups, part by part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Captures, and moves that lead out of the pair of groups.
    Captures,
    /// Passes over the moves within the pair of groups.
    Passes,
    /// Handing over what the passes add: transposition.
    Transposition,
    /// Finding the positions that nobody looks up.
    Unasked,
    /// Putting values in the order of the index.
    Ordering,
}

impl Phase {
    /// All phases.
    pub const ALL: [Phase; 5] =
        [Phase::Captures, Phase::Passes, Phase::Transposition, Phase::Unasked, Phase::Ordering];

    /// A word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Captures => "captures",
            Phase::Passes => "passes",
            Phase::Transposition => "transposition",
            Phase::Unasked => "unasked",
            Phase::Ordering => "ordering",
        }
    }
}

/// Time spent in each phase, summed over threads. Threads that help one another out within a phase
/// count once, so with several threads and large pairs of groups the sum is less than the CPU time.
#[derive(Debug, Default)]
pub struct Phases {
    nanoseconds: [AtomicU64; 5],
}

impl Phases {
    /// The time spent in a phase so far.
    #[must_use]
    pub fn time(&self, phase: Phase) -> Duration {
        Duration::from_nanos(self.nanoseconds[phase as usize].load(Ordering::Relaxed))
    }

    /// Runs a part of a phase.
    pub(crate) fn run<T>(&self, phase: Phase, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        let spent = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.nanoseconds[phase as usize].fetch_add(spent, Ordering::Relaxed);
        result
    }
}
