//! The range coder: symbols of known probability, in little more bits than they hold.
//!
//! The encoder keeps an interval of the numbers from 0 to 1 and narrows it with each symbol to that
//! symbol's share; any number of the last interval names all symbols (G. N. N. Martin 1979). The decoder keeps how far the number is from the lower end of the interval, `code`,
//! and the interval's length, `range`.

/// Bits of a probability: shares are counted in 4,096ths.
pub(super) const SHARE_BITS: u32 = 12;
/// The shares of all symbols of an alphabet together.
pub(super) const SHARES: u32 = 1 << SHARE_BITS;
/// The range is kept above this, so that a share is never empty.
const LEAST_RANGE: u64 = 1 << 32;

/// Writes symbols.
#[derive(Debug, Default)]
pub(super) struct RangeEncoder {
    bytes: Vec<u8>,
    low: u64,
    range: u64,
}

impl RangeEncoder {
    /// Begins anew, behind these bytes.
    pub(super) fn begin(&mut self, bytes: Vec<u8>) {
        *self = RangeEncoder { bytes, low: 0, range: u64::MAX };
    }

    /// The symbol with the shares from `first` up to `end`.
    pub(super) fn encode(&mut self, first: u16, end: u16) {
        let unit = self.range >> SHARE_BITS;
        self.narrow(unit * u64::from(first), unit, u64::from(end - first), u32::from(end) == SHARES);
    }

    /// `bits` bits, at most 20, all numbers equally likely.
    pub(super) fn encode_bits(&mut self, number: u32, bits: u32) {
        let unit = self.range >> bits;
        self.narrow(unit * u64::from(number), unit, 1, number + 1 == 1 << bits);
    }

    fn narrow(&mut self, from: u64, unit: u64, shares: u64, last: bool) {
        self.add(from);
        // What the division leaves over goes to the last symbol.
        self.range = if last { self.range - from } else { unit * shares };
        if self.range < LEAST_RANGE {
            self.range <<= 32;
            self.bytes.extend(((self.low >> 32) as u32).to_be_bytes());
            self.low <<= 32;
        }
    }

    /// Raises the lower end of the interval; a carry goes into the bytes that are written already.
    fn add(&mut self, number: u64) {
        let (low, carry) = self.low.overflowing_add(number);
        self.low = low;
        if carry {
            for byte in self.bytes.iter_mut().rev() {
                *byte = byte.wrapping_add(1);
                if *byte != 0 {
                    break;
                }
            }
        }
    }

    /// Ends with as few bytes as name the interval; the decoder reads zeros behind them.
    pub(super) fn finish(&mut self) -> Vec<u8> {
        // The number in the interval that ends in the most zeros: rounding up by less than the range
        // stays within it.
        let zeros = self.range.ilog2();
        self.add((1 << zeros) - 1);
        let last = self.low >> zeros << zeros;
        self.bytes.extend(last.to_be_bytes());
        std::mem::take(&mut self.bytes)
    }
}

/// Reads symbols.
#[derive(Clone, Debug)]
pub(super) struct RangeDecoder<'b> {
    bytes: &'b [u8],
    code: u64,
    range: u64,
}

impl<'b> RangeDecoder<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> RangeDecoder<'b> {
        let mut decoder = RangeDecoder { bytes, code: 0, range: u64::MAX };
        decoder.code = u64::from(decoder.next()) << 32 | u64::from(decoder.next());
        decoder
    }

    /// The next four bytes; zeros stand behind the last one.
    #[inline(always)]
    fn next(&mut self) -> u32 {
        match self.bytes.split_first_chunk::<4>() {
            Some((bytes, rest)) => {
                self.bytes = rest;
                u32::from_be_bytes(*bytes)
            }
            None => last_bytes(std::mem::take(&mut self.bytes)),
        }
    }

    /// Whether all bytes were read.
    pub(super) fn is_at_end(&self) -> bool {
        self.bytes.is_empty()
    }

    #[inline(always)]
    fn narrow(&mut self, from: u64, range: u64) {
        self.code -= from;
        self.range = range;
        if self.range < LEAST_RANGE {
            self.range <<= 32;
            self.code = self.code << 32 | u64::from(self.next());
        }
    }

    /// One of two symbols, of which the first has `share` shares: whether it is the second.
    #[inline(always)]
    pub(super) fn second_of_two(&mut self, share: u16) -> bool {
        let split = (self.range >> SHARE_BITS) * u64::from(share);
        let second = self.code >= split;
        let range = if second { self.range - split } else { split };
        self.narrow(if second { split } else { 0 }, range);
        second
    }

    /// One of three symbols, of which the second begins at `bound`: whether it is the first. If not,
    /// [`RangeDecoder::third_of_three`] goes on from here.
    #[inline(always)]
    pub(super) fn first_of_three(&mut self, bound: u16) -> bool {
        let second = (self.range >> SHARE_BITS) * u64::from(bound);
        let is_first = self.code < second;
        if is_first {
            self.narrow(0, second);
        }
        is_first
    }

    /// One of three symbols that is not the first one, of which the second begins at `bounds[0]` and the
    /// third at `bounds[1]`: whether it is the third.
    #[inline(always)]
    pub(super) fn third_of_three(&mut self, bounds: [u16; 2]) -> bool {
        let unit = self.range >> SHARE_BITS;
        let [second, third] = bounds.map(|bound| unit * u64::from(bound));
        let is_third = self.code >= third;
        let (from, end) = if is_third { (third, self.range) } else { (second, third) };
        self.narrow(from, end - from);
        is_third
    }

    /// The share that the next symbol covers, [`SHARES`] at most where it is the last one;
    /// [`RangeDecoder::take`] goes on from it.
    #[inline(always)]
    pub(super) fn share(&self) -> u16 {
        let unit = self.range >> SHARE_BITS;
        (self.code / unit) as u16
    }

    /// Goes on behind the symbol with the shares from `first` up to `end`, or with all that is left from
    /// `first` on, which covers the share that was found.
    #[inline(always)]
    pub(super) fn take(&mut self, first: u16, end: u16, last: bool) {
        let unit = self.range >> SHARE_BITS;
        let from = unit * u64::from(first);
        self.narrow(from, if last { self.range - from } else { unit * u64::from(end - first) });
    }

    /// `bits` bits, at most 20, all numbers equally likely.
    #[inline(always)]
    pub(super) fn bits(&mut self, bits: u32) -> u32 {
        let unit = self.range >> bits;
        let number = (self.code / unit).min((1 << bits) - 1);
        let from = unit * number;
        let range = if number + 1 == 1 << bits { self.range - from } else { unit };
        self.narrow(from, range);
        number as u32
    }
}

/// Fewer than four bytes, and zeros behind them.
#[cold]
#[inline(never)]
fn last_bytes(bytes: &[u8]) -> u32 {
    let mut last = [0; 4];
    last[..bytes.len()].copy_from_slice(bytes);
    u32::from_be_bytes(last)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_written_is_read(symbols in proptest::collection::vec((0u32..3, 1u16..2000, 1u16..2000, 0u32..21, any::<u32>()), 0..400)) {
            let mut encoder = RangeEncoder::default();
            encoder.begin(vec![7]);
            for &(symbol, one, two, bits, number) in &symbols {
                let bounds = [0, one, one + two, SHARES as u16];
                encoder.encode(bounds[symbol as usize], bounds[symbol as usize + 1]);
                encoder.encode_bits(number & ((1 << bits) - 1), bits);
            }
            let mut bytes = encoder.finish();
            while bytes.len() > 1 && bytes.last() == Some(&0) {
                bytes.pop();
            }
            prop_assert_eq!(bytes[0], 7);
            let mut decoder = RangeDecoder::new(&bytes[1..]);
            for &(symbol, one, two, bits, number) in &symbols {
                if number & 1 == 0 {
                    let first = decoder.first_of_three(one);
                    let later = if first { 0 } else { 1 + u32::from(decoder.third_of_three([one, one + two])) };
                    prop_assert_eq!(later, symbol);
                } else {
                    let bounds = [0, one, one + two, SHARES as u16];
                    let (first, end) = (bounds[symbol as usize], bounds[symbol as usize + 1]);
                    let last = u32::from(end) == SHARES;
                    prop_assert!(first <= decoder.share() && (last || decoder.share() < end));
                    decoder.take(first, end, last);
                }
                prop_assert_eq!(decoder.bits(bits), number & ((1 << bits) - 1));
            }
            prop_assert!(decoder.is_at_end());
        }
    }
}
