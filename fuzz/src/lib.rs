//! What the targets share: input that gets past checksums, and seeds.
//!
//! A changed byte of a table is nearly always found by a checksum, so a fuzzer that changes bytes alone
//! would never see what the reader does behind them. The first byte of an input therefore says whether
//! checksums are set right again.

use retrograde_db::ValueCounts;
use retrograde_db::draughts::{Slice, SliceIndex};
use retrograde_db::file::{BlockEncoder, TableHeader, TableWriter};
use xxhash_rust::xxh3::xxh3_64;

const PREAMBLE: usize = 72;
const TRAILER: usize = 80;
const ROW: usize = 8;

/// The bytes of a table that an input stands for: with an odd first byte, checksums are repaired.
#[must_use]
pub fn table_bytes(input: &[u8]) -> Vec<u8> {
    let Some((&mode, bytes)) = input.split_first() else { return Vec::new() };
    let mut bytes = bytes.to_vec();
    if mode & 1 == 1 {
        repair(&mut bytes);
    }
    bytes
}

/// Sets right every checksum that is where FORMAT.md has it, as far as the bytes go.
fn repair(bytes: &mut [u8]) {
    let length = bytes.len();
    if length < PREAMBLE + TRAILER {
        return;
    }
    let preamble = xxh3_64(&bytes[..PREAMBLE - 8]).to_le_bytes();
    bytes[PREAMBLE - 8..PREAMBLE].copy_from_slice(&preamble);
    let trailer = length - TRAILER;
    let field = |bytes: &[u8], number: usize| {
        let place = trailer + 8 * number;
        u64::from_le_bytes(bytes[place..place + 8].try_into().unwrap()) as usize
    };
    let rows = field(bytes, 4);
    if (PREAMBLE..=trailer).contains(&rows) {
        let mut start = PREAMBLE;
        for row in (rows..trailer).step_by(ROW).take_while(|row| row + ROW <= trailer) {
            let block = u32::from_le_bytes(bytes[row..row + 4].try_into().unwrap()) as usize;
            let Some(block) = bytes.get(start..rows.min(start.saturating_add(block))) else { break };
            start += block.len();
            let checksum = (xxh3_64(block) as u32).to_le_bytes();
            bytes[row + 4..row + 8].copy_from_slice(&checksum);
        }
        let table = xxh3_64(&bytes[rows..trailer]).to_le_bytes();
        bytes[trailer + 56..trailer + 64].copy_from_slice(&table);
    }
    bytes[trailer + 48..trailer + 56].copy_from_slice(&preamble);
    let checksum = xxh3_64(&bytes[trailer..trailer + 64]).to_le_bytes();
    bytes[trailer + 64..trailer + 72].copy_from_slice(&checksum);
}

/// Seeds for the targets that read tables: a table of king against king with blocks of each kind, as it
/// is and to be repaired. The values are not the right ones, which no reader can see.
///
/// # Panics
/// Never: the table is always the same.
#[must_use]
pub fn table_seeds() -> Vec<Vec<u8>> {
    let slice: Slice = "0m1k-0m1k".parse().unwrap();
    let header = TableHeader { positions_per_block: 256, ..TableHeader::of_slice(&SliceIndex::new(slice)) };
    let code = |place: u64| match place / 256 {
        0 => 2,
        1 => (xxh3_64(&place.to_le_bytes()) % 3) as u8,
        _ => (place / 20 % 3) as u8,
    };
    let codes: Vec<u8> = (0..header.positions).map(code).collect();
    let count = |code| codes.iter().filter(|&&other| other == code).count() as u64;
    let counts = ValueCounts { loss: count(0), draw: count(1), win: count(2) };
    let mut encoder = BlockEncoder::new();
    let mut writer = TableWriter::new(Vec::new(), &header).unwrap();
    for block in codes.chunks(256) {
        writer.append_block(&encoder.encode(block).unwrap()).unwrap();
    }
    let bytes = writer.finish(counts).unwrap();
    [0, 1].map(|mode| [&[mode], &bytes[..]].concat()).to_vec()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use retrograde_db::file::Table;

    #[test]
    fn the_seeds_are_current_and_a_repaired_table_is_sound() {
        for target in ["table", "probe"] {
            for (name, seed) in ["as_it_is", "repaired"].iter().zip(table_seeds()) {
                let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(target).join(name);
                if std::env::var_os("RETROGRADE_WRITE_SEEDS").is_some() {
                    fs::create_dir_all(path.parent().unwrap()).unwrap();
                    fs::write(&path, &seed).unwrap();
                }
                assert_eq!(fs::read(&path).unwrap(), seed, "{}", path.display());
                let mut bytes = seed.clone();
                assert!(Table::open(table_bytes(&bytes)).unwrap().verify().is_ok());
                // One changed value in the noise.
                bytes[1 + PREAMBLE + 10] ^= 1;
                let sound = Table::open(table_bytes(&bytes)).unwrap().verify().is_ok();
                assert_eq!(sound, bytes[0] == 1);
            }
        }
    }
}
