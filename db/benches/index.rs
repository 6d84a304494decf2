//! How fast the index is: numbers from positions, and positions from numbers.
//!
//! `cargo bench -p retrograde-db --bench index`. Each direction is held against the other: positions
//! are drawn by their numbers, one by one outside the clock, and have to lead back to them.

mod harness;

use harness::{Random, Sheet, either};
use retrograde_db::draughts::{Slice, SliceIndex, View};

fn main() {
    let sheet = Sheet::new("building an index, positions of its slice");
    for name in ["2m1k-1m1k", "2m2k-2m2k", "3m2k-3m2k", "4m2k-4m2k"] {
        let slice: Slice = name.parse().expect("a slice");
        sheet.row(&format!("new {slice}"), slice.positions(), &slice.positions(), || {
            SliceIndex::new(slice).size()
        });
    }
    let sheet = Sheet::new("positions drawn evenly, calls");
    measure(&sheet, "2-4 pieces", Slice::up_to(4));
    for name in ["0m2k-0m2k", "2m0k-2m0k", "2m2k-2m2k", "3m2k-3m2k", "4m2k-4m2k"] {
        let slice: Slice = name.parse().expect("a slice");
        measure(&sheet, name, vec![slice]);
    }
}

/// A position that was drawn: the index of its slice, and its number there.
type Drawn = (usize, u64);

fn measure(sheet: &Sheet, name: &str, slices: Vec<Slice>) {
    let indices: Vec<SliceIndex> = slices.into_iter().map(SliceIndex::new).collect();
    let all = indices.iter().map(SliceIndex::size).sum();
    let mut random = Random(all);
    let drawn: Vec<Drawn> = (0..either(1 << 18, 1 << 10)).map(|_| draw(&indices, random.below(all))).collect();
    let views: Vec<(usize, View)> =
        drawn.iter().map(|&(place, number)| (place, view(&indices[place], number))).collect();
    let numbers: Vec<u64> = drawn.iter().map(|&(_, number)| number).collect();
    let checksum = views.iter().map(|&(_, view)| bits(view)).fold(0, u64::wrapping_add);
    let calls = drawn.len() as u64;
    sheet.row(&format!("index_of, {name}"), calls, &numbers, || {
        views.iter().map(|&(place, view)| indices[place].index_of(view).unwrap_or(u64::MAX)).collect()
    });
    sheet.row(&format!("view, {name}"), calls, &checksum, || {
        drawn
            .iter()
            .map(|&(place, number)| bits(view(&indices[place], number)))
            .fold(0, u64::wrapping_add)
    });
}

/// The position with this number, counted through all slices.
fn draw(indices: &[SliceIndex], mut number: u64) -> Drawn {
    for (place, index) in indices.iter().enumerate() {
        if number < index.size() {
            return (place, number);
        }
        number -= index.size();
    }
    panic!("a number beyond all positions");
}

fn view(index: &SliceIndex, number: u64) -> View {
    index.view(number).expect("a number below the size of the slice")
}

/// A number that depends on every piece.
fn bits(view: View) -> u64 {
    let (own, their) = (view.own(), view.their());
    [own.men, own.kings, their.men, their.kings]
        .iter()
        .fold(0, |all: u64, set| all.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ u64::from(set.bits()))
}
