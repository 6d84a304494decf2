//! What the benches share: a clock, random numbers, and a table of results.
//!
//! A bench says what it runs, how often, and what has to come out; [`Sheet::row`] runs it a few
//! times, stops where the answer is wrong, and prints what it cost. Times are CPU time of the whole
//! process, all threads together, so that other work on the machine disturbs them little; where the
//! system has no such clock they are wall time, and the head of the table says so.
//!
//! `cargo bench` measures; words behind `--` choose the rows that have one of them in their name; numbers
//! are for the bench itself. Run as a test (`cargo test --benches`) a bench does the same on less, to
//! see that it still works. Benches of other crates include this file with `#[path]`.

// Each bench uses another part.
#![allow(dead_code)]

use std::fmt::Debug;
use std::time::{Duration, Instant};

/// Runs of each row: the least and the median of them are printed.
const RUNS: usize = 9;

/// Whether this run measures; if not it is a test, and little will do.
pub(crate) fn measuring() -> bool {
    std::env::args().any(|argument| argument == "--bench")
}

/// `measured` in a bench, `tested` in a test.
pub(crate) fn either<T>(measured: T, tested: T) -> T {
    if measuring() { measured } else { tested }
}

/// The arguments that are not cargo's own.
pub(crate) fn arguments() -> impl Iterator<Item = String> {
    std::env::args().skip(1).filter(|argument| argument != "--bench")
}

/// CPU time of this process so far, all threads together, those that have ended too.
#[cfg(unix)]
pub(crate) fn cpu_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// Wall time since the first call, in place of CPU time.
#[cfg(not(unix))]
pub(crate) fn cpu_time() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    START.elapsed()
}

/// What [`cpu_time`] measures.
pub(crate) const CLOCK: &str = if cfg!(unix) { "CPU" } else { "wall" };

/// A table of results, one row a measurement.
pub(crate) struct Sheet {
    runs: usize,
    chosen: Vec<String>,
}

impl Sheet {
    /// Prints the head of a table.
    pub(crate) fn new(title: &str) -> Sheet {
        let runs = either(RUNS, 1);
        println!("\n{title}");
        println!(
            "{:<44} {:>11} {:>9} {:>9} {:>9} {:>10} {:>9}",
            format!("least of {runs} runs"),
            "count",
            format!("{CLOCK} s"),
            "median",
            "wall s",
            format!("M/{CLOCK} s"),
            "ns each"
        );
        let chosen = arguments().filter(|word| word.parse::<u64>().is_err()).collect();
        Sheet { runs, chosen }
    }

    /// Runs `work`, which does something `count` times, and prints what that took.
    ///
    /// # Panics
    /// Where it gives anything but `expected`.
    pub(crate) fn row<T: PartialEq + Debug>(
        &self,
        what: &str,
        count: u64,
        expected: &T,
        mut work: impl FnMut() -> T,
    ) {
        if !self.chosen.is_empty() && !self.chosen.iter().any(|word| what.contains(word.as_str())) {
            return;
        }
        let mut runs: Vec<(Duration, Duration)> = (0..self.runs)
            .map(|_| {
                let (wall, cpu) = (Instant::now(), cpu_time());
                let found = work();
                let spent = (cpu_time() - cpu, wall.elapsed());
                // Long answers are not printed.
                assert!(found == *expected, "{what}: a wrong answer");
                spent
            })
            .collect();
        runs.sort();
        let least = runs[0].0.as_secs_f64();
        let wall = runs.iter().map(|run| run.1).min().unwrap_or_default();
        println!(
            "{what:<44} {count:>11} {least:>9.4} {:>9.4} {:>9.4} {:>10.2} {:>9.1}",
            runs[runs.len() / 2].0.as_secs_f64(),
            wall.as_secs_f64(),
            count as f64 / least / 1e6,
            least / count as f64 * 1e9
        );
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers on every machine.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }
}
