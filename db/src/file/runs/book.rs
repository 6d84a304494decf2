//! Code books: the probabilities of the symbols of runs.
//!
//! A book has an alphabet for each context, 864 for steps and 300 for lengths, and each alphabet divides
//! [`SHARES`] among its symbols. The books are known to both sides before a block is read. So a block does not
//! have to bring its probabilities along, which would take more room than many blocks; it names one of the
//! eight, and that is all the choice it has.
//!
//! They stand in `books.txt`, as text, since they are part of the format and others read it too. A line ends
//! behind the last share that is not 1, as most contexts know few symbols. So for an alphabet of four symbols
//! `800400` says 2,048 and 1,024 shares, then 1, and what is left, 1,023, for the last symbol. None has a share
//! of 0: it could not be written, and every block has to be.

use std::sync::LazyLock;

use super::context::{LENGTH_CONTEXTS, STEP_CONTEXTS};
use super::head::HEADS;
use super::length::CLASSES;
use super::numeral_system::SHARES;

/// How many books there are.
pub(super) const BOOKS: usize = 8;

/// Symbols of a step: the lower or the higher one of two values, and three ends for each.
pub(super) const STEPS: usize = 2 * 3;

/// Digits of a share in the text of the books.
const DIGITS: usize = 3;

/// Where the shares of each of `N - 1` symbols begin, and behind the last one [`SHARES`]. No symbol is without
/// a share.
pub(super) type Bounds<const N: usize> = [u16; N];

/// Probabilities, as shares of [`SHARES`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Book {
    /// By context of a step: value and end of the run that comes next.
    pub(super) steps: Box<[Bounds<{ STEPS + 1 }>; STEP_CONTEXTS]>,
    /// By context of a length: its class.
    pub(super) lengths: Box<[Bounds<{ CLASSES + 1 }>; LENGTH_CONTEXTS]>,
}

/// All that is known before a block is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Library {
    /// Of [heads](super::head::Head).
    pub(super) heads: Bounds<{ HEADS + 1 }>,
    pub(super) books: Vec<Book>,
}

/// The books, as they stand in `books.txt`, which is part of the format.
pub(super) static LIBRARY: LazyLock<Library> = LazyLock::new(|| Library::parse(include_str!("books.txt")));

impl Library {
    /// Reads the text of the books: a line an alphabet, three hexadecimal digits a share; the shares that the
    /// line leaves out are 1, but the last one is what is left of [`SHARES`].
    fn parse(text: &str) -> Library {
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        let heads = parse_bounds(&mut lines);
        let books = (0..BOOKS).map(|_| Book {
            steps: Box::new(std::array::from_fn(|_| parse_bounds(&mut lines))),
            lengths: Box::new(std::array::from_fn(|_| parse_bounds(&mut lines))),
        });
        Library { heads, books: books.collect() }
    }

    /// The text of the books.
    pub(super) fn to_text(&self) -> String {
        let mut text = format!("# Heads\n{}", line_of(&self.heads));
        for (number, book) in self.books.iter().enumerate() {
            text += &format!("# Book {number}\n");
            text.extend(book.steps.iter().map(|bounds| line_of(bounds)));
            text.extend(book.lengths.iter().map(|bounds| line_of(bounds)));
        }
        text
    }
}

/// The alphabet of the next line.
fn parse_bounds<'t, const N: usize>(lines: &mut impl Iterator<Item = &'t str>) -> Bounds<N> {
    let line = lines.next().expect("books.txt is complete");
    let mut digits =
        line.as_bytes().chunks(DIGITS).map(|digits| std::str::from_utf8(digits).unwrap_or_default());
    let mut bounds = [0; N];
    for number in 1..N - 1 {
        let share = digits.next().map_or(Ok(1), |digits| u16::from_str_radix(digits, 16));
        bounds[number] = bounds[number - 1] + share.expect("books.txt holds hexadecimal numbers");
    }
    bounds[N - 1] = SHARES as u16;
    bounds
}

/// The line of an alphabet.
fn line_of(bounds: &[u16]) -> String {
    let shares: Vec<u16> =
        bounds[..bounds.len() - 1].windows(2).map(|bounds| bounds[1] - bounds[0]).collect();
    let written = shares.iter().rposition(|&share| share != 1).map_or(0, |last| last + 1);
    shares[..written].iter().map(|share| format!("{share:03x}")).collect::<String>() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_leaves_out_what_follows_from_the_rest() {
        let bounds: Bounds<5> = parse_bounds(&mut ["800400"].into_iter());
        assert_eq!(bounds, [0, 2048, 3072, 3073, 4096]);
        assert_eq!(line_of(&bounds), "800400\n");
    }

    #[test]
    fn the_books_are_complete_and_leave_no_symbol_without_a_share() {
        let whole = |bounds: &[u16]| {
            assert!(bounds.is_sorted_by(|one, other| one < other));
            assert_eq!((bounds.first(), bounds.last()), (Some(&0), Some(&(SHARES as u16))));
        };
        whole(&LIBRARY.heads);
        assert_eq!(LIBRARY.books.len(), BOOKS);
        for book in &LIBRARY.books {
            book.steps.iter().for_each(|bounds| whole(bounds));
            book.lengths.iter().for_each(|bounds| whole(bounds));
        }
        assert_eq!(LIBRARY.to_text(), include_str!("books.txt"));
        assert_eq!(Library::parse(&LIBRARY.to_text()), *LIBRARY);
    }
}
