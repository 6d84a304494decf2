//! Damaged bytes are always an error, never a panic and never a value.

use proptest::prelude::*;
use retrograde_db::ValueCounts;
use retrograde_db::file::{
    BlockDecoder, BlockEncoder, BlockFault, BlockNumber, DistanceEncoder, EncodeError, FormatError, Game,
    IndexScheme, MAX_POSITIONS_PER_BLOCK, Part, Rows, RulesId, Table, TableHeader, TableKind, TableWriter,
    WriteError,
};
use xxhash_rust::xxh3::xxh3_64;

const PREAMBLE: usize = 32;
/// Bytes of the preamble under its checksum.
const CHECKED: usize = 28;
/// Bytes that end a file, behind the block table.
const END: usize = 20;

fn header() -> TableHeader {
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

/// Blocks of each head: equal values, runs, noise, other runs. There are 31, so two groups.
fn codes() -> Vec<u8> {
    (0..992u64)
        .map(|place| match place / 32 % 4 {
            0 => 2,
            2 => (xxh3_64(&place.to_le_bytes()) % 3) as u8,
            _ => (place / 20 % 3) as u8,
        })
        .collect()
}

fn table() -> Vec<u8> {
    let header = TableHeader { rows: Rows { above: 20, behind: 300 }, ..header() };
    let mut encoder = BlockEncoder::new(Rows::NONE);
    encoder.set_rows(header.rows);
    let mut writer = TableWriter::new(Vec::new(), &header).unwrap();
    for block in codes().chunks(32) {
        writer.append_block(&encoder.encode(block).unwrap()).unwrap();
    }
    writer.finish(ValueCounts { win: 230, draw: 654, loss: 108 }).unwrap()
}

/// A table of distances, with blocks of each tag.
fn distances() -> Vec<u8> {
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
fn fault(bytes: &[u8]) -> Option<FormatError> {
    Table::open(bytes).and_then(|table| table.verify()).err()
}

/// The error of opening alone.
fn open_fault(bytes: &[u8]) -> Option<FormatError> {
    Table::open(bytes).err()
}

/// Where the tail of a sound file begins.
fn tail_of(file: &[u8]) -> usize {
    let end = file.len() - END;
    end - u32::from_le_bytes(file[end..end + 4].try_into().unwrap()) as usize
}

/// A file of this preamble and these blocks with this tail, of which length and checksum are right.
fn sealed(before: &[u8], tail: &[u8]) -> Vec<u8> {
    let checksum = xxh3_64(&[&before[CHECKED..PREAMBLE], tail].concat()).to_le_bytes();
    let length = (tail.len() as u32).to_le_bytes();
    [before, tail, &length, &checksum, b"\n\x1a\n\rGTR\x98"].concat()
}

/// The file with its preamble changed, and every checksum set right again.
fn with_preamble(file: &[u8], change: impl FnOnce(&mut [u8])) -> Vec<u8> {
    let mut file = file.to_vec();
    change(&mut file[..CHECKED]);
    let checksum = (xxh3_64(&file[..CHECKED]) as u32).to_le_bytes();
    file[CHECKED..PREAMBLE].copy_from_slice(&checksum);
    with_tail(&file, |_| ())
}

/// The file with its tail changed, and its checksum set right again.
fn with_tail(file: &[u8], change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let (before, tail) = file[..file.len() - END].split_at(tail_of(file));
    let mut tail = tail.to_vec();
    change(&mut tail);
    sealed(before, &tail)
}

#[test]
fn the_table_is_sound_and_has_every_head() {
    let file = table();
    assert_eq!(fault(&file), None);
    let blocks = &file[PREAMBLE..tail_of(&file)];
    let table = Table::open(file.as_slice()).unwrap();
    assert_eq!(table.block_count(), 31);
    assert_eq!(blocks[0], 0b1100_0010);
    let is_runs = |head: u8| head >> 6 < 3;
    assert!(is_runs(blocks[1]));
    assert!(blocks.contains(&0b1100_0011));
    // What is changed back again is the same file.
    assert_eq!(with_preamble(&file, |_| ()), file);
}

#[test]
fn every_changed_byte_is_detected() {
    let file = table();
    let blocks_end = tail_of(&file);
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
    for extra in [1, 7, 20, 80, 4000] {
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
    assert_eq!(part(damaged_at(PREAMBLE - 1)), Part::Preamble);
    assert_eq!(part(damaged_at(PREAMBLE)), Part::Block(BlockNumber(0)));
    let tail = tail_of(&file);
    assert_eq!(part(damaged_at(tail - 1)), Part::Block(BlockNumber(16)));
    assert_eq!(part(damaged_at(tail)), Part::Tail);
    assert_eq!(part(damaged_at(file.len() - END - 1)), Part::Tail);
    assert_eq!(part(damaged_at(file.len() - 9)), Part::Tail);
    let length = file.len() as u64;
    assert_eq!(damaged_at(file.len() - 1), Some(FormatError::NoEndMark { length }));
}

#[test]
fn a_block_is_damaged_where_its_group_is() {
    let mut file = table();
    let second_group = Table::open(file.as_slice()).unwrap().block_range(BlockNumber(16)).unwrap();
    file[second_group.start as usize] ^= 1;
    let table = Table::open(file.as_slice()).unwrap();
    let (mut decoder, mut packed) = (BlockDecoder::new(), Vec::new());
    for number in (0..table.block_count()).map(BlockNumber) {
        match table.decode_block(number, &mut decoder, &mut packed) {
            Ok(()) => assert!(number.0 < 16, "block {number}"),
            Err(FormatError::Checksum { part, .. }) => {
                assert!(number.0 >= 16, "block {number}");
                assert_eq!(part, Part::Block(number));
            }
            Err(other) => panic!("{other:?}"),
        }
    }
}

/// Blocks that have their checksum and yet are none.
#[test]
fn a_block_that_does_not_decode_is_named() {
    let header = TableHeader { positions: 96, ..header() };
    let blocks: [&[u8]; 3] = [&[0xC1], &[0b0000_1111, 1], &[0xC0]];
    let mut writer = TableWriter::new(Vec::new(), &header).unwrap();
    for value in [1, 1, 0] {
        writer.append_block(&BlockEncoder::new(Rows::NONE).encode(&[value; 32]).unwrap()).unwrap();
    }
    let file = writer.finish(ValueCounts { win: 0, draw: 64, loss: 32 }).unwrap();
    let bytes = blocks.concat();
    let tail = [&[0, 0, 0, 64, 32, 1, 2, 1][..], &(xxh3_64(&bytes) as u32).to_le_bytes()].concat();
    let bad = sealed(&[&file[..PREAMBLE], &bytes].concat(), &tail);
    let fault_found = BlockFault::Runs { expected: 32, found: 1 };
    assert_eq!(fault(&bad), Some(FormatError::Block { block: BlockNumber(1), fault: fault_found }));
}

/// A whole file of version 1: the example of its document.
const VERSION_1: &[u8] = b"\x89RTG\r\n\x1a\n\x01\0\x01\0\x01\0\x01\0\x01\0\x07\0\x04\0\0\0\x06\0\0\0\0\0\0\0\
    example\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x83\xB8\x09\xEA\x85\x56\x96\xE9\
    \x01\x3B\0\x01\x02\0\0\0\0\x4A\x97\xC5\x02\0\0\0\x57\x94\x1A\x05\
    \x02\0\0\0\0\0\0\0\x03\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0\
    \x4C\0\0\0\0\0\0\0\xAC\0\0\0\0\0\0\0\x83\xB8\x09\xEA\x85\x56\x96\xE9\
    \xC5\x07\x17\x31\x99\xD4\xC2\x5A\xBD\x02\x08\x4F\xE6\xD0\x9C\x37\x0A\x1A\x0A\x0D\x47\x54\x52\x98";

#[test]
fn other_files_and_other_versions_have_their_own_errors() {
    let file = table();
    assert_eq!(open_fault(b""), Some(FormatError::Cut { expected: 52, found: 0 }));
    assert_eq!(open_fault(b"PK"), Some(FormatError::NotATable { found: b"PK".to_vec() }));
    let text_mode: Vec<u8> = file.iter().copied().filter(|&byte| byte != b'\r').collect();
    assert!(matches!(open_fault(&text_mode), Some(FormatError::NotATable { .. })));

    assert_eq!(VERSION_1.len(), 172);
    let older = |found| Some(FormatError::OlderVersion { supported: 2, found });
    assert_eq!(open_fault(VERSION_1), older(1));
    assert!(open_fault(VERSION_1).unwrap().to_string().contains("build the table again"));
    for version in [0, 1] {
        assert_eq!(
            open_fault(&with_preamble(&file, |preamble| preamble[8] = version)),
            older(version.into())
        );
    }
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
    let preambles: [(&str, usize, &[u8]); 9] = [
        ("game", 10, &[3]),
        ("game", 10, &[0]),
        ("kind", 11, &[0]),
        ("kind", 11, &[5]),
        ("binary logarithm of positions per block", 15, &[21]),
        ("binary logarithm of positions per block", 15, &[255]),
        ("subject", 16, &[0; 12]),
        ("subject", 16, b" "),
        ("subject", 17, &[0]),
    ];
    for (expected, place, bytes) in preambles {
        let bad =
            with_preamble(&file, |preamble| preamble[place..place + bytes.len()].copy_from_slice(bytes));
        match open_fault(&bad) {
            Some(FormatError::Field { part: Part::Preamble, field, .. }) => assert_eq!(field, expected),
            other => panic!("{expected}: {other:?}"),
        }
    }
    let most = [&[0xFF; 9][..], &[1]].concat();
    let tails: [(&str, Vec<u8>); 6] = [
        ("rows and counts", Vec::new()),
        ("rows and counts", vec![0, 0, 1, 1]),
        ("rows and counts", vec![0, 0, 1, 1, 0x80]),
        ("rows and counts", vec![0, 0, 1, 0x80, 0]),
        ("rows and counts", [&most[..], &[0; 4]].concat()),
        ("sum of counts", [&[0, 0, 1][..], &most, &most].concat()),
    ];
    for (expected, tail) in tails {
        match open_fault(&with_tail(&file, |old| *old = tail)) {
            Some(FormatError::Field { part: Part::Tail, field, .. }) => assert_eq!(field, expected),
            other => panic!("{expected}: {other:?}"),
        }
    }
    let mut long = file.clone();
    let end = file.len() - END;
    long[end..end + 4].copy_from_slice(&(end as u32 - 31).to_le_bytes());
    let field = "length of the part before it";
    assert!(
        matches!(open_fault(&long), Some(FormatError::Field { part: Part::Tail, field: found, .. }) if found == field)
    );
}

#[test]
fn a_block_table_that_does_not_fit_is_refused() {
    // Two blocks of 32 equal values and one of 4.
    let header = TableHeader { positions: 68, ..header() };
    let mut writer = TableWriter::new(Vec::new(), &header).unwrap();
    for values in [32, 32, 4] {
        writer.append_block(&BlockEncoder::new(Rows::NONE).encode(&vec![1; values]).unwrap()).unwrap();
    }
    let file = writer.finish(ValueCounts { win: 0, draw: 68, loss: 0 }).unwrap();
    let checksum = file[tail_of(&file) + 8..file.len() - END].to_vec();
    let with_table = |table: &[u8]| with_tail(&file, |tail| *tail = [&[0, 0, 0, 68, 0], table].concat());
    let sound = [&[1, 1, 1][..], &checksum].concat();
    assert_eq!(with_table(&sound), file);
    let [zero, long, sum, behind] =
        [[0, 1, 1], [9, 1, 1], [1, 1, 2], [1, 1, 1]].map(|lengths| [&lengths[..], &checksum].concat());
    let found = file.len() as u64;
    let cut = FormatError::Cut { expected: found + 1, found };
    assert_eq!(open_fault(&with_table(&sum)), Some(cut));
    let tables: [(&str, Vec<u8>); 8] = [
        ("length of a block", zero),
        ("length of a block", long),
        ("length of a block", [&[1, 1, 3][..], &checksum].concat()),
        ("bytes behind the last block", [&behind[..], &[0]].concat()),
        ("length", sound[..6].to_vec()),
        ("length", sound[..3].to_vec()),
        ("number of blocks", sound[..2].to_vec()),
        ("number of blocks", Vec::new()),
    ];
    for (expected, table) in tables {
        match open_fault(&with_table(&table)) {
            Some(FormatError::Field { part: Part::BlockTable, field, .. }) => assert_eq!(field, expected),
            other => panic!("{expected}: {other:?}"),
        }
    }
}

#[test]
fn blocks_that_do_not_decode_are_refused() {
    let mut decoder = BlockDecoder::new();
    let mut decode = |encoded: &[u8], values| decoder.decode(encoded, values, Rows::NONE, &mut Vec::new());
    assert_eq!(decode(&[], 5), Err(BlockFault::Length { expected: 1, found: 0 }));
    assert_eq!(decode(&[0xC4], 5), Err(BlockFault::Tag { found: 0xC4 }));
    assert_eq!(decode(&[0xFF], 5), Err(BlockFault::Tag { found: 0xFF }));
    assert_eq!(decode(&[0xC0, 0], 5), Err(BlockFault::Length { expected: 0, found: 1 }));
    assert_eq!(decode(&[0xC3, 0], 6), Err(BlockFault::Length { expected: 2, found: 1 }));
    assert_eq!(decode(&[0xC3, 0, 3], 6), Err(BlockFault::NotValues { place: 1, found: 3 }));
    assert_eq!(decode(&[0xC3, 243], 5), Err(BlockFault::NotValues { place: 0, found: 243 }));

    let runs: Vec<u8> = (0..1000).map(|place| (place / 40 % 3) as u8).collect();
    let own_rows = Rows { above: 120, behind: 40 };
    let sound = BlockEncoder::new(Rows::NONE).encode_with_rows(&runs, own_rows).unwrap().bytes().to_vec();
    assert_eq!(sound[0] & 0xF0, 0b0010_0000);
    assert_eq!(decode(&sound, 1000), Ok(()));
    let with_head = |head: u8| [&[head], &sound[1..]].concat();
    let code = sound.len() - 1;
    let refused = |found| Err(BlockFault::Runs { expected: 1000, found });
    // A code book that there is not, and a choice of rows.
    assert_eq!(decode(&with_head(sound[0] & 0xF0 | 8), 1000), refused(code));
    assert_eq!(decode(&with_head(sound[0] | 0x30), 1000), refused(code));
    // Rows that are cut off, too large, or longer than need be.
    assert_eq!(decode(&sound[..1], 1000), refused(0));
    assert_eq!(decode(&sound[..2], 1000), refused(1));
    assert!(matches!(
        decode(&[&sound[..1], &[0xFF; 4], &[0x7F, 0]].concat(), 1000),
        Err(BlockFault::Runs { .. })
    ));
    assert!(matches!(decode(&[&sound[..1], &[0x80, 0, 0]].concat(), 1000), Err(BlockFault::Runs { .. })));
    // Bytes of the code that could be left out, and more than are read.
    assert_eq!(decode(&[&sound[..], &[0]].concat(), 1000), refused(code + 1));
    assert_eq!(decode(&[&sound[..], &[1; 12]].concat(), 1000), refused(code + 12));
    // No number is that large.
    assert_eq!(decode(&[&[0], &[0xFF; 8][..]].concat(), 1000), refused(8));
    // Blocks of runs are no longer than 16,384 values.
    let all_to_the_end = &[0, 1];
    assert_eq!(decode(all_to_the_end, 16_385), Err(BlockFault::Runs { expected: 16_385, found: 1 }));
}

#[test]
fn a_frame_that_unpacks_to_more_than_its_block_is_refused() {
    let bomb = zstd::bulk::compress(&vec![0; 1 << 26], 3).unwrap();
    let encoded = [&[2], &bomb[4..]].concat();
    let mut codes = Vec::new();
    let result = BlockDecoder::new().decode_distances(&encoded, MAX_POSITIONS_PER_BLOCK as usize, &mut codes);
    assert!(matches!(result, Err(BlockFault::Frame { .. })), "{result:?}");
    assert!(codes.capacity() <= MAX_POSITIONS_PER_BLOCK as usize);
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
    let mut encoder = BlockEncoder::new(Rows::NONE);
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
    assert!(matches!(start(|header| header.subject = "a".repeat(13)), Err(WriteError::Subject { .. })));
    assert!(matches!(start(|header| header.subject = "2 men".to_owned()), Err(WriteError::Subject { .. })));
    for size in [0, 3, 1000, 1 << 21] {
        let mut header = header();
        header.positions_per_block = size;
        let result = TableWriter::new(Vec::new(), &header);
        assert!(matches!(result, Err(WriteError::PositionsPerBlock { found }) if found == size));
    }

    let mut writer = start(|header| header.positions = 44).unwrap();
    let short = encoder.encode(&[0; 12]).unwrap();
    let whole = encoder.encode(&[0; 32]).unwrap();
    assert!(matches!(
        writer.append_block(&short),
        Err(WriteError::BlockValues { block: 0, expected: 32, found: 12 })
    ));
    writer.append_block(&whole).unwrap();
    writer.append_block(&short).unwrap();
    assert!(matches!(
        writer.append_block(&whole),
        Err(WriteError::BlockValues { block: 2, expected: 0, found: 32 })
    ));
    let counts = ValueCounts { win: 0, draw: 0, loss: 43 };
    assert!(matches!(writer.finish(counts), Err(WriteError::Counts { expected: 44, found: 43 })));
    let unfinished = start(|_| ()).unwrap();
    assert!(matches!(
        unfinished.finish(ValueCounts { win: 0, draw: 0, loss: 992 }),
        Err(WriteError::BlocksMissing { expected: 31, found: 0 })
    ));
}

proptest! {
    #[test]
    fn garbage_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        prop_assert!(fault(&bytes).is_some());
    }

    #[test]
    fn garbage_in_a_sound_frame_never_panics(
        place in 0usize..CHECKED,
        tail_place in 0usize..170,
        bytes in any::<[u8; 8]>(),
        in_tail in any::<bool>(),
    ) {
        let file = table();
        let overwrite = |part: &mut [u8], place: usize| {
            let end = part.len().min(place + bytes.len());
            let place = place.min(end);
            part[place..end].copy_from_slice(&bytes[..end - place]);
        };
        let bad = if in_tail {
            with_tail(&file, |tail| overwrite(tail, tail_place))
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
        head: u8,
        body in prop::collection::vec(any::<u8>(), 0..60),
        values in prop_oneof![1usize..300, 1usize..=MAX_POSITIONS_PER_BLOCK as usize],
        above in prop_oneof![0u32..400, any::<u32>()],
        behind in prop_oneof![0u32..400, any::<u32>()],
    ) {
        let encoded = [&[head], body.as_slice()].concat();
        let mut packed = Vec::new();
        if BlockDecoder::new().decode(&encoded, values, Rows { above, behind }, &mut packed).is_ok() {
            prop_assert_eq!(packed.len(), values.div_ceil(5));
            prop_assert!(packed.iter().all(|&byte| byte < 243));
        }
    }

    #[test]
    fn garbage_as_the_code_of_runs_is_values_or_an_error(
        first in 0u8..3,
        book in 0u8..8,
        body in prop::collection::vec(any::<u8>(), 0..8),
        values in 1usize..400,
        above in 0u32..400,
        behind in 0u32..400,
    ) {
        let encoded = [&[first << 6 | book], body.as_slice()].concat();
        let mut packed = Vec::new();
        match BlockDecoder::new().decode(&encoded, values, Rows { above, behind }, &mut packed) {
            Ok(()) => {
                prop_assert_eq!(packed.len(), values.div_ceil(5));
                prop_assert!(packed.iter().all(|&byte| byte < 243));
                prop_assert_eq!(packed[0] % 3, first);
            }
            Err(fault) => prop_assert_eq!(fault, BlockFault::Runs { expected: values, found: body.len() }),
        }
    }
}
