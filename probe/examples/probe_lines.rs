//! Answers positions from standard input, one FEN a line: FEN, tab, value, tab, best moves.
//!
//! ```text
//! $ echo 'W:WK15,20:B12,K28' | cargo run --release -p retrograde-probe --example probe_lines -- tables
//! W:WK15,20:B12,K28    win    15-10 15-18 15-19
//! ```
//!
//! Blank lines are passed over. What has no answer goes to standard error, with the number of its line,
//! and the next line is read; the exit status is 1 then.

use std::error::Error;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use retrograde_db::draughts::Position;
use retrograde_probe::Options;
use retrograde_probe::draughts::Tables;

fn main() -> ExitCode {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!("usage: probe_lines FOLDER < POSITIONS");
        return ExitCode::from(2);
    };
    match answer_lines(&folder) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{}", with_sources(&*error));
            ExitCode::FAILURE
        }
    }
}

/// Whether every line has an answer.
fn answer_lines(folder: &str) -> Result<bool, Box<dyn Error>> {
    // Most probes end in small tables: those are decoded at once.
    let tables = Tables::open(folder, Options { autoload_pieces: 4, ..Options::default() })?;
    eprintln!("{} tables with up to {} pieces", tables.slices().len(), tables.max_pieces());

    let mut output = io::stdout().lock();
    let mut all = true;
    for (number, line) in (1..).zip(io::stdin().lock().lines()) {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        match answer(&tables, &line) {
            Ok(text) => writeln!(output, "{text}")?,
            Err(error) => {
                eprintln!("line {number}: {}", with_sources(&*error));
                all = false;
            }
        }
    }
    Ok(all)
}

fn answer(tables: &Tables, line: &str) -> Result<String, Box<dyn Error>> {
    let position: Position = line.parse()?;
    let value = tables.probe(position)?;
    let best: Vec<String> = tables
        .moves(position)?
        .iter()
        .filter(|probed| probed.value == value)
        .map(|probed| position.write_move(tables.rules(), &probed.mv))
        .collect();
    Ok(format!("{position}\t{value}\t{}", best.join(" ")))
}

/// An error and what caused it: the sources say which bytes of a file are wrong.
fn with_sources(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        text.push_str(&format!(": {error}"));
        source = error.source();
    }
    text
}
