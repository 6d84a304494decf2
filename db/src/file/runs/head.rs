//! The head of a block of runs: its first symbol, which says how the others are to be read.
//!
//! Code book, order of rows and first value are one symbol of 72, not three symbols: so what one of them makes
//! likely for the others is in the probabilities. Book 2, the rows of the table and a win at place 0 are head
//! (2 * 3 + 0) * 3 + 2 = 20.

use super::book::{BOOKS, Bounds, LIBRARY};
use super::numeral_system::StateDecoder;

/// Which rows a block looks back at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockRows {
    /// Those of the table.
    OfTable = 0,
    /// Those of the table, the other way round.
    Swapped = 1,
    /// Others, which follow.
    Own = 2,
}

/// How a block of runs begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// Number of the code book.
    pub(super) book: u8,
    pub(super) rows: BlockRows,
    /// The first value.
    pub(super) first: u8,
}

/// How many heads there are.
pub(super) const HEADS: usize = BOOKS * 3 * 3;

impl Head {
    /// Its number, below [`HEADS`].
    pub(super) const fn number(self) -> usize {
        (self.book as usize * 3 + self.rows as usize) * 3 + self.first as usize
    }

    /// The head with this number.
    const fn numbered(number: usize) -> Head {
        let rows = match number / 3 % 3 {
            0 => BlockRows::OfTable,
            1 => BlockRows::Swapped,
            _ => BlockRows::Own,
        };
        Head { book: (number / 9) as u8, rows, first: (number % 3) as u8 }
    }

    /// Takes a head off.
    pub(super) fn decode(decoder: &mut StateDecoder<'_>) -> Head {
        let share = decoder.share();
        let heads: &Bounds<{ HEADS + 1 }> = &LIBRARY.heads;
        let head = Head::numbered(heads.partition_point(|&bound| bound <= share) - 1);
        let first = heads[head.number()];
        decoder.take((first, heads[head.number() + 1] - first));
        head
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_of_the_example_in_the_format_is_number_20() {
        assert_eq!(Head { book: 2, rows: BlockRows::OfTable, first: 2 }.number(), 20);
    }

    #[test]
    fn each_head_has_a_number() {
        assert!((0..HEADS).all(|number| Head::numbered(number).number() == number));
    }
}
