//! Which values files leave out, against the rule as it is written, on the naive mover.

#[path = "../../db/tests/naive/mod.rs"]
mod naive;
mod support;

use retrograde_db::Value;
use retrograde_db::draughts::{Position, Side, Slice, SliceIndex};
use retrograde_db::file::{BlockDecoder, BlockEncoder, BlockNumber, DONT_CARE, Table};
use retrograde_probe::draughts::Tables;
use retrograde_solver::draughts::BuildOptions;

fn opponent_could_capture(position: Position) -> bool {
    let [black, white] = [Side::Black, Side::White].map(|side| position.pieces(side));
    naive::can_capture(Position::new(position.side_to_move().opponent(), black, white).unwrap())
}

/// Whether a position is left out.
fn is_unasked(tables: &Tables, position: Position) -> bool {
    let moves = naive::moves(position);
    if moves.iter().any(|mv| !mv.captured.is_empty()) {
        return true;
    }
    if !opponent_could_capture(position) {
        return false;
    }
    let settled = |after: &Position| naive::can_capture(*after) || !opponent_could_capture(*after);
    let after: Vec<Position> = moves.iter().map(|mv| mv.after).collect();
    after.iter().all(settled)
        || after.iter().any(|after| settled(after) && tables.probe(*after).unwrap() == Value::Loss)
}

/// Compares a block with what should be in it; gives how many values it leaves out.
fn compare(tables: &Tables, index: &SliceIndex, table: &Table<&[u8]>, block: u64) -> usize {
    let first = block * u64::from(table.header().positions_per_block);
    let len = table.header().values_in_block(block).unwrap() as u64;
    let codes: Vec<u8> = (first..first + len)
        .map(|number| {
            let side = Side::BOTH[(number % 2) as usize];
            let position = Position::from_view(index.view(number).unwrap(), side);
            match is_unasked(tables, position) {
                true => DONT_CARE,
                false => tables.probe(position).unwrap().code(),
            }
        })
        .collect();
    let (mut expected, mut found) = (Vec::new(), Vec::new());
    let rows = table.header().rows;
    let mut encoder = BlockEncoder::new(rows);
    let encoded = encoder.encode_with_rows(&codes, index.rows_at(first)).unwrap();
    BlockDecoder::new().decode(encoded.bytes(), encoded.values(), rows, &mut expected).unwrap();
    table.decode_block(BlockNumber(block), &mut BlockDecoder::new(), &mut found).unwrap();
    assert_eq!(found, expected, "{} block {block}", index.slice());
    codes.iter().filter(|&&code| code == DONT_CARE).count()
}

#[test]
fn what_is_left_out_is_what_the_rule_says() {
    let files = support::files(&BuildOptions::new(4));
    let tables = Tables::from_memory(files.clone()).unwrap();
    let (mut unasked, mut stored) = (0, 0);
    for slice in Slice::up_to(4) {
        let table = Table::open(files[&slice.file_name()].as_slice()).unwrap();
        let index = SliceIndex::new(slice);
        // All of two and three pieces, and a few blocks of each slice of four.
        let step = if slice.pieces() < 4 { 1 } else { 29 };
        for block in (0..table.block_count()).step_by(step) {
            let left_out = compare(&tables, &index, &table, block);
            unasked += left_out;
            stored += table.header().values_in_block(block).unwrap() - left_out;
        }
    }
    assert!(unasked > 100_000 && stored > 300_000, "{unasked} left out, {stored} stored");
}
