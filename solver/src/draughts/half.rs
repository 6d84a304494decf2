//! One side's turn in a pair of groups: the rows that the solver computes.
//!
//! Fix a configuration of the mover. Over all columns of the opponent,
//!
//! ```text
//!   win  = capture_win  |  no capture & OR  over quiet moves ( opponent's loss & target free )
//!   loss = capture_loss |  no capture & AND over quiet moves ( opponent's win | target not free )
//! ```
//!
//! where the opponent's values are the row of the configuration after the move. The AND over no
//! move is all ones: who cannot move loses. Captures and most man moves lead out of the pair of
//! groups, to finished values, so their part is computed once ([`Half::prepare`]); the moves within
//! the groups, those of kings above all, are gone over until nothing changes ([`Half::pass`]).
//!
//! With a king each, take the row of the mover's king on 0: one word, a column for each square of the other
//! king as its side numbers it. The only jump goes over 5 to 9. Square 5 is 26 for the opponent, whose last
//! piece that is, so `capture_win` is bit 26. The quiet moves lead to 4 and 5: in column 26 they do not
//! count, and in column 27, with the opponent on 4, only that to 5 does.

use std::sync::atomic::{AtomicBool, Ordering};

use bitvec::vec::BitVec;
use rayon::prelude::*;

use super::capture::Captures;
use super::columns::Columns;
use super::geometry::turned;
use super::group::{Group, ManMove, SideGroups};
use super::kernel::{Cpu, CpuKind, Task};
use super::king_sets::{KingMove, WORD};
use super::prepare::Prepare;
use super::room::{buffer, keep_buffer};
use super::table::{RowPair, Tile};

/// A set of rows.
pub(crate) type RowSet = BitVec<u64>;

/// How much one task handles at least.
pub(super) struct TaskSize {
    /// Configurations.
    rows: usize,
    /// Words: with short rows it has more of them.
    words: usize,
    /// Words of a matrix from which on its rows are shared out among threads.
    pub(super) parallel: usize,
}

/// Where rows are gone over one by one. A pair of groups below that takes some tenths of a millisecond,
/// which is what threads may wait for each other at the end of a level.
pub(super) const PASS: TaskSize = TaskSize { rows: 32, words: 1 << 11, parallel: 1 << 12 };
/// Where a task finds for one row what it needs for others as well.
pub(super) const SEARCH: TaskSize = TaskSize { rows: 256, words: 1 << 14, parallel: 1 << 15 };
/// Words of a set of configurations whose neighbours one task finds: a tenth of a millisecond, where most
/// configurations are in the set.
const NEIGHBOUR_WORDS: usize = 1 << 7;
/// Tasks for each thread into which the rows are cut where there are enough of them. Few tasks share
/// more of what they find, many keep all threads busy to the end.
/// Loops over them say `with_max_len(1)`, for the reason that [`crate::tasks::tasks`] gives.
const TASKS_A_THREAD: usize = 8;

/// The four rows of one configuration, one behind the other.
const WIN: usize = 0;
const LOSS: usize = 1;
/// Columns that are lost unless a move within the group saves them.
const HOPELESS: usize = 2;
/// Once the passes are over, in the same place: columns in which the opponent could capture, or the
/// mover can't.
pub(super) const SETTLED: usize = HOPELESS;
/// Columns in which the mover can capture.
pub(super) const CAPTURE: usize = 3;
pub(super) const PARTS: usize = 4;

/// The rows of the mover's configurations of one group, over the columns of one opponent's group.
pub(crate) struct Half<'a> {
    pub(super) captures: Captures<'a>,
    pub(super) cpu: CpuKind,
    pub(super) mover: &'a SideGroups,
    pub(super) group: &'a Group,
    pub(super) columns: Columns<'a>,
    pub(super) words: usize,
    /// Columns that leave a square of the mover empty, `None` where none does.
    pub(super) free: [Option<&'a [u64]>; 32],
    /// [`PARTS`] rows a configuration.
    pub(super) rows: Vec<u64>,
    /// What the last pass added: a win and a loss row a configuration. Once the passes are over: the
    /// columns that nobody looks up, and a row that is not used.
    pub(super) added: Vec<u64>,
    /// Configurations to which the last pass added something.
    changed: RowSet,
    started: bool,
}

impl<'a> Half<'a> {
    pub(crate) fn new(
        captures: Captures<'a>,
        cpu: CpuKind,
        (mover, group): (&'a SideGroups, u32),
        columns: Columns<'a>,
    ) -> Half<'a> {
        let group = mover.group(group);
        let words = columns.words();
        let configurations = group.columns();
        Half {
            captures,
            cpu,
            mover,
            group,
            columns,
            words,
            free: std::array::from_fn(|square| columns.free(turned(square as u8))),
            rows: buffer(configurations * words * PARTS),
            added: buffer(configurations * words * 2),
            changed: RowSet::repeat(false, configurations),
            started: false,
        }
    }

    /// Configurations that can be on the board, and stay clear of the opponent's men where those
    /// are the same in all columns.
    pub(crate) fn legal_rows(&self) -> RowSet {
        let kings = self.mover.kings();
        let blocked = self.columns.single_men().map_or(0, u32::reverse_bits);
        let mut legal = RowSet::repeat(false, self.group.columns());
        for (number, &men) in self.group.men().iter().enumerate() {
            if men & blocked != 0 {
                continue;
            }
            for (place, &set) in kings.sets().iter().enumerate() {
                if set & (men | blocked) == 0 {
                    legal.set(number * kings.len() + place, true);
                }
            }
        }
        legal
    }

    /// Computes what does not change any more: captures, and moves out of the pair of groups.
    pub(crate) fn prepare(&mut self, legal: &RowSet, interrupt: &AtomicBool) {
        let row_words = self.words * PARTS;
        let mut rows = std::mem::take(&mut self.rows);
        if rows.len() >= SEARCH.parallel {
            let rows_a_task = self.rows_a_task(&SEARCH);
            rows.par_chunks_mut(row_words * rows_a_task).with_max_len(1).enumerate().for_each(
                |(task, rows)| {
                    if interrupt.load(Ordering::Relaxed) {
                        return;
                    }
                    self.cpu.run(Prepare { half: self, first: task * rows_a_task, rows, legal });
                },
            );
        } else {
            self.cpu.run(Prepare { half: self, first: 0, rows: &mut rows, legal });
        }
        self.rows = rows;
    }

    /// Rows that one task handles: a multiple of the bits of a word, since sets of rows are gone over
    /// by words.
    pub(super) fn rows_a_task(&self, size: &TaskSize) -> usize {
        let least = size.rows.max(size.words / (self.words * PARTS));
        let fair = self.configurations() / (TASKS_A_THREAD * rayon::current_num_threads());
        least.max(fair).next_multiple_of(WORD)
    }

    /// Goes over the moves within the group of the configurations in `todo` once, with the opponent's values in
    /// `values`. Says whether anything was added.
    pub(crate) fn pass(&mut self, values: &Tile, todo: &RowSet) -> bool {
        let large = self.rows.len() >= PASS.parallel;
        let mut rows = std::mem::take(&mut self.rows);
        let mut added = std::mem::take(&mut self.added);
        let mut changed = std::mem::take(&mut self.changed);
        changed.fill(false);
        let half = &*self;
        let rows_a_task =
            if large { self.rows_a_task(&PASS) } else { self.configurations().next_multiple_of(WORD) };
        let task = |(task, ((rows, added), changed)): (usize, PassRows<'_>)| {
            half.cpu.run(Pass { half, values, todo, first: task * rows_a_task, rows, added, changed });
        };
        let (row_words, added_words) = (self.words * PARTS * rows_a_task, self.words * 2 * rows_a_task);
        let changed_words = changed.as_raw_mut_slice();
        if large {
            let rows = rows.par_chunks_mut(row_words).with_max_len(1).zip(added.par_chunks_mut(added_words));
            rows.zip(changed_words.par_chunks_mut(rows_a_task / WORD)).enumerate().for_each(task);
        } else {
            task((0, ((&mut rows, &mut added), changed_words)));
        }
        self.changed = changed;
        self.rows = rows;
        self.added = added;
        self.started = true;
        self.changed.any()
    }

    /// The configurations whose moves within the group lead to one of these.
    pub(crate) fn neighbours(&self, rows: &RowSet, legal: &RowSet) -> RowSet {
        let rows = rows.as_raw_slice();
        let mut found = rows
            .par_chunks(NEIGHBOUR_WORDS)
            .with_max_len(1)
            .enumerate()
            .map(|(task, words)| self.neighbours_of(task * NEIGHBOUR_WORDS * WORD, words))
            .reduce_with(|found, more| found | more)
            .unwrap_or_default();
        found &= legal;
        found
    }

    /// The configurations whose moves within the group lead to one of a range: the first one, and a bit for each.
    fn neighbours_of(&self, first: usize, words: &[u64]) -> RowSet {
        let kings = self.mover.kings();
        let mut found = RowSet::repeat(false, self.group.columns());
        let found_words = found.as_raw_mut_slice();
        let mut set = |row: usize| found_words[row / WORD] |= 1 << (row % WORD);
        for row in set_bits(words).map(|bit| first + bit) {
            if kings.count() > 0 {
                let (number, place) = (row / kings.len(), row % kings.len());
                // A king move can be made backwards.
                kings.moves(place).iter().for_each(|step| set(number * kings.len() + step.set as usize));
            } else {
                self.mover.man_moves_back(row).iter().for_each(|&before| set(before as usize));
            }
        }
        found
    }

    /// What the last pass added to a configuration: won columns, lost columns.
    #[inline(always)]
    pub(crate) fn added(&self, row: usize) -> &[u64] {
        &self.added[row * self.words * 2..][..self.words * 2]
    }

    /// Configurations to which the last pass added something.
    pub(crate) fn changed(&self) -> &RowSet {
        &self.changed
    }

    /// Values of a configuration as they are now.
    #[inline(always)]
    pub(crate) fn values(&self, row: usize) -> RowPair<'_> {
        let rows = &self.rows[row * self.words * PARTS..];
        RowPair {
            win: &rows[WIN * self.words..][..self.words],
            loss: &rows[LOSS * self.words..][..self.words],
        }
    }

    /// Columns that nobody looks up, once they are found.
    #[inline(always)]
    pub(crate) fn unasked(&self, row: usize) -> &[u64] {
        &self.added(row)[..self.words]
    }

    /// How many configurations there are.
    pub(crate) fn configurations(&self) -> usize {
        self.group.columns()
    }

    /// Words of a row.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// The moves within the group of one configuration, over one run of `N` words. Gives what is new.
    #[inline(always)]
    fn inner_moves<const N: usize>(
        &self,
        moves: &[(RowPair<'_>, &[u64])],
        parts: &mut [u64],
        added: &mut [u64],
        place: usize,
    ) -> u64 {
        let words = self.words;
        // One check of the bounds for all words, without which they would be loaded one by one.
        let run = |row: &[u64]| -> [u64; N] { *row[place..].first_chunk().expect("words of the row") };
        let mut win = [0; N];
        let mut doomed = [u64::MAX; N];
        for (values, free) in moves {
            let (lost, won, free) = (run(values.loss), run(values.win), run(free));
            for lane in 0..N {
                win[lane] |= lost[lane] & free[lane];
                doomed[lane] &= won[lane] | !free[lane];
            }
        }
        let part = |parts: &[u64], part: usize| -> [u64; N] { run(&parts[part * words..][..words]) };
        let (old_win, old_loss) = (part(parts, WIN), part(parts, LOSS));
        let (hopeless, possible) = (part(parts, HOPELESS), part(parts, CAPTURE));
        let mut fresh = [[0; N]; 2];
        let mut any = 0;
        for lane in 0..N {
            let new_win = old_win[lane] | win[lane] & !possible[lane];
            let new_loss = hopeless[lane] & (doomed[lane] | possible[lane]);
            // Before the first pass nothing has been passed on, not even the captures.
            let (known_win, known_loss) = if self.started { (old_win[lane], old_loss[lane]) } else { (0, 0) };
            fresh[WIN][lane] = new_win & !known_win;
            fresh[LOSS][lane] = new_loss & !known_loss;
            any |= fresh[WIN][lane] | fresh[LOSS][lane];
            (win[lane], doomed[lane]) = (new_win, new_loss);
        }
        for (part, new) in [(WIN, win), (LOSS, doomed)] {
            parts[part * words + place..][..N].copy_from_slice(&new);
            added[part * words + place..][..N].copy_from_slice(&fresh[part]);
        }
        any
    }
}

impl Drop for Half<'_> {
    fn drop(&mut self) {
        for rows in [&mut self.rows, &mut self.added].map(std::mem::take) {
            keep_buffer(rows);
        }
    }
}

/// The bits that are set, in order.
#[inline(always)]
fn set_bits(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(place, &word)| bits_of(word).map(move |bit| place * WORD + bit))
}

/// The bits of a word that are set, in order.
#[inline(always)]
pub(super) fn bits_of(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        word &= word.wrapping_sub(1);
        (bit < WORD).then_some(bit)
    })
}

/// Of a range of configurations: their rows, what is added to them, and which of them change.
type PassRows<'r> = ((&'r mut [u64], &'r mut [u64]), &'r mut [u64]);

/// [`Half::pass`] for a range of configurations.
struct Pass<'a, 'r> {
    half: &'r Half<'a>,
    values: &'r Tile,
    todo: &'r RowSet,
    first: usize,
    rows: &'r mut [u64],
    added: &'r mut [u64],
    /// Of the same rows: those to which something is added.
    changed: &'r mut [u64],
}

impl Task for Pass<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self, _: C) {
        let Pass { half, values, todo, first, rows, added, changed } = self;
        let (row_words, added_words) = (half.words * PARTS, half.words * 2);
        let kings = half.mover.kings();
        let mut moves: Vec<(RowPair<'_>, &[u64])> = Vec::with_capacity(4 * usize::from(kings.count()));
        // Tasks begin at whole words of the set: rows a task are a multiple of its bits.
        let last = first + rows.len() / row_words;
        let words = &todo.as_raw_slice()[first / WORD..last.div_ceil(WORD)];
        for row in set_bits(words) {
            let (number, place) = ((first + row) / kings.len(), (first + row) % kings.len());
            let men = half.group.men()[number];
            moves.clear();
            for &KingMove { set, to } in kings.moves(place) {
                if men >> to & 1 == 0
                    && let Some(free) = half.free[usize::from(to & 31)]
                {
                    moves.push((values.row(number * kings.len() + set as usize), free));
                }
            }
            for &ManMove { set, to } in half.mover.man_moves(number) {
                if let Some(free) = half.free[usize::from(to & 31)] {
                    moves.push((values.row(set as usize), free));
                }
            }
            let parts = &mut rows[row * row_words..][..row_words];
            let added = &mut added[row * added_words..][..added_words];
            let mut any = 0;
            let mut place = 0;
            while place + 8 <= half.words {
                any |= half.inner_moves::<8>(&moves, parts, added, place);
                place += 8;
            }
            if place + 4 <= half.words {
                any |= half.inner_moves::<4>(&moves, parts, added, place);
                place += 4;
            }
            if place + 2 <= half.words {
                any |= half.inner_moves::<2>(&moves, parts, added, place);
                place += 2;
            }
            if place < half.words {
                any |= half.inner_moves::<1>(&moves, parts, added, place);
            }
            changed[row / WORD] |= u64::from(any != 0) << (row % WORD);
        }
    }
}
