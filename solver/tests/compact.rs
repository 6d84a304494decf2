//! Compact tables: the values of fast ones, whoever reads them, and the same bytes always.

#[path = "../../db/tests/naive/mod.rs"]
mod naive;
mod support;

use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use retrograde_db::draughts::{Density, Position, Side, Slice, SliceIndex};
use retrograde_db::file::{BlockDecoder, BlockNumber, Table, value_in_packed};
use retrograde_db::{DistanceKind, Value};
use retrograde_probe::Options;
use retrograde_probe::draughts::{ProbeError, Tables};
use retrograde_solver::draughts::{BuildError, BuildOptions, LogicalOptions, build, verify_logical};
use retrograde_solver::{FolderStore, MemoryStore, Silent};
use support::stop_after::StopAfter;

type Files = BTreeMap<String, Vec<u8>>;

fn options(pieces: u8) -> BuildOptions {
    BuildOptions { density: Density::Compact, ..BuildOptions::new(pieces) }
}

fn open(files: &Files) -> Tables {
    Tables::from_memory(files.clone()).unwrap()
}

/// Compares each `step`th position of a slice.
fn compare(compact: &Tables, fast: &Tables, slice: Slice, step: usize) -> u64 {
    let index = SliceIndex::new(slice);
    for number in (0..index.size()).step_by(step) {
        let side = Side::BOTH[(number % 2) as usize];
        let position = Position::from_view(index.view(number).unwrap(), side);
        assert_eq!(compact.probe(position).unwrap(), fast.probe(position).unwrap(), "{position}");
    }
    index.size()
}

#[test]
fn positions_of_two_to_four_pieces_have_the_values_of_fast_tables() {
    let files = support::files(&options(4));
    let (fast, compact) = (support::tables(4), open(&files));
    // All of two and three pieces; of four, all take a minute, see below.
    let step = |slice: Slice| if slice.pieces() < 4 { 1 } else { 37 };
    let positions: u64 =
        Slice::up_to(4).into_iter().map(|slice| compare(&compact, &fast, slice, step(slice))).sum();
    assert_eq!(positions, 6_408_836);
    let bytes: usize = files.values().map(Vec::len).sum();
    println!("{bytes} bytes, {:.1} positions a byte", positions as f64 / bytes as f64);
    assert!(positions > 110 * bytes as u64, "{positions} positions in {bytes} bytes");
}

#[test]
#[ignore = "all positions of four pieces take a minute"]
fn all_positions_of_four_pieces_have_the_values_of_fast_tables() {
    let (fast, compact) = (support::tables(4), open(&support::files(&options(4))));
    for slice in Slice::with_pieces(4) {
        compare(&compact, &fast, slice, 1);
    }
}

#[test]
fn what_is_compact_passes_the_logical_check() {
    let compact = open(&support::files(&options(3)));
    let report = verify_logical(&compact, &LogicalOptions::default(), &Silent).unwrap();
    let places = compact.slices().map(|slice| SliceIndex::with_density(slice, Density::Compact).size());
    assert_eq!(report.positions(), places.sum::<u64>());
    assert!(report.checked > 10_000 && report.threatened > 1_000, "{report:?}");
}

/// A reader that goes by FORMAT.md, on the naive mover.
struct NaiveReader {
    /// What stands in each file, by position with Black to move.
    values: HashMap<Slice, HashMap<Position, Value>>,
}

/// How many men a side has on its ranks 0 to 6.
fn ranks(position: Position, side: Side) -> [u32; 7] {
    let mut ranks = [0; 7];
    for square in position.pieces(side).men.iter() {
        let rank = u32::from(square.number() - 1) / 4;
        ranks[if side == Side::Black { rank } else { 7 - rank } as usize] += 1;
    }
    ranks
}

fn advance(ranks: [u32; 7]) -> u32 {
    (0..).zip(ranks).map(|(rank, men)| rank * men).sum()
}

/// Whether a position with Black to move has a place in the compact table of its slice.
fn has_place(position: Position) -> bool {
    let [own, their] = Side::BOTH.map(|side| ranks(position, side));
    let [own_kings, their_kings] = Side::BOTH.map(|side| position.pieces(side).kings.len());
    let same = own_kings == their_kings && own.iter().sum::<u32>() == their.iter().sum::<u32>();
    // Classes are numbered by the highest rank in which they differ.
    let order = |ranks: [u32; 7]| (advance(ranks), ranks.into_iter().rev().collect::<Vec<_>>());
    if same {
        order(own) <= order(their)
            && (own_kings > 0 || ((advance(own) + advance(their)) / 2).is_multiple_of(2))
    } else if own_kings == 0 {
        advance(own).is_multiple_of(2)
    } else {
        their_kings > 0 || advance(their).is_multiple_of(2)
    }
}

fn black_to_move(position: Position) -> Position {
    Position::from_view(position.view(), Side::Black)
}

fn crowns(before: Position, after: Position) -> bool {
    let men = |position: Position| position.pieces(before.side_to_move()).men.len();
    men(before) != men(after)
}

fn is_threatened(position: Position) -> bool {
    let [black, white] = Side::BOTH.map(|side| position.pieces(side));
    let turned = Position::new(position.side_to_move().opponent(), black, white).unwrap();
    !naive::can_capture(position) && naive::can_capture(turned)
}

/// The best of the values after the moves; `None` where it is not told by those that are known.
fn best(after: impl Iterator<Item = Option<Value>>) -> Option<Value> {
    let after: Vec<Option<Value>> = after.collect();
    if after.contains(&Some(Value::Loss)) {
        return Some(Value::Win);
    }
    after.into_iter().try_fold(Value::Loss, |best, value| Some(best.max(value?.for_opponent())))
}

impl NaiveReader {
    fn new(files: &Files) -> NaiveReader {
        let mut values = HashMap::new();
        for (name, bytes) in files {
            let slice = Slice::of_file_name(name).unwrap();
            let index = SliceIndex::new(slice);
            let all =
                (0..index.size()).map(|number| Position::from_view(index.view(number).unwrap(), Side::Black));
            let places: Vec<Position> = all.filter(|&position| has_place(position)).collect();
            let stored = decode(bytes);
            assert_eq!(places.len(), stored.len(), "{name}");
            values.insert(slice, places.into_iter().zip(stored).collect());
        }
        NaiveReader { values }
    }

    fn value(&self, position: Position) -> Value {
        let [black, white] = Side::BOTH.map(|side| position.pieces(side).all().is_empty());
        if black || white {
            let empty = if black { Side::Black } else { Side::White };
            return if empty == position.side_to_move() { Value::Loss } else { Value::Win };
        }
        let after: Vec<Position> = naive::moves(position).into_iter().map(|mv| mv.after).collect();
        if naive::can_capture(position) || !self.has_place(position) {
            return best(after.into_iter().map(|after| Some(self.value(after)))).unwrap();
        }
        let kings = Side::BOTH.iter().all(|&side| !position.pieces(side).kings.is_empty());
        let threatened = kings && is_threatened(position);
        let told = best(after.into_iter().map(|after| match threatened {
            true => self.told(after, crowns(position, after)),
            false => naive::can_capture(after).then(|| self.value(after)),
        }));
        told.unwrap_or_else(|| self.kept(position))
    }

    fn told(&self, position: Position, crowned: bool) -> Option<Value> {
        if naive::can_capture(position) || crowned {
            return Some(self.value(position));
        }
        let after = naive::moves(position).into_iter().map(|mv| mv.after);
        if !self.has_place(position) {
            return best(after.map(|after| self.told(after, crowns(position, after))));
        }
        let by_captures = best(after.map(|after| naive::can_capture(after).then(|| self.value(after))));
        by_captures.or_else(|| (!is_threatened(position)).then(|| self.kept(position)))
    }

    fn has_place(&self, position: Position) -> bool {
        self.values.contains_key(&Slice::of(position.view()).unwrap()) && has_place(black_to_move(position))
    }

    fn kept(&self, position: Position) -> Value {
        self.values[&Slice::of(position.view()).unwrap()][&black_to_move(position)]
    }
}

/// All values that a file holds.
fn decode(bytes: &[u8]) -> Vec<Value> {
    let table = Table::open(bytes).unwrap();
    let (mut decoder, mut packed, mut values) = (BlockDecoder::new(), Vec::new(), Vec::new());
    for block in 0..table.block_count() {
        table.decode_block(BlockNumber(block), &mut decoder, &mut packed).unwrap();
        let held = table.header().values_in_block(block).unwrap();
        values.extend((0..held).map(|place| value_in_packed(&packed, place).unwrap()));
    }
    values
}

#[test]
fn a_naive_reader_finds_the_same_values() {
    let files = support::files(&options(4));
    let (reader, fast) = (NaiveReader::new(&files), support::tables(4));
    let mut numbers = support::Numbers(7);
    for slice in Slice::up_to(4) {
        for _ in 0..if slice.pieces() < 4 { 1_000 } else { 300 } {
            let position = numbers.position(slice);
            assert_eq!(reader.value(position), fast.probe(position).unwrap(), "{position}");
        }
    }
}

#[test]
#[ignore = "compact tables of five pieces take minutes to build"]
fn a_sample_of_five_pieces_has_the_values_of_fast_tables() {
    let men = |options| BuildOptions { side_pieces: Some(3), men: Some(2), ..options };
    let fast = open(&support::files(&men(BuildOptions::new(5))));
    let compact = open(&support::files(&men(options(5))));
    for slice in fast.slices().filter(|slice| slice.pieces() == 5) {
        compare(&compact, &fast, slice, 1_009);
    }
}

#[test]
fn the_same_bytes_for_any_number_of_threads() {
    let with = |threads| BuildOptions { threads: NonZeroUsize::new(threads), ..options(3) };
    assert!(support::files(&with(1)) == support::files(&with(2)));
}

#[test]
fn the_same_bytes_after_any_interruption_and_over_other_tables() {
    let expected = support::files(&options(3));
    let folder = tempfile::tempdir().unwrap();
    // Fast tables are there already.
    let run = |options: &BuildOptions, positions: u64| {
        let interrupt = AtomicBool::new(false);
        let mut store = FolderStore::new(folder.path(), false).unwrap();
        build(&mut store, options, &StopAfter::new(positions, &interrupt), &interrupt)
    };
    run(&BuildOptions::new(3), u64::MAX).unwrap();
    let mut stopped = 0;
    for positions in [1_000, 100_000, 250_000, 280_000, u64::MAX] {
        match run(&options(3), positions) {
            Err(BuildError::Interrupted) => stopped += 1,
            result => assert!(result.is_ok(), "{result:?}"),
        }
    }
    assert!(stopped >= 2, "stopped {stopped} times");
    let mut found = support::read_folder(folder.path());
    assert!(found.remove("manifest.tsv").is_some());
    assert!(found.keys().eq(expected.keys()), "{:?}", found.keys());
    assert!(found == expected);
    // And back again.
    run(&BuildOptions::new(3), u64::MAX).unwrap();
    let mut found = support::read_folder(folder.path());
    found.remove("manifest.tsv");
    assert!(found == support::files(&BuildOptions::new(3)));
}

#[test]
fn a_missing_file_is_named() {
    let mut files = support::files(&options(3));
    let name = files.keys().find(|name| name.contains("1m1k")).unwrap().clone();
    files.remove(&name);
    let slice = Slice::of_file_name(&name).unwrap();
    let (tables, mut numbers) = (open(&files), support::Numbers(1));
    let quiet = std::iter::repeat_with(|| numbers.position(slice));
    let position = quiet.into_iter().find(|position| {
        let moves = naive::moves(*position);
        !naive::can_capture(*position) && !moves.is_empty() && !is_threatened(*position)
    });
    match tables.probe(position.unwrap()) {
        Err(ProbeError::MissingSlice { file, .. }) => assert_eq!(file, name),
        result => panic!("{result:?}"),
    }
}

#[test]
fn a_compact_table_beside_that_of_its_reverse_is_refused() {
    let (compact, fast) = (support::files(&options(3)), support::files(&BuildOptions::new(3)));
    let (name, bytes) = compact.iter().find(|(name, _)| name.contains("1m1k")).unwrap();
    let slice = Slice::of_file_name(name).unwrap();
    let mut files = fast;
    files.insert(name.clone(), bytes.clone());
    let mut numbers = support::Numbers(2);
    let tables = open(&files);
    let results: Vec<_> = (0..100).map(|_| tables.probe(numbers.position(slice))).collect();
    assert!(results.iter().any(|result| matches!(result, Err(ProbeError::File(_)))), "{results:?}");
}

#[test]
fn fast_and_compact_tables_of_other_slices_go_together() {
    let (compact, fast) = (support::files(&options(3)), support::files(&BuildOptions::new(3)));
    let small = |name: &String| Slice::of_file_name(name).unwrap().men() == 1;
    let mut files: Files = fast.clone().into_iter().filter(|(name, _)| small(name)).collect();
    files.extend(compact.into_iter().filter(|(name, _)| !small(name)));
    let (mixed, fast) = (open(&files), open(&fast));
    for slice in Slice::up_to(3) {
        compare(&mixed, &fast, slice, 3);
    }
}

#[test]
fn probes_that_do_not_wait_give_the_same_values_or_none() {
    let folder = tempfile::tempdir().unwrap();
    build(
        &mut FolderStore::new(folder.path(), false).unwrap(),
        &options(3),
        &Silent,
        &AtomicBool::new(false),
    )
    .unwrap();
    let tables = Tables::open(folder.path(), Options::default()).unwrap();
    let mut numbers = support::Numbers(3);
    let positions: Vec<Position> = Slice::up_to(3)
        .into_iter()
        .flat_map(|slice| (0..200).map(move |_| slice))
        .map(|slice| numbers.position(slice))
        .collect();
    let mut waited = 0;
    for &position in &positions {
        tables.prefetch(position);
        let known = tables.probe_if_cached(position).unwrap();
        waited += u64::from(known.is_none());
        let value = tables.probe(position).unwrap();
        assert_eq!(known.unwrap_or(value), value, "{position}");
        assert_eq!(tables.probe_if_cached(position).unwrap(), Some(value), "{position}");
    }
    assert!(waited > 0);
}

#[test]
fn distances_beside_compact_tables_are_refused() {
    let options = BuildOptions { distance: Some(DistanceKind::Win), ..options(2) };
    let error = build(&mut MemoryStore::default(), &options, &Silent, &AtomicBool::new(false)).unwrap_err();
    assert!(matches!(error, BuildError::CompactDistances), "{error}");
}
