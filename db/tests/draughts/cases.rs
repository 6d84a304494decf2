//! Small inputs that other programs got wrong: move lists and successors.

use retrograde_db::Value;
use retrograde_db::draughts::{Position, Rules};

/// The texts of all legal moves, whole routes, and the positions they lead to.
fn moves(fen: &str) -> Vec<(String, String)> {
    let rules = &Rules::ENGLISH;
    let position: Position = fen.parse().unwrap();
    let moves = position.legal_moves(rules);
    moves.iter().map(|mv| (mv.to_string(), position.play(rules, mv).to_string())).collect()
}

/// The only legal move, and the position it leads to.
fn only_move(fen: &str) -> (String, String) {
    let moves = moves(fen);
    assert_eq!(moves.len(), 1, "{fen}: {moves:?}");
    moves[0].clone()
}

#[test]
fn a_man_that_reaches_the_king_row_stops() {
    assert_eq!(only_move("B:W26,27:B22"), ("22x31".into(), "W:W27:BK31".into()));
    assert_eq!(only_move("B:W26,27:BK22"), ("22x31x24".into(), "W:W:BK24".into()));
}

#[test]
fn a_multiple_jump_is_one_move_and_takes_everything() {
    assert_eq!(only_move("B:W11,19,27:B7"), ("7x16x23x32".into(), "W:W:BK32".into()));
}

#[test]
fn a_forced_jump_is_still_a_move() {
    assert_eq!(only_move("W:WK29:BK25"), ("29x22".into(), "B:WK22:B".into()));
}

#[test]
fn a_side_without_a_move_has_lost() {
    for fen in ["B:W32:B28", "B:WK32:B28", "B:W32:B", "W:W5:B1"] {
        let position: Position = fen.parse().unwrap();
        assert_eq!(moves(fen), [], "{fen}");
        assert!(!Rules::ENGLISH.has_move(position.view()), "{fen}");
    }
    assert_eq!(Rules::ENGLISH.without_move, Value::Loss);
    assert_eq!(only_move("W:W32:B28"), ("32-27".into(), "B:W27:B28".into()));
}

#[test]
fn a_circular_capture_comes_back_to_its_start() {
    let moves = moves("W:WK31:B18,19,26,27");
    assert_eq!(moves.len(), 2);
    for (text, after) in moves {
        assert!(text.starts_with("31x") && text.ends_with("x31"), "{text}");
        assert_eq!(after, "B:WK31:B");
    }
}

#[test]
fn two_captures_with_the_same_ends_take_different_pieces() {
    let found = moves("W:W18:B6,7,14,15");
    let expected = [("18x9x2", "B:WK2:B7,15"), ("18x11x2", "B:WK2:B6,14")];
    assert_eq!(found, expected.map(|(text, after)| (text.into(), after.into())));
}

#[test]
fn a_position_whose_captures_end_the_game_needs_no_table() {
    assert_eq!(only_move("W:WK7:B11,12"), ("7x16".into(), "B:WK16:B12".into()));
    assert_eq!(only_move("B:WK16:B12"), ("12x19".into(), "W:W:B19".into()));
    assert_eq!(moves("W:W:B19"), []);
}
