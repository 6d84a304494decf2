//! The boards that stand for their images, numbered without gaps.
//!
//! One bit for each legal board says whether it is one of them. How many come before it is the sum of what
//! is noted for each word of 64 bits and of the bits before it in its word. That is a bit and a half for
//! each board; a list of the numbers of the boards would be 32 bits or more for each orbit, and could not be
//! asked for the orbit of a board without a search.
//!
//! On 1x3 there are 15 legal boards. Of these 0 to 4, 7 to 10 and 13 stand for their images, so there are
//! ten orbits, and the word is `0x279F`. Board 13, `O.O`, is orbit 9: nine bits are set before its own.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use retrograde_db::go::{Board, BoardIndex};

/// Boards that are worked on together.
const CHUNK: u64 = 1 << 14;
/// The same in words.
const CHUNK_WORDS: usize = (CHUNK / 64) as usize;

/// Which boards stand for their images.
#[derive(Debug)]
pub(super) struct Orbits {
    words: Vec<u64>,
    /// How many there are before each word, and behind the last one of all.
    before: Vec<u32>,
}

impl Orbits {
    /// Marks them; `None` once the run is asked to stop.
    ///
    /// # Panics
    /// As [`Orbits::of_words`] does.
    pub(super) fn mark(index: &BoardIndex, interrupt: &AtomicBool) -> Option<Orbits> {
        let mut words = vec![0u64; index.boards().div_ceil(64) as usize];
        words.par_chunks_mut(CHUNK_WORDS).with_max_len(1).enumerate().for_each(|(chunk, words)| {
            if !interrupt.load(Ordering::Relaxed) {
                Orbits::mark_from(index, chunk as u64 * CHUNK, words);
            }
        });
        if interrupt.load(Ordering::Relaxed) { None } else { Some(Orbits::of_words(words)) }
    }

    /// Sets the bits of those from a board on, as far as the words go.
    pub(super) fn mark_from(index: &BoardIndex, first: u64, words: &mut [u64]) {
        for number in first..index.boards().min(first + 64 * words.len() as u64) {
            if index.board(number).is_some_and(|board| index.is_standard(board)) {
                words[((number - first) / 64) as usize] |= 1 << (number % 64);
            }
        }
    }

    /// Those with their bits set, one bit for each legal board.
    ///
    /// # Panics
    /// Where there are 2^32 orbits or more: the plan refuses such boards.
    pub(super) fn of_words(words: Vec<u64>) -> Orbits {
        let mut before = Vec::with_capacity(words.len() + 1);
        let mut sum = 0u32;
        for word in &words {
            before.push(sum);
            sum = sum.checked_add(word.count_ones()).expect("the plan refuses so many orbits");
        }
        before.push(sum);
        Orbits { words, before }
    }

    /// How many there are.
    pub(super) fn len(&self) -> u32 {
        *self.before.last().unwrap_or(&0)
    }

    /// Which one a board is that stands for its images.
    #[inline]
    pub(super) fn orbit(&self, number: u64) -> u32 {
        let word = (number / 64) as usize;
        debug_assert!(self.words[word] >> (number % 64) & 1 == 1);
        self.before[word] + (self.words[word] & ((1 << (number % 64)) - 1)).count_ones()
    }

    /// How many chunks there are.
    pub(super) fn chunks(&self) -> usize {
        self.words.len().div_ceil(CHUNK_WORDS)
    }

    /// The orbits of a chunk.
    pub(super) fn orbits_of(&self, chunk: usize) -> Range<u32> {
        let words = chunk * CHUNK_WORDS..self.words.len().min((chunk + 1) * CHUNK_WORDS);
        self.before[words.start]..self.before[words.end]
    }

    /// The boards of a chunk that stand for their images, in the order of their orbits.
    pub(super) fn boards_of<'s>(
        &'s self,
        index: &'s BoardIndex,
        chunk: usize,
    ) -> impl Iterator<Item = Board> + 's {
        let first = chunk * CHUNK_WORDS;
        let words = &self.words[first..self.words.len().min(first + CHUNK_WORDS)];
        words.iter().enumerate().flat_map(move |(word, &bits)| {
            let number = (first + word) as u64 * 64;
            Bits(bits).map(move |bit| index.board(number + bit).expect("a number of a legal board"))
        })
    }
}

/// The places of the bits of a word, lowest first.
struct Bits(u64);

impl Iterator for Bits {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let bit = self.0.trailing_zeros();
        (bit < 64).then(|| {
            self.0 &= self.0 - 1;
            bit.into()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_of_a_row_of_three() {
        let index = BoardIndex::new("1x3".parse().unwrap());
        let orbits = Orbits::mark(&index, &AtomicBool::new(false)).unwrap();
        assert_eq!((index.boards(), orbits.len()), (15, 10));
        assert_eq!(orbits.words, [0x279F]);
        assert_eq!(index.board(13).unwrap().to_string(), "O.O");
        assert_eq!(orbits.orbit(13), 9);
        let boards: Vec<u64> = orbits.boards_of(&index, 0).map(|board| index.number(board)).collect();
        assert_eq!(boards, [0, 1, 2, 3, 4, 7, 8, 9, 10, 13]);
    }
}
