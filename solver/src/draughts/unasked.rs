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
//! where "settled after it" is that row of the *mover's* configuration after the move, read the other
//! way round: with the opponent to move, can the opponent capture, or can the mover not? So what is
//! kept for each configuration here is `opponent could capture | mover can't` with nothing said of
//! whose turn it is. The rows are known once a pair of groups is solved, so this is one more pass;
//! moves out of the pair of groups have the two rows of captures made for them.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::capture::Configuration;
use super::geometry::{Jump, JumpOver, jumps, jumps_over, squares, turned};
use super::group::ManMove;
use super::half::{CAPTURE, Half, PARALLEL_WORDS, PARTS, RowSet, SETTLED};
use super::kernel::{Cpu, Task};
use super::king_sets::KingMove;
use super::prepare::Exit;
use super::table::Tile;

/// Columns with a piece in some place, and columns with none in another: a jump is possible where
/// both are set.
type JumpRows<'a> = [&'a [u64]; 2];

impl Half<'_> {
    /// Finds the columns that nobody looks up, with the opponent's final values in `values`. This takes
    /// the place of what the passes have added, and of what they have worked with.
    pub(crate) fn find_unasked(&mut self, values: &Tile, legal: &RowSet, interrupt: &AtomicBool) {
        let mut rows = std::mem::take(&mut self.rows);
        let mut unasked = std::mem::take(&mut self.added);
        let half = &*self;
        let (row_words, unasked_words) = (half.words * PARTS, half.words * 2);
        let threats = |first: usize, rows: &mut [u64], open: &mut [u64]| {
            if !interrupt.load(Ordering::Relaxed) {
                half.cpu.run(Threats { half, first, rows, open, legal });
            }
        };
        let decide = |first: usize, rows: &[u64], unasked: &mut [u64]| {
            if !interrupt.load(Ordering::Relaxed) {
                half.cpu.run(Decide { half, first, rows, unasked, legal, values });
            }
        };
        if rows.len() >= PARALLEL_WORDS {
            let a_task = half.rows_a_task();
            rows.par_chunks_mut(row_words * a_task)
                .zip(unasked.par_chunks_mut(unasked_words * a_task))
                .enumerate()
                .for_each(|(task, (rows, open))| threats(task * a_task, rows, open));
            unasked
                .par_chunks_mut(unasked_words * a_task)
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

    /// Adds the jumps of the mover.
    #[inline(always)]
    fn add_own_jumps<'r>(&'r self, configuration: Configuration, rows: &mut Vec<JumpRows<'r>>) {
        let occupied = configuration.occupied();
        for (set, is_king) in [(configuration.men, false), (configuration.kings, true)] {
            for &Jump { over, landing } in squares(set).flat_map(|square| jumps(square, is_king)) {
                if occupied & (1 << over | 1 << landing) != 0 {
                    continue;
                }
                if let Some(free) = self.free[usize::from(landing & 31)]
                    && let Some(over) = self.columns.occupied(turned(over), free)
                {
                    rows.push([over, free]);
                }
            }
        }
    }

    /// Adds the jumps that the opponent could make if it were its turn.
    #[inline(always)]
    fn add_their_jumps<'r>(&'r self, configuration: Configuration, rows: &mut Vec<JumpRows<'r>>) {
        let occupied = configuration.occupied();
        for &JumpOver { from, landing, backward } in squares(occupied).flat_map(jumps_over) {
            if occupied & (1 << from | 1 << landing) != 0 {
                continue;
            }
            let Some(free) = self.free[usize::from(landing & 31)] else { continue };
            // Back for the mover is forward for the opponent, where its men go too.
            let from = turned(from);
            let jumpers =
                if backward { self.columns.occupied(from, free) } else { self.columns.kings_on(from) };
            if let Some(jumpers) = jumpers {
                rows.push([jumpers, free]);
            }
        }
    }
}

/// A run of `N` words of a row.
#[inline(always)]
fn run<const N: usize>(row: &[u64], place: usize) -> [u64; N] {
    std::array::from_fn(|lane| row[place + lane])
}

/// Columns in which one of these jumps is possible.
#[inline(always)]
fn any<const N: usize>(jumps: &[JumpRows<'_>], place: usize) -> [u64; N] {
    let mut found = [0; N];
    for [pieces, free] in jumps {
        let (pieces, free) = (run::<N>(pieces, place), run::<N>(free, place));
        for lane in 0..N {
            found[lane] |= pieces[lane] & free[lane];
        }
    }
    found
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
    first: usize,
    rows: &'r mut [u64],
    open: &'r mut [u64],
    legal: &'r RowSet,
}

impl Task for Threats<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self, _: C) {
        let Threats { half, first, rows, open, legal } = self;
        let words = half.words;
        let mut jumps = Vec::new();
        let rows = rows.chunks_exact_mut(words * PARTS).zip(open.chunks_exact_mut(words * 2));
        for (row, (parts, open)) in (first..).zip(rows) {
            if !legal[row] {
                continue;
            }
            jumps.clear();
            half.add_their_jumps(half.configuration(row).0, &mut jumps);
            let (settled, captures) = parts[SETTLED * words..].split_at_mut(words);
            in_runs!(words, place, N => {
                let threats = any::<N>(&jumps, place);
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

/// A move out of the group: lost columns of the configuration after it, those that let it, and the
/// jumps that are possible then, of either side.
struct OuterMove<'r> {
    loss: &'r [u64],
    free: &'r [u64],
    own: Range<usize>,
    their: Range<usize>,
}

/// Finds which threatened columns are decided, for a range of configurations.
struct Decide<'a, 'r> {
    half: &'r Half<'a>,
    first: usize,
    /// Of all configurations.
    rows: &'r [u64],
    /// Threatened columns before, those that nobody looks up after.
    unasked: &'r mut [u64],
    legal: &'r RowSet,
    values: &'r Tile,
}

/// The moves of a configuration.
#[derive(Default)]
struct Moves<'r> {
    inner: Vec<InnerMove<'r>>,
    outer: Vec<OuterMove<'r>>,
    jumps: Vec<JumpRows<'r>>,
}

impl Moves<'_> {
    /// Of these threatened columns those that the moves decide.
    #[inline(always)]
    fn decided<const N: usize>(&self, open: [u64; N], place: usize) -> [u64; N] {
        let (mut won, mut all) = ([0; N], [u64::MAX; N]);
        for InnerMove { loss, settled, free } in &self.inner {
            let (loss, settled, free) =
                (run::<N>(loss, place), run::<N>(settled, place), run::<N>(free, place));
            for lane in 0..N {
                won[lane] |= loss[lane] & settled[lane] & free[lane];
                all[lane] &= settled[lane] | !free[lane];
            }
        }
        for OuterMove { loss, free, own, their } in &self.outer {
            let (own, their) =
                (any::<N>(&self.jumps[own.clone()], place), any::<N>(&self.jumps[their.clone()], place));
            let (loss, free) = (run::<N>(loss, place), run::<N>(free, place));
            for lane in 0..N {
                let settled = their[lane] | !own[lane];
                won[lane] |= loss[lane] & settled & free[lane];
                all[lane] &= settled | !free[lane];
            }
        }
        std::array::from_fn(|lane| open[lane] & (won[lane] | all[lane]))
    }
}

impl Task for Decide<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self, _: C) {
        let Decide { half, first, rows, unasked, legal, values } = self;
        let words = half.words;
        let mut moves = Moves::default();
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
            half.moves_of(row, (rows, values), &exits, &mut moves);
            in_runs!(words, place, N => {
                let open = run::<N>(unasked, place);
                let decided = if open == [0; N] { open } else { moves.decided(open, place) };
                for lane in 0..N {
                    unasked[place + lane] = captures[place + lane] | decided[lane];
                }
            });
        }
    }
}

impl Half<'_> {
    /// The quiet moves of a configuration, with the rows of all configurations, the opponent's values,
    /// and the exits of its men.
    #[inline(always)]
    fn moves_of<'r>(
        &'r self,
        row: usize,
        (rows, values): (&'r [u64], &'r Tile),
        exits: &[Exit<'r>],
        moves: &mut Moves<'r>,
    ) {
        let Moves { inner, outer, jumps } = moves;
        let words = self.words;
        let kings = self.mover.kings();
        let (configuration, number, king_set) = self.configuration(row);
        inner.clear();
        let mut add = |after: usize, to: u8| {
            if let Some(free) = self.free[usize::from(to & 31)] {
                let settled = &rows[(after * PARTS + SETTLED) * words..][..words];
                inner.push(InnerMove { loss: values.row(after).loss, settled, free });
            }
        };
        for &KingMove { set, to } in kings.moves(king_set) {
            if configuration.men >> to & 1 == 0 {
                add(number * kings.len() + set as usize, to);
            }
        }
        for &ManMove { set, to } in self.mover.man_moves(number) {
            add(set as usize, to);
        }
        outer.clear();
        jumps.clear();
        for exit in exits {
            if configuration.kings >> exit.to & 1 == 1 {
                continue;
            }
            let after = exit.after(configuration);
            let start = jumps.len();
            self.add_own_jumps(after, jumps);
            let middle = jumps.len();
            self.add_their_jumps(after, jumps);
            outer.push(OuterMove {
                loss: exit.values(configuration.kings, king_set).loss,
                free: exit.free,
                own: start..middle,
                their: middle..jumps.len(),
            });
        }
    }
}
