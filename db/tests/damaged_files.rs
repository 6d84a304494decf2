//! Damaged bytes are always an error, never a panic and never a value.

use proptest::prelude::*;
use retrograde_db::ValueCounts;
use retrograde_db::file::{
    BlockDecoder, BlockEncoder, BlockFault, BlockNumber, DistanceEncoder, EncodeError, FormatError, Game,
    IndexScheme, MAX_POSITIONS_PER_BLOCK, Part, Rows, RulesId, Table, TableHeader, TableKind, TableWriter,
    WriteError,
};
use xxhash_rust::xxh3::xxh3_64;

const PREAMBLE: usize = 72;
const TRAILER: usize = 80;

fn header() -> TableHeader {
    TableHeader {
        game: Game::Draughts,
        rules: RulesId(1),
        kind: TableKind::WinDrawLoss,
        index_scheme: IndexScheme(1),
        subject: "0m1k-0m1k".to_owned(),
        positions: 992,
        positions_per_block: 256,
        rows: Rows::NONE,
    }
}

/// Blocks of each tag: equal values, a frame, noise, a shorter frame.
fn codes() -> Vec<u8> {
    let frame = |place: u64| (place / 20 % 3) as u8;
    (0..992u64)
        .map(|place| match place / 256 {
            0 => 2,
            2 => (xxh3_64(&place.to_le_bytes()) % 3) as u8,
            _ => frame(place),
        })
        .collect()
}

fn table() -> Vec<u8> {
    let mut encoder = BlockEncoder::new();
    let mut writer = TableWriter::new(Vec::new(), &header()).unwrap();
    for block in codes().chunks(256) {
        writer.append_block(&encoder.encode(block).unwrap()).unwrap();
    }
    writer.finish(ValueCounts { win: 230, draw: 654, loss: 108 }).unwrap()
}

/// A table of distances, with blocks of each tag.
fn distances() -> Vec<u8> {
    let header = TableHeader { kind: TableKind::PliesToConversion, ..header() };
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
fn fault(bytes: &[u8]) -> Option<FormatError> {
    Table::open(bytes).and_then(|table| table.verify()).err()
}

/// The error of opening alone.
fn open_fault(bytes: &[u8]) -> Option<FormatError> {
    Table::open(bytes).err()
}

/// The file with its preamble changed, and every checksum set right again.
fn with_preamble(file: &[u8], change: impl FnOnce(&mut [u8])) -> Vec<u8> {
    let mut file = file.to_vec();
    change(&mut file[..64]);
    let checksum = xxh3_64(&file[..64]).to_le_bytes();
    file[64..PREAMBLE].copy_from_slice(&checksum);
    with_trailer(&file, |trailer| trailer[48..56].copy_from_slice(&checksum))
}

/// The file with its trailer changed, and its checksum set right again.
fn with_trailer(file: &[u8], change: impl FnOnce(&mut [u8])) -> Vec<u8> {
    let mut file = file.to_vec();
    let start = file.len() - TRAILER;
    change(&mut file[start..start + 64]);
    let checksum = xxh3_64(&file[start..start + 64]).to_le_bytes();
    file[start + 64..start + 72].copy_from_slice(&checksum);
    file
}

#[test]
fn the_table_is_sound_and_has_every_tag() {
    let file = table();
    assert_eq!(fault(&file), None);
    let mut encoder = BlockEncoder::new();
    let tags: Vec<u8> = codes().chunks(256).map(|block| encoder.encode(block).unwrap().bytes()[0]).collect();
    assert_eq!(tags, [0, 2, 1, 2]);
}

#[test]
fn every_changed_byte_is_detected() {
    let file = table();
    let blocks_end = file.len() - TRAILER - 4 * 8;
    for place in 0..file.len() {
        let in_blocks = (PREAMBLE..blocks_end).contains(&place);
        for change in [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xFF, 0x55] {
            let mut damaged = file.clone();
            damaged[place] ^= change;
            assert!(fault(&damaged).is_some(), "byte {place} changed by {change:#x}");
            if !in_blocks {
                assert!(open_fault(&damaged).is_some(), "byte {place} changed by {change:#x}, open");
            }
        }
    }
}

#[test]
fn every_changed_byte_of_distances_is_detected() {
    let file = distances();
    assert_eq!(fault(&file), None);
    for place in 0..file.len() {
        for change in [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xFF, 0x55] {
            let mut damaged = file.clone();
            damaged[place] ^= change;
            assert!(fault(&damaged).is_some(), "byte {place} changed by {change:#x}");
        }
        assert!(open_fault(&file[..place]).is_some(), "{place} bytes");
    }
}

#[test]
fn blocks_that_are_no_distances_are_errors() {
    let decode = |block: &[u8], positions| {
        let mut codes = vec![7; 7];
        BlockDecoder::new().decode_distances(block, positions, &mut codes).map(|()| codes)
    };
    assert_eq!(decode(&[0, 255], 3), Ok(vec![255; 3]));
    assert_eq!(decode(&[1, 4, 5], 2), Ok(vec![4, 5]));
    assert_eq!(decode(&[], 1), Err(BlockFault::Length { expected: 1, found: 0 }));
    assert_eq!(decode(&[0], 1), Err(BlockFault::Length { expected: 1, found: 0 }));
    assert_eq!(decode(&[0, 1, 1], 2), Err(BlockFault::Length { expected: 1, found: 2 }));
    assert_eq!(decode(&[1, 4, 5], 3), Err(BlockFault::Length { expected: 3, found: 2 }));
    assert_eq!(decode(&[3, 4], 1), Err(BlockFault::Tag { found: 3 }));
    assert!(matches!(decode(&[2, 1, 2, 3], 3), Err(BlockFault::Frame { expected: 3, .. })));
    // A frame of another length than the block has.
    let encoded = DistanceEncoder::new().encode(&[[Some(1); 500], [Some(2); 500]].concat()).unwrap();
    assert_eq!(encoded.bytes()[0], 2);
    assert!(matches!(decode(encoded.bytes(), 999), Err(BlockFault::Frame { expected: 999, .. })));
    assert!(matches!(decode(encoded.bytes(), 1001), Err(BlockFault::Frame { expected: 1001, .. })));
    assert_eq!(DistanceEncoder::new().encode(&[]), Err(EncodeError::Values { found: 0 }));
}

#[test]
fn every_cut_is_detected_at_open() {
    let file = table();
    for length in 0..file.len() {
        let error = open_fault(&file[..length]);
        assert!(
            matches!(error, Some(FormatError::Cut { .. } | FormatError::NoEndMark { .. })),
            "{length} bytes: {error:?}"
        );
    }
}

#[test]
fn bytes_behind_the_end_are_counted() {
    let file = table();
    for extra in [1, 7, 80, 4000] {
        let mut longer = file.clone();
        longer.resize(file.len() + extra, b'x');
        let (expected, found) = (file.len() as u64, longer.len() as u64);
        assert_eq!(open_fault(&longer), Some(FormatError::TrailingBytes { expected, found }));
    }
    let twice = [file.as_slice(), &file].concat();
    let (expected, found) = (file.len() as u64, twice.len() as u64);
    assert_eq!(open_fault(&twice), Some(FormatError::TrailingBytes { expected, found }));
}

#[test]
fn bytes_lost_or_doubled_in_the_middle_are_detected_at_open() {
    let file = table();
    for place in 0..file.len() {
        let without = [&file[..place], &file[place + 1..]].concat();
        assert!(open_fault(&without).is_some(), "without byte {place}");
        let doubled = [&file[..=place], &file[place..]].concat();
        assert!(open_fault(&doubled).is_some(), "byte {place} doubled");
    }
}

#[test]
fn the_error_names_the_damaged_part() {
    let file = table();
    let damaged_at = |place: usize| {
        let mut damaged = file.clone();
        damaged[place] ^= 0x10;
        fault(&damaged)
    };
    let part = |error: Option<FormatError>| match error {
        Some(FormatError::Checksum { part, .. }) => part,
        other => panic!("{other:?}"),
    };
    assert!(matches!(damaged_at(3), Some(FormatError::NotATable { .. })));
    // A damaged version is damage, not a newer version.
    assert_eq!(part(damaged_at(8)), Part::Preamble);
    assert_eq!(part(damaged_at(63)), Part::Preamble);
    assert_eq!(part(damaged_at(PREAMBLE)), Part::Block(BlockNumber(0)));
    assert_eq!(part(damaged_at(PREAMBLE + 2)), Part::Block(BlockNumber(1)));
    assert_eq!(part(damaged_at(file.len() - TRAILER - 1)), Part::BlockTable);
    assert_eq!(part(damaged_at(file.len() - TRAILER)), Part::Trailer);
    let length = file.len() as u64;
    assert_eq!(damaged_at(file.len() - 1), Some(FormatError::NoEndMark { length }));
}

#[test]
fn other_files_and_other_versions_have_their_own_errors() {
    let file = table();
    assert_eq!(open_fault(b""), Some(FormatError::Cut { expected: 152, found: 0 }));
    assert_eq!(open_fault(b"PK"), Some(FormatError::NotATable { found: b"PK".to_vec() }));
    let text_mode: Vec<u8> = file.iter().copied().filter(|&byte| byte != b'\r').collect();
    assert!(matches!(open_fault(&text_mode), Some(FormatError::NotATable { .. })));

    let newer = with_preamble(&file, |preamble| preamble[8] = 3);
    assert_eq!(open_fault(&newer), Some(FormatError::NewerVersion { supported: 2, found: 3 }));
    assert!(open_fault(&newer).unwrap().to_string().contains("update"));
    let older = with_preamble(&file, |preamble| preamble[8] = 1);
    assert_eq!(open_fault(&older), Some(FormatError::OlderVersion { supported: 2, found: 1 }));
    assert!(open_fault(&older).unwrap().to_string().contains("build the table again"));
}

#[test]
fn nonsense_under_a_right_checksum_is_refused() {
    let file = table();
    let preambles: [(&str, usize, &[u8]); 8] = [
        ("game", 10, &[3, 0]),
        ("kind", 14, &[0, 1]),
        ("subject", 18, &[0, 0]),
        ("subject", 18, &[33, 0]),
        ("subject", 18, &[8, 0]),
        ("subject", 32, b" "),
        ("positions per block", 20, &[0, 0, 0, 0]),
        ("positions per block", 20, &[0, 0, 0, 0x80]),
    ];
    for (expected, place, bytes) in preambles {
        let bad =
            with_preamble(&file, |preamble| preamble[place..place + bytes.len()].copy_from_slice(bytes));
        match open_fault(&bad) {
            Some(FormatError::Field { part: Part::Preamble, field, .. }) => assert_eq!(field, expected),
            other => panic!("{expected}: {other:?}"),
        }
    }
    let trailers: [(&str, usize); 4] = [
        ("sum of counts", 0),
        ("number of blocks", 24),
        ("offset of the block table", 32),
        ("preamble checksum", 48),
    ];
    for (expected, place) in trailers {
        for byte in [0xFF, 1] {
            let bad = with_trailer(&file, |trailer| trailer[place..place + 8].fill(byte));
            match open_fault(&bad) {
                Some(FormatError::Field { part: Part::Trailer, field, .. }) => assert_eq!(field, expected),
                other => panic!("{expected}: {other:?}"),
            }
        }
    }
}

#[test]
fn a_block_table_that_does_not_fit_is_refused() {
    let file = table();
    let end = file.len() - TRAILER;
    let with_lengths = |lengths: [u32; 4]| {
        let mut file = file.clone();
        for (row, length) in file[end - 32..end].chunks_exact_mut(8).zip(lengths) {
            row[..4].copy_from_slice(&length.to_le_bytes());
        }
        let checksum = xxh3_64(&file[end - 32..end]).to_le_bytes();
        with_trailer(&file, |trailer| trailer[56..64].copy_from_slice(&checksum))
    };
    for lengths in [[0, 1, 1, 1], [2, 2, 2, 2], [u32::MAX; 4], [53, 53, 53, 46], [54, 2, 2, 2]] {
        let error = open_fault(&with_lengths(lengths));
        assert!(
            matches!(error, Some(FormatError::Field { part: Part::BlockTable, .. })),
            "{lengths:?}: {error:?}"
        );
    }
}

#[test]
fn blocks_that_do_not_decode_are_refused() {
    let mut decoder = BlockDecoder::new();
    let mut decode = |encoded: &[u8], values| decoder.decode(encoded, values, &mut Vec::new());
    assert_eq!(decode(&[], 5), Err(BlockFault::Length { expected: 1, found: 0 }));
    assert_eq!(decode(&[3, 0], 5), Err(BlockFault::Tag { found: 3 }));
    assert_eq!(decode(&[0], 5), Err(BlockFault::Length { expected: 1, found: 0 }));
    assert_eq!(decode(&[0, 3], 5), Err(BlockFault::NotValues { place: 0, found: 3 }));
    assert_eq!(decode(&[1, 0], 6), Err(BlockFault::Length { expected: 2, found: 1 }));
    assert_eq!(decode(&[1, 0, 3], 6), Err(BlockFault::NotValues { place: 1, found: 3 }));
    assert_eq!(decode(&[1, 243], 5), Err(BlockFault::NotValues { place: 0, found: 243 }));
    assert!(matches!(decode(&[2, 0, 0], 50), Err(BlockFault::Frame { expected: 10, .. })));
}

#[test]
fn a_frame_that_unpacks_to_more_than_its_block_is_refused() {
    let bomb = zstd::bulk::compress(&vec![0; 1 << 26], 3).unwrap();
    let encoded = [&[2], &bomb[4..]].concat();
    let mut packed = Vec::new();
    let result = BlockDecoder::new().decode(&encoded, MAX_POSITIONS_PER_BLOCK as usize, &mut packed);
    assert!(matches!(result, Err(BlockFault::Frame { .. })), "{result:?}");
    assert!(packed.capacity() <= MAX_POSITIONS_PER_BLOCK as usize);
}

#[test]
fn what_is_expected_is_compared_field_by_field() {
    let found = header();
    let other = |change: fn(&mut TableHeader)| {
        let mut expected = header();
        change(&mut expected);
        found.expect(&expected)
    };
    assert_eq!(other(|expected| expected.positions_per_block = 1), Ok(()));
    assert!(matches!(other(|expected| expected.game = Game::Go), Err(FormatError::OtherGame { .. })));
    assert!(matches!(other(|expected| expected.rules = RulesId(2)), Err(FormatError::OtherRules { .. })));
    assert!(matches!(
        other(|expected| expected.index_scheme = IndexScheme(2)),
        Err(FormatError::OtherIndexScheme { .. })
    ));
    assert!(matches!(
        other(|expected| expected.subject = "0m1k-1m0k".to_owned()),
        Err(FormatError::OtherSubject { .. })
    ));
    assert!(matches!(
        other(|expected| expected.positions = 868),
        Err(FormatError::OtherPositions { expected: 868, found: 992 })
    ));
}

#[test]
fn the_writer_refuses_what_no_reader_would_take() {
    let mut encoder = BlockEncoder::new();
    assert_eq!(encoder.encode(&[]), Err(EncodeError::Values { found: 0 }));
    assert_eq!(encoder.encode(&[0, 3, 4]), Err(EncodeError::Code { place: 2, found: 4 }));
    let too_many = vec![0; MAX_POSITIONS_PER_BLOCK as usize + 1];
    assert_eq!(encoder.encode(&too_many), Err(EncodeError::Values { found: too_many.len() }));

    let start = |change: fn(&mut TableHeader)| {
        let mut header = header();
        change(&mut header);
        TableWriter::new(Vec::new(), &header)
    };
    assert!(matches!(start(|header| header.subject.clear()), Err(WriteError::Subject { .. })));
    assert!(matches!(start(|header| header.subject = "a".repeat(33)), Err(WriteError::Subject { .. })));
    assert!(matches!(start(|header| header.subject = "2 men".to_owned()), Err(WriteError::Subject { .. })));
    for size in [0, 3, 1000, 1 << 21] {
        let mut header = header();
        header.positions_per_block = size;
        let result = TableWriter::new(Vec::new(), &header);
        assert!(matches!(result, Err(WriteError::PositionsPerBlock { found }) if found == size));
    }

    let mut writer = start(|header| header.positions = 300).unwrap();
    let short = encoder.encode(&[0; 44]).unwrap();
    let whole = encoder.encode(&[0; 256]).unwrap();
    assert!(matches!(
        writer.append_block(&short),
        Err(WriteError::BlockValues { block: 0, expected: 256, found: 44 })
    ));
    writer.append_block(&whole).unwrap();
    writer.append_block(&short).unwrap();
    assert!(matches!(
        writer.append_block(&whole),
        Err(WriteError::BlockValues { block: 2, expected: 0, found: 256 })
    ));
    let counts = ValueCounts { win: 0, draw: 0, loss: 299 };
    assert!(matches!(writer.finish(counts), Err(WriteError::Counts { expected: 300, found: 299 })));
    let unfinished = start(|_| ()).unwrap();
    assert!(matches!(
        unfinished.finish(ValueCounts { win: 0, draw: 0, loss: 992 }),
        Err(WriteError::BlocksMissing { expected: 4, found: 0 })
    ));
}

proptest! {
    #[test]
    fn garbage_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        prop_assert!(fault(&bytes).is_some());
    }

    #[test]
    fn garbage_in_a_sound_frame_never_panics(
        place in 0usize..64,
        trailer_place in 0usize..64,
        bytes in any::<[u8; 8]>(),
        in_trailer in any::<bool>(),
    ) {
        let file = table();
        let overwrite = |part: &mut [u8], place: usize| {
            let end = part.len().min(place + bytes.len());
            part[place..end].copy_from_slice(&bytes[..end - place]);
        };
        let bad = if in_trailer {
            with_trailer(&file, |trailer| overwrite(trailer, trailer_place))
        } else {
            with_preamble(&file, |preamble| overwrite(preamble, place))
        };
        // Counts with the same sum and another rules id are sound; the rest is not. What counts is
        // that nothing panics and that no block gives a value that is none.
        if let Ok(table) = Table::open(bad.as_slice()) {
            let _ = table.verify();
        }
    }

    #[test]
    fn garbage_blocks_never_panic(
        tag in 0u8..4,
        body in prop::collection::vec(any::<u8>(), 0..60),
        values in 1usize..300,
    ) {
        let encoded = [&[tag], body.as_slice()].concat();
        let mut packed = Vec::new();
        if BlockDecoder::new().decode(&encoded, values, &mut packed).is_ok() {
            prop_assert_eq!(packed.len(), values.div_ceil(5));
            prop_assert!(packed.iter().all(|&byte| byte < 243));
        }
    }
}
