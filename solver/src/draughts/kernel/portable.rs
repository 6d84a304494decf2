//! Any processor: the twin that the others are compared with.

use super::{Cpu, Task};

/// No instructions beyond what the target has.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl Cpu for Portable {
    #[inline(always)]
    fn extract(self, word: u64, mask: u64) -> u64 {
        let mut result = 0;
        let mut rest = mask;
        let mut place = 0;
        while rest != 0 {
            result |= (word >> rest.trailing_zeros() & 1) << place;
            rest &= rest - 1;
            place += 1;
        }
        result
    }

    #[inline(always)]
    fn deposit(self, word: u64, mask: u64) -> u64 {
        let mut result = 0;
        let mut rest = mask;
        let mut source = word;
        while rest != 0 {
            let bit = rest & rest.wrapping_neg();
            if source & 1 == 1 {
                result |= bit;
            }
            rest ^= bit;
            source >>= 1;
        }
        result
    }

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}
