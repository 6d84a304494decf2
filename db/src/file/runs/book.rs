//! Code books: the probabilities of the symbols of runs.

use std::sync::LazyLock;

use super::context::{END_CONTEXTS, LENGTH_CONTEXTS, NEXT_CONTEXTS};
use super::length::CLASSES;
use super::range_coder::SHARES;

/// How many books there are.
pub(super) const BOOKS: usize = 8;

/// Digits of a share in the text of the books.
const DIGITS: usize = 3;

/// Probabilities, as shares of [`SHARES`]. No share is zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Book {
    /// By context of a run's end: where the shares of "above" and "behind" begin.
    pub(super) ends: Box<[[u16; 2]; END_CONTEXTS]>,
    /// By context of a length: where the shares of each class begin; the last number is [`SHARES`].
    pub(super) lengths: Box<[[u16; CLASSES + 1]; LENGTH_CONTEXTS]>,
    /// By context of the next value: the shares of the lower one of the two others.
    pub(super) next: Box<[u16; NEXT_CONTEXTS]>,
}

/// The books, as they stand in `books.txt`, which is part of the format.
pub(super) static BOOK: LazyLock<Vec<Book>> = LazyLock::new(|| {
    let mut lines = include_str!("books.txt").lines().filter(|line| !line.starts_with('#'));
    (0..BOOKS).map(|_| Book::parse(&mut lines)).collect()
});

impl Book {
    /// A book of such shares, which add up to [`SHARES`] in each alphabet and are not zero.
    pub(super) fn new(
        ends: &[[u16; 3]; END_CONTEXTS],
        lengths: &[[u16; CLASSES]; LENGTH_CONTEXTS],
        next: &[[u16; 2]; NEXT_CONTEXTS],
    ) -> Book {
        let mut book = Book {
            ends: Box::new([[0; 2]; END_CONTEXTS]),
            lengths: Box::new([[0; CLASSES + 1]; LENGTH_CONTEXTS]),
            next: Box::new([0; NEXT_CONTEXTS]),
        };
        for (bounds, &[first, second, _]) in book.ends.iter_mut().zip(ends) {
            *bounds = [first, first + second];
        }
        for (bounds, shares) in book.lengths.iter_mut().zip(lengths) {
            for class in 0..CLASSES {
                bounds[class + 1] = bounds[class] + shares[class];
            }
        }
        for (share, &[lower, _]) in book.next.iter_mut().zip(next) {
            *share = lower;
        }
        book
    }

    /// Reads a book: a line an alphabet, three hexadecimal digits a share; the last share of an alphabet is
    /// what is left.
    fn parse<'t>(lines: &mut impl Iterator<Item = &'t str>) -> Book {
        let mut alphabet = |shares: &mut [u16]| {
            let line = lines.next().expect("books.txt is complete");
            let (last, first) = shares.split_last_mut().expect("an alphabet has symbols");
            *last = SHARES as u16;
            for (share, digits) in first.iter_mut().zip(line.as_bytes().chunks(DIGITS)) {
                let digits = std::str::from_utf8(digits).unwrap_or_default();
                *share = u16::from_str_radix(digits, 16).expect("books.txt holds hexadecimal numbers");
                *last -= *share;
            }
        };
        let mut ends = [[0; 3]; END_CONTEXTS];
        let mut lengths = [[0; CLASSES]; LENGTH_CONTEXTS];
        let mut next = [[0; 2]; NEXT_CONTEXTS];
        ends.iter_mut().for_each(|shares| alphabet(shares));
        lengths.iter_mut().for_each(|shares| alphabet(shares));
        next.iter_mut().for_each(|shares| alphabet(shares));
        Book::new(&ends, &lengths, &next)
    }

    /// The lines of `books.txt`.
    pub(super) fn to_text(&self) -> String {
        let line = |shares: &[u16]| -> String {
            let digits: String = shares.iter().map(|share| format!("{share:03x}")).collect();
            digits + "\n"
        };
        let ends = self.ends.iter().map(|&[first, second]| line(&[first, second - first]));
        let lengths = self.lengths.iter().map(|bounds| {
            let shares: Vec<u16> = bounds[..CLASSES].windows(2).map(|bounds| bounds[1] - bounds[0]).collect();
            line(&shares)
        });
        ends.chain(lengths).chain(self.next.iter().map(|&share| line(&[share]))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_books_are_complete_and_leave_no_symbol_without_a_share() {
        assert_eq!(BOOK.len(), BOOKS);
        for book in BOOK.iter() {
            assert!(
                book.ends
                    .iter()
                    .all(|&[first, second]| 0 < first && first < second && second < SHARES as u16)
            );
            assert!(book.next.iter().all(|&share| 0 < share && share < SHARES as u16));
            for bounds in book.lengths.iter() {
                assert!(bounds.is_sorted_by(|one, other| one < other));
                assert_eq!((bounds[0], bounds[CLASSES]), (0, SHARES as u16));
            }
            let text = book.to_text();
            assert_eq!(Book::parse(&mut text.lines()), *book);
        }
    }
}
