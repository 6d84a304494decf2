//! `retrograde verify DIR [--logical]`

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use clap::Args;
use retrograde_db::draughts::{Density, Slice};
use retrograde_db::file::{MANIFEST_NAME, Manifest, ManifestEntry};
use retrograde_db::{DistanceKind, ValueCounts};
use retrograde_probe::Options;
use retrograde_probe::draughts::{ProbeError, Tables};
use retrograde_probe::go::Tables as GoTables;
use retrograde_solver::Progress;
use retrograde_solver::draughts::{LogicalOptions, LogicalReport, verify_distances, verify_logical};
use serde::Serialize;

use crate::checked::Checked;
use crate::draughts::{RulesOption, open_folder};
use crate::error::{CommandError, one_line};
use crate::go::{self, open_go_folder};
use crate::output::{Output, grouped};
use crate::progress::Bar;

/// Check the tables of a folder.
///
/// Reads every byte and compares the checksums. Writes `FILE <TAB> sound|damaged` for each table; what
/// is wrong goes to standard error, and the exit status is 1. With --logical, tables that are sound are
/// then checked against the rules: each stored value has to be the best of what the moves lead to, and
/// each distance one ply more.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// The folder.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Compare each value with those of its successors too.
    #[arg(long)]
    logical: bool,
    /// With --logical, compare only about so many positions, in runs that are spread over all tables.
    #[arg(long, value_name = "N", requires = "logical")]
    sample: Option<NonZeroU64>,
    /// Threads for --logical [default: one a core]
    #[arg(long, value_name = "N", requires = "logical")]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    rules: RulesOption,
}

/// Values that agree with those of their successors.
#[derive(Serialize)]
struct Logical {
    #[serde(rename = "logical")]
    state: &'static str,
    checked: u64,
    captures: u64,
    threatened: u64,
}

impl fmt::Display for Logical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [checked, captures, threatened] = [self.checked, self.captures, self.threatened].map(grouped);
        let none = format!("{captures} with a capture and {threatened} that the next move decides have none");
        write!(f, "values\t{}\t{checked} compared, {none}", self.state)
    }
}

/// Distances that agree with those of their successors.
#[derive(Serialize)]
struct LogicalDistances {
    #[serde(rename = "logical_distances")]
    state: &'static str,
    compared: u64,
}

impl fmt::Display for LogicalDistances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "distances\t{}\t{} compared", self.state, grouped(self.compared))
    }
}

impl Verify {
    /// Checks every table.
    pub(crate) fn run(&self, output: &mut Output) -> Result<(), CommandError> {
        let tables = open_folder(self.rules.rules, &self.folder, Options::default())?;
        let go_tables = open_go_folder(&self.folder)?;
        let (draughts, go) = (tables.slices().len() > 0, go_tables.names().len() > 0);
        if !draughts && !go {
            return Err(CommandError::NoTables { folder: self.folder.clone() });
        }
        let listed = self.check_manifest(&tables, &go_tables).map_err(reported);
        let draughts_sound = check_bytes(&tables, output);
        let go_faults = go::check_bytes(&go_tables, output)?;
        draughts_sound?;
        if !go_faults.is_empty() {
            go_faults.into_iter().for_each(|fault| drop(reported(fault.into())));
            return Err(CommandError::AlreadyReported);
        }
        listed?;
        if self.logical && draughts {
            self.check_values(&tables, output)?;
        }
        if self.logical && go {
            go::check_values(&go_tables, self.threads, self.sample, output)?;
        }
        Ok(())
    }

    /// Compares values with those of their successors.
    fn check_values(&self, tables: &Tables, output: &mut Output) -> Result<(), CommandError> {
        let options = LogicalOptions { threads: self.threads, sample: self.sample };
        let LogicalReport { checked, captures, threatened } =
            verify_logical(tables, &options, &Bar::new("successors"))?;
        output.record(&Logical { state: "sound", checked, captures, threatened })?;
        if tables.distance_kinds().next().is_none() {
            return Ok(());
        }
        let compared = verify_distances(tables, &options, &Bar::new("distances"))?;
        output.record(&LogicalDistances { state: "sound", compared })
    }

    /// Compares the folder with its manifest, where there is one, and reports what differs. That finds
    /// tables that are gone, and sound ones that are not those that were built.
    fn check_manifest(&self, tables: &Tables, go_tables: &GoTables) -> Result<(), CommandError> {
        let path = self.folder.join(MANIFEST_NAME);
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.note_missing(tables);
                return Ok(());
            }
            text => text.map_err(|source| CommandError::Read { path: path.clone(), source })?,
        };
        let manifest: Manifest =
            text.parse().map_err(|source| CommandError::Manifest { path: path.clone(), source })?;
        let mut result = Ok(());
        for (name, entry) in manifest.iter() {
            let differs = difference(tables, name, entry).or_else(|| go::difference(go_tables, name, entry));
            if let Some(difference) = differs {
                let file = self.folder.join(name);
                let _ = writeln!(io::stderr(), "retrograde: {}: {difference}", file.display());
                result = Err(CommandError::AlreadyReported);
            }
        }
        result
    }

    /// Says which slices are missing below the largest one, where no manifest lists what should be
    /// there. That is no fault: a set may hold what somebody needs.
    fn note_missing(&self, tables: &Tables) {
        let present: Vec<Slice> = tables.slices().collect();
        let mut missing = Slice::up_to(tables.max_pieces());
        // A compact table answers for the reverse of its slice too.
        let compact = |slice: Slice| matches!(tables.density(slice), Ok(Density::Compact));
        missing.retain(|slice| !present.contains(slice) && !compact(slice.reversed()));
        if let Some(first) = missing.first() {
            let _ = writeln!(
                io::stderr(),
                "note: of the slices up to {} pieces, {} are not in {}, such as {}",
                tables.max_pieces(),
                missing.len(),
                self.folder.display(),
                first.file_name(),
            );
        }
    }
}

/// How a table differs from what the manifest says of it; `None` where it does not, or where it can't
/// be opened, which the check of its bytes reports.
fn difference(tables: &Tables, name: &str, entry: &ManifestEntry) -> Option<String> {
    let described = match Slice::of_distance_file_name(name) {
        Some((slice, kind)) => tables.describe_distances(slice, kind),
        None => tables.describe(Slice::of_file_name(name)?),
    };
    let (bytes, counts) = match described {
        Ok(description) => (description.bytes, description.counts),
        Err(ProbeError::File(_)) => return None,
        Err(_) => return Some(format!("missing, though {MANIFEST_NAME} lists it; build it again")),
    };
    let facts = |bytes: u64, counts: ValueCounts| {
        let ValueCounts { win, draw, loss } = counts;
        format!("{bytes} bytes with {win} wins, {draw} draws and {loss} losses")
    };
    let (found, listed) = (facts(bytes, counts), facts(entry.bytes, entry.counts));
    (found != listed).then(|| format!("{found}, where {MANIFEST_NAME} lists {listed}; build it again"))
}

/// Reports an error, where the checks go on all the same.
fn reported(error: CommandError) -> CommandError {
    if !matches!(error, CommandError::AlreadyReported) {
        let _ = writeln!(io::stderr(), "retrograde: {}", one_line(&error));
    }
    CommandError::AlreadyReported
}

/// Compares the checksums of all tables.
fn check_bytes(tables: &Tables, output: &mut Output) -> Result<(), CommandError> {
    let bar = Bar::new("checksums");
    let distances = DistanceKind::ALL.into_iter().flat_map(|kind| tables.distance_slices(kind));
    bar.begin(tables.slices().chain(distances).map(Slice::positions).sum());
    let mut written = Ok(());
    let verified = tables.verify(|report| {
        bar.part(&report.file_name());
        bar.advance(report.slice.positions());
        if written.is_ok() {
            written = output.record(&Checked::new(report.file_name(), report.sound.map(|(bytes, _)| bytes)));
        }
    });
    drop(bar);
    written?;
    output.flush()?;
    let Err(faults) = verified else { return Ok(()) };
    for fault in faults {
        reported(fault.into());
    }
    Err(CommandError::AlreadyReported)
}
