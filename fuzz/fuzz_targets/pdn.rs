//! Files of games: those that are read are written, and read again as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use retrograde_db::draughts::pdn::{Game, read_games, write_games};

fuzz_target!(|bytes: &[u8]| {
    let mut games: Vec<Game> = Vec::new();
    for game in read_games(bytes) {
        match game {
            Ok(game) => games.push(game),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    let mut written = Vec::new();
    write_games(&mut written, &games).expect("memory takes every byte");
    let again: Result<Vec<Game>, _> = read_games(&written).into_iter().collect();
    assert_eq!(again.as_ref(), Ok(&games), "{}", String::from_utf8_lossy(&written));
});
