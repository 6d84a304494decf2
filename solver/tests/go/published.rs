//! Published bounds.

use retrograde_db::go::{BoardSize, Bounds, Position, Score, Suicide};

use crate::built;

const ROWS: &str = include_str!("../../../db/tests/data/go-bounds.csv");
/// Boards above this take seconds.
const SMALL: u64 = 400_000;

/// Compares the sizes that `wanted` picks by their legal boards, and gives how many these are.
fn compare(wanted: impl Fn(u64) -> bool) -> usize {
    let mut compared = 0;
    for row in ROWS.lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = row.split(',').collect();
        let [text, low, high, exact_states] = fields[..] else { panic!("{row:?}") };
        let size: BoardSize = text.parse().unwrap();
        if !wanted(retrograde_solver::go::plan(size).boards) {
            continue;
        }
        let (report, tables) = built(text, Suicide::Allowed);
        let unknown = Bounds::unknown(size);
        let low = low.parse().map_or(unknown.low, Score);
        let high = high.parse().map_or(unknown.high, Score);
        let start = Position::start(size);
        assert_eq!(tables.forced(start, Suicide::Allowed).unwrap(), Bounds { low, high }, "{size}");
        assert_eq!(report.exact_states.to_string(), exact_states, "{size}");
        compared += 1;
    }
    compared
}

#[test]
fn small_boards() {
    assert_eq!(compare(|boards| boards <= SMALL), 13);
}

#[test]
#[ignore = "some minutes"]
fn larger_boards() {
    assert_eq!(compare(|boards| boards > SMALL), 4);
}

/// How many states are exact there is not published.
#[test]
fn nothing_is_forced_on_lines_of_eight_and_nine() {
    for size in ["1x8", "1x9"] {
        let (_, tables) = built(size, Suicide::Allowed);
        let size = size.parse().unwrap();
        let bounds = tables.forced(Position::start(size), Suicide::Allowed).unwrap();
        assert_eq!(bounds, Bounds::unknown(size));
    }
}

#[test]
fn without_suicide() {
    let (_, tables) = built("1x4", Suicide::Forbidden);
    let start = Position::start("1x4".parse().unwrap());
    let bounds = tables.forced(start, Suicide::Forbidden).unwrap();
    assert_eq!(bounds, Bounds { low: Score(-4), high: Score(4) });
}
