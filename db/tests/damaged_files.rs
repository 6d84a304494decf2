//! Files that were damaged: changed, cut, lengthened. Always an error that names the part, never a value.

mod damage;

use damage::{END, PREAMBLE, distances, fault, open_fault, table, tail_of, with_preamble};
use retrograde_db::file::{BlockDecoder, BlockNumber, FormatError, Part, Table};

#[test]
fn the_table_is_sound_and_has_every_form() {
    let file = table();
    assert_eq!(fault(&file), None);
    assert_eq!(Table::open(file.as_slice()).unwrap().block_count(), 62);
    // Behind rows and counts: equal values, runs, packed values, runs.
    let entries = &file[tail_of(&file) + 8..];
    assert_eq!((entries[0], entries[2]), (2, 3));
    assert!(entries[1] >= 4 && entries[3] >= 4);
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
    assert_eq!(part(damaged_at(tail - 1)), Part::Block(BlockNumber(32)));
    assert_eq!(part(damaged_at(tail)), Part::Tail);
    assert_eq!(part(damaged_at(file.len() - END - 1)), Part::Tail);
    assert_eq!(part(damaged_at(file.len() - 9)), Part::Tail);
    let length = file.len() as u64;
    assert_eq!(damaged_at(file.len() - 1), Some(FormatError::NoEndMark { length }));
}

#[test]
fn a_block_is_damaged_where_its_group_is() {
    let mut file = table();
    let second_group = Table::open(file.as_slice()).unwrap().block_range(BlockNumber(32)).unwrap();
    file[second_group.start as usize] ^= 1;
    let table = Table::open(file.as_slice()).unwrap();
    let (mut decoder, mut packed) = (BlockDecoder::new(), Vec::new());
    for number in (0..table.block_count()).map(BlockNumber) {
        match table.decode_block(number, &mut decoder, &mut packed) {
            Ok(()) => assert!(number.0 < 32, "block {number}"),
            Err(FormatError::Checksum { part, .. }) => {
                assert!(number.0 >= 32, "block {number}");
                assert_eq!(part, Part::Block(number));
            }
            Err(other) => panic!("{other:?}"),
        }
    }
}
