//! Distances of positions.
//!
//! A distance comes with the value that it is one of: plies without it would be to a win or to a loss, nobody
//! knows which. Not every set has distances, and one that lacks them is no failure: the kind says what the
//! plies count to, and [`RetrogradeDistanceKind::None`] that they count to nothing. A set can have both kinds,
//! and then the end of the game counts. So a win that is 161 plies from its end is value 2, kind 2, 161 plies;
//! without files of that kind perhaps value 2, kind 1, 9 plies, nine being to the next capture or man move; with
//! no files of distances value 2, kind 0, 0 plies.
#![allow(unsafe_code)]

use retrograde_db::{DistanceKind, Value};

use super::probe::answer_with;
use super::{RetrogradePosition, RetrogradeStatus, RetrogradeTables, RetrogradeValue};
use crate::draughts::{Distance, Tables};

/// What plies are counted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum RetrogradeDistanceKind {
    /// There is no distance: the position is a draw, or no file of the set says how far it is.
    None = 0,
    /// The next capture or move of a man, or the end of the game if it comes first.
    Conversion = 1,
    /// The end of the game.
    Win = 2,
}

/// What a position is worth, and how far it is from that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct RetrogradeDistance {
    /// The value for the side to move.
    pub value: RetrogradeValue,
    /// What the plies are counted to.
    pub kind: RetrogradeDistanceKind,
    /// Moves of both sides under best play: the winning side hurries, the losing side delays. 0 where the game
    /// is over, and where there is no distance.
    pub plies: u32,
}

impl From<(Value, Option<Distance>)> for RetrogradeDistance {
    fn from((value, distance): (Value, Option<Distance>)) -> RetrogradeDistance {
        let (kind, plies) = match distance {
            None => (RetrogradeDistanceKind::None, 0),
            Some(Distance { kind: DistanceKind::Conversion, plies }) => {
                (RetrogradeDistanceKind::Conversion, plies.0.into())
            }
            Some(Distance { kind: DistanceKind::Win, plies }) => {
                (RetrogradeDistanceKind::Win, plies.0.into())
            }
        };
        RetrogradeDistance { value: value.into(), kind, plies }
    }
}

/// The value of a position for the side to move, and how many plies it is away from what the best files of
/// the set count to: the end of the game where a file of that kind is there, else the next conversion. Draws
/// have no distance. Without files of distances this says what retrograde_probe says.
///
/// # Safety
/// The pointers are null, or as the rules for pointers say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retrograde_probe_distance(
    tables: *const RetrogradeTables,
    position: *const RetrogradePosition,
    distance: *mut RetrogradeDistance,
) -> RetrogradeStatus {
    let probe = |tables: &Tables, position| Ok(Some(tables.value_and_distance(position)?.into()));
    // SAFETY: the caller keeps the rules for pointers.
    unsafe { answer_with(tables, position, (distance, "distance"), probe) }
}

/// What retrograde_probe_distance gives, if no disk has to be read for it; else RETROGRADE_STATUS_NOT_CACHED.
///
/// # Safety
/// The pointers are null, or as the rules for pointers say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retrograde_probe_distance_if_cached(
    tables: *const RetrogradeTables,
    position: *const RetrogradePosition,
    distance: *mut RetrogradeDistance,
) -> RetrogradeStatus {
    let probe =
        |tables: &Tables, position| Ok(tables.value_and_distance_if_cached(position)?.map(Into::into));
    // SAFETY: the caller keeps the rules for pointers.
    unsafe { answer_with(tables, position, (distance, "distance"), probe) }
}
