//! Draughts.

mod build;
mod capture;
mod catalog;
mod columns;
mod distance;
mod emit;
mod family;
mod geometry;
mod group;
mod half;
mod kernel;
mod king_sets;
mod memory;
mod options;
mod output;
mod pair;
mod phases;
mod plan;
mod planes;
mod prepare;
mod receiver;
mod room;
mod solve;
mod store;
mod table;
mod transpose;
mod verify;
mod work_file;

pub use build::{BuildError, BuildReport, BuiltTable, build, count};
pub use distance::{DistanceError, verify_distances};
pub use kernel::CpuKind;
pub use options::BuildOptions;
pub use phases::{Phase, Phases};
pub use plan::{SlicePlan, Speed, calibrate, plan};
pub use store::{FolderStore, MemoryStore, TableStore};
pub use verify::{LogicalError, LogicalOptions, LogicalReport, verify_logical};
