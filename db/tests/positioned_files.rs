//! A file read piece by piece says the same as its bytes in memory, damage included.

use std::fs::{self, File};

use retrograde_db::ValueCounts;
use retrograde_db::file::{
    BlockDecoder, BlockEncoder, BlockNumber, ByteSource, FormatError, Game, IndexScheme, PositionedFile,
    Rows, RulesId, Table, TableHeader, TableKind, TableWriter,
};

const POSITIONS: usize = 3000;

/// A table of many small blocks, longer than what the reader looks at to tell what follows its end.
fn table() -> Vec<u8> {
    let header = TableHeader {
        game: Game::Draughts,
        rules: RulesId(1),
        kind: TableKind::WinDrawLoss,
        index_scheme: IndexScheme(1),
        subject: "pieces".to_owned(),
        positions: POSITIONS as u64,
        positions_per_block: 64,
        rows: Rows::NONE,
    };
    let codes: Vec<u8> = (0..POSITIONS).map(|place| (place * place / 7 % 3) as u8).collect();
    let count = |value| codes.iter().filter(|&&code| code == value).count() as u64;
    let mut encoder = BlockEncoder::new(Rows::NONE);
    let mut writer = TableWriter::new(Vec::new(), &header).unwrap();
    for block in codes.chunks(64) {
        writer.append_block(&encoder.encode(block).unwrap()).unwrap();
    }
    writer.finish(ValueCounts { loss: count(0), draw: count(1), win: count(2) }).unwrap()
}

/// Everything that a table says: its blocks, or the first error of opening and of verifying.
fn contents<B: ByteSource>(bytes: B) -> Result<Vec<Vec<u8>>, FormatError> {
    let table = Table::open(bytes)?;
    table.verify()?;
    let mut decoder = BlockDecoder::new();
    let block = |number| {
        let mut packed = Vec::new();
        table.decode_block(BlockNumber(number), &mut decoder, &mut packed).map(|()| packed)
    };
    (0..table.block_count()).map(block).collect()
}

#[test]
fn files_and_bytes_in_memory_give_the_same_blocks_and_the_same_errors() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let sound = table();
    assert_eq!(contents(&sound).unwrap().len(), POSITIONS.div_ceil(64));
    let mut versions = vec![sound.clone(), Vec::new()];
    versions.extend((1..sound.len()).step_by(29).map(|length| sound[..length].to_vec()));
    versions.extend([1, 100, 60_000, 100_000].map(|extra| [&sound[..], &vec![b'x'; extra][..]].concat()));
    versions.extend((0..sound.len()).step_by(17).map(|place| {
        let mut damaged = sound.clone();
        damaged[place] ^= 1 << (place % 8);
        damaged
    }));
    for bytes in versions {
        fs::write(&path, &bytes).unwrap();
        let file = PositionedFile::new(File::open(&path).unwrap()).unwrap();
        assert_eq!(file.byte_count(), bytes.len() as u64);
        let read = contents(file);
        assert_eq!(read.is_ok(), bytes == sound);
        assert_eq!(read, contents(&bytes));
    }
}

#[test]
fn ranges_that_are_not_there_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bytes");
    fs::write(&path, [7; 100]).unwrap();
    let file = PositionedFile::new(File::open(&path).unwrap()).unwrap();
    let mut buffer = vec![1; 9];
    for range in [0..101, 100..101, 200..300, 0..u64::MAX, u64::MAX - 1..u64::MAX] {
        let cut = FormatError::Cut { expected: range.end, found: 100 };
        assert_eq!(file.read(range.clone(), &mut buffer), Err(cut.clone()));
        assert_eq!([7u8; 100].read(range, &mut buffer), Err(cut));
    }
    #[allow(clippy::reversed_empty_ranges)]
    let backwards = 9..3;
    assert!(file.read(backwards.clone(), &mut buffer).is_err());
    assert!([7u8; 100].read(backwards, &mut buffer).is_err());
    assert_eq!(file.read(100..100, &mut buffer), Ok(&[][..]));
    assert_eq!(file.read(98..100, &mut buffer), Ok(&[7, 7][..]));
}

#[test]
fn a_file_that_becomes_shorter_is_an_error_of_the_block() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    fs::write(&path, table()).unwrap();
    let table = Table::open(PositionedFile::new(File::open(&path).unwrap()).unwrap()).unwrap();
    let last = BlockNumber(table.block_count() - 1);
    let end = table.block_range(last).unwrap().end;
    File::options().write(true).open(&path).unwrap().set_len(end - 1).unwrap();
    let (mut decoder, mut packed) = (BlockDecoder::new(), Vec::new());
    let result = table.decode_block(last, &mut decoder, &mut packed);
    assert_eq!(result, Err(FormatError::Cut { expected: end, found: end - 1 }));
    assert_eq!(table.decode_block(BlockNumber(0), &mut decoder, &mut packed), Ok(()));
    assert_eq!(table.block_range(BlockNumber(last.0 + 1)), None);
}

/// A folder opens as a file here, and every read of it fails.
#[cfg(unix)]
#[test]
fn a_failed_read_is_no_damage() {
    let folder = tempfile::tempdir().unwrap();
    let file = PositionedFile::new(File::open(folder.path()).unwrap()).unwrap();
    if file.byte_count() == 0 {
        return assert!(matches!(Table::open(file), Err(FormatError::Cut { .. })));
    }
    match Table::open(file).map(|_| ()) {
        Err(FormatError::Read { offset: 0, kind, .. }) => assert_eq!(kind, std::io::ErrorKind::IsADirectory),
        other => panic!("{other:?}"),
    }
}
