//! How fast the move generator is: perft from the start, with the published answers asserted.
//!
//! `cargo bench -p retrograde-db --bench perft`. One thread; on Linux the rate is that of CPU time,
//! elsewhere of wall time.

use std::time::{Duration, Instant};

use retrograde_db::draughts::{Depth, Position, Rules, perft, perft_merging_routes};

fn main() {
    let (rules, start, depth) = (&Rules::ENGLISH, Position::start(), Depth::new(12));
    run("perft 12", 388_623_673, || perft(rules, start, depth));
    run("perft 12, routes merged", 388_617_999, || perft_merging_routes(rules, start, depth));
    let view = start.view();
    run("can_capture, 2^28 calls", 0, || {
        (0..1u64 << 28).map(|_| u64::from(rules.can_capture(std::hint::black_box(view)))).sum()
    });
}

/// Times a count, and stops where it is wrong.
fn run(name: &str, expected: u64, count: impl Fn() -> u64) {
    let (wall, cpu) = (Instant::now(), cpu_time());
    let found = count();
    let wall = wall.elapsed();
    let cpu = cpu_time().zip(cpu).map_or(wall, |(end, begin)| end.saturating_sub(begin));
    assert_eq!(found, expected, "{name}");
    println!("{name}: {found}, {:.2} s CPU, {:.2} s wall", cpu.as_secs_f64(), wall.as_secs_f64());
    if found > 0 {
        println!("    {:.1} million leaves a second", found as f64 / cpu.as_secs_f64() / 1e6);
    }
}

/// Time that this process has spent on a CPU, where the system tells it.
fn cpu_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?))
}
