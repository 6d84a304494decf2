//! Files whose checksums are right and which are no tables all the same: always an error, never a panic and
//! never a value.

mod damage;

use damage::{
    CHECKED, END, PREAMBLE, fault, header, open_fault, sealed, table, tail_of, with_preamble, with_tail,
};
use proptest::prelude::*;
use retrograde_db::ValueCounts;
use retrograde_db::file::{
    BlockDecoder, BlockEncoder, BlockFault, BlockNumber, DistanceEncoder, EncodeError, FormatError, Game,
    IndexScheme, MAX_POSITIONS_PER_BLOCK, Part, Rows, RulesId, Table, TableHeader, TableWriter, WriteError,
    value_in_packed,
};
use xxhash_rust::xxh3::xxh3_64;

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

/// Blocks that have their checksum and yet are none.
#[test]
fn a_block_that_does_not_decode_is_named() {
    let header = TableHeader { positions: 96, ..header() };
    let mut writer = TableWriter::new(Vec::new(), &header).unwrap();
    for value in [1, 1, 0] {
        writer.append_block(&BlockEncoder::new(Rows::NONE).encode(&[value; 32]).unwrap()).unwrap();
    }
    let file = writer.finish(ValueCounts { win: 0, draw: 64, loss: 32 }).unwrap();
    // The second block has a byte of code that is none of so many values.
    let code = [0xFF];
    let tail = [&[0, 0, 0, 64, 32, 1, 5, 0][..], &(xxh3_64(&code) as u32).to_le_bytes()].concat();
    let bad = sealed(&[&file[..PREAMBLE], &code].concat(), &tail);
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
    let older = |found| Some(FormatError::OlderVersion { supported: 3, found });
    assert_eq!(open_fault(VERSION_1), older(1));
    assert!(open_fault(VERSION_1).unwrap().to_string().contains("build the table again"));
    for version in [0, 1, 2] {
        assert_eq!(
            open_fault(&with_preamble(&file, |preamble| preamble[8] = version)),
            older(version.into())
        );
    }
    let newer = with_preamble(&file, |preamble| preamble[8] = 4);
    assert_eq!(open_fault(&newer), Some(FormatError::NewerVersion { supported: 3, found: 4 }));
    assert!(open_fault(&newer).unwrap().to_string().contains("update"));
    let older = with_preamble(&file, |preamble| preamble[8] = 1);
    assert_eq!(open_fault(&older), Some(FormatError::OlderVersion { supported: 3, found: 1 }));
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
    let [long, sum, packed, behind] =
        [[13, 1, 1], [5, 1, 1], [1, 1, 3], [1, 1, 1]].map(|entries| [&entries[..], &checksum].concat());
    let found = file.len() as u64;
    let cut = FormatError::Cut { expected: found + 1, found };
    for table in [sum, packed] {
        assert_eq!(open_fault(&with_table(&table)), Some(cut.clone()));
    }
    let tables: [(&str, Vec<u8>); 7] = [
        ("length of a block", long),
        ("length of a block", [&[1, 1, 6][..], &checksum].concat()),
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
    assert_eq!(decode(&[5], 5), Err(BlockFault::Tag { found: 5 }));
    assert_eq!(decode(&[0xFF], 5), Err(BlockFault::Tag { found: 0xFF }));
    assert_eq!(decode(&[0, 0], 5), Err(BlockFault::Length { expected: 0, found: 1 }));
    assert_eq!(decode(&[3, 0], 6), Err(BlockFault::Length { expected: 2, found: 1 }));
    assert_eq!(decode(&[3, 0, 0b1_0000], 6), Err(BlockFault::NotValues { place: 1, found: 0b1_0000 }));
    assert_eq!(decode(&[3, 0b1100], 4), Err(BlockFault::NotValues { place: 0, found: 0b1100 }));

    let runs: Vec<u8> = (0..1000).map(|place| (place / 40 % 3) as u8).collect();
    let own_rows = Rows { above: 120, behind: 40 };
    let sound = BlockEncoder::new(Rows::NONE).encode_with_rows(&runs, own_rows).unwrap().bytes().to_vec();
    assert_eq!(sound[0], 4);
    assert_eq!(decode(&sound, 1000), Ok(()));
    let code = sound.len() - 1;
    let refused = |values, found| Err(BlockFault::Runs { expected: values, found });
    // Fewer values than the runs take, and a code that begins with a zero.
    for values in [1, 39, 41] {
        assert_eq!(decode(&sound, values), refused(values, code));
    }
    assert_eq!(decode(&[&[4, 0], &sound[1..]].concat(), 1000), refused(1000, code + 1));
    // Blocks of runs are no longer than 16,384 values. A code of no bytes is one run.
    assert_eq!(decode(&[4], 16_384), Ok(()));
    assert_eq!(decode(&[4], 16_385), refused(16_385, 0));
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
    fn garbage_blocks_are_values_or_an_error(
        form in prop_oneof![Just(4u8), 0u8..6, any::<u8>()],
        body in prop::collection::vec(any::<u8>(), 0..60),
        values in prop_oneof![1usize..300, 1usize..=MAX_POSITIONS_PER_BLOCK as usize],
        above in prop_oneof![0u32..400, any::<u32>()],
        behind in prop_oneof![0u32..400, any::<u32>()],
    ) {
        let encoded = [&[form], body.as_slice()].concat();
        let mut packed = Vec::new();
        match BlockDecoder::new().decode(&encoded, values, Rows { above, behind }, &mut packed) {
            Ok(()) => {
                prop_assert_eq!(packed.len(), values.div_ceil(4));
                prop_assert!((0..values).all(|place| value_in_packed(&packed, place).is_some()));
            }
            Err(fault) if form == 4 => {
                prop_assert_eq!(fault, BlockFault::Runs { expected: values, found: body.len() });
            }
            Err(_) => (),
        }
    }
}
