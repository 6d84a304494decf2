//! Which three-move openings are accepted for play: a list, since no rule gives it.
//!
//! Committees left out what seemed too hard to hold. The deck of the American Checker Federation grew from
//! 137 openings to 144, and in 2003 to 156; 18 of the 174 are still not in it. The list and its sources are
//! in `three_move_deck.txt`, beside this file. The tests compare its 174 positions with those that
//! [`Deck::playable`] finds; of the sequences that lead to one position the federation sometimes lists
//! another than the first.
//!
//! ```
//! use retrograde_db::draughts::{BallotYear, Deck};
//!
//! assert_eq!(Deck::accepted(BallotYear::Before2003).openings().len(), 144);
//! let deck = Deck::accepted(BallotYear::Since2003);
//! assert_eq!(deck.openings().len(), 156);
//! assert_eq!(deck.openings()[0].to_string(), "9-13 21-17 5-9");
//! ```

use super::{Deck, Opening, Position, Rules};

/// Which deck of accepted openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BallotYear {
    /// The 144 that were accepted before 2003.
    Before2003,
    /// The 156 with the twelve from mail play that were accepted then.
    Since2003,
}

/// The list.
const LIST: &str = include_str!("three_move_deck.txt");

impl Deck {
    /// The three-move openings that the American Checker Federation accepts for play, in its order.
    ///
    /// # Panics
    /// Never: the list is part of the program, and every move of it is legal.
    #[must_use]
    pub fn accepted(year: BallotYear) -> Deck {
        Deck::listed(|mark| match mark {
            '!' => false,
            '+' => year == BallotYear::Since2003,
            _ => true,
        })
    }

    /// All 174 three-move openings in the order of the federation, accepted or not: the first is number 1.
    ///
    /// # Panics
    /// Never, as above.
    #[must_use]
    pub fn numbered() -> Deck {
        Deck::listed(|_| true)
    }

    /// The openings of the list whose mark is wanted.
    fn listed(wanted: impl Fn(char) -> bool) -> Deck {
        let lines = LIST.lines().filter(|line| !line.starts_with('#'));
        let openings = lines.flat_map(|line| {
            let (first, thirds) = line.split_once(": ").expect("a colon behind the first moves");
            let thirds = thirds.split(' ').filter(|third| third.chars().next().is_some_and(&wanted));
            thirds.map(move |third| opening(first, third.trim_start_matches(['!', '+'])))
        });
        Deck::of(openings.collect())
    }
}

/// The opening of two first moves and a third.
fn opening(first: &str, third: &str) -> Opening {
    let mut position = Position::start();
    let read = |text: &str| {
        let mv = position.read_move(&Rules::ENGLISH, text).expect("the list has legal moves");
        position = position.play(&Rules::ENGLISH, &mv);
        mv
    };
    let moves = first.split(' ').chain([third]).map(read).collect();
    Opening::new(moves, position)
}
