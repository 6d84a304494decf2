//! Go: bounds against a naive fixpoint and published figures, and the same bytes however they are made.

mod advice;
mod exact;
mod naive;
mod proofs;
mod published;
mod same_bytes;
#[path = "../support/stop_after.rs"]
mod stop_after;

use std::sync::atomic::AtomicBool;

use retrograde_db::go::Suicide;
use retrograde_probe::go::Tables;
use retrograde_solver::go::{BuildOptions, BuildReport, build};
use retrograde_solver::{MemoryStore, Silent};

/// Builds a table in memory.
fn built(size: &str, suicide: Suicide) -> (BuildReport, Tables) {
    let options = BuildOptions::new(size.parse().unwrap(), suicide);
    let mut store = MemoryStore::default();
    let report = build(&mut store, &options, &Silent, &AtomicBool::new(false)).unwrap();
    (report, Tables::from_memory(store.into_tables()).unwrap())
}
