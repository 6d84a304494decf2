//! Blocks of runs: "Runs" in section 2 of `FORMAT.md`.

use std::sync::LazyLock;

use crate::reader::{sound, take};

/// The shares of the symbols of an alphabet.
type Alphabet = Vec<u64>;

/// The alphabets of each code book: 243 of ends, 75 of lengths and 48 of next values.
static CODE_BOOKS: LazyLock<Vec<Vec<Alphabet>>> = LazyLock::new(|| {
    let lines = include_str!("../../src/file/runs/books.txt").lines().filter(|line| !line.starts_with('#'));
    let alphabet = |line: &str| -> Alphabet {
        let share = |at: usize| u64::from_str_radix(&line[at..at + 3], 16).unwrap();
        let mut shares: Alphabet = (0..line.len()).step_by(3).map(share).collect();
        shares.push(4096 - shares.iter().sum::<u64>());
        shares
    };
    let alphabets: Vec<Alphabet> = lines.map(alphabet).collect();
    assert_eq!(alphabets.len(), 8 * (243 + 75 + 48));
    let books: Vec<Vec<Alphabet>> = alphabets.chunks(243 + 75 + 48).map(<[Alphabet]>::to_vec).collect();
    for book in &books {
        let sizes = [(&book[..243], 3), (&book[243..318], 56), (&book[318..], 2)];
        assert!(sizes.iter().all(|(part, size)| part.iter().all(|alphabet| alphabet.len() == *size)));
    }
    books
});

/// The decoder of a range coder.
struct RangeDecoder<'a> {
    range: u128,
    code: u128,
    bytes: &'a [u8],
}

impl RangeDecoder<'_> {
    fn new(bytes: &[u8]) -> Option<RangeDecoder<'_>> {
        let mut decoder = RangeDecoder { range: (1 << 64) - 1, code: 0, bytes };
        (0..8).for_each(|_| decoder.add_byte());
        decoder.code.lt(&decoder.range).then_some(decoder)
    }

    fn add_byte(&mut self) {
        let byte = take(&mut self.bytes, 1).map_or(0, |byte| byte[0]);
        self.code = self.code * 256 + u128::from(byte);
    }

    /// A symbol of an alphabet whose shares add up to `total`.
    fn symbol(&mut self, total: u64, shares: &[u64]) -> usize {
        let unit = self.range / u128::from(total);
        let before = |symbol: usize| unit * u128::from(shares[..symbol].iter().sum::<u64>());
        let symbol = (0..shares.len()).rfind(|&symbol| before(symbol) <= self.code).unwrap();
        let is_last = symbol + 1 == shares.len();
        self.code -= before(symbol);
        self.range = if is_last { self.range - before(symbol) } else { unit * u128::from(shares[symbol]) };
        if self.range < 1 << 32 {
            self.range <<= 32;
            (0..4).for_each(|_| self.add_byte());
        }
        symbol
    }

    fn number_of_bits(&mut self, bits: usize) -> usize {
        self.symbol(1 << bits, &vec![1; 1 << bits])
    }
}

/// Reads the runs of a block.
pub(crate) struct RunReader {
    pub(crate) code_book: usize,
    /// Above and behind.
    pub(crate) distances: [usize; 2],
    pub(crate) values: usize,
}

impl RunReader {
    pub(crate) fn read(&self, first: u8, bytes: &[u8]) -> Option<Vec<u8>> {
        let book = &CODE_BOOKS[self.code_book];
        let (ends, lengths, next_values) = (&book[..243], &book[243..318], &book[318..]);
        sound(bytes.last() != Some(&0))?;
        let mut decoder = RangeDecoder::new(bytes)?;
        let (mut values, mut x): (Vec<u8>, _) = (Vec::new(), usize::from(first));
        let mut ends_of_runs = Vec::new();
        let ([mut e, mut f], [mut k, mut l]) = ([0; 2], [0; 2]);
        loop {
            let p = values.len();
            // 1. How the run ends
            let likeness = |distance| match self.value_before(&values, p, distance) {
                3 => 2,
                value => usize::from(value == x),
            };
            let [a, h] = self.distances.map(likeness);
            let end = decoder.symbol(4096, &ends[(((a * 3 + h) * 3 + x) * 3 + e) * 3 + f]);
            let q = if end > 0 {
                // 2. Above or behind
                self.end_of_row(&ends_of_runs, p, self.distances[end - 1])
            } else {
                // 3. By length
                let class = decoder.symbol(4096, &lengths[(k * 5 + l) * 3 + x]);
                [k, l] = [size(class), k];
                match class {
                    0 => self.values,
                    1..16 => p + class,
                    _ => {
                        let (i, j) = ((class - 16) / 4, (class - 16) % 4);
                        p + ((4 + j) << (i + 2)) + decoder.number_of_bits(i + 2)
                    }
                }
            };
            sound(q <= self.values)?;
            [e, f] = [end, e];
            values.resize(q, x as u8);
            ends_of_runs.push(q);
            if q == self.values {
                return decoder.bytes.is_empty().then_some(values);
            }
            // 4. The next value
            let [a, h] = self.distances.map(|distance| self.value_before(&values, q, distance));
            let higher = decoder.symbol(4096, &next_values[(x * 4 + a) * 4 + h]);
            x = (0..3).filter(|&value| value != x).nth(higher).unwrap();
        }
    }

    /// The value so far before a place, 3 where there is none.
    fn value_before(&self, values: &[u8], place: usize, distance: usize) -> usize {
        match place.checked_sub(distance) {
            Some(at) if distance > 0 => values[at].into(),
            _ => 3,
        }
    }

    /// Where a row before some run ended, next behind a place.
    fn end_of_row(&self, ends_of_runs: &[usize], place: usize, distance: usize) -> usize {
        let mut sums = ends_of_runs.iter().map(|end| end.saturating_add(distance));
        let first = sums.find(|&sum| sum > place && distance > 0);
        first.map_or(self.values, |sum| sum.min(self.values))
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
