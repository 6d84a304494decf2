//! Ways to open a set: none of them changes a value, and each does what it says.

mod support;

use std::fs;
use std::path::Path;

use retrograde_db::Value;
use retrograde_db::draughts::{Position, Side, Slice, View};
use retrograde_probe::draughts::{ProbeError, Tables};
use retrograde_probe::{FileAccess, FileError, OpenError, Options, ReadAhead};
use support::{SOLVED, files};

const KING_AGAINST_KING: &str = "0m1k-0m1k.wdl";

fn write_tables(folder: &Path) {
    for (name, bytes) in files(2).into_iter().chain(files(3)) {
        fs::write(folder.join(name), bytes).unwrap();
    }
}

/// Every 7th position of two and three pieces.
fn positions() -> impl Iterator<Item = (Position, Value)> {
    let position = |(view, value): (View, Value)| (Position::from_view(view, Side::White), value);
    SOLVED.values().flat_map(move |solved| solved.positions().step_by(7).map(position))
}

fn ways() -> Vec<Options> {
    let mut accesses = vec![FileAccess::default(), FileAccess::Positioned];
    accesses.dedup();
    let mut ways = Vec::new();
    for access in accesses {
        for read_ahead in [ReadAhead::System, ReadAhead::Off, ReadAhead::WholeFile] {
            for autoload_pieces in [0, 2, 3, 12] {
                for cache_bytes in [0, 20_000, 1 << 22] {
                    let max_pieces = 3 + autoload_pieces;
                    ways.push(Options { access, read_ahead, autoload_pieces, cache_bytes, max_pieces });
                }
            }
        }
    }
    ways
}

#[test]
fn every_way_gives_the_same_values() {
    let folder = tempfile::tempdir().unwrap();
    write_tables(folder.path());
    let sample: Vec<(Position, Value)> = positions().step_by(29).collect();
    for options in ways() {
        let tables = Tables::open(folder.path(), options).unwrap();
        for &(position, value) in &sample {
            tables.prefetch(position);
            assert_eq!(tables.probe(position).unwrap(), value, "{position} {options:?}");
        }
        assert!(tables.verify(|_| ()).is_ok(), "{options:?}");
    }
}

#[test]
fn what_was_loaded_at_once_is_answered_without_a_file() {
    let folder = tempfile::tempdir().unwrap();
    write_tables(folder.path());
    for access in [FileAccess::default(), FileAccess::Positioned] {
        let options = Options { access, cache_bytes: 0, autoload_pieces: 3, ..Options::default() };
        let tables = Tables::open(folder.path(), options).unwrap();
        for (position, value) in positions() {
            assert_eq!(tables.probe_if_cached(position).unwrap(), Some(value), "{position}");
        }
    }
}

#[test]
fn without_a_cache_only_what_needs_no_decoding_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    write_tables(folder.path());
    let tables = Tables::open(folder.path(), Options { cache_bytes: 0, ..Options::default() }).unwrap();
    let none = Tables::from_memory([]).unwrap();
    let (mut answered, mut of_equal_blocks, mut open) = (0, 0, 0);
    for (position, value) in positions() {
        assert_eq!(tables.probe(position).unwrap(), value);
        match (tables.probe_if_cached(position), none.probe(position)) {
            (Ok(Some(cached)), Ok(known)) => {
                assert_eq!((cached, known), (value, value), "{position}");
                answered += 1;
            }
            // All values of its block are this one, which is known since the table was opened.
            (Ok(Some(cached)), Err(_)) => {
                assert_eq!(cached, value, "{position}");
                of_equal_blocks += 1;
            }
            (Ok(None), Err(_)) => open += 1,
            other => panic!("{position}: {other:?}"),
        }
    }
    assert!(answered > 1000 && of_equal_blocks > 1000 && open > 1000, "{answered} {of_equal_blocks} {open}");
}

#[test]
fn a_block_that_was_decoded_is_in_the_cache() {
    let folder = tempfile::tempdir().unwrap();
    write_tables(folder.path());
    // Room enough for some blocks of 64 bytes; the second size lets tables keep all of theirs.
    for cache_bytes in [3000, 1 << 24] {
        let tables = Tables::open(folder.path(), Options { cache_bytes, ..Options::default() }).unwrap();
        // Where one side could capture, several blocks may be asked for.
        let one_block = |&(position, _): &(Position, Value)| {
            let (rules, view) = (tables.rules(), position.view());
            !rules.can_capture(view) && !rules.opponent_could_capture(view)
        };
        for (position, value) in positions().filter(one_block) {
            if let Some(cached) = tables.probe_if_cached(position).unwrap() {
                assert_eq!(cached, value, "{position}");
            }
            assert_eq!(tables.probe(position).unwrap(), value);
            assert_eq!(tables.probe_if_cached(position).unwrap(), Some(value), "{position}");
        }
    }
}

#[test]
fn conditional_probes_say_what_is_missing() {
    let tables = Tables::from_memory(files(3)).unwrap();
    let missing: Position = "W:WK9:B6,K13".parse().unwrap();
    assert!(matches!(tables.probe_if_cached(missing), Err(ProbeError::MissingSlice { .. })));
    // Bytes in memory are decoded where they are needed.
    for (position, value) in positions().step_by(31).filter(|(position, _)| position.piece_count() == 3) {
        match tables.probe_if_cached(position) {
            Ok(found) => assert_eq!(found, Some(value), "{position}"),
            Err(error) => assert!(matches!(error, ProbeError::MissingSlice { .. }), "{error}"),
        }
    }
}

#[test]
fn larger_tables_than_asked_for_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    write_tables(folder.path());
    let options = Options { max_pieces: 2, autoload_pieces: 3, ..Options::default() };
    let tables = Tables::open(folder.path(), options).unwrap();
    assert_eq!(tables.slices().collect::<Vec<_>>(), Slice::up_to(2));
    let three: Position = "W:WK32:B1,2".parse().unwrap();
    assert!(matches!(tables.probe(three), Err(ProbeError::TooManyPieces { pieces: 3, most: 2 })));
}

#[test]
fn a_damaged_table_that_is_to_be_loaded_is_an_error_at_once() {
    let folder = tempfile::tempdir().unwrap();
    write_tables(folder.path());
    let path = folder.path().join(KING_AGAINST_KING);
    let mut bytes = fs::read(&path).unwrap();
    bytes[32] ^= 1;
    fs::write(&path, bytes).unwrap();
    let open = |autoload_pieces| {
        Tables::open(folder.path(), Options { autoload_pieces, ..Options::default() }).map(|_| ())
    };
    assert!(open(0).is_ok());
    match open(2) {
        Err(OpenError::File(FileError::Damaged { path: found, source })) => {
            assert_eq!(found, path);
            assert!(source.to_string().contains("block 0"), "{source}");
        }
        other => panic!("{other:?}"),
    }
}

/// A file that is cut while it is read in pieces: an error of the probe, while all that is in memory
/// is still answered.
#[test]
fn a_file_that_goes_away_is_an_error_and_not_the_end() {
    let folder = tempfile::tempdir().unwrap();
    write_tables(folder.path());
    let options = Options { access: FileAccess::Positioned, cache_bytes: 0, ..Options::default() };
    let tables = Tables::open(folder.path(), options).unwrap();
    let position: Position = "W:WK32:BK26".parse().unwrap();
    assert_eq!(tables.probe(position).unwrap(), Value::Win);
    let path = folder.path().join(KING_AGAINST_KING);
    fs::File::options().write(true).open(&path).unwrap().set_len(32).unwrap();
    let result = tables.probe(position);
    assert!(matches!(result, Err(ProbeError::File(FileError::Damaged { .. }))), "{result:?}");
}
