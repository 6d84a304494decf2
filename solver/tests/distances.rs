//! Distances against published longest wins and losses, and against play: who follows the moves wins in the
//! plies that were said.

mod support;

use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroUsize;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;
use retrograde_db::draughts::{Position, Side, SideType, Slice, SliceIndex};
use retrograde_db::file::{BlockNumber, DistanceEncoder, Table, TableWriter};
use retrograde_db::{DistanceKind, Plies, Value};
use retrograde_probe::draughts::{ProbedMove, Tables};
use retrograde_solver::draughts::{
    BuildError, BuildOptions, BuiltTable, LogicalError, LogicalOptions, build, verify_distances,
};
use retrograde_solver::{Bytes, FolderStore, Silent};
use support::Numbers;
use support::stop_after::StopAfter;

/// The files up to four pieces with distances of both kinds, by kind, made by one thread.
static FOUR: LazyLock<[BTreeMap<String, Vec<u8>>; 2]> = LazyLock::new(|| {
    let one_thread = |kind| BuildOptions { threads: NonZeroUsize::new(1), ..with(4, kind) };
    DistanceKind::ALL.map(|kind| support::files(&one_thread(kind)))
});

/// Tables up to four pieces with distances, in memory.
fn four(kind: DistanceKind) -> Tables {
    Tables::from_memory(FOUR[kind as usize].clone()).unwrap()
}

fn with(pieces: u8, kind: DistanceKind) -> BuildOptions {
    BuildOptions { distance: Some(kind), ..BuildOptions::new(pieces) }
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

/// Plies and how many positions have them; `None` where there are none.
type Longest = Option<(u16, u64)>;

/// A class of the published list: its slice with Black to move, its longest win and loss, and a
/// position with the longest win.
fn published() -> impl Iterator<Item = (Slice, [Longest; 2], Option<Position>)> {
    let text = include_str!("../../db/tests/data/draughts-wld-2-5.csv");
    text.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit())).map(|line| {
        // The example is the last column, and has commas of its own.
        let fields: Vec<&str> = line.trim_end_matches('"').splitn(20, ',').collect();
        let number = |place: usize| fields[place].parse::<u8>().unwrap();
        let side = |place| SideType::new(number(place), number(place + 1)).unwrap();
        let longest = |text: &str| {
            let (plies, count) = text.split_once('x')?;
            Some((plies.parse().unwrap(), count.parse().unwrap()))
        };
        let example = fields[19].trim_matches('"').parse().ok();
        (Slice::new(side(0), side(2)).unwrap(), [longest(fields[17]), longest(fields[18])], example)
    })
}

/// The longest win and loss of a slice, and how many positions have them.
fn longest(tables: &Tables, slice: Slice) -> [Longest; 2] {
    let index = SliceIndex::new(slice);
    let mut longest = [None; 2];
    for number in 0..index.size() {
        let position = Position::from_view(index.view(number).unwrap(), Side::Black);
        let (value, plies) = tables.value_and_plies(position, DistanceKind::Win).unwrap();
        let Some(Plies(plies)) = plies else { continue };
        assert_eq!(plies % 2 == 1, value == Value::Win, "{position}");
        let best: &mut Longest = &mut longest[usize::from(value == Value::Loss)];
        match best {
            Some((most, count)) if *most == plies => *count += 1,
            Some((most, _)) if *most > plies => {}
            _ => *best = Some((plies, 1)),
        }
    }
    longest
}

/// The published counts of positions with the longest win have no second source, but for this one.
fn longest_equal_the_published_ones(tables: &Tables, classes: usize) {
    let published = published().filter(|(slice, ..)| slice.pieces() <= tables.max_pieces());
    let published: Vec<_> = published.collect();
    assert_eq!(published.len(), classes);
    published.into_par_iter().for_each(|(slice, expected, example)| {
        assert_eq!(longest(tables, slice), expected, "{slice}");
        if let (Some(example), [Some((plies, _)), _]) = (example, expected) {
            let found = tables.value_and_plies(example, DistanceKind::Win).unwrap();
            assert_eq!(found, (Value::Win, Some(Plies(plies))), "{example}");
        }
    });
}

#[test]
fn longest_wins_and_losses_of_two_to_four_pieces() {
    longest_equal_the_published_ones(&four(DistanceKind::Win), 41);
}

#[test]
#[ignore = "takes some minutes, too long for .ci/run"]
fn longest_wins_and_losses_of_two_to_five_pieces() {
    let files = support::files(&with(5, DistanceKind::Win));
    longest_equal_the_published_ones(&Tables::from_memory(files).unwrap(), 85);
}

#[test]
fn known_positions_have_their_plies() {
    let tables = four(DistanceKind::Win);
    for (fen, value, plies) in [
        // First Position, as published.
        ("W:WK15,20:B12,K28", Value::Win, Some(81)),
        ("B:WK15,20:B12,K28", Value::Draw, None),
        ("W:WK19,K23:B12,K28", Value::Win, Some(61)),
        ("B:WK19,K23:B12,K28", Value::Draw, None),
        ("W:WK32:BK26", Value::Win, Some(9)),
        ("B:WK32:BK26", Value::Draw, None),
        ("B:W29,30:B2,15", Value::Win, Some(109)),
        ("B:W30:B25", Value::Win, Some(13)),
        ("W:WK9:B6,K13", Value::Loss, Some(12)),
        ("W:WK7:B11,12", Value::Loss, Some(2)),
        ("B:W26,27:BK22", Value::Win, Some(1)),
        ("B:W11,19,27:B7", Value::Win, Some(1)),
        ("W:WK29:BK25", Value::Win, Some(1)),
        ("B:W32:B28", Value::Loss, Some(0)),
        ("B:WK32:B28", Value::Loss, Some(0)),
        ("B:W32:B", Value::Loss, Some(0)),
        ("W:W5:B1", Value::Loss, Some(0)),
    ] {
        let found = tables.value_and_plies(position(fen), DistanceKind::Win).unwrap();
        assert_eq!(found, (value, plies.map(Plies)), "{fen}");
        let distance = tables.distance(position(fen)).unwrap();
        assert_eq!(distance.map(|distance| distance.plies), plies.map(Plies), "{fen}");
    }
    // The short text of a capture that is ambiguous: of two ways, one loses, and Black wins in 53.
    let moves = tables.moves(position("W:W18:B6,7,14,15")).unwrap();
    let plies: Vec<_> = moves.iter().map(|probed| (probed.value, probed.distance.map(|d| d.plies))).collect();
    assert!(plies.contains(&(Value::Loss, Some(Plies(54)))), "{plies:?}");
    assert!(plies.contains(&(Value::Draw, None)), "{plies:?}");
}

/// Won positions of slices with four pieces, drawn at random.
fn won_positions(tables: &Tables, numbers: &mut Numbers, count: usize) -> Vec<Position> {
    let slices = Slice::with_pieces(4);
    let mut found = Vec::new();
    while found.len() < count {
        let slice = slices[numbers.below(slices.len())];
        let position = numbers.position(slice);
        if tables.probe(position).unwrap() == Value::Win {
            found.push(position);
        }
    }
    found
}

/// Plays on from a won position: the winning side the first move, the losing side what `defend` takes.
/// Gives the plies to the end.
fn play(tables: &Tables, start: Position, mut defend: impl FnMut(&[ProbedMove]) -> usize) -> u16 {
    let mut position = start;
    for plies in 0..2_000 {
        let moves = tables.moves(position).unwrap();
        if moves.is_empty() {
            assert_eq!(plies % 2, 1, "{start}: the wrong side has no move");
            return plies;
        }
        let choice = if plies % 2 == 0 { 0 } else { defend(&moves) };
        position = moves[choice].after;
    }
    panic!("{start}: no end");
}

#[test]
fn following_the_moves_wins_in_the_stated_plies() {
    let tables = four(DistanceKind::Win);
    let mut numbers = Numbers(1);
    for start in won_positions(&tables, &mut numbers, 2_000) {
        let stated = tables.distance(start).unwrap().unwrap();
        assert_eq!(stated.kind, DistanceKind::Win);
        assert_eq!(play(&tables, start, |_| 0), stated.plies.0, "{start}");
        let plies = play(&tables, start, |moves| numbers.below(moves.len()));
        assert!(plies <= stated.plies.0, "{start}: {plies} plies, {} stated", stated.plies);
    }
}

#[test]
fn following_conversions_wins_and_each_comes_when_it_was_said() {
    let tables = four(DistanceKind::Conversion);
    let mut numbers = Numbers(2);
    for start in won_positions(&tables, &mut numbers, 1_000) {
        for best_defence in [true, false] {
            let mut stated = None;
            let mut position = start;
            for ply in 0.. {
                assert!(ply < 2_000, "{start}: no end");
                let moves = tables.moves(position).unwrap();
                let Some(first) = moves.first() else { break };
                let choice = if ply % 2 == 0 || best_defence { 0 } else { numbers.below(moves.len()) };
                let chosen = &moves[choice];
                let left = tables.distance(position).unwrap().unwrap();
                assert_eq!((left.kind, first.distance), (DistanceKind::Conversion, Some(left)));
                // Between conversions the best defence loses one ply a move, and others more.
                match stated {
                    Some(Plies(stated)) if best_defence => assert_eq!(left.plies.0, stated, "{position}"),
                    Some(Plies(stated)) => assert!(left.plies.0 <= stated, "{position}"),
                    None => {}
                }
                let mover = position.men(position.side_to_move());
                let converts = chosen.mv.is_capture() || mover.contains(chosen.mv.from());
                stated = (!converts).then(|| Plies(left.plies.0 - 1));
                position = chosen.after;
            }
        }
    }
}

#[test]
fn lines_are_as_long_as_the_distance() {
    let tables = four(DistanceKind::Win);
    for (fen, plies) in [("W:WK15,20:B12,K28", 81), ("B:W29,30:B2,15", 109), ("W:WK9:B6,K13", 12)] {
        assert_eq!(tables.line(position(fen)).unwrap().moves.len(), plies, "{fen}");
    }
}

/// The file with the distance of one position changed, all checksums right.
fn with_one_changed(bytes: &[u8], place: u64) -> Vec<u8> {
    let table = Table::open(bytes).unwrap();
    let mut writer = TableWriter::new(Vec::new(), table.header()).unwrap();
    let (mut encoder, mut codes) = (DistanceEncoder::new(), Vec::new());
    for number in 0..table.block_count() {
        let number = BlockNumber(number);
        table.decode_block(number, &mut Default::default(), &mut codes).unwrap();
        if let Some((block, place)) = table.locate(place)
            && block == number
        {
            codes[place] = codes[place].wrapping_add(1);
        }
        let codes: Vec<Option<u8>> = codes.iter().copied().map(Some).collect();
        writer.append_block(&encoder.encode(&codes).unwrap()).unwrap();
    }
    writer.finish(table.counts()).unwrap()
}

#[test]
fn the_logical_check_finds_wrong_distances() {
    for kind in DistanceKind::ALL {
        let files = support::files(&with(3, kind));
        let options = LogicalOptions::default();
        let tables = Tables::from_memory(files.clone()).unwrap();
        // Positions that are won or lost and have no capture.
        assert_eq!(verify_distances(&tables, &options, &Silent).unwrap(), 173_459);
        let slice: Slice = "1m1k-1m0k".parse().unwrap();
        let name = slice.distance_file_name(kind);
        let mut seen = 0;
        for place in (0..slice.positions()).step_by(997) {
            let mut files = files.clone();
            files.insert(name.clone(), with_one_changed(&files[&name], place));
            match verify_distances(&Tables::from_memory(files).unwrap(), &options, &Silent) {
                Err(LogicalError::WrongDistance { .. }) => seen += 1,
                // A position with a capture, or a draw.
                result => assert_eq!(result.unwrap(), 173_459),
            }
        }
        assert!(seen > 15, "{seen} of 23");
    }
}

#[test]
fn files_are_the_same_for_any_number_of_threads() {
    for kind in DistanceKind::ALL {
        let expected = &FOUR[kind as usize];
        assert_eq!(expected.len(), 2 * 41);
        let options = BuildOptions { threads: NonZeroUsize::new(3), ..with(4, kind) };
        assert!(support::files(&options) == *expected, "{kind}");
    }
}

#[test]
fn a_stopped_build_goes_on_to_the_same_bytes() {
    let expected: BTreeMap<_, _> = FOUR.iter().flatten().collect();
    let folder = tempfile::tempdir().unwrap();
    let mut stops = 0;
    for kind in DistanceKind::ALL {
        for run in 1.. {
            let mut store = FolderStore::new(folder.path(), false).unwrap();
            let interrupt = AtomicBool::new(false);
            let progress = StopAfter::new(run * 3_000_001, &interrupt);
            let options = BuildOptions { memory: Some(Bytes(128 << 20)), ..with(4, kind) };
            match build(&mut store, &options, &progress, &interrupt) {
                Err(BuildError::Interrupted) => stops += 1,
                result => {
                    let report = result.unwrap();
                    assert_eq!(report.distances.len(), 41);
                    let counts = |table: &BuiltTable| (table.slice, table.counts);
                    let [values, distances] = [&report.tables, &report.distances]
                        .map(|tables| tables.iter().map(counts).collect::<HashMap<_, _>>());
                    assert_eq!(values, distances);
                    assert!(report.distances.iter().any(|table| table.kept));
                    break;
                }
            }
        }
    }
    assert!(stops >= 2, "{stops} interruptions");
    // A file that was damaged or lost is made anew, and nothing else.
    let name = |name: &str| folder.path().join(name);
    std::fs::remove_file(name("2m0k-0m1k.dtw")).unwrap();
    std::fs::write(name("0m2k-0m2k.dtw"), b"damaged").unwrap();
    let mut store = FolderStore::new(folder.path(), false).unwrap();
    let report = build(&mut store, &with(4, DistanceKind::Win), &Silent, &AtomicBool::new(false)).unwrap();
    let mut built: Vec<String> =
        report.distances.iter().filter(|table| !table.kept).map(|table| table.file_name()).collect();
    built.sort();
    assert_eq!(built, ["0m1k-2m0k.dtw", "0m2k-0m2k.dtw", "2m0k-0m1k.dtw"]);

    let mut found = support::read_folder(folder.path());
    let manifest = String::from_utf8(found.remove("manifest.tsv").unwrap()).unwrap();
    assert_eq!(manifest.lines().count(), 1 + 3 * 41);
    assert!(found.keys().eq(expected.keys().copied()));
    for (name, bytes) in expected {
        assert!(&found[name] == bytes, "{name} differs");
    }
}

#[test]
fn too_little_memory_for_distances_is_said_before_anything_is_built() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = FolderStore::new(folder.path(), false).unwrap();
    let options = BuildOptions { memory: Some(Bytes(40 << 20)), ..with(4, DistanceKind::Win) };
    let error = build(&mut store, &options, &Silent, &AtomicBool::new(false)).unwrap_err();
    assert!(matches!(error, BuildError::Memory { limit: Bytes(0x280_0000), .. }), "{error}");
    assert!(support::read_folder(folder.path()).is_empty());
}
