//! Files of bounds: read as they were written, by this crate and by a second reader that was written
//! from `FORMAT.md`; damaged ones are refused.

use proptest::prelude::*;
use retrograde_db::file::{
    BlockDecoder, BlockEncoder, BlockFault, BlockNumber, BoundCodes, BoundsDecoder, BoundsEncoder,
    EncodeError, FormatError, Game, IndexScheme, MAX_BOUND_CODE, Rows, RulesId, Table, TableHeader,
    TableKind, TableWriter, WriteError,
};
use retrograde_db::go::{BoardIndex, BoundCounts, Repetition, Suicide, TableName};
use xxhash_rust::xxh3::xxh3_64;

type Codes = Option<BoundCodes>;

fn header(positions: u64) -> TableHeader {
    TableHeader {
        game: Game::Go,
        rules: RulesId(1),
        kind: TableKind::Bounds,
        index_scheme: IndexScheme(1),
        subject: "1x9".to_owned(),
        positions,
        positions_per_block: 64,
        rows: Rows::NONE,
    }
}

fn table(codes: &[Codes]) -> Vec<u8> {
    let mut encoder = BoundsEncoder::new();
    let mut writer = TableWriter::new(Vec::new(), &header(codes.len() as u64)).unwrap();
    for block in codes.chunks(64) {
        writer.append_bounds(&encoder.encode(block).unwrap()).unwrap();
    }
    let counts = BoundCounts { exact: codes.len() as u64, open: 0 };
    writer.finish(counts.into()).unwrap()
}

/// Blocks of each tag: equal positions, a frame, noise, and a short one.
fn example() -> Vec<Codes> {
    let noise = |place: u64| xxh3_64(&place.to_le_bytes());
    (0..230)
        .map(|place| {
            let (low, high) = match place / 64 {
                0 => (7, 9),
                1 => (3 + (place / 16 % 2) as u8, 12),
                _ => ((noise(place) % 20) as u8, 20 + (noise(place + 999) % 33) as u8),
            };
            (place % 11 != 3).then_some(BoundCodes { low, high })
        })
        .collect()
}

/// The varint at the front, which is taken off.
fn take_varint(bytes: &mut &[u8]) -> usize {
    let length = 1 + bytes.iter().position(|&byte| byte < 128).unwrap();
    let (number, rest) = bytes.split_at(length);
    *bytes = rest;
    number.iter().rev().fold(0, |number, &byte| number * 128 + usize::from(byte % 128))
}

/// The codes of all positions, read by the rules of FORMAT.md alone.
fn second_reader(file: &[u8]) -> Vec<BoundCodes> {
    assert_eq!((file[8], file[11]), (3, 4));
    let per_block = 1 << file[15];
    let end = file.len() - 20;
    let tail_length = u32::from_le_bytes(file[end..end + 4].try_into().unwrap()) as usize;
    let mut tail = &file[end - tail_length..end];
    assert_eq!([take_varint(&mut tail), take_varint(&mut tail)], [0, 0]);
    let positions: usize = (0..3).map(|_| take_varint(&mut tail)).sum();
    let (mut start, mut codes) = (32, Vec::new());
    while codes.len() < positions {
        let block_length = take_varint(&mut tail);
        let block = &file[start..start + block_length];
        let checksum = (xxh3_64(block) as u32).to_le_bytes();
        assert_eq!(tail[..4], checksum);
        tail = &tail[4..];
        let len = per_block.min(positions - codes.len());
        let plain = match block[0] {
            0 => [vec![block[1]; len], vec![block[2]; len]].concat(),
            1 => block[1..].to_vec(),
            2 => zstd::bulk::decompress(&[&[0x28, 0xB5, 0x2F, 0xFD], &block[1..]].concat(), 2 * len).unwrap(),
            tag => panic!("tag {tag}"),
        };
        assert_eq!(plain.len(), 2 * len);
        codes.extend((0..len).map(|at| BoundCodes { low: plain[at], high: plain[at] + plain[len + at] }));
        start += block.len();
    }
    assert_eq!((start, codes.len(), tail.len()), (end - tail_length, positions, 0));
    codes
}

/// The codes of all positions, read by the crate.
fn first_reader(file: &[u8]) -> Vec<BoundCodes> {
    let table = Table::open(file).unwrap();
    table.verify().unwrap();
    let (mut decoder, mut bytes) = (BoundsDecoder::new(), Vec::new());
    (0..table.header().positions)
        .map(|position| {
            let (block, place) = table.locate(position).unwrap();
            table.decode_bounds(block, &mut decoder, &mut bytes).unwrap();
            BoundCodes::in_block(&bytes, place).unwrap()
        })
        .collect()
}

#[track_caller]
fn check(codes: &[Codes]) {
    let file = table(codes);
    let read = first_reader(&file);
    assert_eq!(read, second_reader(&file));
    assert_eq!(read.len(), codes.len());
    for (block, read) in codes.chunks(64).zip(read.chunks(64)) {
        // What nobody looks up is as the position before it; at the beginning, as the first one kept.
        let mut last = block.iter().flatten().next().copied().unwrap_or(BoundCodes { low: 0, high: 0 });
        for (expected, found) in block.iter().zip(read) {
            last = expected.unwrap_or(last);
            assert_eq!(*found, last);
        }
    }
}

#[test]
fn both_readers_read_what_was_written() {
    check(&example());
    check(&[None; 3]);
    check(&[Some(BoundCodes { low: 0, high: MAX_BOUND_CODE })]);
}

proptest! {
    #[test]
    fn any_codes_are_read_as_they_were_written(
        pairs in prop::collection::vec(prop::option::of((0..=MAX_BOUND_CODE, 0..=MAX_BOUND_CODE)), 1..200),
    ) {
        let codes = |(a, b): (u8, u8)| BoundCodes { low: a.min(b), high: a.max(b) };
        let codes: Vec<Codes> = pairs.into_iter().map(|pair| pair.map(codes)).collect();
        check(&codes);
    }

    #[test]
    fn any_bytes_are_decoded_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..40), len in 0..40_usize) {
        let mut plain = Vec::new();
        if BoundsDecoder::new().decode(&bytes, len, &mut plain).is_ok() {
            prop_assert_eq!(plain.len(), 2 * len);
            for place in 0..len {
                let codes = BoundCodes::in_block(&plain, place).unwrap();
                prop_assert!(codes.low <= codes.high && codes.high <= MAX_BOUND_CODE);
            }
        }
    }
}

#[test]
fn every_damaged_byte_is_found() {
    let file = table(&example());
    let is_refused = |bytes: &[u8]| Table::open(bytes).and_then(|table| table.verify()).is_err();
    assert!(!is_refused(&file));
    for place in 0..file.len() {
        for bit in [1, 0x80] {
            let mut damaged = file.clone();
            damaged[place] ^= bit;
            assert!(is_refused(&damaged), "byte {place}");
        }
        assert!(is_refused(&file[..place]), "cut to {place}");
    }
    assert!(is_refused(&[file.as_slice(), &[0]].concat()));
}

#[test]
fn unsound_blocks_are_refused_though_their_checksum_is_right() {
    let decode = |bytes: &[u8], len| BoundsDecoder::new().decode(bytes, len, &mut Vec::new());
    assert_eq!(decode(&[], 1), Err(BlockFault::Length { expected: 1, found: 0 }));
    assert_eq!(decode(&[3, 0, 0], 1), Err(BlockFault::Tag { found: 3 }));
    assert_eq!(decode(&[0, 1], 5), Err(BlockFault::Length { expected: 2, found: 1 }));
    assert_eq!(decode(&[1, 1, 2, 3], 2), Err(BlockFault::Length { expected: 4, found: 3 }));
    assert_eq!(decode(&[1, 1, 50, 0, 3], 2), Err(BlockFault::NotValues { place: 1, found: 50 }));
    assert_eq!(decode(&[0, 255, 255], 2), Err(BlockFault::NotValues { place: 0, found: 255 }));
    assert!(matches!(decode(&[2, 9, 9, 9], 2), Err(BlockFault::Frame { expected: 4, .. })));
}

#[test]
fn unsound_codes_are_not_written() {
    let encode = |low, high| BoundsEncoder::new().encode(&[None, Some(BoundCodes { low, high })]);
    assert_eq!(encode(3, 2), Err(EncodeError::Code { place: 1, found: 3 }));
    assert_eq!(encode(3, 53), Err(EncodeError::Code { place: 1, found: 53 }));
    assert_eq!(BoundsEncoder::new().encode(&[]), Err(EncodeError::Values { found: 0 }));
}

#[test]
fn the_kinds_of_tables_are_not_taken_for_one_another() {
    let file = table(&example());
    let opened = Table::open(&file).unwrap();
    let found = opened.decode_block(BlockNumber(0), &mut BlockDecoder::new(), &mut Vec::new());
    let (expected, kind) = (TableKind::WinDrawLoss, TableKind::Bounds);
    assert_eq!(found, Err(FormatError::OtherKind { expected, found: kind }));
    let mut writer = TableWriter::new(Vec::new(), &header(4)).unwrap();
    let error = writer.append_block(&BlockEncoder::new(Rows::NONE).encode(&[0; 4]).unwrap()).unwrap_err();
    assert!(matches!(error, WriteError::BlockKind { expected: TableKind::Bounds, .. }), "{error}");
}

#[test]
fn names_and_headers_of_go_tables() {
    for size in ["1x1", "1x25", "2x3", "4x4", "5x5"] {
        for suicide in Suicide::BOTH {
            let name = TableName::new(size.parse().unwrap(), suicide);
            assert_eq!(TableName::of_file_name(&name.file_name()), Some(name));
            if size != "5x5" && size != "1x25" {
                let header = TableHeader::of_go(name, &BoardIndex::new(name.size()));
                assert_eq!((header.subject.as_str(), header.rules), (size, name.rules_id()));
            }
        }
    }
    for (repetition, ids) in [(Repetition::Positional, [3, 4]), (Repetition::Situational, [5, 6])] {
        for (suicide, id) in Suicide::BOTH.into_iter().zip(ids) {
            let name = TableName::exact("3x2".parse().unwrap(), suicide, repetition);
            assert_eq!(TableName::of_file_name(&name.file_name()), Some(name));
            assert_eq!((name.rules_id(), name.repetition()), (RulesId(id), Some(repetition)));
        }
    }
    assert!(TableName::of_file_name("2x3.no-suicide.situational").is_some());
    for name in [
        "",
        "2x3",
        ".bounds",
        "2x3.exact",
        "3x2.positional",
        "3x2.bounds",
        "02x3.bounds",
        "6x6.bounds",
        "2x3.bounds.",
        "2x3.wdl",
    ] {
        assert_eq!(TableName::of_file_name(name), None, "{name:?}");
    }
}
