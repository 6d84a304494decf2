//! The two players.

use std::fmt;

/// A player, and the colour of its stones. Black moves first on the empty board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// The first player.
    Black,
    /// The second player.
    White,
}

impl Colour {
    /// Both colours, Black first.
    pub const BOTH: [Colour; 2] = [Colour::Black, Colour::White];

    /// The other colour.
    #[must_use]
    pub const fn opponent(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// `'X'` for Black, `'O'` for White, as positions are written.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Colour::Black => 'X',
            Colour::White => 'O',
        }
    }

    /// The colour that is written as this letter.
    #[must_use]
    pub const fn of_letter(letter: char) -> Option<Colour> {
        match letter {
            'X' => Some(Colour::Black),
            'O' => Some(Colour::White),
            _ => None,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Colour::Black => "Black",
            Colour::White => "White",
        })
    }
}
