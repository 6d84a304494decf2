//! The codes of a block, as the encoder takes them.
//!
//! A block is mostly long runs, so the encoder should not look at its positions one by one. With the low bits
//! of 64 codes in one word and the high bits in another, which of them have a certain value takes two
//! exclusive ors, and where the first other one stands is the number of trailing zeros. A code of
//! [`DONT_CARE`] has both bits set: what anybody asks for is where not both are. A solver that keeps its values
//! in such words hands them over as they are; for others there is one byte a code, which costs a conversion.
//!
//! ```
//! use retrograde_db::file::{BlockCodes, BlockEncoder, DONT_CARE, Rows};
//!
//! // 64 wins, then a position that nobody asks for, then two losses.
//! let mut codes = BlockCodes::default();
//! codes.push_word(0, u64::MAX, 64);
//! codes.push_word(0b001, 0b001, 3);
//! assert_eq!(codes.iter().skip(63).collect::<Vec<_>>(), [2, DONT_CARE, 0, 0]);
//!
//! let bytes: Vec<u8> = codes.iter().collect();
//! let mut encoder = BlockEncoder::new(Rows::NONE);
//! assert_eq!(encoder.encode_codes(&codes, Rows::NONE), encoder.encode(&bytes));
//! ```

use super::{DONT_CARE, EncodeError};

/// Codes of a word.
const WORD: usize = u64::BITS as usize;

/// The codes of consecutive positions, two bits each: 0 loss, 1 draw, 2 win, or [`DONT_CARE`]. The low bits
/// and the high bits stand in words of their own, so that the encoder sees 64 positions at once.
///
/// ```
/// use retrograde_db::file::BlockCodes;
///
/// let mut codes = BlockCodes::default();
/// codes.push_word(0b0101, 0b1100, 4);
/// assert_eq!(codes.iter().collect::<Vec<_>>(), [1, 0, 3, 2]);
/// assert_eq!(codes, BlockCodes::from_bytes(&[1, 0, 3, 2]).unwrap());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockCodes {
    /// Low bits and high bits of 64 positions each, the first one lowest. Bits beyond the last position are
    /// set, as for a position nobody asks for.
    words: Vec<[u64; 2]>,
    len: usize,
}

impl BlockCodes {
    /// Codes that are given one byte each.
    ///
    /// # Errors
    /// For a code above 3.
    pub fn from_bytes(codes: &[u8]) -> Result<BlockCodes, EncodeError> {
        let mut found = BlockCodes::default();
        found.set_bytes(codes)?;
        Ok(found)
    }

    /// Drops what is there for codes that are given one byte each.
    pub(super) fn set_bytes(&mut self, codes: &[u8]) -> Result<(), EncodeError> {
        if codes.iter().fold(0, |most, &code| code.max(most)) > DONT_CARE {
            let at_fault = codes.iter().position(|&code| code > DONT_CARE).unwrap_or_default();
            return Err(EncodeError::Code { place: at_fault, found: codes[at_fault] });
        }
        self.clear();
        for codes in codes.chunks(WORD) {
            let bit =
                |bit: u8| codes.iter().rev().fold(0, |word, code| word << 1 | u64::from(code >> bit & 1));
            self.push_word(bit(0), bit(1), codes.len());
        }
        Ok(())
    }

    /// How many codes there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Drops all codes; the memory is kept.
    pub fn clear(&mut self) {
        self.words.clear();
        self.len = 0;
    }

    /// Adds `count` codes, 1 to 64, given by their low bits and their high bits; bits above these don't
    /// matter. What was added before has to be whole words of 64: else the word that is not full is filled up
    /// with positions nobody asks for.
    #[inline]
    pub fn push_word(&mut self, low: u64, high: u64, count: usize) {
        let beyond = u64::MAX.checked_shl(count as u32).unwrap_or(0);
        self.len = self.words.len() * WORD + count.min(WORD);
        self.words.push([low | beyond, high | beyond]);
    }

    /// All codes in order.
    pub fn iter(&self) -> impl Iterator<Item = u8> + '_ {
        (0..self.len).map(|place| code_at(self.words[place / WORD], (place % WORD) as u32))
    }

    /// The words: low bits and high bits, all set beyond the last position.
    pub(super) fn words(&self) -> &[[u64; 2]] {
        &self.words
    }
}

/// The code at a place below 64 of a word of low bits and one of high bits.
#[inline(always)]
pub(super) const fn code_at([low, high]: [u64; 2], place: u32) -> u8 {
    (low >> place & 1) as u8 | ((high >> place & 1) as u8) << 1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn bytes_come_out_as_they_went_in(codes in proptest::collection::vec(0..4u8, 0..300)) {
            let found = BlockCodes::from_bytes(&codes).unwrap();
            prop_assert_eq!(found.len(), codes.len());
            prop_assert_eq!(found.is_empty(), codes.is_empty());
            prop_assert_eq!(found.iter().collect::<Vec<_>>(), codes);
        }
    }
}
