//! Four values in a byte.
//!
//! Byte `b` holds the values of the places `4 b` to `4 b + 3`, two bits each, the first one lowest: 0 loss, 1
//! draw, 2 win. Bits beyond the last value are 0.
//!
//! ```
//! use retrograde_db::Value;
//! use retrograde_db::file::value_in_packed;
//!
//! // A win, a draw, a loss, and a win: 2 + 4 * 1 + 16 * 0 + 64 * 2 = 134; then a draw.
//! let packed = [134, 1];
//! assert_eq!(value_in_packed(&packed, 0), Some(Value::Win));
//! assert_eq!(value_in_packed(&packed, 3), Some(Value::Win));
//! assert_eq!(value_in_packed(&packed, 4), Some(Value::Draw));
//! assert_eq!(value_in_packed(&packed, 8), None);
//! ```

use crate::Value;

/// Values in a byte.
const VALUES_PER_BYTE: usize = 4;
/// The byte with the lower bit of each value.
const LOWER_BITS: u8 = 0b0101_0101;

/// The value at `place` (0 is the first) of packed bytes, four values a byte; `None` beyond their
/// end, and where the bits are none of a value.
#[must_use]
#[inline]
pub fn value_in_packed(packed: &[u8], place: usize) -> Option<Value> {
    let byte = *packed.get(place / VALUES_PER_BYTE)?;
    Value::from_code(byte >> (2 * (place % VALUES_PER_BYTE)) & 0b11)
}

/// How many bytes so many values take.
pub(super) const fn packed_len(values: usize) -> usize {
    values.div_ceil(VALUES_PER_BYTE)
}

/// Appends codes of two bits to packed bytes; those of values are 0 to 2.
pub(super) fn pack(codes: &[u8], packed: &mut Vec<u8>) {
    let pack_byte = |codes: &[u8]| codes.iter().rev().fold(0, |byte, &code| byte << 2 | code);
    packed.extend(codes.chunks(VALUES_PER_BYTE).map(pack_byte));
}

/// Appends `values` equal values to packed bytes.
pub(super) fn pack_equal(value: Value, values: usize, packed: &mut Vec<u8>) {
    let len = packed.len();
    packed.resize(len + values / VALUES_PER_BYTE, value.code() * LOWER_BITS);
    pack(&[value.code(); VALUES_PER_BYTE][..values % VALUES_PER_BYTE], packed);
}

/// The first byte that is not one a packer writes for so many values: with bits that are no value, or with bits
/// set beyond the last value.
pub(super) fn first_fault(packed: &[u8], values: usize) -> Option<usize> {
    let is_fault = |&byte: &u8| byte & byte >> 1 & LOWER_BITS != 0;
    packed.iter().position(is_fault).or_else(|| {
        let last = packed.len().checked_sub(1)?;
        let in_last = values % VALUES_PER_BYTE;
        (in_last != 0 && packed[last] >> (2 * in_last) != 0).then_some(last)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_unpacks_to_the_values_it_was_packed_from() {
        for byte in 0..=255u8 {
            let values: Option<Vec<Value>> = (0..4).map(|place| value_in_packed(&[byte], place)).collect();
            assert_eq!(values.is_none(), first_fault(&[byte], 4).is_some());
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
        assert_eq!(first_fault(&[1, 0b1100, 255], 12), Some(1));
        assert_eq!(first_fault(&[0b1010_1010, 0b1001], 6), None);
        assert_eq!(first_fault(&[0b1010_1010, 0b1_0001], 6), Some(1));
        assert_eq!(first_fault(&[0b1010_1010, 0b1010_1010], 8), None);
        assert_eq!(first_fault(&[], 0), None);
    }
}
