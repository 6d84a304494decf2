//! `retrograde draughts build`

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use retrograde_db::DistanceKind;
use retrograde_db::draughts::Density;
use retrograde_solver::draughts::{BuildOptions, BuildReport, BuiltTable, build};
use retrograde_solver::{Bytes, FolderStore};

use super::rules::RulesOption;
use super::tables::DEFAULT_FOLDER;
use crate::error::CommandError;
use crate::output::{Output, grouped};
use crate::progress::Bar;
use crate::summary::{Summary, totals};

/// Build the tables of all slices up to a number of pieces.
///
/// Writes a row for each number of pieces, and with --distance another for its distances. Each file is there as a whole or not at all, and the same
/// tables are the same bytes always, whatever the number of threads. A build that was stopped, by
/// Ctrl-C too, goes on with the same command.
#[derive(Debug, Args)]
pub(crate) struct Build {
    /// Pieces on the board, both sides together.
    #[arg(long, default_value_t = 4)]
    pieces: u8,
    /// Folder for the tables; made if it is not there.
    #[arg(long, value_name = "DIR", default_value = DEFAULT_FOLDER)]
    out: PathBuf,
    /// Threads to use [default: one a core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Memory to stay under, such as 8G or 500M; values that do not fit are read back from work files
    /// [default: no limit]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory: Option<Bytes>,
    /// Only tables in which no side has more pieces than this.
    #[arg(long, value_name = "N")]
    side_pieces: Option<u8>,
    /// Only tables with at most this many men on the board.
    #[arg(long, value_name = "N")]
    men: Option<u8>,
    /// How much the tables keep: both sides to move, for the fastest probes (fast), or what the rest can be
    /// found from by a few plies of search (compact), in less than half the room. Fast tables are built
    /// first to make compact ones, which takes a few microseconds a position more, and room in between.
    #[arg(long, value_enum, default_value_t = DensityArgument::Fast)]
    density: DensityArgument,
    /// Plies to find beside the values, in files of their own: to the next capture or man move
    /// (conversion), or to the end of the game (win). A folder can have both, by a build for each.
    #[arg(long, value_name = "KIND", value_enum, default_value_t = DistanceArgument::None)]
    distance: DistanceArgument,
    /// Keep the work files, for a build with more pieces that is to come.
    #[arg(long)]
    keep_work: bool,
    #[command(flatten)]
    rules: RulesOption,
}

/// What `--density` can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DensityArgument {
    Fast,
    Compact,
}

impl From<DensityArgument> for Density {
    fn from(argument: DensityArgument) -> Density {
        match argument {
            DensityArgument::Fast => Density::Fast,
            DensityArgument::Compact => Density::Compact,
        }
    }
}

/// What `--distance` can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DistanceArgument {
    None,
    Conversion,
    Win,
}

impl DistanceArgument {
    pub(super) const fn kind(self) -> Option<DistanceKind> {
        match self {
            DistanceArgument::None => None,
            DistanceArgument::Conversion => Some(DistanceKind::Conversion),
            DistanceArgument::Win => Some(DistanceKind::Win),
        }
    }
}

/// Reads an amount of memory: a number, and K, M, G or T for powers of 1024.
pub(crate) fn parse_size(text: &str) -> Result<Bytes, String> {
    let expected = || "expected a number of bytes, or one with K, M, G or T behind it, as in 8G".to_owned();
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let power = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 1,
        "M" | "MB" | "MIB" => 2,
        "G" | "GB" | "GIB" => 3,
        "T" | "TB" | "TIB" => 4,
        _ => return Err(expected()),
    };
    let number: u64 = digits.parse().map_err(|_| expected())?;
    number.checked_mul(1 << (10 * power)).map(Bytes).ok_or_else(|| "more than 16 EiB".to_owned())
}

impl Build {
    /// Builds.
    pub(crate) fn run(&self, output: &mut Output) -> Result<(), CommandError> {
        self.rules.check_tables()?;
        let options = BuildOptions {
            rules: self.rules.rules,
            threads: self.threads,
            memory: self.memory,
            side_pieces: self.side_pieces,
            men: self.men,
            density: self.density.into(),
            distance: self.distance.kind(),
            ..BuildOptions::new(self.pieces)
        };
        let report = build_folder(&self.out, &options, self.keep_work)?;
        output.heading(Summary::HEADING)?;
        totals(&summaries(&report.tables)).iter().try_for_each(|total| output.record(total))?;
        let Some(kind) = options.distance else { return Ok(()) };
        output.heading(Summary::distance_heading(kind))?;
        let distances = summaries(&report.distances).into_iter().map(|summary| summary.with_distance(kind));
        totals(&distances.collect::<Vec<_>>()).iter().try_for_each(|total| output.record(total))
    }
}

/// Builds tables into a folder, with a progress bar, and says on standard error how long it took.
pub(super) fn build_folder(
    folder: &Path,
    options: &BuildOptions,
    keep_work: bool,
) -> Result<BuildReport, CommandError> {
    let begin = Instant::now();
    let mut store = FolderStore::new(folder, keep_work)
        .map_err(|source| CommandError::MakeFolder { folder: folder.to_owned(), source })?;
    let report = build(&mut store, options, &Bar::new("build"), stop_on_interrupt())?;
    say_how_long(&report, folder, begin.elapsed());
    Ok(report)
}

/// A flag that Ctrl-C sets. Where the system has no such signal the flag stays as it is.
pub(crate) fn stop_on_interrupt() -> &'static AtomicBool {
    static INTERRUPTED: AtomicBool = AtomicBool::new(false);
    // Only the first of several builds in one process can set the handler, and once is enough.
    let _ = ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed));
    &INTERRUPTED
}

fn say_how_long(report: &BuildReport, folder: &Path, time: Duration) {
    let all = report.tables.iter().chain(&report.distances);
    let (kept, built): (Vec<&BuiltTable>, Vec<_>) = all.partition(|table| table.kept);
    // Values and distances of a slice are of the same positions.
    let positions = |tables: &[BuiltTable]| -> u64 {
        tables.iter().filter(|table| !table.kept).map(|table| table.positions()).sum()
    };
    let positions = positions(&report.tables).max(positions(&report.distances));
    let (seconds, folder) = (time.as_secs_f64(), folder.display());
    let mut line = format!(
        "built {} tables, {} positions, in {folder}: {seconds:.2} s",
        built.len(),
        grouped(positions)
    );
    if positions > 0 {
        line += &format!(", {:.1} million positions a second", positions as f64 / seconds / 1e6);
    }
    if !kept.is_empty() {
        line += &format!("; {} tables were there already", kept.len());
    }
    let _ = writeln!(io::stderr(), "{line}");
}

/// What was built, slice by slice.
pub(super) fn summaries(tables: &[BuiltTable]) -> Vec<Summary> {
    let summary = |table: &BuiltTable| {
        Summary::of_slice(table.slice, table.counts, table.bytes.0).answering(table.positions())
    };
    tables.iter().map(summary).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_a_unit_or_none() {
        let sizes = [("7", 7), ("500M", 500 << 20), ("8G", 8 << 30), ("8GiB", 8 << 30), ("1t", 1 << 40)];
        for (text, bytes) in sizes {
            assert_eq!(parse_size(text), Ok(Bytes(bytes)), "{text}");
        }
        for text in ["", "G", "-1", "8 G", "8X", "1.5G", "99999999T", "\u{212a}"] {
            assert!(parse_size(text).is_err(), "{text:?}");
        }
    }
}
