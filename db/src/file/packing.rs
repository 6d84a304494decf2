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

use std::hint::select_unpredictable;

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

/// Bytes that are written at a time where a run begins.
const STRIDE: usize = 16;

/// `EQUAL[code]`: so many bytes of five equal values.
const EQUAL: [[u8; STRIDE]; 4] = [[0; STRIDE], [ALL_ONES; STRIDE], [2 * ALL_ONES; STRIDE], [0; STRIDE]];

/// `REST[n]`: the byte with ones in all digits but its first `n`.
const REST: [u8; 8] = [ALL_ONES, ALL_ONES - 1, ALL_ONES - 4, ALL_ONES - 13, 81, 0, 0, 0];

/// Makes `packed` hold `values` values that come in runs: the place where each run begins, 0 for the first
/// one, and its value, below 3.
///
/// Runs are short, so each is written as if it were some bytes longer: what is behind it is written over
/// by the next ones.
#[inline(always)]
pub(super) fn pack_runs(runs: impl Iterator<Item = (u32, u8)>, values: usize, packed: &mut Vec<u8>) {
    let len = packed_len(values);
    packed.resize(len + 1 + STRIDE, 0);
    let bytes = &mut packed[..];
    // The byte in which the last run began, what stands there, and the value of that run.
    let (mut last, mut begun, mut equal) = (0, 0, 0u8);
    // Digits behind the last value are 0.
    for (place, code) in runs.chain(std::iter::once((values as u32, 0))) {
        let (byte, digit) = (place / VALUES_PER_BYTE as u32, place % VALUES_PER_BYTE as u32);
        let byte = byte as usize;
        if byte - last > STRIDE
            && let Some(bytes) = bytes.get_mut(last + 1 + STRIDE..byte)
        {
            bytes.fill(equal * ALL_ONES);
        }
        // Which of the two can't be foreseen. All digits from this one on differ from what stands there by
        // as much.
        begun = select_unpredictable(byte == last, begun, equal * ALL_ONES)
            .wrapping_add(code.wrapping_sub(equal).wrapping_mul(REST[digit as usize % REST.len()]));
        (last, equal) = (byte, code);
        if let Some([first, rest @ ..]) = bytes.get_mut(byte..byte + 1 + STRIDE)
            && let Some(rest) = rest.first_chunk_mut()
        {
            *first = begun;
            *rest = EQUAL[usize::from(code) % EQUAL.len()];
        }
    }
    packed.truncate(len);
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
