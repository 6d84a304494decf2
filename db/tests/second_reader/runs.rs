//! Blocks of runs: "Symbols" and "Runs" in section 2 of `FORMAT.md`.

use std::sync::LazyLock;

use crate::reader::{sound, take};

/// The shares of the symbols of an alphabet.
type Alphabet = Vec<u64>;

/// A code book.
struct CodeBook {
    steps: Vec<Alphabet>,
    lengths: Vec<Alphabet>,
}

/// The alphabet of heads, and the books.
static BOOKS: LazyLock<(Alphabet, Vec<CodeBook>)> = LazyLock::new(|| {
    let mut lines =
        include_str!("../../src/file/runs/books.txt").lines().filter(|line| !line.starts_with('#'));
    let mut alphabet = |symbols: usize| -> Alphabet {
        let line = lines.next().unwrap();
        let share = |at: usize| u64::from_str_radix(&line[at..at + 3], 16).unwrap();
        let mut shares: Alphabet = (0..line.len()).step_by(3).map(share).collect();
        assert!(shares.len() < symbols);
        shares.resize(symbols - 1, 1);
        shares.push(4096 - shares.iter().sum::<u64>());
        shares
    };
    let heads = alphabet(72);
    let mut book = || CodeBook {
        steps: (0..864).map(|_| alphabet(6)).collect(),
        lengths: (0..300).map(|_| alphabet(56)).collect(),
    };
    let books = (0..8).map(|_| book()).collect();
    assert_eq!(lines.next(), None);
    (heads, books)
});

/// Takes symbols out of a code.
struct SymbolReader<'a> {
    state: u128,
    bytes: &'a [u8],
}

impl SymbolReader<'_> {
    fn new(mut bytes: &[u8]) -> Option<SymbolReader<'_>> {
        sound(bytes.first() != Some(&0))?;
        let first = (0..=8).rfind(|&first| first <= bytes.len() && (bytes.len() - first).is_multiple_of(4));
        let first = if bytes.len() <= 8 { bytes.len() } else { first.unwrap() };
        let state = big_number(take(&mut bytes, first)?);
        Some(SymbolReader { state, bytes })
    }

    fn add_bytes(&mut self) {
        if self.state < 1 << 32
            && let Some(four) = take(&mut self.bytes, 4)
        {
            self.state = (self.state << 32) + big_number(four);
        }
    }

    /// A symbol of an alphabet.
    fn symbol(&mut self, shares: &[u64]) -> usize {
        let remainder = self.state % 4096;
        let before = |symbol: usize| u128::from(shares[..symbol].iter().sum::<u64>());
        let symbol = (0..shares.len()).rfind(|&symbol| before(symbol) <= remainder).unwrap();
        self.state = self.state / 4096 * u128::from(shares[symbol]) + remainder - before(symbol);
        self.add_bytes();
        symbol
    }

    fn number_of_bits(&mut self, bits: usize) -> usize {
        let number = self.state % (1 << bits);
        self.state /= 1 << bits;
        self.add_bytes();
        number as usize
    }
}

/// The number whose bytes these are, the highest first.
fn big_number(bytes: &[u8]) -> u128 {
    bytes.iter().fold(0, |number, &byte| number * 256 + u128::from(byte))
}

/// Reads the runs of a block.
pub(crate) struct RunReader {
    /// Above and behind, as the table has them.
    pub(crate) of_table: [u64; 2],
    pub(crate) values: usize,
}

impl RunReader {
    pub(crate) fn read(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let (heads, books) = &*BOOKS;
        let mut symbols = SymbolReader::new(bytes)?;
        let head = symbols.symbol(heads);
        let mut own = || (symbols.number_of_bits(16) << 16) + symbols.number_of_bits(16);
        let [above, behind] = self.of_table.map(|distance| distance as usize);
        let distances = match head / 3 % 3 {
            0 => [above, behind],
            1 => [behind, above],
            _ => [own(), own()],
        };
        let book = &books[head / 9];
        let mut values: Vec<u8> = Vec::new();
        let mut ends_of_runs = Vec::new();
        let ([mut k, mut l], [mut e1, mut e2]) = ([0; 2], [0; 2]);
        let (mut x, mut g) = (head % 3, 0);
        loop {
            let p = values.len();
            let mut end = 0;
            if p > 0 {
                // 1. The step from the run before
                let (y, g_of_y) = (x, g);
                let [a, h] = distances.map(|distance| value_before(&values, p, distance));
                let number = ((((2 * y + g_of_y) * 3 + e1) * 3 + e2) * 4 + a) * 4 + h;
                let step = symbols.symbol(&book.steps[number]);
                x = others(y)[step / 3];
                g = usize::from(others(x)[1] == y);
                end = step % 3;
            }
            let q = if end > 0 {
                // 2. Above or behind
                self.end_of_row(&ends_of_runs, p, distances[end - 1])
            } else {
                // 3. By length
                let d = usize::from(e1 == 0);
                let class = symbols.symbol(&book.lengths[((k * 5 + l) * 6 + 2 * x + g) * 2 + d]);
                [k, l] = [size(class), k];
                match class {
                    0 => self.values,
                    1..16 => p + class,
                    _ => {
                        let (i, j) = ((class - 16) / 4, (class - 16) % 4);
                        p + ((4 + j) << (i + 2)) + symbols.number_of_bits(i + 2)
                    }
                }
            };
            sound(q <= self.values)?;
            [e1, e2] = [end, e1];
            values.resize(q, x as u8);
            ends_of_runs.push(q);
            if q == self.values {
                return (symbols.state == 0 && symbols.bytes.is_empty()).then_some(values);
            }
        }
    }

    /// Where a row before some run ended, next behind a place.
    fn end_of_row(&self, ends_of_runs: &[usize], place: usize, distance: usize) -> usize {
        let mut sums = ends_of_runs.iter().map(|end| end.saturating_add(distance));
        let first = sums.find(|&sum| sum > place && distance > 0);
        first.map_or(self.values, |sum| sum.min(self.values))
    }
}

/// The two other values, the lower one first.
fn others(value: usize) -> [usize; 2] {
    let mut others = (0..3).filter(|&other| other != value);
    [others.next().unwrap(), others.next().unwrap()]
}

/// The value so far before a place, 3 where there is none.
fn value_before(values: &[u8], place: usize, distance: usize) -> usize {
    match place.checked_sub(distance) {
        Some(at) if distance > 0 => values[at].into(),
        _ => 3,
    }
}

/// The size of a length class.
fn size(class: usize) -> usize {
    match class {
        0 | 1 => 0,
        2 => 1,
        3..=5 => 2,
        6..=13 => 3,
        _ => 4,
    }
}
