//! Distances of a set, however they are asked for: at once, from memory alone, loaded at the start, and from
//! C. King against king, solved naively, ply by ply.

mod support;

use std::fs;

use retrograde_db::draughts::{Position, Side, View};
use retrograde_db::{DistanceKind, Plies, Value};
use retrograde_probe::Options;
use retrograde_probe::draughts::{Distance, Tables};
use support::distances::{KING_AGAINST_KING, PLIES, distance_file};
use support::files;

/// The tables of two pieces, and the distances of king against king to the end of the game.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files(2).into_iter().chain([distance_file()]) {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    folder
}

fn distance(plies: Option<Plies>) -> Option<Distance> {
    plies.map(|plies| Distance { plies, kind: DistanceKind::Win })
}

fn position(view: View) -> Position {
    Position::from_view(view, Side::White)
}

#[test]
fn the_distances_are_those_of_a_naive_solver() {
    let folder = folder();
    let tables = Tables::open(folder.path(), Options::default()).unwrap();
    for (&view, &(value, plies)) in PLIES.iter() {
        let position = position(view);
        assert_eq!(tables.value_and_distance(position).unwrap(), (value, distance(plies)), "{position}");
    }
    // There is more to tell than wins in one.
    assert!(PLIES.values().any(|&(_, plies)| plies > Some(Plies(4))));
}

#[test]
fn without_a_file_of_distances_there_is_the_value() {
    let tables = Tables::from_memory(files(2)).unwrap();
    for (&view, &(value, _)) in PLIES.iter() {
        assert_eq!(tables.value_and_distance(position(view)).unwrap(), (value, None));
        assert_eq!(tables.value_and_distance_if_cached(position(view)).unwrap(), Some((value, None)));
    }
}

/// A view whose value and distance are looked up.
fn stored() -> (View, Value, Option<Plies>) {
    let found = PLIES.iter().filter(|&(_, &(_, plies))| plies > Some(Plies(4)));
    let (&view, &(value, plies)) = found.min_by_key(|&(view, _)| format!("{}", position(*view))).unwrap();
    (view, value, plies)
}

#[test]
fn nothing_is_read_for_distances_from_memory() {
    let folder = folder();
    let tables = Tables::open(folder.path(), Options::default()).unwrap();
    let (view, value, plies) = stored();
    assert_eq!(tables.value_and_distance_if_cached(position(view)).unwrap(), None);
    tables.probe(position(view)).unwrap();
    // The value is there now, the distance is not.
    assert_eq!(tables.probe_if_cached(position(view)).unwrap(), Some(value));
    assert_eq!(tables.value_and_distance_if_cached(position(view)).unwrap(), None);
    tables.value_and_distance(position(view)).unwrap();
    assert_eq!(tables.value_and_distance_if_cached(position(view)).unwrap(), Some((value, distance(plies))));
}

#[test]
fn distances_are_loaded_at_the_start() {
    let folder = folder();
    let options = Options { autoload_pieces: 2, cache_bytes: 0, ..Options::default() };
    let tables = Tables::open(folder.path(), options).unwrap();
    for (&view, &(value, plies)) in PLIES.iter() {
        let found = tables.value_and_distance_if_cached(position(view)).unwrap();
        assert_eq!(found, Some((value, distance(plies))));
    }
    let file = folder.path().join("0m1k-0m1k.dtw");
    let bytes = fs::read(&file).unwrap();
    fs::write(file, &bytes[..bytes.len() - 1]).unwrap();
    assert!(Tables::open(folder.path(), options).is_err());
}

#[test]
fn moves_have_the_distances_of_their_positions() {
    let tables = Tables::from_memory(files(2).into_iter().chain([distance_file()])).unwrap();
    let (view, value, plies) = stored();
    assert_eq!(tables.slices().filter(|slice| slice.to_string() == KING_AGAINST_KING).count(), 1);
    let moves = tables.moves(position(view)).unwrap();
    assert_eq!((moves[0].value, moves[0].distance), (value, distance(plies)));
}
