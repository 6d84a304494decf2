//! How fast slices are solved and compressed, family by family, with the published counts asserted.
//!
//! `cargo bench -p retrograde-solver --bench solve` solves two to five pieces on one thread, with each
//! kind of instructions that the machine has; `-- 6` six pieces; `-- 7 4` seven pieces, four a side at
//! most; `-- 7 4 0` of these the slices without men. A slice and its reverse are solved together and make one row. Only solving is measured
//! there; the second table compresses and unpacks the blocks of real tables.

#[path = "../../db/benches/harness/mod.rs"]
mod harness;
mod tables;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use harness::{Sheet, arguments, cpu_time, either};
use retrograde_db::draughts::Slice;
use retrograde_db::file::{BlockDecoder, BlockEncoder, BlockNumber, Rows, Table, value_in_packed};
use retrograde_solver::Progress;
use retrograde_solver::draughts::{BuildOptions, CpuKind, Phase, Phases, count};

fn main() {
    let mut numbers = arguments().filter_map(|word| word.parse().ok());
    let pieces = numbers.next().unwrap_or(either(5, 3));
    let side_pieces = numbers.next();
    let men = numbers.next();
    let kinds: Vec<CpuKind> = CpuKind::ALL.into_iter().filter(|kind| kind.is_available()).rev().collect();
    // The slow kinds are for comparison on few pieces only.
    let kinds = if pieces > 5 { &kinds[..1] } else { &kinds[..] };
    for &cpu in kinds {
        let threads = NonZeroUsize::new(1);
        solve(&BuildOptions { side_pieces, men, threads, cpu, ..BuildOptions::new(pieces) });
    }
    blocks();
}

/// Notes the CPU time at which each slice begins.
#[derive(Default)]
struct Marks(Mutex<Vec<(String, Duration)>>);

impl Progress for Marks {
    fn part(&self, name: &str) {
        self.0.lock().expect("no panic while it was held").push((name.to_owned(), cpu_time()));
    }
}

/// Positions of a slice and its reverse.
fn positions(slice: Slice) -> u64 {
    if slice == slice.reversed() { slice.positions() } else { 2 * slice.positions() }
}

fn solve(options: &BuildOptions) {
    let (marks, phases) = (Marks::default(), Phases::default());
    let counts = count(options, &marks, &AtomicBool::new(false), &phases).expect("memory for the values");
    let end = cpu_time();
    let published = tables::published();
    for (slice, counts) in &counts {
        assert_eq!(counts.total(), slice.positions(), "{slice}");
        if slice.pieces() <= 5 {
            assert_eq!(*counts, published[slice].all, "{slice}");
        }
    }
    println!("\nsolving, one thread, {:?}: families of a million positions and more", options.cpu);
    println!("{:<12} {:>14} {:>9} {:>9}", "slice", "positions", "CPU s", "M/CPU s");
    let marks = marks.0.into_inner().expect("no panic while it was held");
    let ends = marks.iter().skip(1).map(|(_, time)| *time).chain([end]);
    let mut sums: BTreeMap<u8, (u64, f64)> = BTreeMap::new();
    for ((name, start), end) in marks.iter().zip(ends) {
        let slice: Slice = name.parse().expect("parts are named for their slices");
        let (positions, seconds) = (positions(slice), (end - *start).as_secs_f64());
        let sum = sums.entry(slice.pieces()).or_default();
        *sum = (sum.0 + positions, sum.1 + seconds);
        if positions >= 1_000_000 {
            row(name, positions, seconds);
        }
    }
    for (pieces, (positions, seconds)) in &sums {
        row(&format!("{pieces} pieces"), *positions, *seconds);
    }
    row("all", sums.values().map(|sum| sum.0).sum(), sums.values().map(|sum| sum.1).sum());
    let all: f64 = Phase::ALL.into_iter().map(|phase| phases.time(phase).as_secs_f64()).sum();
    for phase in Phase::ALL {
        let seconds = phases.time(phase).as_secs_f64();
        println!("{:<14} {seconds:>8.2} s of wall time, {:>4.1} %", phase.name(), 100.0 * seconds / all);
    }
}

fn row(name: &str, positions: u64, seconds: f64) {
    println!("{name:<12} {positions:>14} {seconds:>9.3} {:>9.1}", positions as f64 / seconds / 1e6);
}

/// Packs and unpacks the blocks of tables: of all up to four pieces, and of three pieces against two.
fn blocks() {
    let sheet = Sheet::new("blocks of real tables, positions and blocks");
    let four = either(4, 3);
    let files = tables::build_tables(either(5, 4));
    let of = |wanted: &dyn Fn(Slice) -> bool| -> Vec<&[u8]> {
        let wanted = files.iter().filter(|(name, _)| wanted(slice_of(name)));
        wanted.map(|(_, bytes)| &bytes[..]).collect()
    };
    blocks_of(&sheet, "2-4 pieces", &of(&|slice| slice.pieces() <= four));
    blocks_of(&sheet, "3 v 2", &of(&|slice| slice.mover().pieces().abs_diff(slice.opponent().pieces()) == 1));
}

/// The slice of a table's file.
fn slice_of(name: &str) -> Slice {
    name.split('.').next().and_then(|slice| slice.parse().ok()).expect("files are named for their slices")
}

/// A block of a table, its values one a byte, and packed.
struct RealBlock {
    rows: Rows,
    codes: Vec<u8>,
    packed: Vec<u8>,
}

fn blocks_of(sheet: &Sheet, name: &str, files: &[&[u8]]) {
    let mut blocks = Vec::new();
    for bytes in files {
        let table = Table::open(bytes).expect("a sound table");
        for block in 0..table.block_count() {
            let mut packed = Vec::new();
            table.decode_block(BlockNumber(block), &mut BlockDecoder::new(), &mut packed).expect("sound");
            let values = table.header().values_in_block(block).expect("a block of the table");
            let code = |place| value_in_packed(&packed, place).expect("a place of the block").code();
            let codes = (0..values).map(code).collect();
            blocks.push(RealBlock { rows: table.header().rows, codes, packed });
        }
    }
    let positions = blocks.iter().map(|block| block.codes.len() as u64).sum();
    let mut encoder = BlockEncoder::new(Rows::NONE);
    let mut encode = |block: &RealBlock| {
        encoder.set_rows(block.rows);
        encoder.encode(&block.codes).expect("codes")
    };
    let encoded: Vec<_> = blocks.iter().map(&mut encode).collect();
    sheet.row(&format!("compressing {name}, positions"), positions, &encoded, || {
        blocks.iter().map(&mut encode).collect()
    });
    let mut decoder = BlockDecoder::new();
    let mut packed = Vec::new();
    sheet.row(&format!("unpacking {name}, blocks"), blocks.len() as u64, &true, || {
        blocks.iter().zip(&encoded).all(|(block, encoded)| {
            decoder
                .decode(encoded.bytes(), encoded.values(), block.rows, &mut packed)
                .expect("a sound block");
            packed == block.packed
        })
    });
}
