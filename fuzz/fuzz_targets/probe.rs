//! A set of one table of any bytes, probed: a value where the table is sound, and errors of the file
//! elsewhere, the same each time.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use retrograde_db::draughts::{Position, Side, Slice, SliceIndex};
use retrograde_probe::draughts::{ProbeError, Tables};

/// Every 31st position of king against king.
static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let slice: Slice = "0m1k-0m1k".parse().expect("the name of a slice");
    let index = SliceIndex::new(slice);
    let position = |number| Position::from_view(index.view(number).expect("below the size"), Side::Black);
    (0..index.size()).step_by(31).map(position).collect()
});

fuzz_target!(|input: &[u8]| {
    let bytes = retrograde_fuzz::table_bytes(input);
    let tables = Tables::from_memory([("0m1k-0m1k.wdl".to_owned(), bytes)]).expect("the name of a table");
    let sound = tables.verify(|_| ()).is_ok();
    for &position in POSITIONS.iter() {
        let probed = tables.probe(position);
        match &probed {
            Ok(_) => {}
            Err(ProbeError::File(_)) => assert!(!sound),
            Err(other) => panic!("{position}: {other}"),
        }
        let cached = tables.probe_if_cached(position);
        assert_eq!(cached.ok().flatten(), probed.ok());
        if sound {
            assert!(tables.moves(position).is_ok());
        }
    }
});
