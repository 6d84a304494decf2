//! Probed values against a naive solver and published counts.

mod support;

use std::collections::HashMap;

use retrograde_db::draughts::{Position, Rules, Side, SideType, Slice};
use retrograde_db::{Value, ValueCounts};
use retrograde_probe::draughts::{LineEnd, ProbeError, Tables};
use support::{SOLVED, files};

/// Rows of the published counts: all positions, positions with a capture, quiet ones.
fn published() -> HashMap<Slice, [ValueCounts; 3]> {
    let text = include_str!("../../db/tests/data/draughts-wld-2-5.csv");
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let head = lines.next().unwrap();
    assert!(head.starts_with("bm,bk,wm,wk,n,all_win,all_draw,all_loss,cap_win,cap_draw,cap_loss,opp_win"));
    lines
        .map(|line| {
            let numbers: Vec<u64> = line.split(',').take(17).map(|field| field.parse().unwrap()).collect();
            let side = |place: usize| SideType::new(numbers[place] as u8, numbers[place + 1] as u8).unwrap();
            let counts = |place: usize| ValueCounts {
                win: numbers[place],
                draw: numbers[place + 1],
                loss: numbers[place + 2],
            };
            let mut quiet = counts(11);
            quiet += counts(14);
            (Slice::new(side(0), side(2)).unwrap(), [counts(5), counts(8), quiet])
        })
        .collect()
}

fn all_tables() -> Tables {
    Tables::from_memory(files(2).into_iter().chain(files(3))).unwrap()
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

#[test]
fn the_naive_solver_finds_the_published_counts() {
    let published = published();
    assert_eq!(published.len(), 85);
    assert_eq!(SOLVED.len(), 16);
    for (slice, solved) in SOLVED.iter() {
        assert_eq!(solved.counts(), published[slice][0], "{slice}");
    }
}

#[test]
fn every_position_has_its_value_and_quiet_ones_are_stored() {
    let (tables, published) = (all_tables(), published());
    assert_eq!(tables.slices().collect::<Vec<_>>(), Slice::up_to(3));
    assert_eq!(tables.max_pieces(), 3);
    for (slice, solved) in SOLVED.iter() {
        let [mut captures, mut quiet] = [ValueCounts::default(); 2];
        for (number, (view, value)) in solved.positions().enumerate() {
            // Each side in turn: the value is that of the side to move.
            let position = Position::from_view(view, Side::BOTH[number % 2]);
            assert_eq!(tables.probe(position).unwrap(), value, "{position}");
            match tables.probe_quiet(position) {
                Ok(stored) => {
                    assert_eq!(stored, value, "{position}");
                    quiet.add(stored, 1);
                }
                Err(ProbeError::CaptureToMove { position: refused }) => {
                    assert_eq!(refused, position);
                    assert!(Rules::ENGLISH.can_capture(view));
                    captures.add(value, 1);
                }
                Err(other) => panic!("{position}: {other}"),
            }
        }
        assert_eq!([captures, quiet], published[slice][1..], "{slice}");
    }
}

#[test]
fn captures_of_king_against_king_win_and_are_refused_by_the_quiet_probe() {
    let tables = Tables::from_memory(files(2)).unwrap();
    let slice: Slice = "0m1k-0m1k".parse().unwrap();
    let captures: Vec<Position> = SOLVED[&slice]
        .positions()
        .filter(|(view, _)| Rules::ENGLISH.can_capture(*view))
        .map(|(view, _)| Position::from_view(view, Side::White))
        .collect();
    assert_eq!(captures.len(), 72);
    for position in captures {
        assert_eq!(tables.probe(position).unwrap(), Value::Win);
        assert!(matches!(tables.probe_quiet(position), Err(ProbeError::CaptureToMove { .. })));
    }
}

#[test]
fn finished_games_need_no_table() {
    let tables = Tables::from_memory([]).unwrap();
    for (fen, value) in [
        ("B:W32:B28", Value::Loss),
        ("B:WK32:B28", Value::Loss),
        ("B:W32:B", Value::Loss),
        ("W:W5:B1", Value::Loss),
        ("B:W:B", Value::Loss),
        ("B:W:BK1", Value::Win),
        ("B:W11,19,27:B7", Value::Win),
        ("W:WK29:BK25", Value::Win),
        ("W:WK7:B11,12", Value::Loss),
    ] {
        assert_eq!(tables.probe(position(fen)).unwrap(), value, "{fen}");
    }
    for fen in ["B:W32:B28", "B:W32:B"] {
        assert_eq!(tables.probe_quiet(position(fen)).unwrap(), Value::Loss, "{fen}");
    }
}

#[test]
fn known_positions() {
    let tables = all_tables();
    for (fen, value) in [
        ("W:WK32:BK26", Value::Win),
        ("B:WK32:BK26", Value::Draw),
        ("B:W30:B25", Value::Win),
        ("W:W32:B28", Value::Draw),
        ("W:W27:BK31", Value::Draw),
        ("W:WK9:B6,K13", Value::Loss),
    ] {
        assert_eq!(tables.probe(position(fen)).unwrap(), value, "{fen}");
    }
}

#[test]
fn moves_are_worth_what_they_lead_to_for_who_makes_them() {
    let tables = all_tables();
    let listed = |fen| -> Vec<(String, Value)> {
        let moves = tables.moves(position(fen)).unwrap();
        moves.iter().map(|probed| (probed.mv.to_string(), probed.value)).collect()
    };
    assert_eq!(listed("B:W26,27:B22"), [("22x31".to_owned(), Value::Draw)]);
    assert_eq!(listed("B:W26,27:BK22"), [("22x31x24".to_owned(), Value::Win)]);
    assert_eq!(listed("W:W5:B1"), []);
    let moves = tables.moves(position("W:WK32:BK26")).unwrap();
    assert_eq!(moves.len(), 2);
    assert_eq!(moves[0].value, Value::Win);
    // Every position of three pieces: the best move is worth what the position is.
    for (view, value) in SOLVED[&"1m0k-1m1k".parse().unwrap()].positions() {
        let moves = tables.moves(Position::from_view(view, Side::White)).unwrap();
        assert!(moves.is_sorted_by(|a, b| a.value > b.value || a.value == b.value && a.mv < b.mv));
        assert_eq!(moves.first().map_or(Value::Loss, |best| best.value), value);
    }
}

#[test]
fn lines_keep_the_value_and_say_why_they_end() {
    let tables = all_tables();
    for slice in ["0m1k-0m1k", "1m0k-1m0k", "1m0k-0m1k", "0m2k-0m1k", "0m1k-1m1k", "0m1k-2m0k"] {
        let solved = &SOLVED[&slice.parse().unwrap()];
        for (view, value) in solved.positions().step_by(solved.index.size() as usize / 12) {
            let start = Position::from_view(view, Side::White);
            let line = tables.line(start).unwrap();
            assert_eq!(line.value, value);
            let (mut last, mut expected) = (start, value);
            for made in &line.moves {
                assert_eq!(made.value, expected, "{start}");
                assert!(last.legal_moves(&Rules::ENGLISH).contains(&made.mv));
                assert_eq!(last.play(&Rules::ENGLISH, &made.mv), made.after);
                (last, expected) = (made.after, expected.for_opponent());
            }
            match (value, line.end) {
                (Value::Draw, LineEnd::Repetition { after }) => {
                    let earlier = after.checked_sub(1).map_or(start, |place| line.moves[place].after);
                    assert_eq!(earlier, last);
                }
                (Value::Win | Value::Loss, LineEnd::GameOver) => {
                    assert!(last.legal_moves(&Rules::ENGLISH).is_empty());
                    assert_eq!(line.moves.len() % 2 == 1, value == Value::Win);
                }
                (value, end) => panic!("{start}, a {value}: {end:?}"),
            }
        }
    }
}

#[test]
fn lines_of_king_against_king_are_the_shortest() {
    let tables = Tables::from_memory(files(2)).unwrap();
    let mut lengths: HashMap<usize, usize> = HashMap::new();
    for (view, value) in SOLVED[&"0m1k-0m1k".parse().unwrap()].positions() {
        if value != Value::Draw {
            let line = tables.line(Position::from_view(view, Side::Black)).unwrap();
            *lengths.entry(line.moves.len()).or_default() += 1;
        }
    }
    // The first capture ends the game, so the shortest way to progress is the shortest win. Published
    // plies, for positions won and lost.
    let won = [(1, 72), (3, 40), (5, 18), (7, 40), (9, 26), (11, 34)];
    let lost = [(2, 14), (4, 10), (6, 32), (8, 18), (10, 34)];
    assert_eq!(lengths, won.into_iter().chain(lost).collect());
}

#[test]
fn a_line_goes_on_as_far_as_the_tables_do() {
    let tables = Tables::from_memory(files(3)).unwrap();
    // Captures of the line lead to two pieces, which are missing here.
    let line = tables.line(position("B:W30,K32:BK20")).unwrap();
    assert!(!line.moves.is_empty());
    match line.end {
        LineEnd::Unknown(ProbeError::MissingSlice { slice, .. }) => assert_eq!(slice.pieces(), 2),
        end => panic!("{end:?}"),
    }
    assert!(matches!(tables.line(position("W:WK32:BK26")), Err(ProbeError::MissingSlice { .. })));
}
