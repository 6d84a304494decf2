//! `retrograde info DIR|FILE`

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use retrograde_db::draughts::{Density, Rules, Slice};
use retrograde_db::file::{Game, RulesId, Table, TableHeader, TableKind};
use retrograde_db::go::TableName;
use retrograde_db::{DistanceKind, ValueCounts};
use retrograde_probe::Options;
use retrograde_probe::draughts::Tables;
use serde::Serialize;

use crate::draughts::{RulesOption, open_folder};
use crate::error::CommandError;
use crate::go::{GoSummary, open_go_folder};
use crate::output::{Output, grouped};
use crate::summary::{Summary, totals};

/// List the tables of a folder, or describe one file.
///
/// For a folder: a row for each slice (of a compact table the positions are those of its reverse too, and
/// won, drawn and lost ones are counted of those that it has a place for), then one for each number of pieces and one for all; then the
/// same for files with distances, where there are some. For a
/// file: what it says of itself, whatever its name. The values themselves are not checked, see
/// `retrograde verify`.
#[derive(Debug, Args)]
pub(crate) struct Info {
    /// A folder of tables, or one file.
    #[arg(value_name = "DIR|FILE")]
    path: PathBuf,
    #[command(flatten)]
    rules: RulesOption,
}

/// What a file says of itself.
#[derive(Serialize)]
struct FileFacts {
    file: String,
    game: String,
    rules: u16,
    rules_in_words: String,
    kind: String,
    index_scheme: u8,
    /// Positions that a compact table answers for.
    #[serde(skip_serializing_if = "Option::is_none")]
    compact_for: Option<u64>,
    subject: String,
    positions: u64,
    win: u64,
    draw: u64,
    loss: u64,
    blocks: u64,
    positions_per_block: u32,
    bytes: u64,
    positions_per_byte: f64,
}

impl fmt::Display for FileFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "file                 {}", self.file)?;
        writeln!(f, "game                 {}, {} (rules {})", self.game, self.rules_in_words, self.rules)?;
        writeln!(f, "kind                 {}", self.kind)?;
        let go = self.kind == TableKind::Bounds.to_string();
        writeln!(f, "{:<20} {}", if go { "board" } else { "slice" }, self.subject)?;
        writeln!(f, "index scheme         {}", self.index_scheme)?;
        writeln!(f, "positions            {}", grouped(self.positions))?;
        if let Some(positions) = self.compact_for {
            writeln!(f, "compact, for         {}", grouped(positions))?;
        }
        if go {
            writeln!(f, "exact, open          {}", [self.win, self.draw].map(grouped).join(", "))?;
        } else {
            writeln!(f, "won, drawn, lost     {}", [self.win, self.draw, self.loss].map(grouped).join(", "))?;
        }
        writeln!(f, "blocks               {}", grouped(self.blocks))?;
        writeln!(f, "positions per block  {}", grouped(self.positions_per_block.into()))?;
        writeln!(f, "bytes                {}", grouped(self.bytes))?;
        write!(f, "positions per byte   {:.2}", self.positions_per_byte)
    }
}

impl Info {
    /// Lists or describes.
    pub(crate) fn run(&self, output: &mut Output) -> Result<(), CommandError> {
        if self.path.is_dir() { self.list(output) } else { output.record(&describe(&self.path)?) }
    }

    /// A row for each slice, and the sums.
    fn list(&self, output: &mut Output) -> Result<(), CommandError> {
        let tables = open_folder(self.rules.rules, &self.path, Options::default())?;
        let summaries = tables
            .slices()
            .map(|slice| {
                let description = tables.describe(slice)?;
                let summary = Summary::of_slice(slice, description.counts, description.bytes);
                Ok(summary.answering(description.positions(slice)))
            })
            .collect::<Result<Vec<Summary>, CommandError>>()?;
        let go_tables = open_go_folder(&self.path)?;
        if summaries.is_empty() && go_tables.names().len() == 0 {
            return Err(CommandError::NoTables { folder: self.path.clone() });
        }
        if !summaries.is_empty() {
            output.heading(Summary::HEADING)?;
            summaries.iter().chain(&totals(&summaries)).try_for_each(|summary| output.record(summary))?;
            tables.distance_kinds().try_for_each(|kind| list_distances(&tables, kind, output))?;
        }
        if go_tables.names().len() > 0 {
            output.heading(GoSummary::HEADING)?;
        }
        go_tables.names().try_for_each(|name| output.record(&GoSummary::new(name, go_tables.describe(name)?)))
    }
}

/// The same for the files with distances of one kind.
fn list_distances(tables: &Tables, kind: DistanceKind, output: &mut Output) -> Result<(), CommandError> {
    let summaries = tables
        .distance_slices(kind)
        .map(|slice| {
            let description = tables.describe_distances(slice, kind)?;
            Ok(Summary::of_slice(slice, description.counts, description.bytes).with_distance(kind))
        })
        .collect::<Result<Vec<Summary>, CommandError>>()?;
    output.heading(Summary::distance_heading(kind))?;
    summaries.iter().chain(&totals(&summaries)).try_for_each(|summary| output.record(summary))
}

/// The rules that a number in the files of a game stands for.
fn rules_in_words(game: Game, rules: RulesId) -> Option<&'static str> {
    match game {
        Game::Draughts => Rules::with_id(rules).map(|rules| rules.name),
        Game::Go => TableName::rules_in_words(rules),
    }
}

/// How many positions a compact table answers for: those of its slice and the reverse. `None` for others.
fn compact_for(header: &TableHeader) -> Option<u64> {
    let compact = header.game == Game::Draughts && header.index_scheme == Density::Compact.index_scheme();
    let slice: Slice = header.subject.parse().ok().filter(|_| compact)?;
    Some(Density::Compact.positions(slice))
}

/// What a file says of itself.
fn describe(path: &Path) -> Result<FileFacts, CommandError> {
    let bytes = fs::read(path).map_err(|source| CommandError::Read { path: path.to_owned(), source })?;
    let table =
        Table::open(bytes).map_err(|source| CommandError::Format { path: path.to_owned(), source })?;
    let header = table.header();
    let ValueCounts { win, draw, loss } = table.counts();
    let (positions, bytes) = (header.positions, table.byte_count());
    let compact_for = compact_for(header);
    let density = compact_for.unwrap_or(positions) as f64 / bytes as f64;
    Ok(FileFacts {
        file: path.display().to_string(),
        game: header.game.to_string(),
        rules: header.rules.0,
        rules_in_words: rules_in_words(header.game, header.rules).unwrap_or("unknown rules").to_owned(),
        kind: header.kind.to_string(),
        index_scheme: header.index_scheme.0,
        compact_for,
        subject: header.subject.clone(),
        positions,
        win,
        draw,
        loss,
        blocks: table.block_count(),
        positions_per_block: header.positions_per_block,
        bytes,
        positions_per_byte: (density * 100.0).round() / 100.0,
    })
}
