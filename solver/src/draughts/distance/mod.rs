//! Distances: how many plies a won or lost position is away from the end of the game, or from the
//! next move that can't be taken back.
//!
//! Distances are found after the values, slice by slice, from the values and from what was found
//! before. Positions with the same men form a [setting], within which only kings move. What
//! leads out of a setting (captures, man moves) leads to finished settings, levels or slices, so each
//! position is looked at once [forwards](outside); then [rounds] of retrograde analysis
//! spread plies 0, 1, 2, ... over the king moves. A [pair] of slices is solved level by level,
//! and two levels are in memory at a time, two bytes a position; what is finished goes to the
//! [output].
//!
//! The row solver of the values does not know how long things take: it lets wins spread through a
//! row until nothing changes. Here each position is visited by itself, which costs about a
//! microsecond, and the order of the visits is what the plies are.

mod build;
mod cell;
mod error;
mod level;
mod output;
mod outside;
mod pair;
mod rounds;
mod setting;
mod verify;

pub use error::DistanceError;
pub use verify::verify_distances;

pub(crate) use build::{build_distances, room_for_blocks};
