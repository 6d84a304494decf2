//! How often a driver was asked, and what came of it.
//!
//! Look-ups come from many threads, and a counter that all of them write to would slow them down more
//! than the look-up takes. So there are several sets of counters, each thread writes to one of them, and
//! they are added up when somebody asks.

use std::cell::Cell;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

/// Counts of look-ups since the driver was opened or its counts were set to zero. They wrap at 2^32.
#[derive(Debug, Default)]
#[repr(C)]
pub struct EgdbStatistics {
    /// Look-ups that were answered from memory.
    pub lru_cache_hits: AtomicU32,
    /// Look-ups for which a file had to be read.
    pub lru_cache_loads: AtomicU32,
    /// Always 0: tables that are loaded at once count as memory.
    pub autoload_hits: AtomicU32,
    /// All look-ups.
    pub db_requests: AtomicU32,
    /// Look-ups that gave a value.
    pub db_returns: AtomicU32,
    /// Look-ups of positions for which there is no table.
    pub db_not_present_requests: AtomicU32,
}

/// What came of a look-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The value was in memory.
    Hit,
    /// A file was read for it.
    Load,
    /// It was not in memory, and no file was to be read.
    NotInMemory,
    /// There is no table for it.
    NotPresent,
    /// It is no position, or its table can't be used.
    Unknown,
}

impl EgdbStatistics {
    fn counters(&self) -> [&AtomicU32; 6] {
        [
            &self.lru_cache_hits,
            &self.lru_cache_loads,
            &self.autoload_hits,
            &self.db_requests,
            &self.db_returns,
            &self.db_not_present_requests,
        ]
    }

    fn count(&self, outcome: Outcome) {
        let add = |counter: &AtomicU32| counter.fetch_add(1, Ordering::Relaxed);
        add(&self.db_requests);
        match outcome {
            Outcome::Hit => {
                add(&self.db_returns);
                add(&self.lru_cache_hits);
            }
            Outcome::Load => {
                add(&self.db_returns);
                add(&self.lru_cache_loads);
            }
            Outcome::NotPresent => {
                add(&self.db_not_present_requests);
            }
            Outcome::NotInMemory | Outcome::Unknown => {}
        }
    }
}

/// Enough that few of some dozens of threads share one.
const SETS: usize = 16;

/// A set of counters on cache lines of its own.
#[derive(Debug, Default)]
#[repr(align(128))]
struct ThreadCounters(EgdbStatistics);

/// The counters of a driver.
#[derive(Debug, Default)]
pub(super) struct Counters {
    sets: [ThreadCounters; SETS],
    /// What the driver points to when it is asked.
    sums: EgdbStatistics,
}

thread_local! {
    /// Which set a thread writes to.
    static SET: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Threads are numbered as they come.
fn set_of_this_thread() -> usize {
    static THREADS: AtomicUsize = AtomicUsize::new(0);
    SET.get().unwrap_or_else(|| {
        let number = THREADS.fetch_add(1, Ordering::Relaxed) % SETS;
        SET.set(Some(number));
        number
    })
}

impl Counters {
    pub(super) fn count(&self, outcome: Outcome) {
        self.sets[set_of_this_thread()].0.count(outcome);
    }

    pub(super) fn reset(&self) {
        for ThreadCounters(set) in &self.sets {
            set.counters().into_iter().for_each(|counter| counter.store(0, Ordering::Relaxed));
        }
    }

    /// Adds up all sets.
    pub(super) fn sums(&self) -> &EgdbStatistics {
        for (place, sum) in self.sums.counters().into_iter().enumerate() {
            let counts =
                self.sets.iter().map(|ThreadCounters(set)| set.counters()[place].load(Ordering::Relaxed));
            sum.store(counts.fold(0, u32::wrapping_add), Ordering::Relaxed);
        }
        &self.sums
    }
}
