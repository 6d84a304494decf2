//! `retrograde draughts plan`

use std::fmt;
use std::num::NonZeroUsize;

use clap::Args;
use retrograde_solver::Bytes;
use retrograde_solver::draughts::{BuildOptions, CpuKind, SlicePlan, calibrate, plan};
use serde::Serialize;

use super::build::{DensityArgument, DistanceArgument};
use crate::error::CommandError;
use crate::output::{Output, grouped};

/// Say what a build will take: positions, memory, disk and time, before it begins.
///
/// Writes a row for each slice and its reverse, which are solved together, in the order of the build,
/// and a row for each number of pieces. Positions and memory are exact. Disk and time are estimates:
/// how fast this machine is is measured by building four pieces, which takes about a second.
///
/// `memory` is for all values of the slices; where it is short they are read back from work files,
/// and only `working` is needed.
#[derive(Debug, Args)]
pub(crate) struct Plan {
    /// Pieces on the board, both sides together.
    #[arg(long, default_value_t = 8)]
    pieces: u8,
    /// Only tables in which no side has more pieces than this.
    #[arg(long, value_name = "N")]
    side_pieces: Option<u8>,
    /// Only tables with at most this many men on the board.
    #[arg(long, value_name = "N")]
    men: Option<u8>,
    /// How much the tables keep; what compact ones take on disk is a rough guess, and their time is left out.
    #[arg(long, value_enum, default_value_t = DensityArgument::Fast)]
    density: DensityArgument,
    /// Plies to find beside the values, in files of their own.
    #[arg(long, value_name = "KIND", value_enum, default_value_t = DistanceArgument::None)]
    distance: DistanceArgument,
    /// Threads of the build [default: one a core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Only the rows for each number of pieces, and all of them.
    #[arg(long)]
    totals: bool,
}

/// What a row is of.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Subject {
    Slice(String),
    Pieces(u8),
    UpToPieces(u8),
}

/// One slice and its reverse, or a sum of them.
#[derive(Clone, Debug, Serialize)]
struct Row {
    #[serde(flatten)]
    subject: Subject,
    positions: u64,
    memory: u64,
    working: u64,
    disk: u64,
    work_disk: u64,
    cpu_seconds: f64,
    seconds: f64,
}

const HEADING: &str =
    "slice                  positions     memory    working       disk  work disk     CPU time         time";

impl Row {
    fn new(plan: &SlicePlan, threads: usize) -> Row {
        let cpu_seconds = plan.cpu.as_secs_f64();
        Row {
            subject: Subject::Slice(plan.slice.to_string()),
            positions: plan.positions,
            memory: plan.values.0,
            working: plan.working.0,
            disk: plan.disk.0,
            work_disk: plan.work_disk.0,
            cpu_seconds,
            seconds: cpu_seconds / threads as f64,
        }
    }

    fn sum<'r>(subject: Subject, rows: impl Iterator<Item = &'r Row>) -> Row {
        let (cpu_seconds, seconds) = (0.0, 0.0);
        let zero =
            Row { subject, positions: 0, memory: 0, working: 0, disk: 0, work_disk: 0, cpu_seconds, seconds };
        rows.fold(zero, |sum, row| Row {
            positions: sum.positions + row.positions,
            memory: sum.memory + row.memory,
            // Slices are solved one after the other: the largest one counts.
            working: sum.working.max(row.working),
            disk: sum.disk + row.disk,
            work_disk: sum.work_disk + row.work_disk,
            cpu_seconds: sum.cpu_seconds + row.cpu_seconds,
            seconds: sum.seconds + row.seconds,
            subject: sum.subject,
        })
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match &self.subject {
            Subject::Slice(slice) => slice.clone(),
            Subject::Pieces(pieces) => format!("{pieces} pieces"),
            Subject::UpToPieces(_) => "all".to_owned(),
        };
        let [memory, working, disk, work_disk] =
            [self.memory, self.working, self.disk, self.work_disk].map(|bytes| Bytes(bytes).to_string());
        write!(f, "{name:<11} {:>20} {memory:>10} {working:>10} {disk:>10}", grouped(self.positions))?;
        write!(f, " {work_disk:>10} {:>12} {:>12}", duration(self.cpu_seconds), duration(self.seconds))
    }
}

/// A time as people say it: in the unit that leaves a number from 1 to about 100.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 0.1 => format!("{:.1} ms", s * 1e3),
        s if s < 100.0 => format!("{s:.1} s"),
        s if s < 6_000.0 => format!("{:.1} min", s / 60.0),
        s if s < 48.0 * 3_600.0 => format!("{:.1} h", s / 3_600.0),
        s => format!("{:.1} days", s / 86_400.0),
    }
}

impl Plan {
    /// Writes the rows.
    pub(crate) fn run(&self, output: &mut Output) -> Result<(), CommandError> {
        let options = BuildOptions {
            side_pieces: self.side_pieces,
            men: self.men,
            density: self.density.into(),
            distance: self.distance.kind(),
            ..BuildOptions::new(self.pieces)
        };
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = self.threads.map_or(cores, NonZeroUsize::get);
        let speed = calibrate(CpuKind::best())?;
        let plans = plan(&options, threads, speed)?;
        let rows: Vec<(u8, Row)> =
            plans.iter().map(|plan| (plan.slice.pieces(), Row::new(plan, threads))).collect();
        output.heading(HEADING)?;
        for pieces in 2..=self.pieces {
            let rows = || rows.iter().filter(|(number, _)| *number == pieces).map(|(_, row)| row);
            if !self.totals {
                rows().try_for_each(|row| output.record(row))?;
            }
            if rows().next().is_some() {
                output.record(&Row::sum(Subject::Pieces(pieces), rows()))?;
            }
        }
        output.record(&Row::sum(Subject::UpToPieces(self.pieces), rows.iter().map(|(_, row)| row)))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_heading_is_above_its_columns() {
        let plan = SlicePlan {
            slice: "0m1k-0m1k".parse().unwrap(),
            positions: 992,
            values: Bytes(1),
            working: Bytes(1 << 40),
            disk: Bytes(300),
            work_disk: Bytes(200),
            cpu: Duration::from_secs(3),
        };
        let text = Row::new(&plan, 2).to_string();
        assert_eq!(text.len(), HEADING.len());
        assert!(text.ends_with("1.5 s"), "{text}");
    }

    #[test]
    fn times_have_a_unit() {
        let texts = [0.004, 3.0, 240.0, 7_200.0, 864_000.0].map(duration);
        assert_eq!(texts, ["4.0 ms", "3.0 s", "4.0 min", "2.0 h", "10.0 days"]);
    }
}
