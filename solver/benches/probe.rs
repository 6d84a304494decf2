//! How fast probes are: random positions of two to four pieces, all of them drawn evenly.
//!
//! `cargo bench -p retrograde-solver --bench probe`; `-- 6` for two to six pieces, whose tables take a
//! minute to make. Tables are made in memory. Positions are drawn,
//! and their values found by another route, before the clock starts; the values of all positions,
//! counted by slice, are held against the published counts, and each answer of each probe against
//! its value. Threads share one set of tables and what is drawn.

#[path = "../../db/benches/harness/mod.rs"]
mod harness;
mod tables;

use std::collections::BTreeMap;
use std::path::Path;

use harness::{Sheet, arguments, either};
use retrograde_db::Value;
use retrograde_db::draughts::{Position, Rules, View};
use retrograde_probe::Options;
use retrograde_probe::draughts::{ProbeError, Tables};
use tables::{Known, Sample};

fn main() {
    match arguments().find_map(|word| word.parse().ok()) {
        Some(pieces) => many_pieces(pieces),
        None => four_pieces(),
    }
}

/// Positions of more pieces than all values of which could be kept beside the tables.
fn many_pieces(pieces: u8) {
    let files = tables::build_tables(pieces);
    let known = Known::when_asked(&files);
    let any = known.draw(either(200_000, 1_000), |_| true);
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), &files);
    let sheet = Sheet::new(&format!("random positions of 2-{pieces} pieces, probes"));
    let packed = known.positions() / 4;
    println!("({packed} bytes of values when unpacked)");
    for (megabytes, probes) in [(1024, 200_000), (256, 200_000), (0, 20_000)] {
        let tables = open(folder.path(), megabytes << 20);
        for threads in [1, 2, 8] {
            let name = format!("cache of {megabytes} MiB, {threads} threads");
            measure(&sheet, &name, &any.first(probes), threads, &|position| tables.probe(position));
        }
    }
}

fn write(folder: &Path, files: &BTreeMap<String, Vec<u8>>) {
    for (name, bytes) in files {
        std::fs::write(folder.join(name), bytes).expect("room for tables");
    }
}

fn four_pieces() {
    let files = tables::build_tables(4);
    let known = Known::new(&files);
    let any = known.draw(either(1_000_000, 10_000), |_| true);
    let quiet = known.draw(either(1_000_000, 10_000), |view| !Rules::ENGLISH.can_capture(view));
    // To choose the room of the cache takes a folder.
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), &files);
    let tables = Tables::from_memory(files).expect("names of tables");

    let sheet = Sheet::new("random positions of 2-4 pieces, all blocks in the cache, probes");
    for threads in [1, 4] {
        let row = |name: &str, sample: &Sample, probe: &Probe<'_>| {
            measure(&sheet, &format!("{name}, {threads} threads"), sample, threads, probe);
        };
        row("probe, any position", &any, &|position| tables.probe(position));
        row("probe, no capture", &quiet, &|position| tables.probe(position));
        row("probe_quiet, no capture", &quiet, &|position| tables.probe_quiet(position));
    }

    // To make compact ones takes longer than a test should.
    let pieces = either(4, 3);
    let compact = tables::build_compact_tables(pieces);
    let bytes = compact.values().map(Vec::len).sum::<usize>();
    let sheet =
        Sheet::new(&format!("positions of 2-{pieces} pieces, compact tables ({bytes} bytes), probes"));
    let compact = Tables::from_memory(compact).expect("names of tables");
    let small = |view: View| view.occupied().len() <= pieces.into();
    let few = either(300_000, 2_000);
    let few =
        [known.draw(few, small), known.draw(few, |view| small(view) && !Rules::ENGLISH.can_capture(view))];
    for threads in [1, 4] {
        for (name, sample) in ["probe, any position", "probe, no capture"].into_iter().zip(&few) {
            let name = format!("{name}, {threads} threads");
            measure(&sheet, &name, sample, threads, &|position| compact.probe(position));
        }
    }

    let sheet = Sheet::new("the same with a small cache, probe_quiet; with 0 bytes each decodes a block");
    let some = quiet.first(either(20_000, 1_000));
    for cache_bytes in [1 << 20, 1 << 18, 0] {
        let tables = open(folder.path(), cache_bytes);
        let name = format!("cache of {cache_bytes} bytes");
        measure(&sheet, &name, &some, 1, &|position| tables.probe_quiet(position));
    }

    let sheet = Sheet::new("a set that is opened for it, probes");
    for probes in [1, 1_000, 100_000] {
        let some = any.first(probes);
        sheet.row(&format!("open, {probes} probes, close"), some.values.len() as u64, &some.values, || {
            let tables = open(folder.path(), Options::default().cache_bytes);
            answers(&some.positions, &|position| tables.probe(position))
        });
    }
}

fn open(folder: &Path, cache_bytes: usize) -> Tables {
    Tables::open(folder, Options { cache_bytes, ..Options::default() }).expect("a folder of tables")
}

type Probe<'a> = dyn Fn(Position) -> Result<Value, ProbeError> + Sync + 'a;

fn answers(positions: &[Position], probe: &Probe<'_>) -> Vec<Value> {
    positions.iter().map(|&position| probe(position).expect("all tables are there")).collect()
}

/// Probes a sample, cut into a part for each thread.
fn measure(sheet: &Sheet, name: &str, sample: &Sample, threads: usize, probe: &Probe<'_>) {
    let part = sample.positions.len().div_ceil(threads);
    sheet.row(name, sample.positions.len() as u64, &sample.values, || {
        std::thread::scope(|scope| {
            let parts = sample.positions.chunks(part);
            let threads: Vec<_> = parts.map(|part| scope.spawn(|| answers(part, probe))).collect();
            let parts: Vec<_> =
                threads.into_iter().map(|thread| thread.join().expect("no probe panics")).collect();
            parts.concat()
        })
    });
}
