//! A naive solver: small tables for the tests of the probe, made without any of its code.
//!
//! It gives every position of a slice and of its reverse the value that its moves show, again and
//! again until nothing changes; what is left draws.

// Not every test needs them.
#[allow(dead_code)]
pub(crate) mod distances;

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::LazyLock;

use retrograde_db::draughts::{Density, Rules, Slice, SliceIndex, View};
use retrograde_db::file::{BlockEncoder, DONT_CARE, TableHeader, TableWriter};
use retrograde_db::{Value, ValueCounts};
use retrograde_probe::draughts::{CompactSearch, CompactSource};

/// A slice with a value for each of its positions.
pub(crate) struct SolvedSlice {
    pub(crate) index: SliceIndex,
    values: Vec<Option<Value>>,
}

impl SolvedSlice {
    /// Every position, with its value.
    pub(crate) fn positions(&self) -> impl Iterator<Item = (View, Value)> {
        (0..self.index.size()).map(|number| {
            let view = self.index.view(number).unwrap();
            (view, self.values[number as usize].unwrap())
        })
    }

    pub(crate) fn counts(&self) -> ValueCounts {
        let mut counts = ValueCounts::default();
        self.positions().for_each(|(_, value)| counts.add(value, 1));
        counts
    }

    /// The file of the slice, with blocks small enough that there are several.
    pub(crate) fn file(&self) -> Vec<u8> {
        let positions_per_block = 256;
        let header = TableHeader { positions_per_block, ..TableHeader::of_slice(&self.index) };
        let codes: Vec<u8> = self
            .positions()
            .map(|(view, value)| if is_left_out(view) { DONT_CARE } else { value.code() })
            .collect();
        let mut encoder = BlockEncoder::new(header.rows);
        let mut writer = TableWriter::new(Vec::new(), &header).unwrap();
        for block in codes.chunks(positions_per_block as usize) {
            writer.append_block(&encoder.encode(block).unwrap()).unwrap();
        }
        writer.finish(self.counts()).unwrap()
    }
}

/// All slices with two and three pieces, solved once for all tests of a program.
pub(crate) static SOLVED: LazyLock<HashMap<Slice, SolvedSlice>> = LazyLock::new(|| solve(3));

/// Whether nobody looks the value of a position up.
fn is_left_out(view: View) -> bool {
    let rules = &Rules::ENGLISH;
    if rules.can_capture(view) || !rules.opponent_could_capture(view) {
        return rules.can_capture(view);
    }
    let after: Vec<View> = rules.moves(view).iter().map(|mv| rules.play(view, mv)).collect();
    let settled = |after: &View| !rules.is_threatened(*after);
    let lost = |after: &View| value_in(&SOLVED, *after) == Some(Value::Loss);
    after.iter().all(settled) || after.iter().any(|after| settled(after) && lost(after))
}

/// The files of the slices with so many pieces, as [`retrograde_probe`] takes them from memory.
pub(crate) fn files(pieces: u8) -> Vec<(String, Vec<u8>)> {
    Slice::with_pieces(pieces).into_iter().map(|slice| (slice.file_name(), SOLVED[&slice].file())).collect()
}

/// The same as compact tables, one of each slice and its reverse.
#[allow(dead_code)]
pub(crate) fn compact_files(pieces: u8) -> Vec<(String, Vec<u8>)> {
    let slices = Slice::with_pieces(pieces).into_iter().filter(|slice| *slice <= slice.reversed());
    slices.map(|slice| (slice.file_name(), compact_file(slice))).collect()
}

fn compact_file(slice: Slice) -> Vec<u8> {
    let index = SliceIndex::with_density(slice, Density::Compact);
    let header = TableHeader { positions_per_block: 256, ..TableHeader::of_slice(&index) };
    let search = CompactSearch::new(slice, &Solved);
    let mut counts = ValueCounts::default();
    let mut codes = Vec::new();
    for number in 0..index.size() {
        let view = index.view(number).unwrap();
        let Ok(value) = Solved.value(view);
        counts.add(value, 1);
        let Ok(told) = search.told(view);
        let left_out = Rules::ENGLISH.can_capture(view) || told.is_some();
        codes.push(if left_out { DONT_CARE } else { value.code() });
    }
    let mut encoder = BlockEncoder::new(header.rows);
    let mut writer = TableWriter::new(Vec::new(), &header).unwrap();
    for block in codes.chunks(256) {
        writer.append_block(&encoder.encode(block).unwrap()).unwrap();
    }
    writer.finish(counts).unwrap()
}

/// True values, for what compact tables leave out.
struct Solved;

impl CompactSource for Solved {
    type Error = Infallible;

    fn value(&self, view: View) -> Result<Value, Infallible> {
        Ok(value_in(&SOLVED, view).unwrap())
    }

    fn kept(&self, view: View) -> Result<Value, Infallible> {
        self.value(view)
    }
}

fn solve(pieces: u8) -> HashMap<Slice, SolvedSlice> {
    let mut solved = HashMap::new();
    for slice in Slice::up_to(pieces) {
        // A slice and its reverse depend on each other.
        for slice in [slice, slice.reversed()] {
            solved.entry(slice).or_insert_with(|| {
                let index = SliceIndex::new(slice);
                SolvedSlice { values: vec![None; index.size() as usize], index }
            });
        }
        while pass(slice, &mut solved) | pass(slice.reversed(), &mut solved) {}
        for slice in [slice, slice.reversed()] {
            for value in &mut solved.get_mut(&slice).unwrap().values {
                value.get_or_insert(Value::Draw);
            }
        }
    }
    solved
}

/// Goes over all positions without a value; tells whether one of them got one.
fn pass(slice: Slice, solved: &mut HashMap<Slice, SolvedSlice>) -> bool {
    let mut changed = false;
    for number in 0..solved[&slice].values.len() {
        if solved[&slice].values[number].is_some() {
            continue;
        }
        let view = solved[&slice].index.view(number as u64).unwrap();
        let value = value_by_moves(view, solved);
        solved.get_mut(&slice).unwrap().values[number] = value;
        changed |= value.is_some();
    }
    changed
}

/// What the values of the positions after each move say, if that is enough.
fn value_by_moves(view: View, solved: &HashMap<Slice, SolvedSlice>) -> Option<Value> {
    let mut best = Some(Value::Loss);
    for mv in &Rules::ENGLISH.moves(view) {
        let after = Rules::ENGLISH.play(view, mv);
        let value = value_in(solved, after);
        match value.map(Value::for_opponent) {
            Some(Value::Win) => return Some(Value::Win),
            // A move of unknown value may win, so without a known win nothing is known.
            value => best = best.zip(value).map(|(best, value)| best.max(value)),
        }
    }
    best
}

/// The value of a position, as far as it is known.
fn value_in(solved: &HashMap<Slice, SolvedSlice>, view: View) -> Option<Value> {
    if view.own().all().is_empty() {
        return Some(Value::Loss);
    }
    let slice = &solved[&Slice::of(view).unwrap()];
    slice.values[slice.index.index_of(view).unwrap() as usize]
}
