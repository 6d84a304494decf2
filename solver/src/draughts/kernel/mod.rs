//! What the solver asks of the processor, one file a kind of processor.
//!
//! All loops over rows are plain Rust, written once. They run inside [`Cpu::run`], which compiles
//! them for the instructions of one kind of processor, chosen when the program runs; only taking
//! bits out of a word and putting them back (PEXT and PDEP) are instructions called by name, and
//! have a portable twin. Every kind gives the same bits.

mod portable;
#[cfg(target_arch = "x86_64")]
mod x86_64;

pub(crate) use portable::Portable;
#[cfg(target_arch = "x86_64")]
use x86_64::{Avx2, Avx512};

/// A kind of processor, named by a type so that the loops are compiled for each.
///
/// Implementations that need instructions can only be had from their `detect`.
pub(crate) trait Cpu: Copy + Send + Sync {
    /// The bits of `word` under `mask`, moved together to the low end (PEXT).
    fn extract(self, word: u64, mask: u64) -> u64;

    /// The low bits of `word`, spread over the bits of `mask` (PDEP).
    fn deposit(self, word: u64, mask: u64) -> u64;

    /// Runs a task with the instructions of this processor at the compiler's hands.
    fn run<T: Task>(self, task: T) -> T::Output;
}

/// Something to run on one kind of processor.
pub(crate) trait Task {
    /// What it gives.
    type Output;

    /// Does it. Implementations are `#[inline(always)]`, so that they become part of the function
    /// that enables the instructions.
    fn run<C: Cpu>(self, cpu: C) -> Self::Output;
}

/// The kinds of processor that there is code for, best last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CpuKind {
    /// Any processor.
    Portable,
    /// x86-64 with AVX2 and BMI2.
    Avx2,
    /// x86-64 with AVX-512 (F, BW, DQ, VL, VBMI2), BMI2 and VPOPCNTDQ.
    Avx512,
}

impl CpuKind {
    /// All kinds, best last.
    pub const ALL: [CpuKind; 3] = [CpuKind::Portable, CpuKind::Avx2, CpuKind::Avx512];

    /// Whether this machine is of this kind.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            CpuKind::Portable => true,
            #[cfg(target_arch = "x86_64")]
            CpuKind::Avx2 => Avx2::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            CpuKind::Avx512 => Avx512::detect().is_some(),
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// The best kind that this machine is of.
    #[must_use]
    pub fn best() -> CpuKind {
        CpuKind::ALL.into_iter().rev().find(|kind| kind.is_available()).unwrap_or(CpuKind::Portable)
    }

    /// Runs a task on this kind, or on the portable one where the machine is not of this kind.
    pub(crate) fn run<T: Task>(self, task: T) -> T::Output {
        #[cfg(target_arch = "x86_64")]
        match self {
            CpuKind::Avx512 => {
                if let Some(cpu) = Avx512::detect() {
                    return cpu.run(task);
                }
            }
            CpuKind::Avx2 => {
                if let Some(cpu) = Avx2::detect() {
                    return cpu.run(task);
                }
            }
            CpuKind::Portable => {}
        }
        Portable.run(task)
    }
}
