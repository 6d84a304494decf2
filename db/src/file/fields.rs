//! Little-endian fields, read one after the other.

/// The rest of a part of fixed size, of which fields are taken from the front. The parts are arrays,
/// so their length is known before any field is read.
#[derive(Clone, Debug)]
pub(super) struct Fields<'a> {
    rest: &'a [u8],
}

impl<'a> Fields<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Fields<'a> {
        Fields { rest: bytes }
    }

    /// The next `N` bytes as they are.
    ///
    /// # Panics
    /// Where fewer are left: a mistake in the code around it, whatever the file holds.
    pub(super) fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let (field, rest) = self.rest.split_first_chunk::<N>().expect("a part holds all of its fields");
        self.rest = rest;
        *field
    }

    pub(super) fn u16(&mut self) -> u16 {
        u16::from_le_bytes(self.bytes())
    }

    pub(super) fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.bytes())
    }

    pub(super) fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.bytes())
    }
}
