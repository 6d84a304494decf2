//! x86-64 processors with AVX-512 and BMI2.
#![allow(unsafe_code)]

use super::{Cpu, Task};

/// Proof that this machine has the instructions: only [`Avx512::detect`] makes one.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// The instructions, where the machine has them.
    #[inline]
    pub(crate) fn detect() -> Option<Avx512> {
        #[cfg(target_arch = "x86_64")]
        let available = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512vpopcntdq")
            && is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt");
        #[cfg(not(target_arch = "x86_64"))]
        let available = false;
        available.then_some(Avx512(()))
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt,lzcnt"
)]
fn enabled<T: Task>(cpu: Avx512, task: T) -> T::Output {
    task.run(cpu)
}

#[cfg(target_arch = "x86_64")]
impl Cpu for Avx512 {
    #[inline(always)]
    fn extract(self, word: u64, mask: u64) -> u64 {
        // SAFETY: a value of this type exists only where `detect` has seen BMI2.
        unsafe { std::arch::x86_64::_pext_u64(word, mask) }
    }

    #[inline(always)]
    fn deposit(self, word: u64, mask: u64) -> u64 {
        // SAFETY: a value of this type exists only where `detect` has seen BMI2.
        unsafe { std::arch::x86_64::_pdep_u64(word, mask) }
    }

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        // SAFETY: a value of this type exists only where `detect` has seen every feature that is
        // enabled there.
        unsafe { enabled(self, task) }
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl Cpu for Avx512 {
    #[inline(always)]
    fn extract(self, word: u64, mask: u64) -> u64 {
        super::Portable.extract(word, mask)
    }

    #[inline(always)]
    fn deposit(self, word: u64, mask: u64) -> u64 {
        super::Portable.deposit(word, mask)
    }

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}
