//! Lengths of runs: a class, which is coded by its probability, and bits that say which of the class.
//!
//! There are 16,383 lengths, too many for a probability each, and the short ones are the frequent ones. So
//! lengths are put together in classes: one length to a class up to 15, then four classes to a doubling. A
//! class is a quarter as wide as the power of two below it, and which of its lengths it is, takes plain bits:
//! length 100 is one of the 16 from 96 to 111, class 26, and a number of four bits follows, 4.

/// A class of lengths: 0 is "to the end of the block"; 1 to 15 are these lengths; from then on there are
/// four classes to each doubling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LengthClass(pub(super) u8);

/// Classes with one length each.
const SINGLE: u32 = 15;
/// The most values that a block of runs may have: a run that ends before the block does has a length.
pub(crate) const MOST_VALUES_IN_RUNS: usize = 1 << 14;
/// How many classes there are: lengths reach 2^14 - 1.
pub(super) const CLASSES: usize = 16 + 4 * 10;

impl LengthClass {
    /// To the end of the block.
    pub(super) const TO_END: LengthClass = LengthClass(0);

    /// The class of a length from 1 on, with the length's number within it.
    #[inline(always)]
    pub(super) fn of(length: u32) -> (LengthClass, u32) {
        if length <= SINGLE {
            return (LengthClass(length as u8), 0);
        }
        let octave = length.ilog2();
        let quarter = length >> (octave - 2) & 3;
        let class = LengthClass((16 + (octave - 4) * 4 + quarter) as u8);
        (class, length - class.first())
    }

    /// Bits of a length's number within the class.
    #[inline(always)]
    pub(super) const fn bits(self) -> u32 {
        if self.0 < 16 { 0 } else { (self.0 as u32 - 16) / 4 + 2 }
    }

    /// The first length of the class.
    #[inline(always)]
    pub(super) const fn first(self) -> u32 {
        if self.0 < 16 {
            return self.0 as u32;
        }
        let (octave, quarter) = (4 + (self.0 as u32 - 16) / 4, (self.0 as u32 - 16) % 4);
        (4 + quarter) << (octave - 2)
    }

    /// One of five sizes, for contexts.
    #[inline(always)]
    pub(super) const fn size(self) -> u8 {
        match self.0 {
            0..2 => 0,
            2 => 1,
            3..6 => 2,
            6..14 => 3,
            _ => 4,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn length_100_is_the_fifth_of_class_26() {
        assert_eq!(LengthClass::of(100), (LengthClass(26), 4));
        assert_eq!([25, 26, 27].map(|class| LengthClass(class).first()), [80, 96, 112]);
        assert_eq!(LengthClass(26).bits(), 4);
    }

    #[test]
    fn every_length_has_one_place() {
        let mut expected = (LengthClass(1), 0);
        for length in 1..1 << 14 {
            let found = LengthClass::of(length);
            assert_eq!(found, expected, "{length}");
            assert!(usize::from(found.0.0) < CLASSES);
            let last = found.1 + 1 == 1 << found.0.bits();
            expected = if last { (LengthClass(found.0.0 + 1), 0) } else { (found.0, found.1 + 1) };
        }
    }
}
