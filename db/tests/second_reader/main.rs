//! A second reader of table files, written from `FORMAT.md` and in its order: slow, plain, with its
//! own arithmetic. It shows that the document is complete, and is the oracle for the fast reader.
//! Only the zstd frames and the checksum function come from libraries.

mod example;
mod reader;
mod runs;

use proptest::prelude::*;
use reader::{Contents, read};
use retrograde_db::file::{
    BlockDecoder, BlockEncoder, BlockNumber, DONT_CARE, DistanceEncoder, Game, IndexScheme, Rows, RulesId,
    Table, TableHeader, TableKind, TableWriter, value_in_packed,
};
use retrograde_db::{DistanceKind, Value, ValueCounts};
use xxhash_rust::xxh3::xxh3_64;

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

fn header(positions: usize, positions_per_block: u32) -> TableHeader {
    TableHeader {
        game: Game::Draughts,
        rules: RulesId(513),
        kind: TableKind::WinDrawLoss,
        index_scheme: IndexScheme(77),
        subject: "2m1k-1m0k".to_owned(),
        positions: positions as u64,
        positions_per_block,
        rows: Rows::NONE,
    }
}

/// The counts of these values; positions that nobody looks up count as draws.
fn counts_of(codes: &[u8]) -> ValueCounts {
    let mut counts = ValueCounts::default();
    for &code in codes {
        counts.add(Value::from_code(code).unwrap_or(Value::Draw), 1);
    }
    counts
}

/// The file of these values, with the rows that the header says.
fn write(header: &TableHeader, codes: &[u8]) -> Vec<u8> {
    write_with_rows(header, codes, &[header.rows])
}

/// The same, with blocks that have these rows, one after the other and round again.
fn write_with_rows(header: &TableHeader, codes: &[u8], rows: &[Rows]) -> Vec<u8> {
    let mut encoder = BlockEncoder::new(Rows::NONE);
    encoder.set_rows(header.rows);
    let mut writer = TableWriter::new(Vec::new(), header).unwrap();
    for (block, &rows) in codes.chunks(header.positions_per_block as usize).zip(rows.iter().cycle()) {
        writer.append_block(&encoder.encode_with_rows(block, rows).unwrap()).unwrap();
    }
    writer.finish(counts_of(codes)).unwrap()
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

/// Codes in runs, as tables have them, or without any pattern.
fn codes() -> impl Strategy<Value = Vec<u8>> {
    let run = (0u8..=3, prop_oneof![4 => Just(1usize), 4 => 1usize..8, 4 => 1usize..300, 1 => 1usize..9000]);
    let runs = prop::collection::vec(run, 0..60)
        .prop_map(|runs| runs.into_iter().flat_map(|(code, len)| std::iter::repeat_n(code, len)).collect());
    prop_oneof![4 => runs, 1 => prop::collection::vec(0u8..=3, 0..2000)]
}

/// Codes that repeat at some distance, with exceptions, so that runs end above and behind.
fn codes_in_rows() -> impl Strategy<Value = Vec<u8>> {
    let exception = (0usize..3000, 0u8..=3);
    (prop::collection::vec(0u8..=3, 1..60), 1usize..30, 0usize..3000, prop::collection::vec(exception, 0..40))
        .prop_map(|(row, stretch, length, exceptions)| {
            let mut codes: Vec<u8> = (0..length).map(|place| row[place / stretch % row.len()]).collect();
            for (place, code) in exceptions {
                codes.get_mut(place).into_iter().for_each(|changed| *changed = code);
            }
            codes
        })
}

fn rows() -> impl Strategy<Value = Rows> {
    let distance = || prop_oneof![1 => Just(0u32), 6 => 1u32..70, 3 => 1u32..2000, 1 => any::<u32>()];
    prop_oneof![
        1 => Just(Rows::NONE),
        5 => (distance(), distance()).prop_map(|(above, behind)| Rows { above, behind }),
    ]
}

/// Writes the codes, and holds both readers against them and each other.
fn check(codes: &[u8], size: u32, of_table: Rows, of_blocks: &[Rows]) -> Result<(), TestCaseError> {
    let header = TableHeader { rows: of_table, ..header(codes.len(), size) };
    let file = write_with_rows(&header, codes, of_blocks);
    let table = Table::open(file.as_slice()).unwrap();
    prop_assert_eq!(table.verify(), Ok(()));
    prop_assert_eq!(table.header(), &header);
    prop_assert_eq!(table.block_count(), codes.len().div_ceil(size as usize) as u64);
    let contents = read(&file).unwrap();
    prop_assert_eq!(&contents.values, &values_of(&table));
    prop_assert_eq!(contents.values.len(), codes.len());
    for (place, (&expected, &found)) in codes.iter().zip(&contents.values).enumerate() {
        prop_assert!(expected == DONT_CARE || found == expected, "{found} at {place}, expected {expected}");
    }
    prop_assert_eq!(contents.above_and_behind, (of_table.above.into(), of_table.behind.into()));
    let counts = table.counts();
    prop_assert_eq!(contents.win_draw_loss, [counts.win, counts.draw, counts.loss]);
    Ok(())
}

proptest! {
    #[test]
    fn both_readers_find_what_was_written(codes in codes(), size in 0u32..=16, rows in rows()) {
        check(&codes, 1 << size, rows, &[rows])?;
    }

    #[test]
    fn both_readers_find_values_in_rows_of_any_length(
        codes in codes_in_rows(),
        size in 4u32..=14,
        of_table in rows(),
        other in rows(),
        is_other in prop::collection::vec(any::<bool>(), 1..4),
    ) {
        let of_blocks = is_other.iter().map(|&is_other| if is_other { other } else { of_table });
        check(&codes, 1 << size, of_table, &of_blocks.collect::<Vec<_>>())?;
    }

    #[test]
    fn both_readers_find_the_distances_that_were_written(codes in distances(), size in 0u32..=12, win: bool) {
        let (size, kind) = (1 << size, DistanceKind::ALL[usize::from(win)]);
        let file = write_distances(&codes, size, kind);
        let table = Table::open(file.as_slice()).unwrap();
        prop_assert_eq!(table.verify(), Ok(()));
        prop_assert_eq!(table.header().kind.distance(), Some(kind));
        let contents = read(&file).unwrap();
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
    fn both_readers_take_and_refuse_the_same_blocks(
        form in prop_oneof![9 => Just(4u8), 1 => 0u8..7],
        body in prop::collection::vec(any::<u8>(), 0..40),
        values in prop_oneof![1usize..300, 1usize..20_000],
        rows in rows(),
    ) {
        let block = [&[form], body.as_slice()].concat();
        let mut packed = Vec::new();
        let fast = BlockDecoder::new().decode(&block, values, rows, &mut packed).ok();
        let code = |place| value_in_packed(&packed, place).unwrap().code();
        let fast: Option<Vec<u8>> = fast.map(|()| (0..values).map(code).collect());
        prop_assert_eq!(fast, reader::decode(form, &body, values, (rows.above.into(), rows.behind.into())));
    }

    #[test]
    fn the_bytes_of_a_block_do_not_depend_on_the_blocks_before(
        codes in codes_in_rows(),
        before in codes(),
        rows in rows(),
        rows_before in rows(),
    ) {
        prop_assume!(!codes.is_empty() && !before.is_empty());
        let mut used = BlockEncoder::new(Rows::NONE);
        used.encode_with_rows(&before, rows_before).unwrap();
        prop_assert_eq!(used.encode_with_rows(&codes, rows), BlockEncoder::new(Rows::NONE).encode_with_rows(&codes, rows));
    }
}

/// All that can be damaged without a checksum telling is what decodes to the same values: nothing.
#[test]
fn a_changed_block_of_runs_is_judged_alike_by_both_readers() {
    let codes: Vec<u8> = (0..1000u64).map(|place| (xxh3_64(&(place / 9).to_le_bytes()) % 3) as u8).collect();
    let rows = Rows { above: 27, behind: 300 };
    let block = BlockEncoder::new(Rows::NONE).encode_with_rows(&codes, rows).unwrap();
    let (mut taken, mut packed) = (0, Vec::new());
    for bit in 0..8 * block.bytes().len() {
        let mut damaged = block.bytes().to_vec();
        damaged[bit / 8] ^= 1 << (bit % 8);
        let fast = BlockDecoder::new().decode(&damaged, codes.len(), Rows::NONE, &mut packed).is_ok();
        let slow = reader::decode(damaged[0], &damaged[1..], codes.len(), (0, 0));
        assert_eq!(fast, slow.is_some(), "bit {bit}");
        taken += u32::from(fast);
        for (place, &code) in slow.iter().flatten().enumerate() {
            assert_eq!(value_in_packed(&packed, place).map(Value::code), Some(code), "bit {bit}");
        }
    }
    assert!(taken > 0);
}

#[test]
fn both_readers_read_the_header_alike() {
    for (subject, rows) in [
        ("2m1k-1m0k", Rows::NONE),
        ("12m12k-12m~!", Rows { above: 127, behind: 128 }),
        ("x", Rows { above: u32::MAX, behind: 1 }),
    ] {
        let header = TableHeader { subject: subject.to_owned(), rows, ..header(7, 4) };
        let file = write(&header, &[2, 2, 0, 0, 1, 1, 2]);
        assert_eq!(Table::open(file.as_slice()).unwrap().header(), &header);
        let expected = Contents {
            version: 3,
            game: 1,
            kind: 1,
            rules: 513,
            index_scheme: 77,
            subject: subject.to_owned(),
            positions_per_block: 4,
            values: vec![2, 2, 0, 0, 1, 1, 2],
            above_and_behind: (rows.above.into(), rows.behind.into()),
            win_draw_loss: [3, 2, 2],
        };
        assert_eq!(read(&file), Some(expected));
    }
}

#[test]
fn every_form_is_written_where_it_is_shortest() {
    let rows = Rows { above: 30, behind: 7 };
    let mut encoder = BlockEncoder::new(Rows::NONE);
    encoder.set_rows(rows);
    let mut form = |codes: &[u8], rows| encoder.encode_with_rows(codes, rows).unwrap().bytes()[0];
    assert_eq!(form(&[3, 0, 3, 0], rows), 0);
    assert_eq!(form(&[2; 1000], rows), 2);
    let long_runs: Vec<u8> = (0..3000u32).map(|place| (1 + place / 500 % 2) as u8).collect();
    assert_eq!(form(&long_runs, rows), 4);
    assert_eq!(form(&long_runs, Rows::NONE), 4);
    // Values without any pattern take log2(3) bits each at least, and packed two.
    let noise: Vec<u8> = (0..3000u64).map(|place| (xxh3_64(&place.to_le_bytes()) % 3) as u8).collect();
    assert_eq!(form(&noise, rows), 3);
    let long = long_runs.repeat(6);
    assert_eq!(form(&long, rows), 3);
}

#[test]
fn a_block_can_be_asked_for_alone() {
    let codes = [2, 1, 0, 3, 1];
    let file = write(&header(codes.len(), 2), &codes);
    let table = Table::open(file.as_slice()).unwrap();
    let mut packed = vec![9; 9];
    table.decode_block(BlockNumber(2), &mut BlockDecoder::new(), &mut packed).unwrap();
    assert_eq!(packed, [1]);
}
