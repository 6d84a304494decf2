//! Values against their successors.

mod support;

use std::num::NonZeroU64;

use retrograde_db::draughts::{Rules, Slice};
use retrograde_db::file::{BlockEncoder, DONT_CARE, Table, TableWriter, value_in_packed};
use retrograde_probe::draughts::Tables;
use retrograde_solver::Silent;
use retrograde_solver::draughts::{BuildOptions, LogicalError, LogicalOptions, verify_logical};

#[test]
fn all_tables_to_four_pieces_are_consistent() {
    for rules in Rules::ALL.iter().filter(|rules| rules.have_tables()) {
        let files = support::files(&BuildOptions { rules, ..BuildOptions::new(4) });
        let tables = Tables::from_memory_under(rules, files).unwrap();
        let report = verify_logical(&tables, &LogicalOptions::default(), &Silent).unwrap();
        assert_eq!(report.positions(), 6_408_836, "{}", rules.name);
    }
    let tables = support::tables(4);
    let sample = LogicalOptions { sample: NonZeroU64::new(100_000), ..LogicalOptions::default() };
    let report = verify_logical(&tables, &sample, &Silent).unwrap();
    assert!((100_000..110_000).contains(&report.positions()), "{}", report.positions());
}

/// The file with the value of one position changed, all checksums right.
fn with_one_value_changed(bytes: &[u8], place: u64) -> Vec<u8> {
    let table = Table::open(bytes).unwrap();
    let mut writer = TableWriter::new(Vec::new(), table.header()).unwrap();
    let mut encoder = BlockEncoder::new(table.header().rows);
    let mut packed = Vec::new();
    let size = u64::from(table.header().positions_per_block);
    for first in (0..table.header().positions).step_by(size as usize) {
        let (block, _) = table.locate(first).unwrap();
        table.decode_block(block, &mut Default::default(), &mut packed).unwrap();
        let len = size.min(table.header().positions - first);
        let mut codes: Vec<u8> =
            (0..len as usize).map(|place| value_in_packed(&packed, place).unwrap().code()).collect();
        if let Some(code) = place.checked_sub(first).and_then(|place| codes.get_mut(place as usize)) {
            *code = (*code + 1) % DONT_CARE;
        }
        writer.append_block(&encoder.encode(&codes).unwrap()).unwrap();
    }
    writer.finish(table.counts()).unwrap()
}

#[test]
fn a_wrong_value_is_found() {
    let files = support::files(&BuildOptions::new(3));
    let slice: Slice = "1m1k-1m0k".parse().unwrap();
    let mut seen = 0;
    for place in (0..slice.positions()).step_by(997) {
        let mut files = files.clone();
        let changed = with_one_value_changed(&files[&slice.file_name()], place);
        files.insert(slice.file_name(), changed);
        let tables = Tables::from_memory(files).unwrap();
        match verify_logical(&tables, &LogicalOptions::default(), &Silent) {
            Err(LogicalError::Wrong { .. }) => seen += 1,
            // The value of a position with a capture is not asked for.
            result => assert!(result.is_ok(), "{result:?}"),
        }
    }
    assert!(seen > 15, "{seen} of 23");
}
