//! A second reader of table files, written from `FORMAT.md` and in its order: slow, plain, with its
//! own arithmetic. It shows that the document is complete, and is the oracle for the fast reader.
//! Only the zstd frames and the checksum function come from libraries.

use proptest::prelude::*;
use retrograde_db::file::{
    BlockDecoder, BlockEncoder, BlockNumber, DONT_CARE, DistanceEncoder, Game, IndexScheme, Rows, RulesId,
    Table, TableHeader, TableKind, TableWriter, value_in_packed,
};
use retrograde_db::{DistanceKind, Plies, Value, ValueCounts};
use xxhash_rust::xxh3::xxh3_64;

/// What the second reader finds in a file.
#[derive(Debug, PartialEq, Eq)]
struct Contents {
    version: u64,
    game: u64,
    rules: u64,
    kind: u64,
    index_scheme: u64,
    subject: String,
    positions_per_block: u64,
    values: Vec<u8>,
    win_draw_loss: [u64; 3],
}

/// The unsigned little-endian number in `bytes`.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number * 256 + u64::from(byte))
}

/// Reads a sound file; panics where the file does not keep to FORMAT.md.
fn read(file: &[u8]) -> Contents {
    // 1. Preamble
    let preamble = &file[..72];
    assert_eq!(preamble[..8], [0x89, 0x52, 0x54, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]);
    assert_eq!(number(&preamble[64..72]), xxh3_64(&preamble[..64]));
    let subject_length = number(&preamble[18..20]) as usize;
    let positions_per_block = number(&preamble[20..24]);
    let positions = number(&preamble[24..32]);
    let subject = &preamble[32..32 + subject_length];
    assert!(preamble[32 + subject_length..64].iter().all(|&byte| byte == 0));

    // 4. Trailer
    let trailer = &file[file.len() - 80..];
    assert_eq!(trailer[72..], [0x0A, 0x1A, 0x0A, 0x0D, 0x47, 0x54, 0x52, 0x98]);
    assert_eq!(number(&trailer[64..72]), xxh3_64(&trailer[..64]));
    let win_draw_loss = [0, 8, 16].map(|at| number(&trailer[at..at + 8]));
    assert_eq!(win_draw_loss.iter().sum::<u64>(), positions);
    let blocks = number(&trailer[24..32]) as usize;
    let block_table = number(&trailer[32..40]) as usize;
    assert_eq!(number(&trailer[40..48]), file.len() as u64);
    assert_eq!(trailer[48..56], preamble[64..72]);

    // 3. Block table
    let table = &file[block_table..file.len() - 80];
    assert_eq!(table.len(), 8 * blocks);
    assert_eq!(number(&trailer[56..64]), xxh3_64(table));

    // 2. Blocks, or for distances 8.
    let decode = if number(&preamble[14..16]) == 1 { decode } else { decode_distances };
    let mut values = Vec::new();
    let mut start = 72;
    for row in table.chunks(8) {
        let end = start + number(&row[..4]) as usize;
        let block = &file[start..end];
        assert_eq!(number(&row[4..]), xxh3_64(block) % (1 << 32));
        let left = positions as usize - values.len();
        values.extend(decode(block, left.min(positions_per_block as usize)));
        start = end;
    }
    assert_eq!(start, block_table);
    assert_eq!(values.len() as u64, positions);

    Contents {
        version: number(&preamble[8..10]),
        game: number(&preamble[10..12]),
        rules: number(&preamble[12..14]),
        kind: number(&preamble[14..16]),
        index_scheme: number(&preamble[16..18]),
        subject: subject.iter().map(|&byte| char::from(byte)).collect(),
        positions_per_block,
        values,
        win_draw_loss,
    }
}

/// The values of one block.
fn decode(block: &[u8], values: usize) -> Vec<u8> {
    let packed = match block[0] {
        0 => {
            assert_eq!(block.len(), 2);
            return vec![block[1]; values];
        }
        1 => block[1..].to_vec(),
        2 => {
            let mut frame = vec![0x28, 0xB5, 0x2F, 0xFD];
            frame.extend(&block[1..]);
            zstd::bulk::decompress(&frame, values.div_ceil(5)).unwrap()
        }
        tag => panic!("tag {tag}"),
    };
    assert_eq!(packed.len(), values.div_ceil(5));
    let mut unpacked = Vec::new();
    for byte in packed {
        let mut rest = byte;
        for _ in 0..5 {
            unpacked.push(rest % 3);
            rest /= 3;
        }
        assert_eq!(rest, 0);
    }
    assert!(unpacked[values..].iter().all(|&digit| digit == 0));
    unpacked.truncate(values);
    unpacked
}

/// The bytes of one block of distances.
fn decode_distances(block: &[u8], positions: usize) -> Vec<u8> {
    let bytes = match block[0] {
        0 => {
            assert_eq!(block.len(), 2);
            vec![block[1]; positions]
        }
        1 => block[1..].to_vec(),
        2 => {
            let mut frame = vec![0x28, 0xB5, 0x2F, 0xFD];
            frame.extend(&block[1..]);
            zstd::bulk::decompress(&frame, positions).unwrap()
        }
        tag => panic!("tag {tag}"),
    };
    assert_eq!(bytes.len(), positions);
    bytes
}

/// What FORMAT.md says is stored for these distances.
fn stored_distances(codes: &[Option<u8>], positions_per_block: usize) -> Vec<u8> {
    let mut stored = Vec::new();
    for block in codes.chunks(positions_per_block) {
        for place in 0..block.len() {
            let before = block[..=place].iter().rev().find_map(|&code| code);
            let behind = block[place..].iter().find_map(|&code| code);
            stored.push(before.or(behind).unwrap_or(0));
        }
    }
    stored
}

/// What FORMAT.md says is stored for these codes.
fn stored(codes: &[u8], positions_per_block: usize) -> Vec<u8> {
    let mut stored = Vec::new();
    for block in codes.chunks(positions_per_block) {
        for place in 0..block.len() {
            let before = block[..=place].iter().rfind(|&&code| code != DONT_CARE);
            let behind = block[place..].iter().find(|&&code| code != DONT_CARE);
            stored.push(before.or(behind).copied().unwrap_or(1));
        }
    }
    stored
}

fn header(positions: usize, positions_per_block: u32) -> TableHeader {
    TableHeader {
        game: Game::Draughts,
        rules: RulesId(513),
        kind: TableKind::WinDrawLoss,
        index_scheme: IndexScheme(772),
        subject: "2m1k-1m0k".to_owned(),
        positions: positions as u64,
        positions_per_block,
        rows: Rows::NONE,
    }
}

fn counts_of(values: &[u8]) -> ValueCounts {
    let mut counts = ValueCounts::default();
    for &code in values {
        counts.add(Value::from_code(code).unwrap(), 1);
    }
    counts
}

fn write(codes: &[u8], positions_per_block: u32) -> Vec<u8> {
    let header = header(codes.len(), positions_per_block);
    let mut encoder = BlockEncoder::new();
    let mut writer = TableWriter::new(Vec::new(), &header).unwrap();
    for block in codes.chunks(positions_per_block as usize) {
        writer.append_block(&encoder.encode(block).unwrap()).unwrap();
    }
    writer.finish(counts_of(&stored(codes, positions_per_block as usize))).unwrap()
}

/// The file of these distances; where there is none, the position is drawn.
fn write_distances(codes: &[Option<u8>], positions_per_block: u32, kind: DistanceKind) -> Vec<u8> {
    let header = TableHeader { kind: kind.into(), ..header(codes.len(), positions_per_block) };
    let mut encoder = DistanceEncoder::new();
    let mut writer = TableWriter::new(Vec::new(), &header).unwrap();
    for block in codes.chunks(positions_per_block as usize) {
        writer.append_block(&encoder.encode(block).unwrap()).unwrap();
    }
    let draw = codes.iter().filter(|code| code.is_none()).count() as u64;
    writer.finish(ValueCounts { win: codes.len() as u64 - draw, draw, loss: 0 }).unwrap()
}

/// Distances in runs, and noise: blocks of every tag.
fn distances() -> impl Strategy<Value = Vec<Option<u8>>> {
    let code = prop_oneof![Just(None), any::<u8>().prop_map(Some)];
    let run = (code, prop_oneof![Just(1usize), 1usize..8, 1usize..300]);
    prop::collection::vec(run, 0..60)
        .prop_map(|runs| runs.into_iter().flat_map(|(code, len)| std::iter::repeat_n(code, len)).collect())
}

/// The values that the fast reader finds.
fn values_of(table: &Table<&[u8]>) -> Vec<u8> {
    let mut decoder = BlockDecoder::new();
    let mut packed = Vec::new();
    let mut decoded = None;
    let mut values = Vec::new();
    for position in 0..table.header().positions {
        let (block, place) = table.locate(position).unwrap();
        if decoded != Some(block) {
            table.decode_block(block, &mut decoder, &mut packed).unwrap();
            decoded = Some(block);
        }
        values.push(value_in_packed(&packed, place).unwrap().code());
    }
    assert_eq!(table.locate(table.header().positions), None);
    values
}

/// Codes in runs, as tables have them: this makes blocks of every tag.
fn runs() -> impl Strategy<Value = Vec<u8>> {
    let run = (0u8..=3, prop_oneof![Just(1usize), 1usize..8, 1usize..300]);
    prop::collection::vec(run, 0..60)
        .prop_map(|runs| runs.into_iter().flat_map(|(code, len)| std::iter::repeat_n(code, len)).collect())
}

proptest! {
    #[test]
    fn both_readers_find_what_was_written(codes in runs(), size in 0u32..=12) {
        let size = 1 << size;
        let file = write(&codes, size);
        let table = Table::open(file.as_slice()).unwrap();
        prop_assert_eq!(table.verify(), Ok(()));
        let contents = read(&file);
        let expected = stored(&codes, size as usize);
        prop_assert_eq!(&contents.values, &expected);
        prop_assert_eq!(values_of(&table), expected);
        prop_assert_eq!(table.block_count(), codes.len().div_ceil(size as usize) as u64);
        let counts = table.counts();
        prop_assert_eq!(contents.win_draw_loss, [counts.win, counts.draw, counts.loss]);
    }

    #[test]
    fn both_readers_find_the_distances_that_were_written(codes in distances(), size in 0u32..=12, win: bool) {
        let (size, kind) = (1 << size, DistanceKind::ALL[usize::from(win)]);
        let file = write_distances(&codes, size, kind);
        let table = Table::open(file.as_slice()).unwrap();
        prop_assert_eq!(table.verify(), Ok(()));
        prop_assert_eq!(table.header().kind.distance(), Some(kind));
        let contents = read(&file);
        prop_assert_eq!(contents.kind, if win { 3 } else { 2 });
        let expected = stored_distances(&codes, size as usize);
        prop_assert_eq!(&contents.values, &expected);
        let (mut found, mut block) = (Vec::new(), Vec::new());
        for number in 0..table.block_count() {
            table.decode_block(BlockNumber(number), &mut BlockDecoder::new(), &mut block).unwrap();
            found.extend_from_slice(&block);
        }
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn the_bytes_of_a_block_do_not_depend_on_the_blocks_before(codes in runs(), before in runs()) {
        prop_assume!(!codes.is_empty() && !before.is_empty());
        let mut used = BlockEncoder::new();
        used.encode(&before).unwrap();
        prop_assert_eq!(used.encode(&codes), BlockEncoder::new().encode(&codes));
    }
}

#[test]
fn both_readers_read_the_header_alike() {
    let file = write(&[2, 2, 0, 3, 1, 1, 2], 4);
    let table = Table::open(file.as_slice()).unwrap();
    assert_eq!(table.header(), &header(7, 4));
    let expected = Contents {
        version: 2,
        game: 1,
        rules: 513,
        kind: 1,
        index_scheme: 772,
        subject: "2m1k-1m0k".to_owned(),
        positions_per_block: 4,
        values: vec![2, 2, 0, 0, 1, 1, 2],
        win_draw_loss: [3, 2, 2],
    };
    assert_eq!(read(&file), expected);
}

#[test]
fn every_tag_is_written_where_it_is_shortest() {
    let mut encoder = BlockEncoder::new();
    let mut tag = |codes: &[u8]| encoder.encode(codes).unwrap().bytes()[0];
    assert_eq!(tag(&[3, 0, 3, 0]), 0);
    assert_eq!(tag(&[3; 1000]), 0);
    assert_eq!(tag(&[0, 1]), 1);
    let long_runs: Vec<u8> = (0..3000u32).map(|place| (place / 500 % 3) as u8).collect();
    assert_eq!(tag(&long_runs), 2);
    // Values without any pattern take log2(3) bits each, and five of them eight bits.
    let noise: Vec<u8> = (0..3000u64).map(|place| (xxh3_64(&place.to_le_bytes()) % 3) as u8).collect();
    assert_eq!(tag(&noise), 1);
}

#[test]
fn a_block_can_be_asked_for_alone() {
    let file = write(&[2, 1, 0, 3, 1], 2);
    let table = Table::open(file.as_slice()).unwrap();
    let mut packed = vec![9; 9];
    table.decode_block(BlockNumber(2), &mut BlockDecoder::new(), &mut packed).unwrap();
    assert_eq!(packed, [1]);
}

#[test]
fn the_example_of_the_document_is_what_the_writer_writes() {
    let document = include_str!("../FORMAT.md");
    let (_, example) = document.split_once("## 6. An example").unwrap();
    let (example, _) = example.split_once("## 7.").unwrap();
    let documented: Vec<u8> = example
        .lines()
        .filter_map(|line| line.strip_prefix("    "))
        .flat_map(str::split_whitespace)
        .map(|byte| u8::from_str_radix(byte, 16).unwrap())
        .collect();

    let codes = [2, 1, 0, 2, 1, 1];
    let subject = "example".to_owned();
    let (rules, index_scheme) = (RulesId(1), IndexScheme(1));
    let header = TableHeader { rules, index_scheme, subject, ..header(codes.len(), 4) };
    let mut encoder = BlockEncoder::new();
    let mut writer = TableWriter::new(Vec::new(), &header).unwrap();
    for block in codes.chunks(4) {
        writer.append_block(&encoder.encode(block).unwrap()).unwrap();
    }
    let written = writer.finish(counts_of(&codes)).unwrap();
    assert_eq!(written, documented);
    assert_eq!(read(&documented).values, codes);
}

#[test]
fn the_distances_of_the_document_are_what_the_writer_writes() {
    let document = include_str!("../FORMAT.md");
    let (_, section) = document.split_once("## 8. Distances").unwrap();
    let documented: Vec<u8> = section
        .lines()
        .filter_map(|line| line.strip_prefix("    "))
        .flat_map(str::split_whitespace)
        .map(|byte| u8::from_str_radix(byte, 16).unwrap())
        .collect();
    let code = |value, plies| DistanceKind::Win.code_of(value, Plies(plies));
    let codes = [code(Value::Win, 5), None, code(Value::Loss, 2), code(Value::Win, 3), None, None];
    let written = write_distances(&codes, 4, DistanceKind::Win);
    assert_eq!(written[14], 3);
    assert_eq!(written[72..written.len() - 80 - 16], documented);
}
