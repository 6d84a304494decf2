//! The board drawn.

use retrograde_db::draughts::{DiagramStyle, Position};

fn drawing(fen: &str, style: DiagramStyle) -> String {
    fen.parse::<Position>().unwrap().diagram(style).to_string()
}

#[test]
fn the_start_is_drawn_with_white_at_the_top() {
    let expected = [
        "     White",
        "32   w   w   w   w 29",
        "28 w   w   w   w   25",
        "24   w   w   w   w 21",
        "20 .   .   .   .   17",
        "16   .   .   .   . 13",
        "12 b   b   b   b    9",
        " 8   b   b   b   b  5",
        " 4 b   b   b   b    1",
        "     Black (to move)",
    ];
    let drawing = drawing("B:W21-32:B1-12", DiagramStyle::Ascii);
    assert_eq!(drawing.lines().collect::<Vec<_>>(), expected);
    assert!(drawing.ends_with('\n') && drawing.is_ascii());
}

#[test]
fn kinds_of_pieces_have_their_own_signs() {
    let fen = "W:W32,K31:B2,K1";
    let ascii = drawing(fen, DiagramStyle::Ascii);
    assert!(ascii.contains("32   w   W   .   . 29") && ascii.contains(" 4 .   .   b   B    1"), "{ascii}");
    let unicode = drawing(fen, DiagramStyle::Unicode);
    assert!(unicode.contains("32   \u{26C0}   \u{26C1}   .   . 29"), "{unicode}");
    assert!(unicode.contains(" 4 .   .   \u{26C2}   \u{26C3}    1"), "{unicode}");
}
