//! `retrograde draughts build`

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use retrograde_solver::draughts::{BuildOptions, BuildReport, FolderStore, build};

use super::tables::DEFAULT_FOLDER;
use crate::error::CommandError;
use crate::output::{Output, grouped};
use crate::progress::Bar;
use crate::summary::{Summary, totals};

/// Build the tables of all slices up to a number of pieces.
///
/// Writes a row for each number of pieces. Each file is there as a whole or not at all, and the same
/// tables are the same bytes always, whatever the number of threads.
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
}

impl Build {
    /// Builds.
    pub(crate) fn run(&self, output: &mut Output) -> Result<(), CommandError> {
        let options = BuildOptions { threads: self.threads, ..BuildOptions::new(self.pieces) };
        let report = build_folder(&self.out, &options)?;
        output.heading(Summary::HEADING)?;
        totals(&summaries(&report)).iter().try_for_each(|total| output.record(total))
    }
}

/// Builds tables into a folder, with a progress bar, and says on standard error how long it took.
pub(super) fn build_folder(folder: &Path, options: &BuildOptions) -> Result<BuildReport, CommandError> {
    let begin = Instant::now();
    let mut store = FolderStore::new(folder)
        .map_err(|source| CommandError::MakeFolder { folder: folder.to_owned(), source })?;
    let report = build(&mut store, options, &Bar::new("build"))?;
    let seconds = begin.elapsed().as_secs_f64();
    let _ = writeln!(
        io::stderr(),
        "built {} tables, {} positions, in {}: {seconds:.2} s, {:.1} million positions a second",
        report.tables.len(),
        grouped(report.positions()),
        folder.display(),
        report.positions() as f64 / seconds / 1e6,
    );
    Ok(report)
}

/// What was built, slice by slice.
pub(super) fn summaries(report: &BuildReport) -> Vec<Summary> {
    report.tables.iter().map(|table| Summary::of_slice(table.slice, table.counts, table.bytes)).collect()
}
