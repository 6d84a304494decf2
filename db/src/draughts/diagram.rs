//! The board drawn for a person, in plain ASCII or with the draughtsmen of Unicode.
//!
//! White's side is at the top, as the board is drawn in [`Square`], so squares count from the
//! bottom right, and Black's men move up. The numbers beside a rank are those of its outermost dark
//! squares. `b` and `w` are men, `B` and `W` kings, `.` is an empty dark square; light squares stay
//! blank. [`DiagramStyle::Unicode`] has U+26C0 to U+26C3 in their place.
//!
//! ```
//! use retrograde_db::draughts::{DiagramStyle, Position};
//!
//! let position: Position = "W:WK15,20:B12,K28".parse().unwrap();
//! let drawing = "
//!      White (to move)
//! 32   .   .   .   . 29
//! 28 B   .   .   .   25
//! 24   .   .   .   . 21
//! 20 w   .   .   .   17
//! 16   .   W   .   . 13
//! 12 b   .   .   .    9
//!  8   .   .   .   .  5
//!  4 .   .   .   .    1
//!      Black
//! ";
//! assert_eq!(position.diagram(DiagramStyle::Ascii).to_string(), drawing.trim_start_matches('\n'));
//! ```

use std::fmt;

use super::{Position, Side, Square};

/// Which characters a board is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiagramStyle {
    /// `b`, `B`, `w`, `W`.
    Ascii,
    /// U+26C2, U+26C3, U+26C0, U+26C1: black man and king, white man and king.
    Unicode,
}

/// A position that is [displayed](fmt::Display) as a drawing of ten lines, each with its line end.
#[derive(Clone, Copy, Debug)]
pub struct Diagram {
    position: Position,
    style: DiagramStyle,
}

impl Position {
    /// A drawing of the board.
    #[must_use]
    pub const fn diagram(self, style: DiagramStyle) -> Diagram {
        Diagram { position: self, style }
    }
}

impl Diagram {
    /// What is drawn for a dark square.
    fn symbol(&self, square: Square) -> char {
        let symbols = match self.style {
            DiagramStyle::Ascii => ['b', 'B', 'w', 'W'],
            DiagramStyle::Unicode => ['\u{26C2}', '\u{26C3}', '\u{26C0}', '\u{26C1}'],
        };
        let (black, white) = (self.position.pieces(Side::Black), self.position.pieces(Side::White));
        [black.men, black.kings, white.men, white.kings]
            .into_iter()
            .zip(symbols)
            .find(|(set, _)| set.contains(square))
            .map_or('.', |(_, symbol)| symbol)
    }

    /// The line that names the side at this edge of the board.
    fn side(&self, f: &mut fmt::Formatter<'_>, side: Side) -> fmt::Result {
        let turn = if self.position.side_to_move() == side { " (to move)" } else { "" };
        writeln!(f, "     {side}{turn}")
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.side(f, Side::White)?;
        let squares: Vec<Square> = Square::all().rev().collect();
        for rank in squares.chunks(4) {
            let [left, .., right] = rank else { continue };
            write!(f, "{left:>2}")?;
            for &square in rank {
                // Odd ranks begin with a light square, even ranks end with one.
                let symbol = self.symbol(square);
                if square.rank() % 2 == 1 { write!(f, "   {symbol}")? } else { write!(f, " {symbol}  ")? }
            }
            writeln!(f, " {right:>2}")?;
        }
        self.side(f, Side::Black)
    }
}
