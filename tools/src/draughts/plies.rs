//! Distances in the answers of the commands.

use std::fmt;

use retrograde_probe::draughts::Distance;
use serde::Serialize;

/// How many plies, and to what: two columns behind the others. As JSON they are fields of the record
/// that holds them; where there is no distance, nothing is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct PliesColumns {
    plies: u16,
    distance: &'static str,
}

impl From<Distance> for PliesColumns {
    fn from(distance: Distance) -> PliesColumns {
        PliesColumns { plies: distance.plies.0, distance: distance.kind.name() }
    }
}

impl fmt::Display for PliesColumns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\t{}\t{}", self.plies, self.distance)
    }
}

/// The columns of a distance that may be missing.
pub(super) fn columns(distance: Option<PliesColumns>) -> String {
    distance.map(|columns| columns.to_string()).unwrap_or_default()
}
