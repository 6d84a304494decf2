//! Five values in a byte.
//!
//! Values are digits to base three: 0 loss, 1 draw, 2 win. Byte `b` holds the values of the places
//! `5 b` to `5 b + 4`, the first as the least significant digit, so a byte is at most 242. Digits
//! beyond the last value are 0.
//!
//! ```
//! use retrograde_db::Value;
//! use retrograde_db::file::value_in_packed;
//!
//! // 2 * 1 + 1 * 3 + 0 * 9 + 2 * 27 + 0 * 81 = 59, then 1.
//! let packed = [59, 1];
//! assert_eq!(value_in_packed(&packed, 0), Some(Value::Win));
//! assert_eq!(value_in_packed(&packed, 3), Some(Value::Win));
//! assert_eq!(value_in_packed(&packed, 5), Some(Value::Draw));
//! assert_eq!(value_in_packed(&packed, 10), None);
//! ```

use crate::Value;

/// Values in a byte: 3^5 = 243 is the largest power of three below 256.
pub(super) const VALUES_PER_BYTE: usize = 5;
/// Bytes from here on hold no values.
const PACKED_BYTES: u8 = 243;
/// The byte with five digits of one.
const ALL_ONES: u8 = 1 + 3 + 9 + 27 + 81;

/// `DIGITS[byte]`: its five digits, two bits each, the first one lowest; all bits set for a byte
/// that holds no values, which makes five digits of 3.
static DIGITS: [u16; 256] = digits();

const fn digits() -> [u16; 256] {
    let mut table = [u16::MAX; 256];
    let mut byte = 0;
    while byte < PACKED_BYTES as usize {
        let mut rest = byte as u16;
        let mut bits = 0;
        let mut digit = 0;
        while digit < VALUES_PER_BYTE {
            bits |= (rest % 3) << (2 * digit);
            rest /= 3;
            digit += 1;
        }
        table[byte] = bits;
        byte += 1;
    }
    table
}

/// The value at `place` (0 is the first) of packed bytes, five values a byte; `None` beyond their
/// end, and where a byte is none that holds values.
#[must_use]
#[inline]
pub fn value_in_packed(packed: &[u8], place: usize) -> Option<Value> {
    let byte = *packed.get(place / VALUES_PER_BYTE)?;
    let digit = DIGITS[usize::from(byte)] >> (2 * (place % VALUES_PER_BYTE)) & 0b11;
    Value::from_code(digit as u8)
}

/// How many bytes so many values take.
pub(super) const fn packed_len(values: usize) -> usize {
    values.div_ceil(VALUES_PER_BYTE)
}

/// Appends values, as codes 0 to 2, to packed bytes.
pub(super) fn pack(codes: &[u8], packed: &mut Vec<u8>) {
    let pack_byte = |digits: &[u8]| digits.iter().rev().fold(0, |byte, &digit| byte * 3 + digit);
    let whole = codes.chunks_exact(VALUES_PER_BYTE);
    let rest = whole.remainder();
    packed.reserve(packed_len(codes.len()));
    packed.extend(whole.map(pack_byte));
    if !rest.is_empty() {
        packed.push(pack_byte(rest));
    }
}

/// Appends `values` equal values to packed bytes.
pub(super) fn pack_equal(value: Value, values: usize, packed: &mut Vec<u8>) {
    let len = packed.len();
    packed.resize(len + values / VALUES_PER_BYTE, value.code() * ALL_ONES);
    let rest = values % VALUES_PER_BYTE;
    pack(&[value.code(); VALUES_PER_BYTE][..rest], packed);
}

/// `ONES[n]`: the byte with ones in its first `n` digits.
const ONES: [u8; VALUES_PER_BYTE + 1] = [0, 1, 1 + 3, 1 + 3 + 9, 1 + 3 + 9 + 27, ALL_ONES];

/// Packs values that come in runs.
pub(super) struct RunPacker<'p> {
    packed: &'p mut [u8],
    /// Byte and digit of the next value.
    at: (usize, usize),
}

impl<'p> RunPacker<'p> {
    /// Makes `packed` hold `values` values, losses to begin with.
    pub(super) fn new(values: usize, packed: &'p mut Vec<u8>) -> RunPacker<'p> {
        packed.clear();
        packed.resize(packed_len(values), 0);
        RunPacker { packed, at: (0, 0) }
    }

    /// A run of values up to the place `end`, which is neither before the last one nor beyond the values.
    #[inline(always)]
    pub(super) fn push(&mut self, end: u32, code: u8) {
        let ((first, from), (last, to)) =
            (self.at, (end as usize / VALUES_PER_BYTE, end as usize % VALUES_PER_BYTE));
        self.at = (last, to);
        if first == last {
            if let Some(byte) = self.packed.get_mut(first) {
                *byte += code * (ONES[to] - ONES[from]);
            }
            return;
        }
        let Some(bytes) = self.packed.get_mut(first..last) else { return };
        if let Some((byte, whole)) = bytes.split_first_mut() {
            *byte += code * (ALL_ONES - ONES[from]);
            whole.fill(code * ALL_ONES);
        }
        if let Some(byte) = self.packed.get_mut(last) {
            *byte += code * ONES[to];
        }
    }
}

/// The first byte that is not one a packer writes for so many values: above 242, or with digits
/// beyond the last value.
pub(super) fn first_fault(packed: &[u8], values: usize) -> Option<usize> {
    // A maximum goes over many bytes at a time; the place matters only where there is a fault.
    if packed.iter().fold(0, |most, &byte| byte.max(most)) >= PACKED_BYTES {
        return packed.iter().position(|&byte| byte >= PACKED_BYTES);
    }
    let in_last = values % VALUES_PER_BYTE;
    let bound = 3u8.pow(in_last as u32);
    let last = packed.len().checked_sub(1)?;
    (in_last != 0 && packed[last] >= bound).then_some(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_unpacks_to_the_digits_it_was_packed_from() {
        for byte in 0..=255u8 {
            let values: Option<Vec<Value>> = (0..5).map(|place| value_in_packed(&[byte], place)).collect();
            assert_eq!(values.is_some(), byte < 243);
            let Some(values) = values else { continue };
            let codes: Vec<u8> = values.into_iter().map(Value::code).collect();
            let mut packed = Vec::new();
            pack(&codes, &mut packed);
            assert_eq!(packed, [byte]);
        }
    }

    #[test]
    fn equal_values_pack_as_any_others() {
        for value in Value::ALL {
            for values in 0..23 {
                let (mut equal, mut plain) = (vec![7], vec![7]);
                pack_equal(value, values, &mut equal);
                pack(&vec![value.code(); values], &mut plain);
                assert_eq!(equal, plain);
                assert_eq!(equal.len(), 1 + packed_len(values));
                assert_eq!(first_fault(&equal[1..], values), None);
            }
        }
    }

    #[test]
    fn faults_are_found_where_they_are() {
        assert_eq!(first_fault(&[1, 243, 255], 15), Some(1));
        assert_eq!(first_fault(&[242, 2], 6), None);
        assert_eq!(first_fault(&[242, 3], 6), Some(1));
        assert_eq!(first_fault(&[242, 242], 10), None);
        assert_eq!(first_fault(&[], 0), None);
    }
}
