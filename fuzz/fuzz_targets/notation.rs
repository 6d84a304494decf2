//! Texts: a FEN, then moves, one a line. What is read is written, and read again as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use retrograde_db::draughts::{Position, Rules, Slice};
use retrograde_db::file::Manifest;

fuzz_target!(|text: &str| {
    if let Ok(manifest) = text.parse::<Manifest>() {
        assert_eq!(manifest.to_string().parse(), Ok(manifest));
    }
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    if let Some(slice) = Slice::of_file_name(first) {
        assert_eq!(slice.file_name(), first);
    }
    let Ok(mut position) = first.parse::<Position>() else { return };
    let rules = &Rules::ENGLISH;
    for line in lines {
        assert_eq!(position.to_string().parse(), Ok(position));
        for other in Rules::ALL {
            if let Ok(mv) = position.read_move(other, line) {
                let again = position.read_move(other, &position.write_move(other, &mv));
                assert!(again.expect("what was written is read").same_play(&mv), "{}", other.name);
            }
        }
        match position.read_move(rules, line) {
            Ok(mv) => {
                let written = position.write_move(rules, &mv);
                let again = position.read_move(rules, &written).expect("what was written is read");
                assert!(again.same_play(&mv), "{position}: {line} {written}");
                position = position.play(rules, &mv);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
