//! The value of every position, found without the probe: whole tables are decoded block by block,
//! and captures are played out over what they hold, and the moves of threatened positions made.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use retrograde_db::draughts::{Position, Rules, Side, Slice, SliceIndex, View};
use retrograde_db::file::{BlockDecoder, BlockNumber, Table, value_in_packed};
use retrograde_db::{Value, ValueCounts};

use super::published;
use crate::harness::Random;

const RULES: &Rules = &Rules::ENGLISH;

/// The values of all positions with up to so many pieces.
pub(crate) struct Known {
    slices: BTreeMap<Slice, KnownSlice>,
}

struct KnownSlice {
    index: SliceIndex,
    values: Values,
}

/// The values of a slice.
enum Values {
    /// Of all positions, by their numbers.
    All(Vec<Value>),
    /// Those that are stored, with the blocks that were asked for so far, packed.
    Stored(Box<Table<Vec<u8>>>, RefCell<HashMap<u64, Vec<u8>>>),
}

impl Values {
    /// The value that stands at a number; it means nothing where tables leave the value out.
    fn stored(&self, number: u64) -> Value {
        let (table, blocks) = match self {
            Values::All(values) => return values[number as usize],
            Values::Stored(table, blocks) => (table, blocks),
        };
        let a_block = u64::from(table.header().positions_per_block);
        let (block, place) = (number / a_block, (number % a_block) as usize);
        let mut blocks = blocks.borrow_mut();
        let packed = blocks.entry(block).or_insert_with(|| {
            let mut packed = Vec::new();
            table.decode_block(BlockNumber(block), &mut BlockDecoder::new(), &mut packed).expect("sound");
            packed
        });
        value_in_packed(packed, place).expect("a place of the block")
    }
}

/// Positions drawn at random, and their values.
pub(crate) struct Sample {
    pub(crate) positions: Vec<Position>,
    pub(crate) values: Vec<Value>,
}

impl Sample {
    /// The first ones of these, as many as there are of `positions`.
    pub(crate) fn first(&self, positions: usize) -> Sample {
        let positions = positions.min(self.positions.len());
        Sample { positions: self.positions[..positions].to_vec(), values: self.values[..positions].to_vec() }
    }
}

impl Known {
    /// Decodes all tables, finds the values that they leave out, and compares the counts with the published ones.
    ///
    /// # Panics
    /// Where a table is damaged, or counts differ.
    pub(crate) fn new(files: &BTreeMap<String, Vec<u8>>) -> Known {
        let decoded = files.iter().map(|(name, bytes)| {
            let slice = Slice::of_file_name(name).expect("the name of a table");
            (slice, KnownSlice { index: SliceIndex::new(slice), values: Values::All(decode(bytes)) })
        });
        let mut known = Known { slices: decoded.collect() };
        // What stands in the place of a value that is left out means nothing, so nothing is lost.
        for slice in files.keys().filter_map(|name| Slice::of_file_name(name)) {
            let size = known.slices[&slice].index.size();
            let values: Vec<Value> = (0..size).map(|number| known.value_of_number(slice, number)).collect();
            let mut counts = ValueCounts::default();
            values.iter().for_each(|&value| counts.add(value, 1));
            assert_eq!(counts, published()[&slice].all, "{slice}");
            known.slices.get_mut(&slice).expect("it was decoded").values = Values::All(values);
        }
        known
    }

    /// The same for tables with too many positions to look at each: values are found when they are
    /// asked for.
    pub(crate) fn when_asked(files: &BTreeMap<String, Vec<u8>>) -> Known {
        let slices = files.iter().map(|(name, bytes)| {
            let slice = Slice::of_file_name(name).expect("the name of a table");
            let table = Table::open(bytes.clone()).expect("a sound table");
            let values = Values::Stored(Box::new(table), RefCell::default());
            (slice, KnownSlice { index: SliceIndex::new(slice), values })
        });
        Known { slices: slices.collect() }
    }

    fn value_of_number(&self, slice: Slice, number: u64) -> Value {
        let known = &self.slices[&slice];
        let view = known.index.view(number).expect("a number below the size of the slice");
        self.derived(view).unwrap_or_else(|| known.values.stored(number))
    }

    /// The value that the moves of a position tell, if it is one that tables leave out.
    fn derived(&self, view: View) -> Option<Value> {
        let capture = RULES.can_capture(view);
        if !capture && !RULES.opponent_could_capture(view) {
            return None;
        }
        let after: Vec<View> = RULES.moves(view).iter().map(|mv| RULES.play(view, mv)).collect();
        let known = |after: &&View| capture || !RULES.is_threatened(**after);
        let worst = after.iter().filter(known).map(|&after| self.value(after)).min();
        let decided = after.iter().all(|after| known(&after)) || worst == Some(Value::Loss);
        decided.then(|| worst.map_or(RULES.without_move, Value::for_opponent))
    }

    /// The value of any position.
    fn value(&self, view: View) -> Value {
        if view.own().all().is_empty() {
            return RULES.without_move;
        }
        if let Some(value) = self.derived(view) {
            return value;
        }
        let known = &self.slices[&Slice::of(view).expect("pieces on both sides")];
        known.values.stored(known.index.index_of(view).expect("a position of the slice"))
    }

    /// So many positions that are wanted, drawn evenly over all of them, either colour to move.
    pub(crate) fn draw(&self, positions: usize, wanted: impl Fn(View) -> bool) -> Sample {
        let mut random = Random(positions as u64);
        let all = self.positions();
        let mut sample = Sample { positions: Vec::new(), values: Vec::new() };
        while sample.positions.len() < positions {
            let (known, number) = self.locate(random.below(all));
            let view = known.index.view(number).expect("a number below the size of the slice");
            if wanted(view) {
                let side = Side::BOTH[random.below(2) as usize];
                sample.positions.push(Position::from_view(view, side));
                sample.values.push(match &known.values {
                    Values::All(values) => values[number as usize],
                    Values::Stored(..) => self.value(view),
                });
            }
        }
        sample
    }

    /// How many positions there are.
    pub(crate) fn positions(&self) -> u64 {
        self.slices.values().map(|known| known.index.size()).sum()
    }

    /// The position with this number, counted through all slices.
    fn locate(&self, mut number: u64) -> (&KnownSlice, u64) {
        for known in self.slices.values() {
            if number < known.index.size() {
                return (known, number);
            }
            number -= known.index.size();
        }
        panic!("a number beyond all positions");
    }
}

/// All values that a table holds.
fn decode(bytes: &[u8]) -> Vec<Value> {
    let table = Table::open(bytes).expect("a sound table");
    let (mut decoder, mut packed) = (BlockDecoder::new(), Vec::new());
    let mut values = Vec::with_capacity(table.header().positions as usize);
    for block in 0..table.block_count() {
        table.decode_block(BlockNumber(block), &mut decoder, &mut packed).expect("a sound block");
        let held = table.header().values_in_block(block).expect("a block of the table");
        values.extend((0..held).filter_map(|place| value_in_packed(&packed, place)));
    }
    assert_eq!(values.len() as u64, table.header().positions);
    values
}
