//! Go tables for the commands that know all games: `verify` and `info`.

use std::fmt;
use std::num::{NonZeroU64, NonZeroUsize};

use retrograde_db::ValueCounts;
use retrograde_db::file::{MANIFEST_NAME, ManifestEntry};
use retrograde_db::go::{BoardIndex, TableName};
use retrograde_probe::FileError;
use retrograde_probe::go::{Description, ProbeError, Tables};
use retrograde_solver::go::{LogicalReport, verify_logical};
use serde::Serialize;

use crate::checked::Checked;
use crate::error::CommandError;
use crate::output::{Output, grouped};
use crate::progress::Bar;

/// A table of a folder. As text it is a row below [`GoSummary::HEADING`].
#[derive(Serialize)]
pub(crate) struct GoSummary {
    table: String,
    legal: u64,
    exact: u64,
    open: u64,
    bytes: u64,
    states_per_byte: f64,
}

impl GoSummary {
    /// The names of the columns.
    pub(crate) const HEADING: &'static str =
        "Go table                    legal boards          exact           open          bytes  states/byte";

    pub(crate) fn new(name: TableName, description: Description<'_>) -> GoSummary {
        let Description { bytes, counts, .. } = description;
        let legal = counts.exact + counts.open;
        let states_per_byte = (4.0 * legal as f64 / bytes.max(1) as f64 * 100.0).round() / 100.0;
        let (exact, open) = (counts.exact, counts.open);
        GoSummary { table: name.file_name(), legal, exact, open, bytes, states_per_byte }
    }
}

impl fmt::Display for GoSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [legal, exact, open, bytes] = [self.legal, self.exact, self.open, self.bytes].map(grouped);
        write!(f, "{:<23} {legal:>16} {exact:>14} {open:>14}", self.table)?;
        write!(f, " {bytes:>14} {:>12.2}", self.states_per_byte)
    }
}

/// Compares the checksums of all tables. Gives what is wrong.
pub(crate) fn check_bytes(tables: &Tables, output: &mut Output) -> Result<Vec<FileError>, CommandError> {
    let mut written = Ok(());
    let verified = tables.verify(|report| {
        let bytes = report.sound.map(|Description { bytes, .. }| bytes);
        let checked = Checked::new(report.name.file_name(), bytes);
        if written.is_ok() {
            written = output.record(&checked);
        }
    });
    written?;
    output.flush()?;
    Ok(verified.err().unwrap_or_default())
}

/// Bounds that agree with those of the positions after them.
#[derive(Serialize)]
struct Logical {
    #[serde(rename = "logical")]
    state: &'static str,
    boards: u64,
}

impl fmt::Display for Logical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let boards = grouped(self.boards);
        write!(f, "bounds\t{}\t{boards} compared, the others are images of them", self.state)
    }
}

/// Compares bounds with those of the positions that plays lead to.
pub(crate) fn check_values(
    tables: &Tables,
    threads: Option<NonZeroUsize>,
    sample: Option<NonZeroU64>,
    output: &mut Output,
) -> Result<(), CommandError> {
    let bounds = tables.names().filter(|name| name.repetition().is_none());
    let all: u64 = bounds.map(|name| BoardIndex::new(name.size()).boards()).sum();
    let stride = sample.map_or(1, |sample| (all / sample).max(1));
    let LogicalReport { checked } = verify_logical(tables, threads, stride, &Bar::new("plays"))?;
    output.record(&Logical { state: "sound", boards: checked })
}

/// How a table differs from what the manifest says of it; `None` where it does not, is no Go table, or
/// can't be opened, which the check of its bytes reports.
pub(crate) fn difference(tables: &Tables, file: &str, entry: &ManifestEntry) -> Option<String> {
    let name = TableName::of_file_name(file)?;
    let description = match tables.describe(name) {
        Ok(description) => description,
        Err(ProbeError::File(_)) => return None,
        Err(_) => return Some(format!("missing, though {MANIFEST_NAME} lists it; build it again")),
    };
    let facts = |bytes: u64, counts: ValueCounts| {
        format!("{bytes} bytes with {} exact and {} open boards", counts.win, counts.draw)
    };
    let found = facts(description.bytes, description.counts.into());
    let listed = facts(entry.bytes, entry.counts);
    (found != listed).then(|| format!("{found}, where {MANIFEST_NAME} lists {listed}; build it again"))
}
