//! Draughts.

mod build;
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
mod room;
mod solve;
mod store;
mod table;
mod transpose;

pub use build::{BuildError, BuildOptions, BuildReport, BuiltTable, build};
pub use kernel::CpuKind;
pub use store::{FolderStore, MemoryStore, TableStore};
