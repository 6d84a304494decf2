//! Fitting the code books to tables.
//!
//! The blocks of tables are of some sorts: with few runs or many, with rows that agree or not. The books are
//! found as the centres of clusters are (Lloyd's algorithm): each block goes to the book that makes it
//! shortest, each book is made anew from how often the symbols of its blocks were seen, and so on. One book
//! with no opinion is the beginning. Every second round each book gets a sibling that expects longer runs and
//! more ends by rows, until there are eight: so it takes six rounds to have all of them, and some more to fit
//! the last ones. With fewer the text is short of books.
//!
//! A symbol without a share could not be written at all. So each is counted a little before it was seen, and
//! each book is blended with a little of what all books have seen.
//!
//! The books are part of the format: files say which of the eight, not what is in it. To fit them anew is to
//! make another version of the format.
//!
//! ```
//! use retrograde_db::file::{BlockCodes, Rows, fit_code_books};
//!
//! // A block of rows of eight, all of them alike.
//! let codes = BlockCodes::from_bytes(&[2, 2, 2, 0, 0, 0, 0, 0].repeat(32)).unwrap();
//! let rows = Rows { above: 8, behind: 0 };
//! let fit = fit_code_books(&[(codes, rows, 1.)], 3);
//! // It has 64 runs. A book with no opinion takes more than two bits for most of them; one that has seen
//! // the block once knows that they end "above".
//! let [first, second, _] = fit.bits[..] else { panic!("a number a round") };
//! assert!(first > 100. && second < first / 2.);
//! ```

use super::RunEnd;
use super::book::{BOOKS, Book, Bounds, Library, STEPS};
use super::context::{LENGTH_CONTEXTS, STEP_CONTEXTS};
use super::costs::{BIT, Cost, Costs};
use super::encoder::{RunEncoder, RunSymbols};
use super::head::{BlockRows, HEADS, Head};
use super::length::CLASSES;
use super::numeral_system::SHARES;
use super::rows::Rows;
use crate::file::BlockCodes;

/// Code books fitted to blocks of values.
#[derive(Clone, Debug)]
pub struct CodeBookFit {
    /// The text of `books.txt`.
    pub text: String,
    /// Bits that all blocks take with these books, heads and lengths of blocks left out; one number a round.
    pub bits: Vec<f64>,
}

/// How often each symbol was seen.
#[derive(Clone)]
struct Counts {
    steps: Vec<[f32; STEPS]>,
    lengths: Vec<[f32; CLASSES]>,
}

impl Counts {
    /// No symbol has a count of zero: each has to have a share.
    fn new(least: f32) -> Counts {
        Counts {
            steps: vec![[least; STEPS]; STEP_CONTEXTS],
            lengths: vec![[least; CLASSES]; LENGTH_CONTEXTS],
        }
    }

    fn add(&mut self, symbols: &RunSymbols, weight: f32) {
        // The last run costs nothing, so no share is kept for it.
        if symbols.is_last() {
            return;
        }
        if let Some((context, step)) = symbols.step {
            self.steps[usize::from(context)][usize::from(step)] += weight;
        }
        if symbols.end == RunEnd::Length {
            self.lengths[usize::from(symbols.length_context)][usize::from(symbols.class.0)] += weight;
        }
    }

    /// Adds a little of what all books together have seen, for contexts that this one hardly knows.
    fn blend(&mut self, all: &Counts, weight: f32) {
        fn mix<const N: usize>(own: &mut [[f32; N]], all: &[[f32; N]], weight: f32) {
            for (own, all) in own.iter_mut().zip(all) {
                let total: f32 = all.iter().sum();
                for (own, all) in own.iter_mut().zip(all) {
                    *own += all / total * weight;
                }
            }
        }
        mix(&mut self.steps, &all.steps, weight);
        mix(&mut self.lengths, &all.lengths, weight);
    }

    fn book(&self) -> Book {
        Book {
            steps: Box::new(std::array::from_fn(|context| bounds(&shares(&self.steps[context])))),
            lengths: Box::new(std::array::from_fn(|context| bounds(&shares(&self.lengths[context])))),
        }
    }
}

/// Where the shares of each symbol begin, and those of the last one end.
fn bounds<const N: usize>(shares: &[u16]) -> Bounds<N> {
    let mut sum = 0;
    std::array::from_fn(|symbol| {
        let begin = sum;
        sum += shares.get(symbol).copied().unwrap_or(0);
        begin
    })
}

/// Shares after these counts: each at least one, all together [`SHARES`].
fn shares<const N: usize>(counts: &[f32; N]) -> [u16; N] {
    let total: f32 = counts.iter().sum();
    let mut shares = counts.map(|count| (count / total * SHARES as f32).round().max(1.) as u16);
    loop {
        let sum: i32 = shares.iter().map(|&share| i32::from(share)).sum();
        let difference = SHARES as i32 - sum;
        if difference == 0 {
            return shares;
        }
        // The largest share feels the change least.
        let largest = shares.iter_mut().max().expect("an alphabet has symbols");
        *largest = (i32::from(*largest) + difference.clamp(-(i32::from(*largest) - 1), SHARES as i32)) as u16;
    }
}

/// Fits code books to blocks, each given by its codes, its rows and a
/// weight: each block goes to the book that makes it shortest, and the books are made anew from their
/// blocks, `rounds` times.
#[must_use]
pub fn fit_code_books(samples: &[(BlockCodes, Rows, f32)], rounds: usize) -> CodeBookFit {
    let mut books = first_books();
    let mut bits = Vec::new();
    let mut swapped = vec![false; samples.len()];
    let mut heads = [0.; HEADS];
    for round in 0..rounds {
        let costs: Vec<Costs> = books.iter().map(Costs::of).collect();
        let mut counts = vec![Counts::new(0.02); books.len()];
        let mut all = Counts::new(0.02);
        let mut sum = 0.;
        heads = [0.02; HEADS];
        let mut encoder = RunEncoder::default();
        for (number, &(ref codes, rows, weight)) in samples.iter().enumerate() {
            let Some((first, 2..)) = encoder.find_stretches(codes) else { continue };
            let (cost, book, order) = cheapest(&mut encoder, &costs, rows, swapped[number], round % 3 == 0);
            swapped[number] = order;
            sum += f64::from(cost) / f64::from(BIT) * f64::from(weight);
            let rows = if order { BlockRows::Swapped } else { BlockRows::OfTable };
            heads[Head { book: book as u8, rows, first }.number()] += weight;
            for symbols in encoder.symbols() {
                counts[book].add(symbols, weight);
                all.add(symbols, weight);
            }
        }
        bits.push(sum);
        books = counts
            .into_iter()
            .map(|mut counts| {
                counts.blend(&all, 3.);
                counts.book()
            })
            .collect();
        if books.len() < BOOKS && round % 2 == 1 {
            let tilted: Vec<Book> = books.iter().map(tilt).collect();
            books.extend(tilted);
            books.truncate(BOOKS);
        }
    }
    let library = Library { heads: bounds(&shares(&heads)), books };
    CodeBookFit { text: library.to_text(), bits }
}

/// One book to begin with: all symbols alike.
fn first_books() -> Vec<Book> {
    let mut counts = Counts::new(1.);
    for lengths in &mut counts.lengths {
        for (class, count) in (1..).zip(lengths) {
            *count = 1. / class as f32;
        }
    }
    vec![counts.book()]
}

/// The same book, but it expects longer runs, and more of them to end with a row above.
fn tilt(book: &Book) -> Book {
    let mut counts = Counts::new(0.);
    let width = |from: u16, to: u16| f32::from(to - from);
    for (counts, bounds) in counts.steps.iter_mut().zip(book.steps.iter()) {
        for (step, count) in counts.iter_mut().enumerate() {
            *count = width(bounds[step], bounds[step + 1]) * if step % 3 == 0 { 1. } else { 1.6 };
        }
    }
    for (counts, bounds) in counts.lengths.iter_mut().zip(book.lengths.iter()) {
        for (class, count) in counts.iter_mut().enumerate() {
            *count = width(bounds[class], bounds[class + 1]) * 1.05f32.powi(class as i32);
        }
    }
    counts.book()
}

/// Encodes with each book and order of rows that is tried; leaves the best runs in the encoder.
fn cheapest(
    encoder: &mut RunEncoder,
    costs: &[Costs],
    rows: Rows,
    swapped: bool,
    both: bool,
) -> (Cost, usize, bool) {
    let mut best = (Cost::MAX, 0, false);
    let mut last = (0, false);
    let mut attempt = |encoder: &mut RunEncoder, guide: usize, swapped: bool| {
        encoder.choose_runs(&costs[guide], if swapped { rows.swapped() } else { rows });
        last = (guide, swapped);
        for (book, costs) in costs.iter().enumerate() {
            let cost = encoder.symbols().iter().map(|symbols| costs.of_symbols(symbols)).sum();
            if cost < best.0 {
                best = (cost, book, swapped);
            }
        }
        best
    };
    let orders = if both { vec![false, true] } else { vec![swapped] };
    for order in orders {
        let found = attempt(encoder, 0, order);
        attempt(encoder, found.1, order);
    }
    encoder.choose_runs(&costs[best.1], if best.2 { rows.swapped() } else { rows });
    let cost = encoder.symbols().iter().map(|symbols| costs[best.1].of_symbols(symbols)).sum();
    (cost, best.1, best.2)
}
