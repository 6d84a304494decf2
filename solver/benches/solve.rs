//! How fast slices are solved and compressed, family by family, with the published counts asserted.
//!
//! `cargo bench -p retrograde-solver --bench solve` solves two to five pieces on one thread, with each
//! kind of instructions that the machine has; `-- 6` six pieces; `-- 7 4` seven pieces, four a side at
//! most; `-- 7 4 0` of these the slices without men. A slice and its reverse are solved together and make one row. Only solving is measured
//! there; the second table compresses the values of real tables and unpacks their blocks, of six pieces too where
//! as many are asked for.

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
    blocks(pieces.clamp(either(5, 4), 6));
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

/// Compresses the values of blocks of tables up to so many pieces, five at least, and unpacks the blocks.
fn blocks(pieces: u8) {
    let sheet = Sheet::new("blocks of real tables, positions and blocks");
    let files = tables::build_tables(pieces);
    // Pieces in all, and how many more one side has, where that is given.
    let classes = [
        ("2-4 pieces", 2..=4, None),
        ("2 v 2", 4..=4, Some(0)),
        ("3 v 2", 5..=5, Some(1)),
        ("5 pieces", 5..=5, None),
        ("3 v 3", 6..=6, Some(0)),
        ("6 pieces", 6..=6, None),
    ];
    for (name, in_all, more) in classes {
        let wanted = files.iter().filter(|(name, _)| {
            let slice = slice_of(name);
            let difference = slice.mover().pieces().abs_diff(slice.opponent().pieces());
            in_all.contains(&slice.pieces()) && more.is_none_or(|more| more == difference)
        });
        let tables: Vec<Table<&[u8]>> =
            wanted.map(|(_, bytes)| Table::open(&bytes[..]).expect("a sound table")).collect();
        if tables.is_empty() {
            continue;
        }
        if let "2-4 pieces" | "3 v 2" = name {
            compress(&sheet, name, &tables);
        }
        unpack(&sheet, name, &tables);
    }
}

/// Every block of these tables, as a probe has it: found in the file, checked, and decoded.
fn unpack(sheet: &Sheet, name: &str, tables: &[Table<&[u8]>]) {
    let blocks = tables.iter().map(Table::block_count).sum();
    let (mut decoder, mut packed) = (BlockDecoder::new(), Vec::new());
    // What is found is known by the middle and the end of each block.
    let mut work = || {
        let mut sum = 0u64;
        for table in tables {
            for block in (0..table.block_count()).map(BlockNumber) {
                table.decode_block(block, &mut decoder, &mut packed).expect("a sound block");
                let bytes = [packed[packed.len() / 2], packed[packed.len() - 1]];
                sum = sum.wrapping_mul(31).wrapping_add(u64::from(u16::from_le_bytes(bytes)));
            }
        }
        sum
    };
    let expected = work();
    sheet.row(&format!("unpacking {name}, blocks"), blocks, &expected, work);
}

/// The slice of a table's file.
fn slice_of(name: &str) -> Slice {
    name.split('.').next().and_then(|slice| slice.parse().ok()).expect("files are named for their slices")
}

/// The values of all blocks of these tables.
fn compress(sheet: &Sheet, name: &str, tables: &[Table<&[u8]>]) {
    let mut blocks: Vec<(Rows, Vec<u8>)> = Vec::new();
    for table in tables {
        let (mut decoder, mut packed) = (BlockDecoder::new(), Vec::new());
        for block in 0..table.block_count() {
            table.decode_block(BlockNumber(block), &mut decoder, &mut packed).expect("sound");
            let values = table.header().values_in_block(block).expect("a block of the table");
            let code = |place| value_in_packed(&packed, place).expect("a place of the block").code();
            blocks.push((table.header().rows, (0..values).map(code).collect()));
        }
    }
    let positions = blocks.iter().map(|(_, codes)| codes.len() as u64).sum();
    let mut encoder = BlockEncoder::new(Rows::NONE);
    let mut encode = || -> Vec<_> {
        let encode = blocks.iter().map(|(rows, codes)| {
            encoder.set_rows(*rows);
            encoder.encode(codes).expect("codes")
        });
        encode.collect()
    };
    let encoded = encode();
    for (block, (rows, codes)) in encoded.iter().zip(&blocks) {
        let mut packed = Vec::new();
        let decoded = BlockDecoder::new().decode(block.bytes(), codes.len(), *rows, &mut packed);
        decoded.expect("what was encoded");
        let same = |(place, &code)| value_in_packed(&packed, place).is_some_and(|value| value.code() == code);
        assert!(codes.iter().enumerate().all(same), "{name}: other values");
    }
    sheet.row(&format!("compressing {name}, positions"), positions, &encoded, encode);
}
