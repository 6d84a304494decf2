//! Values in the order of the index, two bits a position, on their way to a file.
//!
//! The low bits of the values stand in one row and the high ones in another, since they come like that: the
//! solver has won and lost columns as words. A win, a draw, a loss and a position that nobody looks up are
//! the values 2, 1, 0 and 3, so the low bits are `1010` and the high ones `1001`, the first position in the
//! lowest bit. What comes is up to 64 positions, mostly fewer, so rows are filled at any bit. Pieces of a
//! level are copied to where they belong by setting bits; so the place has to be zero before, and a position
//! is written once.

use retrograde_db::file::BlockCodes;

use super::room::zeros;

/// Bits of a word.
const WORD: u64 = u64::BITS as u64;

/// A growing row of bits.
#[derive(Default)]
pub(crate) struct Bits {
    words: Vec<u64>,
    len: u64,
}

impl Bits {
    /// Adds the low `count` bits of `bits`, at most 64; the others have to be zero.
    #[inline(always)]
    pub(crate) fn push(&mut self, bits: u64, count: u32) {
        let shift = (self.len % WORD) as u32;
        if shift == 0 {
            if count > 0 {
                self.words.push(bits);
            }
        } else {
            if let Some(last) = self.words.last_mut() {
                *last |= bits << shift;
            }
            if shift + count > 64 {
                self.words.push(bits >> (64 - shift));
            }
        }
        self.len += u64::from(count);
    }

    fn reserve(&mut self, more: u64) {
        self.words.reserve((more / WORD) as usize + 1);
    }

    pub(crate) fn zeros(len: u64) -> Bits {
        Bits { words: zeros(len.div_ceil(WORD) as usize), len }
    }

    /// The 64 bits from `place` on; zeros beyond the end.
    #[inline(always)]
    fn at(&self, place: u64) -> u64 {
        let (word, shift) = ((place / WORD) as usize, place % WORD);
        let get = |word: usize| self.words.get(word).copied().unwrap_or(0);
        if shift == 0 { get(word) } else { get(word) >> shift | get(word + 1) << (WORD - shift) }
    }

    /// Writes `len` bits of `source` from `from` on over zeros at `to`.
    pub(crate) fn copy_from(&mut self, to: u64, source: &Bits, from: u64, len: u64) {
        let mut done = 0;
        while done < len {
            let place = to + done;
            let room = WORD - place % WORD;
            let count = room.min(len - done);
            let bits = source.at(from + done) & (u64::MAX >> (WORD - count));
            self.words[(place / WORD) as usize] |= bits << (place % WORD);
            done += count;
        }
    }
}

/// Values of a run of positions: 0 loss, 1 draw, 2 win, 3 never asked for.
#[derive(Default)]
pub(crate) struct Planes {
    low: Bits,
    high: Bits,
}

impl Planes {
    /// Makes both planes, at the same time, each from the same plane of others.
    pub(crate) fn by_plane(make: impl Fn(fn(&Planes) -> &Bits) -> Bits + Sync) -> Planes {
        let (low, high) = rayon::join(|| make(|planes| &planes.low), || make(|planes| &planes.high));
        Planes { low, high }
    }

    pub(crate) fn len(&self) -> u64 {
        self.low.len
    }

    /// Makes room for so many more positions.
    pub(crate) fn reserve(&mut self, more: u64) {
        self.low.reserve(more);
        self.high.reserve(more);
    }

    /// Adds `count` positions, at most 64.
    #[inline(always)]
    pub(crate) fn push(&mut self, low: u64, high: u64, count: u32) {
        self.low.push(low, count);
        self.high.push(high, count);
    }

    /// Puts the values of `len` positions from `place` on into `codes`.
    pub(crate) fn codes(&self, place: u64, len: u64, codes: &mut BlockCodes) {
        codes.clear();
        for done in (0..len).step_by(WORD as usize) {
            let at = place + done;
            codes.push_word(self.low.at(at), self.high.at(at), (len - done).min(WORD) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn low_and_high_bits_of_each_value() {
        let mut planes = Planes::default();
        planes.push(0b1010, 0b1001, 4);
        let mut codes = BlockCodes::default();
        planes.codes(0, 4, &mut codes);
        assert_eq!(codes.iter().collect::<Vec<_>>(), [2, 1, 0, 3]);
    }

    #[test]
    fn what_is_pushed_comes_out_wherever_it_is_copied_to() {
        let mut planes = Planes::default();
        let mut expected = Vec::new();
        let mut seed = 1u64;
        for count in (0..200).map(|n| n % 65) {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mask = u64::MAX.checked_shr(64 - count).unwrap_or(0);
            let (low, high) = (seed & mask, seed.rotate_left(29) & mask);
            planes.push(low, high, count);
            expected.extend((0..count).map(|bit| (low >> bit & 1) as u8 | ((high >> bit & 1) as u8 * 2)));
        }
        for shift in [0, 1, 63, 64, 100] {
            let copy = Planes::by_plane(|plane| {
                let mut bits = Bits::zeros(planes.len() + shift);
                bits.copy_from(shift, plane(&planes), 0, planes.len());
                bits
            });
            let mut codes = BlockCodes::default();
            copy.codes(shift, expected.len() as u64, &mut codes);
            assert_eq!(codes.iter().collect::<Vec<_>>(), expected);
        }
    }
}
