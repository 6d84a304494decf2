//! Sound files, and ways to change them.

// Each test uses another part.
#![allow(dead_code)]

use retrograde_db::ValueCounts;
use retrograde_db::file::{
    BlockEncoder, DistanceEncoder, FormatError, Game, IndexScheme, Rows, RulesId, Table, TableHeader,
    TableKind, TableWriter,
};
use xxhash_rust::xxh3::xxh3_64;

pub(crate) const PREAMBLE: usize = 32;
/// Bytes of the preamble under its checksum.
pub(crate) const CHECKED: usize = 28;
/// Bytes that end a file, behind the block table.
pub(crate) const END: usize = 20;

pub(crate) fn header() -> TableHeader {
    TableHeader {
        game: Game::Draughts,
        rules: RulesId(1),
        kind: TableKind::WinDrawLoss,
        index_scheme: IndexScheme(1),
        subject: "0m1k-0m1k".to_owned(),
        positions: 992,
        positions_per_block: 32,
        rows: Rows::NONE,
    }
}

/// Blocks of each form: equal values, runs, noise, other runs. There are 62, so two groups.
pub(crate) fn codes() -> Vec<u8> {
    (0..1984u64)
        .map(|place| match place / 32 % 4 {
            0 => 2,
            2 => (xxh3_64(&place.to_le_bytes()) % 3) as u8,
            _ => (place / 20 % 3) as u8,
        })
        .collect()
}

pub(crate) fn table() -> Vec<u8> {
    let codes = codes();
    let header =
        TableHeader { positions: codes.len() as u64, rows: Rows { above: 20, behind: 300 }, ..header() };
    let mut encoder = BlockEncoder::new(Rows::NONE);
    encoder.set_rows(header.rows);
    let mut writer = TableWriter::new(Vec::new(), &header).unwrap();
    for block in codes.chunks(32) {
        writer.append_block(&encoder.encode(block).unwrap()).unwrap();
    }
    writer.finish(ValueCounts { win: 230, draw: 1646, loss: 108 }).unwrap()
}

/// A table of distances, with blocks of each tag.
pub(crate) fn distances() -> Vec<u8> {
    let header = TableHeader { kind: TableKind::PliesToConversion, positions_per_block: 256, ..header() };
    let mut encoder = DistanceEncoder::new();
    let mut writer = TableWriter::new(Vec::new(), &header).unwrap();
    let code = |place: u64| match place / 256 {
        0 => Some(9),
        2 => Some(xxh3_64(&place.to_le_bytes()) as u8),
        _ => (place % 20 > 3).then_some((place / 20) as u8),
    };
    let codes: Vec<Option<u8>> = (0..992).map(code).collect();
    let mut tags = Vec::new();
    for block in codes.chunks(256) {
        let block = encoder.encode(block).unwrap();
        tags.push(block.bytes()[0]);
        writer.append_block(&block).unwrap();
    }
    assert_eq!(tags, [0, 2, 1, 2]);
    writer.finish(ValueCounts { win: 230, draw: 654, loss: 108 }).unwrap()
}

/// The error of opening, or else of verifying.
pub(crate) fn fault(bytes: &[u8]) -> Option<FormatError> {
    Table::open(bytes).and_then(|table| table.verify()).err()
}

/// The error of opening alone.
pub(crate) fn open_fault(bytes: &[u8]) -> Option<FormatError> {
    Table::open(bytes).err()
}

/// Where the tail of a sound file begins.
pub(crate) fn tail_of(file: &[u8]) -> usize {
    let end = file.len() - END;
    end - u32::from_le_bytes(file[end..end + 4].try_into().unwrap()) as usize
}

/// A file of this preamble and these blocks with this tail, of which length and checksum are right.
pub(crate) fn sealed(before: &[u8], tail: &[u8]) -> Vec<u8> {
    let checksum = xxh3_64(&[&before[CHECKED..PREAMBLE], tail].concat()).to_le_bytes();
    let length = (tail.len() as u32).to_le_bytes();
    [before, tail, &length, &checksum, b"\n\x1a\n\rGTR\x98"].concat()
}

/// The file with its preamble changed, and every checksum set right again.
pub(crate) fn with_preamble(file: &[u8], change: impl FnOnce(&mut [u8])) -> Vec<u8> {
    let mut file = file.to_vec();
    change(&mut file[..CHECKED]);
    let checksum = (xxh3_64(&file[..CHECKED]) as u32).to_le_bytes();
    file[CHECKED..PREAMBLE].copy_from_slice(&checksum);
    with_tail(&file, |_| ())
}

/// The file with its tail changed, and its checksum set right again.
pub(crate) fn with_tail(file: &[u8], change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let (before, tail) = file[..file.len() - END].split_at(tail_of(file));
    let mut tail = tail.to_vec();
    change(&mut tail);
    sealed(before, &tail)
}
