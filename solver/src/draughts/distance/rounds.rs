//! One setting: plies 0, 1, 2, ... one after the other, each handed to the positions before it.
//!
//! First every position is looked at once, forwards (see [`Outside`]). Then round `n` goes over the
//! positions with `n` plies. From a lost one the opponent's king moves are taken back: each won
//! position they come from has `n + 1` plies, unless it has fewer already. From a won one they are
//! taken back too: each lost position they come from waits for one king move less, and has at least
//! `n + 1` plies; once it waits for none it is known. That is the layered retrograde analysis of
//! Thompson (*Retrograde Analysis of Certain Endgames*, 1986), one setting at a time.
//!
//! Within a setting nothing depends on the order in which a round goes over its positions: whatever
//! is written in round `n` is `n + 1` or more.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use rayon::prelude::*;
use retrograde_db::draughts::{MoveList, View};
use retrograde_db::{DistanceKind, Plies, Value};

use super::cell::{Cell, SharedCell};
use super::error::DistanceError;
use super::outside::Outside;
use super::setting::{Board, KingDigits};

/// Positions of a board from which on all threads work on one setting.
const SHARED: usize = 1 << 16;
/// Positions that a thread takes at least where it shares a setting.
const TASK: usize = 1 << 12;

/// One side's part of a setting.
#[derive(Clone, Copy)]
pub(super) struct Half<'a> {
    pub(super) digits: &'a KingDigits,
    pub(super) board: Board<'a>,
    pub(super) cells: &'a [SharedCell],
    pub(super) outside: Outside<'a>,
}

/// What a thread keeps from setting to setting.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// King moves that lost positions wait for, of either half.
    waiting: [Vec<AtomicU8>; 2],
}

/// Why a setting was not finished.
pub(super) enum Stop {
    Error(DistanceError),
    Interrupted,
}

impl From<DistanceError> for Stop {
    fn from(error: DistanceError) -> Stop {
        Stop::Error(error)
    }
}

/// A setting at work. Where both sides' boards are the same (all men of one side stand where those of
/// the other do, half a turn round) there is one half, and moves lead back to it.
struct Setting<'a> {
    halves: &'a [Half<'a>],
    waiting: &'a [Vec<AtomicU8>; 2],
    interrupt: &'a AtomicBool,
    /// Whether several threads work on it.
    shared: bool,
}

/// What a pass over some positions has found.
#[derive(Clone, Copy)]
struct Tally {
    /// Positions that count.
    found: u64,
    /// The fewest plies above those of the round that a position has, or may have been given.
    next: u16,
}

impl Tally {
    const NONE: Tally = Tally { found: 0, next: u16::MAX };

    fn and(self, other: Tally) -> Tally {
        Tally { found: self.found + other.found, next: self.next.min(other.next) }
    }
}

/// Finds the distances of a setting, whose halves are one or two.
pub(super) fn solve_setting(
    halves: &[Half<'_>],
    scratch: &mut Scratch,
    interrupt: &AtomicBool,
) -> Result<(), Stop> {
    for (half, waiting) in halves.iter().zip(&mut scratch.waiting) {
        waiting.resize_with(half.cells.len(), AtomicU8::default);
    }
    let shared = halves[0].cells.len() >= SHARED;
    let setting = Setting { halves, waiting: &scratch.waiting, interrupt, shared };
    let mut open = setting.over_rows(|half, row| setting.begin_row(half, row))?.found;
    let longest = halves[0].outside.kind.longest().0;
    let mut plies = 0;
    while open > 0 {
        let tally = setting.over_rows(|half, row| Ok(setting.round(half, row, plies)))?;
        open -= tally.found;
        plies = tally.next;
        if plies > longest && open > 0 {
            return Err(setting.unfinished(open, plies).into());
        }
    }
    Ok(())
}

impl Setting<'_> {
    /// Goes over all rows of both halves.
    fn over_rows<F>(&self, pass: F) -> Result<Tally, Stop>
    where
        F: Fn(usize, usize) -> Result<Tally, DistanceError> + Sync,
    {
        let pass = |half, row| match self.interrupt.load(Ordering::Relaxed) {
            true => Err(Stop::Interrupted),
            false => Ok(pass(half, row)?),
        };
        let mut sum = Tally::NONE;
        for (number, half) in self.halves.iter().enumerate() {
            let rows = 0..half.digits.rows();
            if self.shared {
                let a_task = (TASK / half.digits.places()).max(1);
                let rows = rows.into_par_iter().with_min_len(a_task).with_max_len(2 * a_task);
                let pass = rows.map(|row| pass(number, row));
                sum = sum.and(pass.try_reduce(|| Tally::NONE, |one, other| Ok(one.and(other)))?);
            } else {
                for row in rows {
                    sum = sum.and(pass(number, row)?);
                }
            }
        }
        Ok(sum)
    }

    /// Looks forwards from each position of a row, and counts those whose plies are to be found.
    fn begin_row(&self, half: usize, row: usize) -> Result<Tally, DistanceError> {
        let Half { digits, board, cells, outside } = &self.halves[half];
        let (row, first) = (board.row(row), row * digits.places());
        let mut moves = MoveList::new();
        let mut found = 0;
        for place in 0..digits.places() {
            let (own, their) = row.pieces(place);
            let view = View::new(own, their).expect("the index has legal positions only");
            let (cell, waiting) = outside.begin(view, &mut moves)?;
            cells[first + place].set(cell);
            self.waiting[half][first + place].store(waiting, Ordering::Relaxed);
            found += u64::from(cell.is_quiet());
        }
        Ok(Tally { found, ..Tally::NONE })
    }

    /// Hands the positions of a row that have so many plies to those before them.
    fn round(&self, half: usize, row: usize, plies: u16) -> Tally {
        let Half { digits, board, cells, .. } = &self.halves[half];
        let (number, first) = (row, row * digits.places());
        let mut row = None;
        let mut tally = Tally::NONE;
        let before = (half + 1) % self.halves.len();
        for (place, shared) in cells[first..first + digits.places()].iter().enumerate() {
            let cell = shared.get();
            let known = cell.plies().0;
            if known != plies {
                if known > plies {
                    tally.next = tally.next.min(known);
                }
                continue;
            }
            if !self.is_final(half, first + place, cell) {
                continue;
            }
            tally.found += u64::from(cell.is_quiet());
            tally.next = plies + 1;
            let row = row.get_or_insert_with(|| board.row(number));
            let opponent = &self.halves[before].board;
            let next = Plies(plies + 1);
            match cell.value() {
                Value::Loss => row.predecessors(place, opponent, |place| self.win(before, place, next)),
                Value::Win => row.predecessors(place, opponent, |place| self.wait_less(before, place, next)),
                Value::Draw => {}
            }
        }
        tally
    }

    /// Whether what was read of a position will not change any more, as its plies are those of the
    /// round.
    fn is_final(&self, half: usize, place: usize, cell: Cell) -> bool {
        if cell.value() == Value::Win || !cell.is_quiet() {
            return true;
        }
        // Another thread may have put up the plies, for the last move that was waited for, since the
        // cell was read: so it is read again behind the count.
        self.waiting[half][place].load(Ordering::Acquire) == 0 && self.halves[half].cells[place].get() == cell
    }

    /// A move leads to a lost position of the opponent.
    #[inline]
    fn win(&self, half: usize, place: usize, plies: Plies) {
        let shared = &self.halves[half].cells[place];
        let cell = shared.get();
        if cell.is_quiet() && cell.value() == Value::Win && cell.plies() > plies {
            shared.set(Cell::quiet(Value::Win, plies));
        }
    }

    /// A move leads to a won position of the opponent.
    #[inline]
    fn wait_less(&self, half: usize, place: usize, plies: Plies) {
        let shared = &self.halves[half].cells[place];
        let cell = shared.get();
        if !cell.is_quiet() || cell.value() != Value::Loss {
            return;
        }
        if cell.plies() < plies {
            shared.set(Cell::quiet(Value::Loss, plies));
        }
        let waiting = &self.waiting[half][place];
        if self.shared {
            // The plies are written before: who sees the count at 0 sees them.
            waiting.fetch_sub(1, Ordering::Release);
        } else {
            waiting.store(waiting.load(Ordering::Relaxed) - 1, Ordering::Relaxed);
        }
    }

    /// Why positions are left at the end: nothing leads to them, or too much lies between.
    #[cold]
    fn unfinished(&self, open: u64, plies: u16) -> DistanceError {
        let outside = &self.halves[0].outside;
        let (slice, kind) = (outside.reverse.slice().reversed(), outside.kind);
        if plies >= Cell::OPEN_WIN.plies().0 {
            return DistanceError::Unfounded { slice, positions: open };
        }
        DistanceError::TooLong { slice, kind, longest: DistanceKind::longest(kind) }
    }
}
