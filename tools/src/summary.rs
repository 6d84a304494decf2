//! How many positions tables have, what they are worth, and how many bytes they take.

use std::fmt;

use retrograde_db::draughts::Slice;
use retrograde_db::{DistanceKind, ValueCounts};
use serde::Serialize;

use crate::output::grouped;

/// What a [`Summary`] is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Subject {
    /// One slice.
    #[serde(serialize_with = "as_text")]
    Slice(Slice),
    /// All slices with so many pieces.
    Pieces(u8),
    /// All slices up to so many pieces.
    UpToPieces(u8),
}

fn as_text<S: serde::Serializer>(slice: &Slice, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(slice)
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Slice(slice) => f.pad(&slice.to_string()),
            Subject::Pieces(pieces) => f.pad(&format!("{pieces} pieces")),
            Subject::UpToPieces(_) => f.pad("all"),
        }
    }
}

/// The positions and bytes of some tables. As text it is a row below [`Summary::HEADING`].
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Summary {
    #[serde(flatten)]
    pub(crate) subject: Subject,
    /// Of files with distances: to what. As text the heading says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) distance: Option<&'static str>,
    pub(crate) slices: u64,
    pub(crate) positions: u64,
    pub(crate) win: u64,
    pub(crate) draw: u64,
    pub(crate) loss: u64,
    pub(crate) bytes: u64,
    pub(crate) positions_per_byte: f64,
}

impl Summary {
    /// The names of the columns.
    pub(crate) const HEADING: &'static str = "slice        slices      positions            win           draw           loss          bytes  positions/byte";

    /// What stands above the rows of distances: what they are, and the names of the columns.
    pub(crate) fn distance_heading(kind: DistanceKind) -> String {
        format!("\ndistances to {kind}\n{}", Summary::HEADING)
    }

    /// The summary of one slice.
    pub(crate) fn of_slice(slice: Slice, counts: ValueCounts, bytes: u64) -> Summary {
        Summary::new(Subject::Slice(slice), 1, counts, bytes)
    }

    /// The same, of a table that answers for so many positions, more than it has counted where it is compact.
    pub(crate) fn answering(mut self, positions: u64) -> Summary {
        self.positions = positions;
        self.set_density();
        self
    }

    fn new(subject: Subject, slices: u64, counts: ValueCounts, bytes: u64) -> Summary {
        let ValueCounts { win, draw, loss } = counts;
        let positions = counts.total();
        let mut summary = Summary {
            subject,
            distance: None,
            slices,
            positions,
            win,
            draw,
            loss,
            bytes,
            positions_per_byte: 0.0,
        };
        summary.set_density();
        summary
    }

    /// To hundredths: more digits say nothing, and JSON would show them all.
    fn set_density(&mut self) {
        let density = self.positions as f64 / self.bytes.max(1) as f64;
        self.positions_per_byte = (density * 100.0).round() / 100.0;
    }

    /// The same, of the file with the distances of this kind.
    pub(crate) fn with_distance(self, kind: DistanceKind) -> Summary {
        Summary { distance: Some(kind.name()), ..self }
    }

    fn add(&mut self, other: &Summary) {
        self.distance = other.distance;
        self.slices += other.slices;
        self.positions += other.positions;
        self.win += other.win;
        self.draw += other.draw;
        self.loss += other.loss;
        self.bytes += other.bytes;
        self.set_density();
    }
}

/// The sums of slices by their number of pieces, fewest first, and the sum of all behind them.
pub(crate) fn totals(slices: &[Summary]) -> Vec<Summary> {
    let mut totals: Vec<Summary> = Vec::new();
    let most = slices.iter().map(pieces).max().unwrap_or_default();
    let subjects = (2..=most).map(Subject::Pieces).chain([Subject::UpToPieces(most)]);
    for subject in subjects {
        let mut total = Summary::new(subject, 0, ValueCounts::default(), 0);
        let counts_here = |slice: &&Summary| match subject {
            Subject::Pieces(number) => pieces(slice) == number,
            _ => true,
        };
        slices.iter().filter(counts_here).for_each(|slice| total.add(slice));
        if total.slices > 0 {
            totals.push(total);
        }
    }
    totals
}

fn pieces(summary: &Summary) -> u8 {
    match summary.subject {
        Subject::Slice(slice) => slice.pieces(),
        Subject::Pieces(pieces) | Subject::UpToPieces(pieces) => pieces,
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [positions, win, draw, loss, bytes] =
            [self.positions, self.win, self.draw, self.loss, self.bytes].map(grouped);
        write!(f, "{:<11} {:>7} {positions:>14} {win:>14} {draw:>14}", self.subject, self.slices)?;
        write!(f, " {loss:>14} {bytes:>14} {:>15.2}", self.positions_per_byte)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(name: &str, win: u64, bytes: u64) -> Summary {
        Summary::of_slice(name.parse().unwrap(), ValueCounts { win, draw: 1, loss: 2 }, bytes)
    }

    #[test]
    fn the_heading_is_above_its_columns() {
        assert_eq!(Summary::HEADING.len(), summary("0m1k-0m1k", 7, 5).to_string().len());
    }

    #[test]
    fn totals_are_by_pieces_and_of_all() {
        let slices = [summary("0m1k-0m1k", 7, 5), summary("1m0k-0m2k", 17, 5), summary("0m2k-0m1k", 27, 5)];
        let totals = totals(&slices);
        let facts: Vec<_> = totals.iter().map(|sum| (sum.subject, sum.slices, sum.positions)).collect();
        let expected =
            [(Subject::Pieces(2), 1, 10), (Subject::Pieces(3), 2, 50), (Subject::UpToPieces(3), 3, 60)];
        assert_eq!(facts, expected);
        assert_eq!(totals[1].positions_per_byte, 5.0);
    }

    #[test]
    fn json_names_what_it_is_about() {
        let json = serde_json::to_string(&summary("0m1k-0m1k", 7, 4)).unwrap();
        assert!(json.starts_with(r#"{"slice":"0m1k-0m1k","slices":1,"positions":10,"win":7,"#), "{json}");
        assert!(json.ends_with(r#""bytes":4,"positions_per_byte":2.5}"#), "{json}");
    }
}
