//! Draughts: values of all positions, distances, and what checks them.
//!
//! # How it is done
//!
//! The unit of work is a slice and its reverse: all positions with certain pieces, either side to move.
//! Captures and crownings lead out of it to slices that are finished; moves of men go forwards only, so
//! what is left to go round in circles is moves of kings. Values are rows of bits: a row belongs to one
//! configuration of the side to move, and has a bit for each configuration of the other side. So an
//! instruction of the processor treats up to 512 positions at once, and nothing is hashed or looked up one
//! by one. The modules, in the order in which a slice passes through them:
//!
//! - `build` goes over the slices, `options` and `memory` say beforehand what may be used, `solve` orders
//!   the work on one slice: by advance of the men, from the highest down, in `pair`s of groups.
//! - `group`, `geometry`, `king_sets` and `catalog` number the configurations of a side, and say where their
//!   moves lead. `columns` says what the bits of a row stand for.
//! - `prepare` finds what does not change in a row, with `capture` for the captures; `half` passes over the
//!   rows of one side until nothing changes; `hand_over` gives what is new to the other side, whose rows are
//!   the columns here, so that matrices of bits are turned (`transpose`). `kernel` has the loops for each
//!   kind of processor.
//! - `unasked` marks the threatened positions that the next move tells, which files leave out. `emit` puts
//!   rows in the order of the index, `receiver` and `output` compress and write them meanwhile.
//! - `table` holds the values that later slices need, in memory or, where that is short, in a `work_file`.
//!
//! `compact` makes smaller tables from finished ones, `distance` finds plies, `shortest` the shortest games.
//! [`plan()`] says beforehand what a build takes, [`Phases`] where the time went, [`verify_logical`] compares
//! each value with what the moves lead to, and shares nothing with all of the above.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use retrograde_solver::Silent;
//! use retrograde_solver::draughts::{BuildOptions, Phases, count};
//!
//! let counts = count(&BuildOptions::new(3), &Silent, &AtomicBool::new(false), &Phases::default())?;
//! let two_kings_against_one = &counts[&"0m2k-0m1k".parse()?];
//! // The two sides of the published counts: 14,846 positions are won for the stronger one.
//! assert_eq!((two_kings_against_one.win, two_kings_against_one.draw), (14_846, 34));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Source: R. Lake, J. Schaeffer, P. Lu, *Solving Large Retrograde Analysis Problems Using a Network of
//! Workstations* (1994), for slices, and the order in which they depend on each other.

mod build;
mod capture;
mod catalog;
mod columns;
mod compact;
mod distance;
mod emit;
mod family;
mod geometry;
mod group;
mod half;
mod hand_over;
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
mod recount;
mod room;
mod sample;
mod shortest;
mod solve;
mod stored;
mod table;
mod transpose;
mod unasked;
mod verify;
mod work_file;

pub use build::{BuildError, BuildReport, BuiltTable, build, count};
pub use distance::{DistanceError, verify_distances};
pub use kernel::CpuKind;
pub use options::BuildOptions;
pub use phases::{Phase, Phases};
pub use plan::{SlicePlan, Speed, calibrate, plan};
pub use recount::count_by_probing;
pub use shortest::{ShortestError, ShortestGames, ShortestOptions, shortest_games};
pub use verify::{LogicalError, LogicalOptions, LogicalReport, verify_logical};
