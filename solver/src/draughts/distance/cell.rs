//! What is known of one position while distances are found: value and plies in 16 bits.
//!
//! Two levels of a slice and its reverse are in memory with all their positions, so each bit counts: value,
//! plies, and whether the plies are to be found fit into two bytes. They are changed by several threads, but
//! each change is one store of one cell, so nobody ever sees half of it.
//!
//! A win in 7 plies is 2 * 7 + 1 = `0x000F`, a loss in 2 is `0x0004`. With a capture the win is `0x800F`:
//! its plies are known from the beginning and the file has no place for them. A draw is `0xFFFF` and a win
//! that nothing is known of yet `0x7FFF`: both have 16,383 plies, above all distances, so that a round that
//! looks for its own number of plies passes them by.

use std::sync::atomic::{AtomicU16, Ordering};

use retrograde_db::{DistanceKind, Plies, Value};

/// The value of a position, and its plies as far as they are known.
///
/// Bit 0 is set for a win. Bits 1 to 14 are the plies. Bit 15 is set where the position takes no part
/// in the passes and has no stored distance: a draw, or a position in which the side to move has a
/// capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell(u16);

/// The bit of a win.
const WIN: u16 = 1;
/// The bit of a position that takes no part.
const FIXED: u16 = 1 << 15;
/// Plies of a win that nothing is known of: above all distances.
const UNKNOWN: u16 = (FIXED >> 1) - 1;

impl Cell {
    /// A draw, with a capture or without one.
    pub(super) const DRAW: Cell = Cell(u16::MAX);
    /// A won position of which nothing is known yet.
    pub(super) const OPEN_WIN: Cell = Cell(UNKNOWN << 1 | WIN);

    /// A position without a capture that is won or lost, with plies that may change.
    pub(super) const fn quiet(value: Value, Plies(plies): Plies) -> Cell {
        Cell(plies << 1 | matches!(value, Value::Win) as u16)
    }

    /// A position with a capture: its plies are known from the beginning.
    pub(super) const fn capture(value: Value, plies: Plies) -> Cell {
        match value {
            Value::Draw => Cell::DRAW,
            _ => Cell(Cell::quiet(value, plies).0 | FIXED),
        }
    }

    pub(super) const fn value(self) -> Value {
        match self.0 {
            u16::MAX => Value::Draw,
            bits if bits & WIN != 0 => Value::Win,
            _ => Value::Loss,
        }
    }

    /// The plies as far as they are known: of a win at most, of a loss at least so many. Above all
    /// distances for a draw, and for a win that nothing is known of.
    pub(super) const fn plies(self) -> Plies {
        Plies((self.0 & !FIXED) >> 1)
    }

    /// Whether the plies are still to be found, or were.
    pub(super) const fn is_quiet(self) -> bool {
        self.0 & FIXED == 0
    }

    /// What the file stores; `None` for positions that take no part.
    pub(super) fn code(self, kind: DistanceKind) -> Option<u8> {
        if self.is_quiet() { kind.code_of(self.value(), self.plies()) } else { None }
    }
}

/// A cell that several threads look at, and change in turn.
#[derive(Debug)]
pub(super) struct SharedCell(AtomicU16);

impl SharedCell {
    pub(super) const fn new(cell: Cell) -> SharedCell {
        SharedCell(AtomicU16::new(cell.0))
    }

    #[inline(always)]
    pub(super) fn get(&self) -> Cell {
        Cell(self.0.load(Ordering::Relaxed))
    }

    #[inline(always)]
    pub(super) fn set(&self, cell: Cell) {
        self.0.store(cell.0, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_says_what_was_put_in() {
        for value in [Value::Loss, Value::Win] {
            for plies in [0, 1, 2, 255, 511, 16_000].map(Plies) {
                let cell = Cell::quiet(value, plies);
                assert_eq!((cell.value(), cell.plies(), cell.is_quiet()), (value, plies, true));
                let cell = Cell::capture(value, plies);
                assert_eq!((cell.value(), cell.plies(), cell.is_quiet()), (value, plies, false));
                assert_eq!(cell.code(DistanceKind::Win), None);
            }
        }
        assert_eq!(
            (Cell::quiet(Value::Win, Plies(7)).0, Cell::quiet(Value::Loss, Plies(2)).0),
            (0x000F, 0x0004)
        );
        assert_eq!(
            (Cell::capture(Value::Win, Plies(7)).0, Cell::DRAW.0, Cell::OPEN_WIN.0),
            (0x800F, 0xFFFF, 0x7FFF)
        );
        assert_eq!((Cell::DRAW.plies(), Cell::OPEN_WIN.plies()), (Plies(16_383), Plies(16_383)));
        assert_eq!(Cell::capture(Value::Draw, Plies(1)), Cell::DRAW);
        assert_eq!((Cell::DRAW.value(), Cell::DRAW.is_quiet()), (Value::Draw, false));
        assert_eq!((Cell::OPEN_WIN.value(), Cell::OPEN_WIN.is_quiet()), (Value::Win, true));
        assert!(Cell::OPEN_WIN.plies() > DistanceKind::Win.longest());
        assert_eq!(Cell::quiet(Value::Win, Plies(7)).code(DistanceKind::Win), Some(3));
    }
}
