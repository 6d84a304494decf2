//! Texts of moves: what is written, what is read, and what is refused and why.

use proptest::prelude::*;
use retrograde_db::draughts::{MoveTextError, Position, Rules};

use crate::random::positions;

const RULES: &Rules = &Rules::ENGLISH;

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

/// The whole route of the move that a text means.
fn read(fen: &str, text: &str) -> Result<String, MoveTextError> {
    position(fen).read_move(RULES, text).map(|mv| mv.to_string())
}

/// The texts of all legal moves.
fn written(fen: &str) -> Vec<String> {
    let position = position(fen);
    position.legal_moves(RULES).iter().map(|mv| position.write_move(RULES, mv)).collect()
}

#[test]
fn moves_are_as_short_as_they_are_unambiguous() {
    assert_eq!(written("W:W32:B28"), ["32-27"]);
    assert_eq!(written("B:W11,19,27:B7"), ["7x32"]);
    assert_eq!(written("B:W26,27:B22"), ["22x31"]);
    assert_eq!(written("W:W18:B6,7,14,15"), ["18x9x2", "18x11x2"]);
    // Two routes that take the same pieces are one move to a player.
    assert_eq!(written("W:WK31:B18,19,26,27"), ["31x31", "31x31"]);
}

#[test]
fn a_short_text_can_be_ambiguous() {
    let fen = "W:W18:B6,7,14,15";
    let Err(MoveTextError::Ambiguous { text, position, candidates }) = position(fen).read_move(RULES, "18x2")
    else {
        panic!("18x2 means two captures")
    };
    assert_eq!((text.as_str(), position.to_string().as_str()), ("18x2", fen));
    let routes: Vec<String> = candidates.iter().map(ToString::to_string).collect();
    assert_eq!(routes, ["18x9x2", "18x11x2"]);
    assert_eq!(read(fen, "18x11x2").unwrap(), "18x11x2");
    assert_eq!(read(fen, "18x9x2").unwrap(), "18x9x2");
}

#[test]
fn every_way_of_writing_is_read() {
    let fen = "B:W11,19,27:B7";
    for text in [
        "7x32",
        "7-32",
        "7:32",
        "7X32",
        "7x16x23x32",
        "7x16x32",
        "7x23x32",
        "7-16:23x32",
        "07x32",
        " 7x32\n",
        "7x016x32",
    ] {
        assert_eq!(read(fen, text).as_deref(), Ok("7x16x23x32"), "{text:?}");
    }
    // A quiet move written as a capture.
    assert_eq!(read("B:W21-32:B1-12", "11x15").as_deref(), Ok("11-15"));
    // The start may be passed, and both routes mean the same.
    let circle = "W:WK31:B18,19,26,27";
    assert_eq!(read(circle, "31x31").as_deref(), Ok("31x22x15x24x31"));
    assert_eq!(read(circle, "31x24x31").as_deref(), Ok("31x22x15x24x31"));
    assert_eq!(read(circle, "31x24x22x31").as_deref(), Ok("31x24x15x22x31"));
}

#[test]
fn what_is_no_move_says_why() {
    let fen = "B:W21-32:B1-12";
    for (text, found) in [
        ("", ""),
        ("11", ""),
        ("11-", ""),
        ("-15", ""),
        ("11--15", ""),
        ("11-33", "33"),
        ("0-15", "0"),
        ("11 - 15", "11 "),
        ("11-15!", "15!"),
        ("+11-15", "+11"),
        ("e3-d4", "e3"),
        ("11-\u{0665}", "\u{0665}"),
        ("1/2-1/2", "1/2"),
    ] {
        let expected = MoveTextError::Syntax { text: text.into(), found: found.into() };
        assert_eq!(read(fen, text), Err(expected), "{text:?}");
    }
    for text in ["11-14", "15-11", "23-19", "1-5", "11-15-18", "11-11"] {
        let Err(MoveTextError::Illegal { legal, .. }) = read(fen, text) else { panic!("{text} is illegal") };
        assert_eq!(legal.len(), 7);
    }
    // Landing squares in the wrong order, or not on the route.
    for text in ["7x23x16x32", "7x15x32", "7x16x23", "16x32", "7x16x16x32"] {
        assert!(matches!(read("B:W11,19,27:B7", text), Err(MoveTextError::Illegal { .. })), "{text}");
    }
}

#[test]
fn an_error_says_what_to_write() {
    let message = |fen, text| read(fen, text).unwrap_err().to_string();
    assert_eq!(
        message("W:W32:B28", "32-28"),
        "move \"32-28\" is not legal in W:W32:B28: the only legal move is 32-27"
    );
    assert_eq!(
        message("B:W32:B28", "28-32"),
        "move \"28-32\" is not legal in B:W32:B28: the side to move has no legal move"
    );
    assert_eq!(
        message("W:WK29:B", "29-28"),
        "move \"29-28\" is not legal in W:WK29:B: the only legal move is 29-25"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn reading_undoes_writing(position in positions()) {
        for mv in &position.legal_moves(RULES) {
            let text = position.write_move(RULES, mv);
            let read = position.read_move(RULES, &text).unwrap();
            prop_assert!(read.same_play(mv), "{position} {text}: {read:?}, not {mv:?}");
            prop_assert_eq!(position.write_move(RULES, &read), text);
            prop_assert_eq!(position.read_move(RULES, &mv.to_string()), Ok(*mv));
        }
    }

    #[test]
    fn no_text_panics(position in positions(), text in "[0-9x:X -]{0,8}|\\PC{0,8}") {
        if let Ok(mv) = position.read_move(RULES, &text) {
            prop_assert!(position.legal_moves(RULES).contains(&mv));
        }
    }
}
