//! Numbers of as many bytes as they need: seven bits a byte, the lowest first; the highest bit says that
//! another byte follows (LEB128).

/// Appends a number.
pub(super) fn push_varint(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number from the front; `None` where the bytes end within it, or it is not written in its only
/// way, the shortest one.
pub(super) fn take_varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let bits = u64::from(byte & 0x7f);
        if bits << shift >> shift != bits || byte == 0 && shift > 0 {
            return None;
        }
        number |= bits << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_pushed_is_taken(number: u64, shift in 0u32..64) {
            let number = number >> shift;
            let mut bytes = Vec::new();
            push_varint(number, &mut bytes);
            let mut rest = &bytes[..];
            prop_assert_eq!(take_varint(&mut rest), Some(number));
            prop_assert!(rest.is_empty());
        }

        #[test]
        fn a_number_has_one_form(bytes in proptest::collection::vec(any::<u8>(), 0..12)) {
            let mut rest = &bytes[..];
            if let Some(number) = take_varint(&mut rest) {
                let mut again = Vec::new();
                push_varint(number, &mut again);
                prop_assert_eq!(&again[..], &bytes[..bytes.len() - rest.len()]);
            }
        }
    }
}
