//! Positions that nobody looks up, and that files leave out.
//!
//! Where the mover can capture, the captures are played out. Where it can't, but the opponent could if
//! it were the opponent's turn, the position is threatened, and mostly decided by its moves: see
//! [`retrograde_db::draughts::Rules::is_threatened`] for the rule. For one configuration of the mover,
//! over all columns of the opponent,
//!
//! ```text
//!   settled = opponent could capture | mover can't
//!   unasked = mover can capture
//!           | threatened & OR  over quiet moves ( opponent's loss & settled after it & target free )
//!           | threatened & AND over quiet moves ( settled after it | target not free )
//! ```
//!
//! where "settled after it" is the row `settled` of the mover's configuration after the move. Then it
//! is the opponent's turn: the position is settled if the opponent can capture, or if the mover, who
//! has just moved, could not. That is the same formula, since the row only says who could capture and
//! not whose turn it is.
//!
//! All of this is known once a pair of groups is solved, so it is one more pass over the moves within
//! the group ([`Threats`] makes the rows `settled`, [`Decide`] goes over the moves). For moves that lead
//! out of the group the rows are made from what stands where, which costs more than all the rest; so it
//! is done only where a column is left that such a move can decide.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::capture::Configuration;
use super::geometry::{DIRECTIONS, FORWARD, beside, squares, step, turned};
use super::group::ManMove;
use super::half::{CAPTURE, Half, PARTS, RowSet, SEARCH, SETTLED};
use super::kernel::{Cpu, Task};
use super::king_sets::KingMove;
use super::prepare::Exit;
use super::table::Tile;

impl Half<'_> {
    /// Finds the columns that nobody looks up, with the opponent's final values in `values`. This takes
    /// the place of what the passes have added, and of what they have worked with.
    pub(crate) fn find_unasked(&mut self, values: &Tile, legal: &RowSet, interrupt: &AtomicBool) {
        let mut rows = std::mem::take(&mut self.rows);
        let mut unasked = std::mem::take(&mut self.added);
        let half = &*self;
        let (row_words, unasked_words) = (half.words * PARTS, half.words * 2);
        let all = vec![u64::MAX; half.words];
        let board = &Board::new(half, &all);
        let threats = |first: usize, rows: &mut [u64], open: &mut [u64]| {
            if !interrupt.load(Ordering::Relaxed) {
                half.cpu.run(Threats { half, board, first, rows, open, legal });
            }
        };
        let decide = |first: usize, rows: &[u64], unasked: &mut [u64]| {
            if !interrupt.load(Ordering::Relaxed) {
                half.cpu.run(Decide { half, board, first, rows, unasked, legal, values });
            }
        };
        if rows.len() >= SEARCH.parallel {
            let a_task = half.rows_a_task(&SEARCH);
            rows.par_chunks_mut(row_words * a_task)
                .with_max_len(1)
                .zip(unasked.par_chunks_mut(unasked_words * a_task))
                .enumerate()
                .for_each(|(task, (rows, open))| threats(task * a_task, rows, open));
            unasked
                .par_chunks_mut(unasked_words * a_task)
                .with_max_len(1)
                .enumerate()
                .for_each(|(task, unasked)| decide(task * a_task, &rows, unasked));
        } else {
            threats(0, &mut rows, &mut unasked);
            decide(0, &rows, &mut unasked);
        }
        self.rows = rows;
        self.added = unasked;
    }

    /// The configuration of a row, and the numbers of its men and kings.
    #[inline(always)]
    fn configuration(&self, row: usize) -> (Configuration, usize, usize) {
        let kings = self.mover.kings();
        let (number, king_set) = (row / kings.len(), row % kings.len());
        (Configuration { men: self.group.men()[number], kings: kings.sets()[king_set] }, number, king_set)
    }
}

/// A jump that some columns let: where both rows of a [`Board`] have their bit.
#[derive(Clone, Copy)]
struct JumpRows {
    /// Number of the row of the opponent's pieces, or kings, on a square.
    pieces: u8,
    /// Where it lands: number of the row of columns that leave the square empty.
    landing: u8,
}

/// Number of the first row of pieces on a board.
const PIECES: u8 = 32;
/// Number of the first row of kings on a board.
const KINGS: u8 = 64;

/// What the columns have on each square, as the mover numbers them.
struct Board<'r> {
    /// Columns that leave a square empty, columns with a piece on it, columns with a king: 32 rows
    /// each. Where all columns have the same men, a man's square has all columns.
    rows: [&'r [u64]; 96],
    /// Squares that some column leaves empty, that some have a piece on, and a king.
    free: u32,
    pieces: u32,
    kings: u32,
}

impl<'r> Board<'r> {
    fn new(half: &'r Half<'_>, all: &'r [u64]) -> Board<'r> {
        let mut board = Board { rows: [&[]; 96], free: 0, pieces: 0, kings: 0 };
        for square in 0..32u8 {
            let place = usize::from(square);
            if let Some(free) = half.free[place] {
                board.rows[place] = free;
                board.free |= 1 << square;
            }
            if let Some(pieces) = half.columns.occupied(turned(square), all) {
                board.rows[usize::from(PIECES) + place] = pieces;
                board.pieces |= 1 << square;
            }
            if let Some(kings) = half.columns.kings_on(turned(square)) {
                board.rows[usize::from(KINGS) + place] = kings;
                board.kings |= 1 << square;
            }
        }
        board
    }

    /// Adds the jumps of the mover.
    #[inline(always)]
    fn add_own_jumps(&self, configuration: Configuration, jumps: &mut Vec<JumpRows>) {
        let occupied = configuration.occupied();
        for direction in 0..DIRECTIONS {
            let back = DIRECTIONS - 1 - direction;
            let movers = if direction < FORWARD { occupied } else { configuration.kings };
            // Squares jumped over that are beside a mover and a landing square.
            let over = beside(movers, direction) & beside(self.free & !occupied, back);
            for over in squares(over & self.pieces & !occupied) {
                jumps.push(JumpRows { pieces: PIECES + over, landing: step(over, direction) });
            }
        }
    }

    /// Adds the jumps that the opponent could make if it were its turn.
    #[inline(always)]
    fn add_their_jumps(&self, configuration: Configuration, jumps: &mut Vec<JumpRows>) {
        let occupied = configuration.occupied();
        for direction in 0..DIRECTIONS {
            let back = DIRECTIONS - 1 - direction;
            // Back for the mover is forward for the opponent, where its men go too.
            let (jumpers, first) =
                if direction < FORWARD { (self.kings, KINGS) } else { (self.pieces, PIECES) };
            let over = beside(jumpers & !occupied, direction) & beside(self.free & !occupied, back);
            for over in squares(over & occupied) {
                jumps.push(JumpRows { pieces: first + step(over, back), landing: step(over, direction) });
            }
        }
    }

    /// Columns in which one of these jumps is possible.
    #[inline(always)]
    fn any<const N: usize>(&self, jumps: &[JumpRows], place: usize) -> [u64; N] {
        let mut found = [0; N];
        for &JumpRows { pieces, landing } in jumps {
            let pieces = run::<N>(self.rows[usize::from(pieces)], place);
            let free = run::<N>(self.rows[usize::from(landing)], place);
            for lane in 0..N {
                found[lane] |= pieces[lane] & free[lane];
            }
        }
        found
    }
}

/// A run of `N` words of a row.
#[inline(always)]
fn run<const N: usize>(row: &[u64], place: usize) -> [u64; N] {
    let row = &row[place..][..N];
    std::array::from_fn(|lane| row[lane])
}

/// Calls a function of a number of words for all places of a row.
macro_rules! in_runs {
    ($words:expr, $place:ident, $width:ident => $work:block) => {
        let mut $place = 0;
        while $place + 8 <= $words {
            const $width: usize = 8;
            $work
            $place += $width;
        }
        if $place + 4 <= $words {
            const $width: usize = 4;
            $work
            $place += $width;
        }
        if $place + 2 <= $words {
            const $width: usize = 2;
            $work
            $place += $width;
        }
        if $place < $words {
            const $width: usize = 1;
            $work
        }
    };
}

/// Makes the rows of settled and of threatened columns, for a range of configurations.
struct Threats<'a, 'r> {
    half: &'r Half<'a>,
    board: &'r Board<'r>,
    first: usize,
    rows: &'r mut [u64],
    open: &'r mut [u64],
    legal: &'r RowSet,
}

impl Task for Threats<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self, _: C) {
        let Threats { half, board, first, rows, open, legal } = self;
        let words = half.words;
        let mut jumps = Vec::new();
        let rows = rows.chunks_exact_mut(words * PARTS).zip(open.chunks_exact_mut(words * 2));
        for (row, (parts, open)) in (first..).zip(rows) {
            if !legal[row] {
                continue;
            }
            jumps.clear();
            board.add_their_jumps(half.configuration(row).0, &mut jumps);
            let (settled, captures) = parts[SETTLED * words..].split_at_mut(words);
            in_runs!(words, place, N => {
                let threats = board.any::<N>(&jumps, place);
                let captures = run::<N>(captures, place);
                for lane in 0..N {
                    settled[place + lane] = threats[lane] | !captures[lane];
                    open[place + lane] = threats[lane] & !captures[lane];
                }
            });
        }
    }
}

/// A move within the group: lost and settled columns of the configuration after it, and those that
/// leave the target empty.
struct InnerMove<'r> {
    loss: &'r [u64],
    settled: &'r [u64],
    free: &'r [u64],
}

/// A move out of the group: lost columns of the configuration after it, and those that let it.
struct OuterMove<'r> {
    loss: &'r [u64],
    free: &'r [u64],
    after: Configuration,
    /// The jumps that are possible then, of the mover and of the opponent, once they were asked for.
    jumps: Option<[Range<usize>; 2]>,
}

/// Finds which threatened columns are decided, for a range of configurations.
struct Decide<'a, 'r> {
    half: &'r Half<'a>,
    board: &'r Board<'r>,
    first: usize,
    /// Of all configurations.
    rows: &'r [u64],
    /// Threatened columns before, those that nobody looks up after.
    unasked: &'r mut [u64],
    legal: &'r RowSet,
    values: &'r Tile,
}

impl Task for Decide<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self, _: C) {
        let Decide { half, board, first, rows, unasked, legal, values } = self;
        let words = half.words;
        let mut moves = Moves { board, inner: Vec::new(), outer: Vec::new(), jumps: Vec::new() };
        let mut exits = Vec::new();
        let mut exits_of = usize::MAX;
        for (row, unasked) in (first..).zip(unasked.chunks_exact_mut(words * 2)) {
            if !legal[row] {
                continue;
            }
            let unasked = &mut unasked[..words];
            let captures = &rows[(row * PARTS + CAPTURE) * words..][..words];
            if unasked.iter().all(|&open| open == 0) {
                unasked.copy_from_slice(captures);
                continue;
            }
            let number = row / half.mover.kings().len();
            if exits_of != number {
                half.exits(half.group.men()[number], &mut exits);
                exits_of = number;
            }
            moves.set(half, row, (rows, values), &exits);
            in_runs!(words, place, N => {
                let open = run::<N>(unasked, place);
                let decided = if open == [0; N] { open } else { moves.decided(open, place) };
                let captures = run::<N>(captures, place);
                for lane in 0..N {
                    unasked[place + lane] = captures[lane] | decided[lane];
                }
            });
        }
    }
}

/// The quiet moves of a configuration.
struct Moves<'r> {
    board: &'r Board<'r>,
    inner: Vec<InnerMove<'r>>,
    outer: Vec<OuterMove<'r>>,
    jumps: Vec<JumpRows>,
}

impl<'r> Moves<'r> {
    /// Takes the moves of a row, with the rows of all configurations, the opponent's values, and the
    /// exits of the men.
    #[inline(always)]
    fn set(
        &mut self,
        half: &'r Half<'_>,
        row: usize,
        (rows, values): (&'r [u64], &'r Tile),
        exits: &[Exit<'r>],
    ) {
        let words = half.words;
        let kings = half.mover.kings();
        let (configuration, number, king_set) = half.configuration(row);
        self.inner.clear();
        let mut add = |after: usize, to: u8| {
            if let Some(free) = half.free[usize::from(to & 31)] {
                let settled = &rows[(after * PARTS + SETTLED) * words..][..words];
                self.inner.push(InnerMove { loss: values.row(after).loss, settled, free });
            }
        };
        for &KingMove { set, to } in kings.moves(king_set) {
            if configuration.men >> to & 1 == 0 {
                add(number * kings.len() + set as usize, to);
            }
        }
        for &ManMove { set, to } in half.mover.man_moves(number) {
            add(set as usize, to);
        }
        self.outer.clear();
        self.jumps.clear();
        for exit in exits.iter().filter(|exit| configuration.kings >> exit.to & 1 == 0) {
            let loss = exit.values(configuration.kings, king_set).loss;
            let after = exit.after(configuration);
            self.outer.push(OuterMove { loss, free: exit.free, after, jumps: None });
        }
    }

    /// Of these threatened columns those that the moves decide.
    #[inline(always)]
    fn decided<const N: usize>(&mut self, open: [u64; N], place: usize) -> [u64; N] {
        let (mut won, mut all) = ([0; N], open);
        for InnerMove { loss, settled, free } in &self.inner {
            let (loss, settled, free) =
                (run::<N>(loss, place), run::<N>(settled, place), run::<N>(free, place));
            for lane in 0..N {
                won[lane] |= loss[lane] & settled[lane] & free[lane];
                all[lane] &= settled[lane] | !free[lane];
            }
        }
        for OuterMove { loss, free, after, jumps } in &mut self.outer {
            let (loss, free) = (run::<N>(loss, place), run::<N>(free, place));
            // To find out what is settled costs more than all the rest, and mostly changes nothing.
            let mut matters = 0;
            for lane in 0..N {
                matters |= open[lane] & !won[lane] & free[lane] & (loss[lane] | all[lane]);
            }
            if matters == 0 {
                continue;
            }
            let [own, their] = jumps.get_or_insert_with(|| {
                let start = self.jumps.len();
                self.board.add_own_jumps(*after, &mut self.jumps);
                let middle = self.jumps.len();
                self.board.add_their_jumps(*after, &mut self.jumps);
                [start..middle, middle..self.jumps.len()]
            });
            let own = self.board.any::<N>(&self.jumps[own.clone()], place);
            let their = self.board.any::<N>(&self.jumps[their.clone()], place);
            for lane in 0..N {
                let settled = their[lane] | !own[lane];
                won[lane] |= loss[lane] & settled & free[lane];
                all[lane] &= settled | !free[lane];
            }
        }
        std::array::from_fn(|lane| open[lane] & (won[lane] | all[lane]))
    }
}
