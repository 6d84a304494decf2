//! x86-64 processors with more than the least: AVX2 or AVX-512, and BMI2.
//!
//! The one file of the crate with unsafe code. A value of each type is proof that the machine has the
//! instructions, since only `detect` makes one.
#![allow(unsafe_code)]

use super::{Cpu, Task};

/// A kind of processor with these features, all of which `detect` looks for.
macro_rules! kind {
    ($(#[$doc:meta])* $name:ident, $enabled:ident, $features:literal, [$($feature:tt),+]) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(crate) struct $name(());

        impl $name {
            /// The instructions, where the machine has them.
            #[inline]
            pub(crate) fn detect() -> Option<$name> {
                let available = true $(&& is_x86_feature_detected!($feature))+;
                available.then_some($name(()))
            }
        }

        #[target_feature(enable = $features)]
        fn $enabled<T: Task>(cpu: $name, task: T) -> T::Output {
            task.run(cpu)
        }

        impl Cpu for $name {
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
                // SAFETY: a value of this type exists only where `detect` has seen every feature that
                // is enabled there.
                unsafe { $enabled(self, task) }
            }
        }
    };
}

kind!(
    /// AVX2 and BMI2.
    Avx2,
    with_avx2,
    "avx2,bmi1,bmi2,popcnt,lzcnt",
    ["avx2", "bmi1", "bmi2", "popcnt", "lzcnt"]
);

kind!(
    /// AVX-512 (F, BW, DQ, VL, VBMI2, VPOPCNTDQ) and BMI2.
    Avx512,
    with_avx512,
    "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt,lzcnt",
    [
        "avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512vbmi2", "avx512vpopcntdq", "avx2", "bmi1",
        "bmi2", "popcnt", "lzcnt"
    ]
);

#[cfg(test)]
mod tests {
    use super::super::Portable;
    use super::*;

    fn same_bits<C: Cpu>(cpu: C) {
        let mut seed = 1u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            seed ^ seed >> 29
        };
        for _ in 0..10_000 {
            let (word, mask) = (next(), next() & next());
            assert_eq!(cpu.extract(word, mask), Portable.extract(word, mask));
            assert_eq!(cpu.deposit(word, mask), Portable.deposit(word, mask));
        }
    }

    #[test]
    fn bits_are_moved_as_the_portable_twin_moves_them() {
        if let Some(cpu) = Avx2::detect() {
            same_bits(cpu);
        }
        if let Some(cpu) = Avx512::detect() {
            same_bits(cpu);
        }
    }
}
