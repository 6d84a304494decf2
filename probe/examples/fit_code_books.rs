//! Fits the code books of the file format to the tables of two to five pieces, and prints them.
//!
//! ```text
//! retrograde draughts build --pieces 5
//! cargo run --release -p retrograde-probe --example fit_code_books -- tables > db/src/file/runs/books.txt
//! ```
//!
//! The books are part of the format: with other books, tables have other bytes, and the version has to be
//! another one. Those in the repository are what comes out, byte by byte.

use std::env;
use std::error::Error;

use retrograde_db::draughts::{Position, Side, Slice, SliceIndex};
use retrograde_db::file::{BlockCodes, DONT_CARE, Rows, TableHeader, fit_code_books};
use retrograde_probe::draughts::Tables;

/// Rounds after which the books hardly change any more.
const ROUNDS: usize = 30;

/// The codes of a block, its rows, and how much it counts.
type Sample = (BlockCodes, Rows, f32);

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args().nth(1).ok_or("which folder has the tables of two to five pieces?")?;
    let tables = Tables::open(folder, retrograde_probe::Options::default())?;
    let mut samples = Vec::new();
    let mut slices: Vec<Slice> = tables.slices().filter(|slice| slice.pieces() <= 5).collect();
    slices.sort_by_key(Slice::to_string);
    for slice in slices {
        sample(&tables, slice, &mut samples)?;
    }
    let fit = fit_code_books(&samples, ROUNDS);
    for (round, bits) in fit.bits.iter().enumerate() {
        eprintln!("round {round}: {:.0} weighted bytes", bits / 8.);
    }
    print!("{}", fit.text);
    Ok(())
}

/// Every block of a slice of few pieces, every second one of a slice of five.
fn sample(tables: &Tables, slice: Slice, samples: &mut Vec<Sample>) -> Result<(), Box<dyn Error>> {
    let index = SliceIndex::new(slice);
    let most = slice.mover().pieces().max(slice.opponent().pieces());
    // Small tables shall not lose by what large ones need; four pieces against one are nearly all won.
    let (weight, step) = match (slice.pieces(), most) {
        (..=4, _) => (6., 1),
        (_, 3) => (0.6, 2),
        _ => (0.3, 2),
    };
    let block = u64::from(TableHeader::of_slice(&index).positions_per_block);
    for first in (0..index.size()).step_by((block * step) as usize) {
        let code = |place| -> Result<u8, Box<dyn Error>> {
            let view = index.view(place).ok_or("a place of the index has a position")?;
            let position = Position::from_view(view, Side::Black);
            Ok(tables.stored_value(position)?.map_or(DONT_CARE, |value| value.code()))
        };
        let codes: Result<Vec<u8>, _> = (first..index.size().min(first + block)).map(code).collect();
        samples.push((BlockCodes::from_bytes(&codes?)?, index.rows_at(first), weight));
    }
    Ok(())
}
