//! Files, and blocks without runs: sections 1 to 3 and 8 of `FORMAT.md`.

use xxhash_rust::xxh3::xxh3_64;

use crate::runs::RunReader;

/// What the second reader finds in a file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Contents {
    pub(crate) version: u64,
    pub(crate) game: u64,
    pub(crate) kind: u64,
    pub(crate) rules: u64,
    pub(crate) index_scheme: u64,
    pub(crate) subject: String,
    pub(crate) positions_per_block: u64,
    pub(crate) values: Vec<u8>,
    pub(crate) above_and_behind: (u64, u64),
    pub(crate) win_draw_loss: [u64; 3],
}

/// The unsigned little-endian number in `bytes`.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number * 256 + u64::from(byte))
}

/// The first bytes, as many as there have to be, which are taken off.
pub(crate) fn take<'a>(bytes: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(taken)
}

/// The varint at the front, which is taken off; `None` where there is none of 64 bits, or a longer one
/// than need be.
pub(crate) fn take_varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for place in 0..10 {
        let byte = take(bytes, 1)?[0];
        number += u128::from(byte % 128) << (7 * place);
        if byte < 128 {
            sound(byte > 0 || place == 0)?;
            return number.try_into().ok();
        }
    }
    None
}

/// `None` where something is not what FORMAT.md says it has to be.
pub(crate) fn sound(is_so: bool) -> Option<()> {
    is_so.then_some(())
}

/// Reads a file; `None` where it does not keep to FORMAT.md.
pub(crate) fn read(file: &[u8]) -> Option<Contents> {
    // 1. Preamble
    let preamble = file.get(..32)?;
    sound(preamble[..8] == [0x89, 0x52, 0x54, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])?;
    sound(number(&preamble[28..]) == xxh3_64(&preamble[..28]) % (1 << 32))?;
    sound(preamble[15] <= 20)?;
    let positions_per_block = 1 << preamble[15];
    let kind = number(&preamble[11..12]);
    let name = &preamble[16..28];
    let name_length = name.iter().position(|&byte| byte == 0).unwrap_or(12);
    sound(name_length > 0 && name[..name_length].iter().all(|byte| (0x21..=0x7E).contains(byte)))?;
    sound(name[name_length..].iter().all(|&byte| byte == 0))?;

    // 3. Tail
    let (before, end) = file.split_at_checked(file.len().checked_sub(20)?)?;
    sound(end[12..] == [0x0A, 0x1A, 0x0A, 0x0D, 0x47, 0x54, 0x52, 0x98])?;
    let tail_start = before.len().checked_sub(number(&end[..4]) as usize)?;
    let mut tail = &before[tail_start..];
    sound(number(&end[4..12]) == xxh3_64(&[&preamble[28..], tail].concat()))?;
    let above_and_behind = (take_varint(&mut tail)?, take_varint(&mut tail)?);
    let win_draw_loss = [take_varint(&mut tail)?, take_varint(&mut tail)?, take_varint(&mut tail)?];
    let positions = win_draw_loss.iter().sum::<u64>() as usize;

    // 3. Block table
    let blocks_in_a_group = if kind == 1 { 32 } else { 1 };
    let (mut values, mut start) = (Vec::new(), 32);
    while values.len() < positions {
        let group_start = start;
        for _ in 0..blocks_in_a_group {
            let here = (positions - values.len()).min(positions_per_block);
            let entry = take_varint(&mut tail)? as usize;
            // 2. Blocks, or for distances 8.
            let length = match (kind, entry) {
                (1, 0..=2) => 0,
                (1, 3) => here.div_ceil(4),
                (1, _) => entry - 4,
                _ => entry,
            };
            let block = file.get(start..start + length)?;
            if kind == 1 {
                sound(entry <= 4 + here.div_ceil(4))?;
                values.extend(decode(entry.min(4) as u8, block, here, above_and_behind)?);
            } else {
                sound((1..=1 + here).contains(&length))?;
                values.extend(decode_distances(block, here)?);
            }
            start += length;
            if values.len() == positions {
                break;
            }
        }
        sound(number(take(&mut tail, 4)?) == xxh3_64(&file[group_start..start]) % (1 << 32))?;
    }
    sound(tail.is_empty() && start == tail_start)?;

    Some(Contents {
        version: number(&preamble[8..10]),
        game: number(&preamble[10..11]),
        kind,
        rules: number(&preamble[12..14]),
        index_scheme: number(&preamble[14..15]),
        subject: name[..name_length].iter().map(|&byte| char::from(byte)).collect(),
        positions_per_block: positions_per_block as u64,
        values,
        above_and_behind,
        win_draw_loss,
    })
}

/// The values of one block, by its entry in the block table, 4 for all that are higher.
pub(crate) fn decode(entry: u8, block: &[u8], values: usize, of_table: (u64, u64)) -> Option<Vec<u8>> {
    match entry {
        0..=2 => block.is_empty().then(|| vec![entry; values]),
        3 => unpack(block, values),
        4 => {
            sound(values <= 16_384)?;
            RunReader { of_table: [of_table.0, of_table.1], values }.read(block)
        }
        _ => None,
    }
}

/// The values of a block that is packed.
fn unpack(packed: &[u8], values: usize) -> Option<Vec<u8>> {
    sound(packed.len() == values.div_ceil(4))?;
    let mut unpacked = Vec::new();
    for &byte in packed {
        unpacked.extend([byte % 4, byte / 4 % 4, byte / 16 % 4, byte / 64]);
    }
    sound(unpacked.iter().all(|&value| value < 3))?;
    sound(unpacked[values..].iter().all(|&value| value == 0))?;
    unpacked.truncate(values);
    Some(unpacked)
}

/// The bytes of one block of distances.
fn decode_distances(block: &[u8], positions: usize) -> Option<Vec<u8>> {
    let mut rest = block;
    let bytes = match take(&mut rest, 1)?[0] {
        0 => {
            sound(rest.len() == 1)?;
            vec![rest[0]; positions]
        }
        1 => rest.to_vec(),
        2 => {
            let frame = [&[0x28, 0xB5, 0x2F, 0xFD], rest].concat();
            zstd::bulk::decompress(&frame, positions).ok()?
        }
        _ => return None,
    };
    (bytes.len() == positions).then_some(bytes)
}
