//! Lines from values alone: where a win exists they do not walk in circles.

mod support;

use retrograde_db::Value;
use retrograde_db::draughts::{Position, Slice};
use retrograde_probe::draughts::{LineEnd, Tables};
use support::Numbers;

/// Follows the line of a position that is not drawn: it has to come to the end of the game.
fn assert_line_ends(tables: &Tables, position: Position) {
    let line = tables.line(position).unwrap();
    assert!(matches!(line.end, LineEnd::GameOver), "{position}: {:?}", line.end);
    assert_eq!(line.moves.len() % 2 == 1, line.value == Value::Win, "{position}");
}

/// Lines of so many positions of each slice with so many pieces, of those that are not drawn.
fn lines_end(tables: &Tables, pieces: u8, count: usize) {
    let mut numbers = Numbers(pieces.into());
    let mut lines = 0;
    for slice in Slice::with_pieces(pieces) {
        let drawn = numbers.position(slice);
        for _ in 0..count {
            let position = numbers.position(slice);
            if tables.probe(position).unwrap() != Value::Draw {
                assert_line_ends(tables, position);
                lines += 1;
            }
        }
        assert!(tables.line(drawn).unwrap().moves.iter().all(|probed| probed.distance.is_none()));
    }
    assert!(lines > Slice::with_pieces(pieces).len() / 2, "{lines} lines");
}

#[test]
fn lines_of_four_pieces_come_to_an_end() {
    let tables = support::tables(4);
    lines_end(&tables, 4, 1);
    for fen in ["W:WK15,20:B12,K28", "B:W29,30:B2,15", "W:WK19,K23:B12,K28"] {
        assert_line_ends(&tables, fen.parse().unwrap());
    }
}

#[test]
#[ignore = "takes a minute and a half, too long for .ci/run"]
fn lines_of_five_pieces_come_to_an_end() {
    let tables = support::tables(5);
    lines_end(&tables, 5, 1);
    for fen in ["B:WK14,23:B1,4,5", "B:WK14,K15,18:BK22,K23"] {
        assert_line_ends(&tables, fen.parse().unwrap());
    }
}
