//! An asymmetric numeral system: symbols of known probability, in little more bits than they hold.
//!
//! All symbols of a block are one large number, the **state** (Jarek Duda 2009). Its lowest 12 bits say
//! what the next symbol is: each symbol of an alphabet has as many of the 4,096 **shares** as it is likely. To
//! take a symbol off divides the state by 4,096 and multiplies it by the symbol's shares; to put it on is the
//! reverse. So the encoder begins with the last symbol, and with a state of zero. The decoder has the upper
//! 33 to 64 bits of the state at hand and takes four bytes more where they become fewer.
//!
//! What the next symbol is stands in the state as it is, where a range coder has to multiply or
//! divide to find it: the time to decode a block is the time from one symbol to the next.

/// Bits of a probability: shares are counted in 4,096ths.
pub(super) const SHARE_BITS: u32 = 12;
/// The shares of all symbols of an alphabet together.
pub(super) const SHARES: u32 = 1 << SHARE_BITS;
/// The state is kept at or above this as long as there are bytes.
const LEAST_STATE: u64 = 1 << 32;
/// Bytes that come into the state at a time.
const WORD: usize = 4;

/// Writes symbols, the last one first.
#[derive(Debug, Default)]
pub(super) struct StateEncoder {
    state: u64,
    /// Words that left the state, the first one behind all others.
    words: Vec<u32>,
}

impl StateEncoder {
    /// A symbol of an alphabet, by where the shares of each begin and those of the last one end.
    pub(super) fn encode(&mut self, bounds: &[u16], symbol: usize) {
        let (first, shares) = (bounds[symbol], u64::from(bounds[symbol + 1] - bounds[symbol]));
        self.make_room(shares << (u64::BITS - SHARE_BITS));
        self.state = ((self.state / shares) << SHARE_BITS) + self.state % shares + u64::from(first);
    }

    /// `bits` bits, from 1 to 20, all numbers equally likely.
    pub(super) fn encode_bits(&mut self, number: u32, bits: u32) {
        self.make_room(1 << (u64::BITS - bits));
        self.state = self.state << bits | u64::from(number);
    }

    /// Makes the state less than this.
    fn make_room(&mut self, limit: u64) {
        if self.state >= limit {
            self.words.push(self.state as u32);
            self.state >>= u32::BITS;
        }
    }

    /// Appends the state, the highest byte first and none of them zero at the beginning; the encoder is as new.
    pub(super) fn finish(&mut self, bytes: &mut Vec<u8>) {
        let zeros = (self.state.leading_zeros() / u8::BITS) as usize;
        bytes.extend(&self.state.to_be_bytes()[zeros..]);
        bytes.extend(self.words.drain(..).rev().flat_map(u32::to_be_bytes));
        self.state = 0;
    }
}

/// Reads symbols.
#[derive(Clone, Debug)]
pub(super) struct StateDecoder<'b> {
    state: u64,
    words: &'b [[u8; WORD]],
}

impl<'b> StateDecoder<'b> {
    /// Begins with all bytes of a code; `None` where they begin with a zero, which no encoder writes.
    pub(super) fn new(bytes: &'b [u8]) -> Option<StateDecoder<'b>> {
        if bytes.first() == Some(&0) {
            return None;
        }
        // Where words have left the state, five bytes of it are left at least.
        let first = if bytes.len() <= 2 * WORD { bytes.len() } else { 5 + (bytes.len() - 5) % WORD };
        let (upper, words) = bytes.split_at(first);
        let state = upper.iter().fold(0, |state, &byte| state << u8::BITS | u64::from(byte));
        Some(StateDecoder { state, words: words.as_chunks().0 })
    }

    /// Whether all symbols were read that were written.
    pub(super) fn is_at_end(&self) -> bool {
        self.state == 0 && self.words.is_empty()
    }

    /// The share that the next symbol covers, below [`SHARES`].
    #[inline(always)]
    pub(super) fn share(&self) -> u16 {
        (self.state % u64::from(SHARES)) as u16
    }

    /// Goes on behind the symbol with so many shares from the first one on, which cover the next share.
    #[inline(always)]
    pub(super) fn take(&mut self, (first, shares): (u16, u16)) {
        let within = u64::from(self.share().wrapping_sub(first));
        self.state = (self.state >> SHARE_BITS) * u64::from(shares) + within;
        self.refill();
    }

    /// `bits` bits, at most 20, all numbers equally likely.
    #[inline(always)]
    pub(super) fn bits(&mut self, bits: u32) -> u32 {
        let number = self.state as u32 & ((1 << bits) - 1);
        self.state >>= bits;
        self.refill();
        number
    }

    #[inline(always)]
    fn refill(&mut self) {
        if self.state < LEAST_STATE
            && let Some((&word, rest)) = self.words.split_first()
        {
            self.state = self.state << u32::BITS | u64::from(u32::from_be_bytes(word));
            self.words = rest;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_written_is_read(symbols in proptest::collection::vec((0usize..3, 1u16..2000, 1u16..2000, 0u32..21, any::<u32>()), 0..400)) {
            let mut encoder = StateEncoder::default();
            for &(symbol, one, two, bits, number) in symbols.iter().rev() {
                let bounds = [0, one, one + two, SHARES as u16];
                if bits > 0 {
                    encoder.encode_bits(number & ((1 << bits) - 1), bits);
                }
                encoder.encode(&bounds, symbol);
            }
            let mut bytes = vec![7];
            encoder.finish(&mut bytes);
            prop_assert_eq!(bytes[0], 7);
            let mut decoder = StateDecoder::new(&bytes[1..]).unwrap();
            for &(symbol, one, two, bits, number) in &symbols {
                let bounds = [0, one, one + two, SHARES as u16];
                prop_assert_eq!(bounds.iter().rposition(|&bound| bound <= decoder.share()), Some(symbol));
                decoder.take((bounds[symbol], bounds[symbol + 1] - bounds[symbol]));
                prop_assert_eq!(decoder.bits(bits), number & ((1 << bits) - 1));
            }
            prop_assert!(decoder.is_at_end());
        }
    }
}
