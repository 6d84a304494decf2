//! Small inputs that programs of this kind got wrong.

use crate::support::{copy_of, four, moves, run, run_with_input, value};

/// The moves of a position as "MOVE VALUE -> FEN".
#[track_caller]
fn written_moves(fen: &str) -> Vec<String> {
    moves(four(), fen).into_iter().map(|(text, value, after)| format!("{text} {value} -> {after}")).collect()
}

/// The moves with every square that they land on.
#[track_caller]
fn routes(fen: &str) -> Vec<String> {
    let divided = run(&["draughts", "perft", "1", fen, "--divide"]).ok();
    let moves = divided.lines().filter(|line| !line.starts_with("total"));
    moves.map(|line| line.split('\t').next().unwrap().to_owned()).collect()
}

#[test]
fn a_man_that_reaches_the_king_row_stops() {
    assert_eq!(written_moves("B:W26,27:B22"), ["22x31 draw -> W:W27:BK31"]);
    assert_eq!(value(four(), "B:W26,27:B22"), "draw");
    // A king goes on.
    assert_eq!(routes("B:W26,27:BK22"), ["22x31x24"]);
    assert_eq!(written_moves("B:W26,27:BK22"), ["22x24 win -> W:W:BK24"]);
}

#[test]
fn a_multiple_jump_takes_everything() {
    assert_eq!(routes("B:W11,19,27:B7"), ["7x16x23x32"]);
    assert_eq!(written_moves("B:W11,19,27:B7"), ["7x32 win -> W:W:BK32"]);
}

#[test]
fn a_forced_jump_is_still_a_move() {
    assert_eq!(written_moves("W:WK29:BK25"), ["29x22 win -> B:WK22:B"]);
    assert_eq!(value(four(), "W:WK29:BK25"), "win");
}

#[test]
fn a_side_without_a_move_has_lost() {
    for fen in ["B:W32:B28", "B:WK32:B28", "B:W32:B", "W:W5:B1"] {
        assert_eq!(value(four(), fen), "loss", "{fen}");
        assert_eq!(written_moves(fen), [""; 0], "{fen}");
    }
    assert_eq!(written_moves("W:W32:B28"), ["32-27 draw -> B:W27:B28"]);
    assert_eq!(value(four(), "W:W32:B28"), "draw");
}

#[test]
fn a_circular_capture_has_two_routes_and_one_result() {
    let fen = "W:WK31:B18,19,26,27";
    assert_eq!(routes(fen), ["31x22x15x24x31", "31x24x15x22x31"]);
    assert_eq!(written_moves(fen), ["31x31 win -> B:WK31:B"; 2]);
    let merged = run(&["draughts", "perft", "1", fen, "--merge-routes"]).ok();
    assert_eq!(merged, "1\n");
}

#[test]
fn ambiguous_captures_are_written_with_their_routes() {
    let fen = "W:W18:B6,7,14,15";
    assert_eq!(written_moves(fen), ["18x9x2 draw -> B:WK2:B7,15", "18x11x2 loss -> B:WK2:B6,14"]);
    assert_eq!(value(four(), fen), "draw");
}

#[test]
fn a_wrong_fen_is_refused_by_field() {
    let wrong = [
        ("W:WK4,WK5,33:B4", "pieces of White"),
        ("W:W0:B1", "pieces of White"),
        ("W:W4:B28", "pieces of White"),
        ("B:W5:B29", "pieces of Black"),
        ("W:W5:B5", "pieces of Black"),
    ];
    for (fen, field) in wrong {
        for command in ["probe", "moves", "line", "show"] {
            let line = run(&["draughts", command, fen]).fails_with(1);
            assert!(line.contains(fen) && line.contains(field), "{line}");
        }
    }
}

#[test]
fn ranges_of_squares_are_read() {
    let show = |fen| run(&["draughts", "show", "--json", fen]).json().remove(0);
    let start = show("B:W21-32:B1-12");
    assert_eq!(start["black_men"], serde_json::json!((1..=12).collect::<Vec<u8>>()));
    assert_eq!(start["white_men"], serde_json::json!((21..=32).collect::<Vec<u8>>()));
    assert_eq!(start["side_to_move"], "black");
    let kings = show("W:WK4-6:B28");
    assert_eq!(kings["white_kings"], serde_json::json!([4, 5, 6]));
    assert_eq!(kings["black_men"], serde_json::json!([28]));
}

#[test]
fn a_missing_table_is_not_a_draw() {
    let three = copy_of(four(), |name| name.parse_pieces() == Some(3));
    let folder = three.path().to_str().unwrap();
    let line = run(&["draughts", "probe", "--tables", folder, "W:WK9:B6,K13"]).fails_with(1);
    assert!(line.contains("missing slice 0m1k-0m1k"), "{line}");
    assert!(line.contains("retrograde draughts build --pieces 2 --out"), "{line}");
    assert_eq!(value(four(), "W:WK9:B6,K13"), "loss");
    // Captures alone decide this one.
    assert_eq!(value(folder, "W:WK7:B11,12"), "loss");
}

/// The number of pieces of a table, by its name.
trait ParsePieces {
    fn parse_pieces(&self) -> Option<u32>;
}

impl ParsePieces for str {
    fn parse_pieces(&self) -> Option<u32> {
        let stem = self.strip_suffix(".wdl")?;
        Some(stem.chars().filter_map(|letter| letter.to_digit(10)).sum())
    }
}

#[test]
fn the_72_captures_of_king_against_king_win() {
    let squares = || 1..=32;
    let fens: Vec<String> = squares()
        .flat_map(|white| squares().map(move |black| (white, black)))
        .filter(|(white, black)| white != black)
        .map(|(white, black)| format!("B:WK{white}:BK{black}"))
        .collect();
    assert_eq!(fens.len(), 992);
    let text = fens.join("\n") + "\n";
    let answers = run_with_input(&["draughts", "probe", "--tables", four()], &text).ok();
    let count = |value: &str| answers.lines().filter(|line| line.ends_with(value)).count();
    assert_eq!((count("\twin"), count("\tdraw"), count("\tloss")), (230, 654, 108));
    // Next to each other along a diagonal, with a vacant square behind.
    let capture = |fen: &&str| routes(fen).iter().any(|route| route.contains('x'));
    let near = |line: &&str| {
        let numbers: Vec<i32> = line.split(['K', ':', '\t']).filter_map(|field| field.parse().ok()).collect();
        (numbers[0] - numbers[1]).abs() <= 5
    };
    let captures: Vec<&str> =
        answers.lines().filter(near).filter(|line| capture(&line.split('\t').next().unwrap())).collect();
    assert_eq!(captures.len(), 72);
    assert!(captures.iter().all(|line| line.ends_with("\twin")), "{captures:?}");
}
