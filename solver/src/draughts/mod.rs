//! Draughts.

mod capture;
mod catalog;
mod columns;
mod emit;
mod geometry;
mod group;
mod half;
mod kernel;
mod king_sets;
mod pair;
mod planes;
mod solve;
mod table;
mod transpose;

pub use kernel::CpuKind;
