//! Missing and damaged tables are errors that say what is wrong, never a value.

mod support;

use std::error::Error;
use std::fs;
use std::path::Path;

use proptest::prelude::*;
use retrograde_db::draughts::{Position, Side, Slice, SliceIndex};
use retrograde_db::file::{
    BlockEncoder, FormatError, Game, IndexScheme, RulesId, TableHeader, TableWriter, write_atomically,
};
use retrograde_db::{Value, ValueCounts};
use retrograde_probe::draughts::{ProbeError, Tables};
use retrograde_probe::{FileError, OpenError, Options};
use support::{SOLVED, files};

const KING_AGAINST_KING: &str = "0m1k-0m1k.wdl";

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

/// A set with this table of king against king.
fn with_bytes(bytes: &[u8]) -> Tables {
    Tables::from_memory([(KING_AGAINST_KING.to_owned(), bytes.to_vec())]).unwrap()
}

/// Every position of king against king, probed: either its value, or an error that is about the file.
/// Returns the error of the verification, and whether all values came.
fn check(tables: &Tables) -> (Result<(), String>, bool) {
    let slice: Slice = "0m1k-0m1k".parse().unwrap();
    let mut all = true;
    for (view, value) in SOLVED[&slice].positions() {
        let position = Position::from_view(view, retrograde_db::draughts::Side::White);
        match tables.probe(position) {
            Ok(probed) => assert_eq!(probed, value, "{position}"),
            Err(ProbeError::File(_)) => all = false,
            Err(other) => panic!("{position}: {other}"),
        }
    }
    let verified = tables.verify(|_| ()).map_err(|faults| {
        assert!(faults[0].source().is_some());
        faults[0].to_string()
    });
    (verified, all)
}

fn sound_file() -> Vec<u8> {
    SOLVED[&"0m1k-0m1k".parse().unwrap()].file()
}

#[test]
fn a_sound_table_verifies_with_its_counts() {
    let tables = with_bytes(&sound_file());
    assert_eq!(check(&tables), (Ok(()), true));
    let mut reports = Vec::new();
    tables
        .verify(|report| reports.push((report.slice, report.checked, report.tables, report.sound)))
        .unwrap();
    let counts = ValueCounts { win: 230, draw: 654, loss: 108 };
    let bytes = sound_file().len() as u64;
    assert_eq!(reports, [("0m1k-0m1k".parse().unwrap(), 1, 1, Some((bytes, counts)))]);
}

#[test]
fn every_kind_of_damage_is_an_error_with_the_path() {
    let sound = sound_file();
    let mut damaged: Vec<Vec<u8>> = vec![
        Vec::new(),
        sound[..1].to_vec(),
        sound[..sound.len() - 1].to_vec(),
        sound[..sound.len() / 2].to_vec(),
        [&sound[..], b"x"].concat(),
        SOLVED[&"0m1k-1m0k".parse().unwrap()].file(),
    ];
    let header_bits = (0..32 * 8).map(|bit| (bit / 8, 1u8 << (bit % 8)));
    // One bit of every byte behind the preamble.
    let other_bits = (32..sound.len()).map(|place| (place, 1 << (place % 8)));
    for (place, change) in header_bits.chain(other_bits) {
        let mut bytes = sound.clone();
        bytes[place] ^= change;
        damaged.push(bytes);
    }
    for bytes in damaged {
        let (verified, _) = check(&with_bytes(&bytes));
        let message = verified.unwrap_err();
        assert!(message.starts_with(KING_AGAINST_KING), "{message}");
    }
}

#[test]
fn a_table_of_something_else_says_of_what() {
    let slice: Slice = "0m1k-0m1k".parse().unwrap();
    let header = TableHeader::of_slice(&SliceIndex::new(slice));
    let fault = |change: fn(&mut TableHeader)| {
        let mut header = header.clone();
        change(&mut header);
        let positions = header.positions;
        let mut writer = TableWriter::new(Vec::new(), &header).unwrap();
        let block = BlockEncoder::new(header.rows).encode(&vec![2; positions as usize]).unwrap();
        writer.append_block(&block).unwrap();
        let counts = ValueCounts { win: positions, draw: 0, loss: 0 };
        let tables = with_bytes(&writer.finish(counts).unwrap());
        match tables.probe(position("W:WK32:BK26")) {
            Err(ProbeError::File(FileError::Damaged { path, source })) => {
                assert_eq!(path, Path::new(KING_AGAINST_KING));
                source
            }
            other => panic!("{other:?}"),
        }
    };
    assert!(matches!(fault(|header| header.game = Game::Go), FormatError::OtherGame { .. }));
    assert!(matches!(fault(|header| header.rules = RulesId(2)), FormatError::OtherRules { .. }));
    assert!(matches!(
        fault(|header| header.index_scheme = IndexScheme(3)),
        FormatError::OtherIndexScheme { .. }
    ));
    assert!(matches!(
        fault(|header| header.subject = "0m1k-1m0k".to_owned()),
        FormatError::OtherSubject { .. }
    ));
    assert!(matches!(
        fault(|header| header.positions = 991),
        FormatError::OtherPositions { expected: 992, found: 991 }
    ));
}

#[test]
fn a_missing_slice_is_named_and_no_draw() {
    let tables = Tables::from_memory(files(3)).unwrap();
    match tables.probe(position("W:WK9:B6,K13")) {
        Err(error @ ProbeError::MissingSlice { .. }) => {
            let message = error.to_string();
            assert!(message.contains("missing slice 0m1k-0m1k"), "{message}");
            assert!(message.contains(KING_AGAINST_KING), "{message}");
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(tables.probe(position("W:WK7:B11,12")).unwrap(), Value::Loss);
    let many = position("B:W29,30:B2,15");
    assert!(matches!(tables.probe(many), Err(ProbeError::TooManyPieces { pieces: 4, most: 3 })));
    let start = Position::start();
    assert!(matches!(tables.probe(start), Err(ProbeError::TooManyPieces { pieces: 24, most: 3 })));
    assert!(matches!(tables.moves(start), Err(ProbeError::TooManyPieces { .. })));

    let all = Tables::from_memory(files(2).into_iter().chain(files(3))).unwrap();
    assert_eq!(all.probe(position("W:WK9:B6,K13")).unwrap(), Value::Loss);
}

#[test]
fn a_win_that_is_known_needs_no_other_capture() {
    // 18x9x2 takes everything; 1x10 leaves a game that takes a table to judge.
    let tables = Tables::from_memory([]).unwrap();
    let won = position("B:W6,14:B1,17,K18");
    assert_eq!(won.legal_moves(tables.rules()).len(), 2);
    assert_eq!(tables.probe(won).unwrap(), Value::Win);
    assert!(matches!(tables.moves(won), Err(ProbeError::TooManyPieces { .. })));
}

#[test]
fn without_some_table_there_are_errors_and_no_wrong_values() {
    for missing in Slice::up_to(3) {
        let files = files(2).into_iter().chain(files(3));
        let tables = Tables::from_memory(files.filter(|(name, _)| *name != missing.file_name())).unwrap();
        let (mut known, mut unknown) = (0, 0);
        for (view, value) in SOLVED.values().flat_map(|solved| solved.positions().step_by(5)) {
            let position = Position::from_view(view, Side::Black);
            let probed = tables.probe(position);
            let cached = tables.probe_if_cached(position);
            match (&probed, &cached) {
                (Ok(probed), Ok(cached)) => {
                    assert_eq!((*probed, *cached), (value, Some(value)), "{position} without {missing}");
                    known += 1;
                }
                (Err(ProbeError::MissingSlice { slice, .. }), Err(_)) => {
                    assert_eq!(*slice, missing, "{position}");
                    unknown += 1;
                }
                _ => panic!("{position} without {missing}: {probed:?} {cached:?}"),
            }
        }
        assert!(known > 1000 && unknown > 0, "{missing}: {known} {unknown}");
    }
}

#[test]
fn folders_are_listed_and_files_opened_when_needed() {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files(2) {
        let path = folder.path().join(name);
        write_atomically(&path, |file| std::io::Write::write_all(file, &bytes)).unwrap();
    }
    for name in ["readme.txt", ".0m2k-0m2k.wdl.partial", "0m2k-0m2k.wdl.old", "00m2k-0m2k.wdl", "x.wdl"] {
        fs::write(folder.path().join(name), "no table").unwrap();
    }
    let tables = Tables::open(folder.path(), Options::default()).unwrap();
    assert_eq!(tables.slices().collect::<Vec<_>>(), Slice::up_to(2));
    assert_eq!(check(&tables), (Ok(()), true));

    // Opened again, without the room to keep a block.
    let tables = Tables::open(folder.path(), Options { cache_bytes: 0, ..Options::default() }).unwrap();
    assert_eq!(check(&tables), (Ok(()), true));
}

#[test]
fn a_folder_in_the_place_of_a_table_is_not_a_missing_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(KING_AGAINST_KING);
    fs::create_dir(&path).unwrap();
    let tables = Tables::open(folder.path(), Options::default()).unwrap();
    match tables.probe(position("W:WK32:BK26")) {
        Err(ProbeError::File(FileError::NotAFile { path: found })) => assert_eq!(found, path),
        other => panic!("{other:?}"),
    }
    assert_eq!(tables.verify(|report| assert!(report.sound.is_none())).unwrap_err().len(), 1);

    // What failed is tried again: with the table in its place, the same set works.
    fs::remove_dir(&path).unwrap();
    assert!(matches!(tables.probe(position("W:WK32:BK26")), Err(ProbeError::File(FileError::Io { .. }))));
    fs::write(&path, sound_file()).unwrap();
    assert_eq!(tables.probe(position("W:WK32:BK26")).unwrap(), Value::Win);
}

#[test]
fn a_set_that_can_not_be_opened_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = folder.path().join("nowhere");
    let error = Tables::open(&nowhere, Options::default()).unwrap_err();
    assert!(error.to_string().contains("nowhere"), "{error}");
    assert!(error.source().is_some());
    let file = folder.path().join("file");
    fs::write(&file, "x").unwrap();
    assert!(matches!(Tables::open(&file, Options::default()), Err(OpenError::Folder { .. })));

    let named = |names: &[&str]| {
        let tables = names.iter().map(|&name| (name.to_owned(), sound_file()));
        Tables::from_memory(tables.collect::<Vec<_>>()).map(|_| ())
    };
    assert!(matches!(named(&["0m1k-0m1k"]), Err(OpenError::NotATableName { .. })));
    let name = KING_AGAINST_KING.to_owned();
    assert!(matches!(named(&[&name, &name]), Err(OpenError::SameName { .. })));
}

proptest! {
    #[test]
    fn garbage_is_never_a_distance(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let files = [(KING_AGAINST_KING, sound_file()), ("0m1k-0m1k.dtw", bytes)];
        let tables = Tables::from_memory(files.map(|(name, bytes)| (name.to_owned(), bytes))).unwrap();
        let won = position("W:WK32:BK26");
        prop_assert_eq!(tables.probe(won).unwrap(), Value::Win);
        for result in [tables.distance(won).map(|_| ()), tables.moves(won).map(|_| ())] {
            let damaged = matches!(result, Err(ProbeError::File(FileError::Damaged { .. })));
            prop_assert!(damaged, "{:?}", result);
        }
    }

    #[test]
    fn garbage_is_never_a_value(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let tables = with_bytes(&bytes);
        let result = tables.probe(position("W:WK32:BK26"));
        let damaged = matches!(result, Err(ProbeError::File(FileError::Damaged { .. })));
        prop_assert!(damaged, "{:?}", result);
    }
}
