//! What the targets share: input that gets past checksums, and seeds.
//!
//! A changed byte of a table is nearly always found by a checksum, so a fuzzer that changes bytes alone
//! would never see what the reader does behind them. The first byte of an input therefore says whether
//! checksums are set right again.

use retrograde_db::draughts::{Density, Slice, SliceIndex};
use retrograde_db::file::{
    BlockEncoder, BoundCodes, BoundsEncoder, DistanceEncoder, Game, IndexScheme, Rows, RulesId, TableHeader,
    TableKind, TableWriter,
};
use retrograde_db::{DistanceKind, ValueCounts};
use xxhash_rust::xxh3::xxh3_64;

const PREAMBLE: usize = 32;
/// Bytes that end a file, behind the block table.
const END: usize = 20;

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
    let Some(end) = bytes.len().checked_sub(END).filter(|&end| end >= PREAMBLE) else { return };
    let preamble = (xxh3_64(&bytes[..PREAMBLE - 4]) as u32).to_le_bytes();
    bytes[PREAMBLE - 4..PREAMBLE].copy_from_slice(&preamble);
    let length = u32::from_le_bytes(bytes[end..end + 4].try_into().unwrap()) as usize;
    let Some(tail) = end.checked_sub(length).filter(|&tail| tail >= PREAMBLE) else { return };
    repair_groups(bytes, tail, end);
    let checksum = xxh3_64(&[&preamble[..], &bytes[tail..end]].concat()).to_le_bytes();
    bytes[end + 4..end + 12].copy_from_slice(&checksum);
}

/// Sets right the checksums of groups of blocks in the tail, which is from `at` to `end`; `None` where the
/// lengths of the blocks don't fit.
fn repair_groups(bytes: &mut [u8], mut at: usize, end: usize) -> Option<()> {
    let blocks_end = at;
    let [_above, _behind] = [varint(bytes, &mut at)?, varint(bytes, &mut at)?];
    let counts = [varint(bytes, &mut at)?, varint(bytes, &mut at)?, varint(bytes, &mut at)?];
    let positions = counts.iter().try_fold(0u64, |sum, &count| sum.checked_add(count))?;
    let is_of_values = bytes[11] == 1;
    let blocks_per_group = if is_of_values { 32 } else { 1 };
    let size = 1u64.checked_shl(bytes[15].into())?;
    let blocks = positions.div_ceil(size);
    let (mut group, mut start) = (PREAMBLE, PREAMBLE);
    for block in 1..=blocks {
        let length = match (is_of_values, varint(bytes, &mut at)?) {
            (true, 0..=2) => 0,
            (true, 3) => size.min(positions - (block - 1) * size).div_ceil(4),
            (true, entry) => entry - 4,
            (false, length) => length,
        };
        start = start.checked_add(length as usize)?;
        if block % blocks_per_group == 0 || block == blocks {
            let checksum = (xxh3_64(bytes[..blocks_end].get(group..start)?) as u32).to_le_bytes();
            bytes[..end].get_mut(at..at + 4)?.copy_from_slice(&checksum);
            at += 4;
            group = start;
        }
    }
    Some(())
}

/// The number of seven bits a byte at a place, which moves on behind it.
fn varint(bytes: &[u8], at: &mut usize) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let byte = *bytes.get(*at)?;
        *at += 1;
        number |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// A seed: its name, and a table.
pub type Seed = (&'static str, Vec<u8>);

/// Seeds for the targets that read tables of values: king against king, fast and compact, with blocks of
/// each sort. The values are not the right ones, which no reader can see.
///
/// # Panics
/// Never: the tables are always the same.
#[must_use]
pub fn value_seeds() -> Vec<Seed> {
    let slice: Slice = "0m1k-0m1k".parse().unwrap();
    let seed = |density| {
        let index = SliceIndex::with_density(slice, density);
        let header = TableHeader { positions_per_block: 256, ..TableHeader::of_slice(&index) };
        let code = |place: u64| match place / 256 {
            0 => 2,
            1 => noise(place, 3),
            _ => (place / 20 % 3) as u8,
        };
        let codes: Vec<u8> = (0..header.positions).map(code).collect();
        let count = |code| codes.iter().filter(|&&other| other == code).count() as u64;
        let counts = ValueCounts { loss: count(0), draw: count(1), win: count(2) };
        let mut encoder = BlockEncoder::new(header.rows);
        let mut writer = TableWriter::new(Vec::new(), &header).unwrap();
        for (number, block) in codes.chunks(256).enumerate() {
            // The last blocks have rows of their own.
            let rows = if number < 3 { header.rows } else { Rows { above: 20, behind: 60 } };
            writer.append_block(&encoder.encode_with_rows(block, rows).unwrap()).unwrap();
        }
        (density.name(), writer.finish(counts).unwrap())
    };
    Density::ALL.map(seed).to_vec()
}

/// Seeds for the target that reads any table: those of values, and tables of distances and of bounds with
/// blocks of each tag.
///
/// # Panics
/// Never: the tables are always the same.
#[must_use]
pub fn table_seeds() -> Vec<Seed> {
    let mut seeds = value_seeds();
    let index = SliceIndex::new("0m1k-0m1k".parse().unwrap());
    let names = ["conversion", "win"].into_iter().zip(DistanceKind::ALL);
    seeds.extend(names.map(|(name, kind)| {
        let header = TableHeader { positions_per_block: 256, ..TableHeader::of_distances(&index, kind) };
        let mut writer = TableWriter::new(Vec::new(), &header).unwrap();
        for block in blocks(header.positions) {
            let codes: Vec<Option<u8>> = block.iter().map(|&code| (code % 7 != 3).then_some(code)).collect();
            writer.append_block(&DistanceEncoder::new().encode(&codes).unwrap()).unwrap();
        }
        let counts = ValueCounts { loss: 0, draw: 0, win: header.positions };
        (name, writer.finish(counts).unwrap())
    }));
    let bounds = TableHeader {
        game: Game::Go,
        rules: RulesId(1),
        kind: TableKind::Bounds,
        index_scheme: IndexScheme(1),
        subject: "1x9".to_owned(),
        positions: 900,
        positions_per_block: 256,
        rows: Rows::NONE,
    };
    let mut writer = TableWriter::new(Vec::new(), &bounds).unwrap();
    for block in blocks(bounds.positions) {
        let codes = |&code: &u8| Some(BoundCodes { low: code % 20, high: code % 20 + code % 30 });
        let codes: Vec<Option<BoundCodes>> = block.iter().map(codes).collect();
        writer.append_bounds(&BoundsEncoder::new().encode(&codes).unwrap()).unwrap();
    }
    let counts = ValueCounts { loss: 0, draw: 0, win: bounds.positions };
    seeds.push(("bounds", writer.finish(counts).unwrap()));
    seeds
}

/// Bytes in blocks of 256: equal ones, noise, and what repeats.
fn blocks(positions: u64) -> Vec<Vec<u8>> {
    let byte = |place: u64| match place / 256 {
        0 => 5,
        1 => noise(place, 100),
        _ => (place / 20 % 11) as u8,
    };
    (0..positions).map(byte).collect::<Vec<u8>>().chunks(256).map(<[u8]>::to_vec).collect()
}

fn noise(place: u64, below: u64) -> u8 {
    (xxh3_64(&place.to_le_bytes()) % below) as u8
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use retrograde_db::file::Table;

    #[test]
    fn the_seeds_are_current_and_a_repaired_table_is_sound() {
        for (target, seeds) in [("table", table_seeds()), ("probe", value_seeds())] {
            for (name, table) in seeds {
                // To be read as it is, and to be repaired.
                for (mode, ending) in ["", ".repaired"].iter().enumerate() {
                    let seed = [&[mode as u8], &table[..]].concat();
                    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(target);
                    let path = folder.join(format!("{name}{ending}"));
                    if std::env::var_os("RETROGRADE_WRITE_SEEDS").is_some() {
                        fs::create_dir_all(&folder).unwrap();
                        fs::write(&path, &seed).unwrap();
                    }
                    assert_eq!(fs::read(&path).unwrap(), seed, "{}", path.display());
                    let mut bytes = seed.clone();
                    assert!(Table::open(table_bytes(&bytes)).unwrap().verify().is_ok());
                    // One bit of the preamble's subject: the checksum is all that it needs.
                    bytes[1 + 16] ^= 1;
                    let sound = Table::open(table_bytes(&bytes)).is_ok_and(|table| table.verify().is_ok());
                    assert_eq!(sound, bytes[0] == 1, "{}", path.display());
                }
            }
        }
    }
}
