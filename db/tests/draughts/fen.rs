//! FEN: what is read, what is refused and why, and that writing undoes reading.

use proptest::prelude::*;
use retrograde_db::draughts::{FenError, Position, PositionError, Side, Square, SquareSet};

use crate::random::positions;

fn read(fen: &str) -> Result<Position, FenError> {
    fen.parse()
}

fn square(number: u8) -> Square {
    Square::new(number).unwrap()
}

#[test]
fn ranges_and_kings_are_read() {
    assert_eq!(read("B:W21-32:B1-12"), Ok(Position::start()));
    let position = read("W:WK4-6:B28").unwrap();
    assert_eq!(position.kings(Side::White), (4..=6).map(square).collect::<SquareSet>());
    assert_eq!(position.men(Side::White), SquareSet::EMPTY);
    assert_eq!(position.to_string(), "W:WK4,K5,K6:B28");
    assert_eq!(read("W:W7-7:B28").unwrap().to_string(), "W:W7:B28");
}

#[test]
fn every_relaxation_is_read_and_never_written() {
    let written = "W:WK15,20:B12,K28";
    for fen in [
        "W:B12,K28:WK15,20",
        "W:W20,K15:BK28,12",
        "W:WK15-15,20:B12,K28",
        "W:WK15,20:B12,K28.",
        "W:WK015,20:B0012,K28",
        "  W:WK15,20:B12,K28\r\n",
        " W : W K15 , 20 : B 12, K28 .",
    ] {
        assert_eq!(read(fen).unwrap().to_string(), written, "{fen:?}");
    }
    assert_eq!(read("B:W32:B").unwrap().to_string(), "B:W32:B");
    assert_eq!(read("B:B:W").unwrap().to_string(), "B:W:B");
}

#[test]
fn a_piece_is_where_it_cannot_be() {
    let placement = |fen: &str, side, error| FenError::Placement { fen: fen.into(), side, error };
    let crowned = |side, number| PositionError::ManOnCrowningRank { side, square: square(number) };
    let cases = [
        ("W:W4:B28", Side::White, crowned(Side::White, 4)),
        ("B:W5:B29", Side::Black, crowned(Side::Black, 29)),
        ("B:W5:B27-30", Side::Black, crowned(Side::Black, 29)),
        ("W:W5:B5", Side::Black, PositionError::TwoPieces { square: square(5) }),
        ("W:B5:W5", Side::White, PositionError::TwoPieces { square: square(5) }),
        ("W:W5,5:B6", Side::White, PositionError::TwoPieces { square: square(5) }),
        ("W:W5,K5:B6", Side::White, PositionError::TwoPieces { square: square(5) }),
        ("W:W21-25,24:B6", Side::White, PositionError::TwoPieces { square: square(24) }),
    ];
    for (fen, side, error) in cases {
        assert_eq!(read(fen), Err(placement(fen, side, error)), "{fen}");
        let message = read(fen).unwrap_err().to_string();
        assert!(message.contains(&format!("pieces of {side}")), "{message}");
    }
}

#[test]
fn an_entry_is_no_square() {
    let cases = [
        ("W:WK4,WK5,33:B4", Side::White, "WK5"),
        ("W:WK4,33:B5", Side::White, "33"),
        ("W:W0:B1", Side::White, "0"),
        ("W:W5:B0", Side::Black, "0"),
        ("W:W5,:B1", Side::White, ""),
        ("W:W5,,6:B1", Side::White, ""),
        ("W:W+5:B1", Side::White, "+5"),
        ("W:W5-:B1", Side::White, "5-"),
        ("W:W-5:B1", Side::White, "-5"),
        ("W:W5-6-7:B1", Side::White, "5-6-7"),
        ("W:WK5-K6:B1", Side::White, "K5-K6"),
        ("W:WKK5:B1", Side::White, "KK5"),
        ("W:WK:B1", Side::White, "K"),
        ("W:W5 6:B1", Side::White, "5 6"),
        ("W:W5:B1..", Side::Black, "1."),
        ("W:W99999999999999999999:B1", Side::White, "99999999999999999999"),
        ("W:W\u{0665}:B1", Side::White, "\u{0665}"),
        ("W:W30-33:B1", Side::White, "30-33"),
    ];
    for (fen, side, found) in cases {
        let expected = FenError::NoSquare { fen: fen.into(), side, found: found.into() };
        assert_eq!(read(fen), Err(expected), "{fen}");
    }
    let reversed =
        FenError::ReversedRange { fen: "W:W8-5:B1".into(), side: Side::White, found: "8-5".into() };
    assert_eq!(read("W:W8-5:B1"), Err(reversed));
}

#[test]
fn a_field_is_wrong_or_missing() {
    for (fen, found) in [("", ""), ("?:W5:B1", "?"), ("w:W5:B1", "w"), ("W5:B1", "W5"), ("WW:W5:B1", "WW")] {
        let expected = FenError::SideToMove { fen: fen.into(), found: found.into() };
        assert_eq!(read(fen), Err(expected), "{fen}");
    }
    for (fen, found) in [("W", 1), ("W.", 1), ("W:W5", 2)] {
        assert_eq!(read(fen), Err(FenError::MissingField { fen: fen.into(), found }), "{fen}");
    }
    for (fen, found) in [("W:W5:B1:", ""), ("W:W5:B1:W6", "W6"), ("W:W5:B1:H0:F1", "H0")] {
        let expected = FenError::ExtraField { fen: fen.into(), found: found.into() };
        assert_eq!(read(fen), Err(expected), "{fen}");
    }
    for (fen, found) in [("W::B1", ""), ("W:5:B1", "5"), ("W:W5:b1", "b1"), ("W:\u{00D6}5:B1", "\u{00D6}5")] {
        let expected = FenError::PiecesOf { fen: fen.into(), found: found.into() };
        assert_eq!(read(fen), Err(expected), "{fen}");
    }
    let twice = FenError::SameSideTwice { fen: "W:W5:W6".into(), side: Side::White };
    assert_eq!(read("W:W5:W6"), Err(twice));
}

#[test]
fn an_error_says_where_and_what() {
    let message = |fen: &str| read(fen).unwrap_err().to_string();
    assert_eq!(message("x:W5:B1"), "FEN \"x:W5:B1\", side to move: expected B or W, found \"x\"");
    assert_eq!(
        message("W:W4:B28"),
        "FEN \"W:W4:B28\", pieces of White: a White man on square 4, where it would have been crowned: \
         write a king there"
    );
    assert_eq!(
        message("W:W5:B5"),
        "FEN \"W:W5:B5\", pieces of Black: two pieces on square 5: a square holds one piece"
    );
}

proptest! {
    #[test]
    fn reading_undoes_writing(position in positions()) {
        let written = position.to_string();
        prop_assert_eq!(read(&written), Ok(position));
        prop_assert_eq!(read(&written).unwrap().to_string(), written);
    }

    #[test]
    fn no_text_panics_and_what_is_read_is_written_alike(text in "[BWK:,.\\-0-9 ]{0,24}") {
        if let Ok(position) = read(&text) {
            prop_assert_eq!(read(&position.to_string()), Ok(position));
        }
    }

    #[test]
    fn no_text_at_all_panics(text in "\\PC{0,16}") {
        prop_assert!(read(&text).is_err());
    }
}
