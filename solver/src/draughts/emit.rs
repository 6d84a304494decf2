//! From rows of bits to the dense order of the index.
//!
//! The index runs over the opponent's men, the mover's men, the opponent's kings and, fastest, the
//! mover's kings (see [`retrograde_db::draughts::SliceIndex`]). The columns of a row are king sets
//! in the same order, with those that collide with other pieces in between: taking out the columns
//! that are legal gives the dense order, 64 columns at a time.
//!
//! With a king each, the first row is that of the opponent's king on its square 0, which is the mover's 31.
//! All columns but 31 are legal and give the positions 0 to 30. In the second row column 30 is left out, and
//! its 31 columns give 31 to 61; the last of them is column 31.

use std::ops::Range;

use rayon::prelude::*;
use retrograde_db::ValueCounts;
use retrograde_db::combinatorics::binomial;
use retrograde_db::draughts::{ClassPair, MenClass, SliceIndex, SquareSet};

use super::geometry::squares;
use super::group::{ClassSets, Group};
use super::half::{Half, PASS};
use super::hand_over::transposed_unasked;
use super::kernel::{Cpu, CpuKind, Task};
use super::king_sets::{KingSets, WORD};
use super::pair::SolvedHalf;
use super::planes::Planes;
use super::table::RowPair;

/// The values of a pair of groups in the order of the index.
#[derive(Default)]
pub(crate) struct Emitted {
    /// The runs, one behind the other.
    pub(crate) planes: Planes,
    /// Runs of consecutive positions: index of the first, length.
    pub(crate) runs: Vec<(u64, u64)>,
    /// How many positions have each value, those included that nobody looks up.
    pub(crate) counts: ValueCounts,
}

/// Rows that one task puts in order where a pair of groups is so large that it is worth splitting.
const ROWS_A_TASK: usize = 512;

/// Puts the values of a solved pair of groups in order; gives them in pieces, in any order.
pub(crate) fn emit(cpu: CpuKind, index: &SliceIndex, solved: &SolvedHalf<'_>) -> Vec<Emitted> {
    let mover = solved.mover.side.group(solved.mover.group);
    let opponent = solved.opponent.side.group(solved.opponent.group);
    let kings = (solved.mover.side.kings(), solved.opponent.side.kings());
    let by_opponent = kings.0.count() > 0 || kings.1.count() == 0;
    let unasked = if by_opponent {
        transposed_unasked(cpu, &solved.half, opponent.columns(), mover.words())
    } else {
        Vec::new()
    };
    let large = opponent.columns() * mover.words() >= PASS.parallel;
    let parts = parts(mover, opponent, kings.1.len(), large && by_opponent);
    let emit = |parts: &[Part<'_>]| cpu.run(Emit { index, solved, unasked: &unasked, parts });
    if large { parts.par_chunks(1).with_max_len(1).map(emit).collect() } else { vec![emit(&parts)] }
}

/// A part of the positions of a pair of groups.
struct Part<'r> {
    mover: &'r ClassSets,
    opponent: MenClass,
    /// Sets of the opponent's men.
    opponent_sets: &'r Sets,
    /// Sets of the opponent's kings, by colex rank.
    king_sets: Range<usize>,
}

/// Cuts a pair of groups into parts, in the order of the index.
fn parts<'r>(mover: &'r Group, opponent: &'r Group, king_sets: usize, large: bool) -> Vec<Part<'r>> {
    let sets_a_part = if large { (ROWS_A_TASK / king_sets).max(1) } else { usize::MAX };
    let kings_a_part = if large { ROWS_A_TASK.min(king_sets) } else { king_sets };
    let mut parts = Vec::new();
    for own in mover.classes() {
        for their in opponent.classes() {
            for opponent_sets in their.sets.chunks(sets_a_part) {
                parts.extend((0..king_sets).step_by(kings_a_part).map(|first| Part {
                    mover: own,
                    opponent: their.class,
                    opponent_sets,
                    king_sets: first..king_sets.min(first + kings_a_part),
                }));
            }
        }
    }
    parts
}

/// Puts some parts of a pair of groups in order.
struct Emit<'a, 'r> {
    index: &'r SliceIndex,
    solved: &'r SolvedHalf<'a>,
    unasked: &'r [u64],
    parts: &'r [Part<'r>],
}

impl Task for Emit<'_, '_> {
    type Output = Emitted;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Emitted {
        let Emit { index, solved, unasked, parts } = self;
        let kings = (solved.mover.side.kings(), solved.opponent.side.kings());
        let emitted = Emitted::default();
        let mut emitter = Emitter { cpu, kings, solved, unasked, emitted, legal: Vec::new() };
        for part in parts {
            let pair = index.class_pair(part.mover.class, part.opponent);
            if pair.len > 0 {
                emitter.part(pair, part);
            }
        }
        emitter.emitted
    }
}

/// Sets of men of one class: number within their group, and men.
type Sets = [(usize, u32)];

struct Emitter<'a, 'r, C> {
    cpu: C,
    kings: (&'r KingSets, &'r KingSets),
    solved: &'r SolvedHalf<'a>,
    /// Rows by configuration of the opponent: columns that nobody looks up.
    unasked: &'r [u64],
    emitted: Emitted,
    /// Room for the columns that are legal in a row.
    legal: Vec<u64>,
}

/// Three words of a row: columns that are won, lost, and looked up by nobody.
#[derive(Clone, Copy)]
struct Columns3 {
    win: u64,
    loss: u64,
    unasked: u64,
}

impl<C: Cpu> Emitter<'_, '_, C> {
    /// All positions of a part, in order.
    #[inline(always)]
    fn part(&mut self, pair: &ClassPair, part: &Part<'_>) {
        let mover = &part.mover.sets;
        if self.kings.0.count() == 0 && self.kings.1.count() == 0 {
            return self.men_only(pair, mover, part.opponent_sets);
        }
        let sets = pair.mover.men_sets_beside(pair.opponent);
        let len = pair.len / (sets * pair.opponent.men_sets());
        // A few more than there are, where men collide.
        let most = (mover.len() * part.opponent_sets.len()) as u64 * len;
        let king_sets = (part.king_sets.len() as u64, self.kings.1.len() as u64);
        self.emitted.planes.reserve(most * king_sets.0 / king_sets.1);
        for &(their_number, their_men) in part.opponent_sets {
            let blocked = their_men.reverse_bits();
            let free = !SquareSet::from_bits(blocked);
            let their_place = pair.opponent.place_of(SquareSet::from_bits(their_men), SquareSet::ALL);
            for &(own_number, own_men) in mover {
                if own_men & blocked != 0 {
                    continue;
                }
                let own_place = pair.mover.place_of(SquareSet::from_bits(own_men), free);
                let first = pair.first + (their_place * sets + own_place) * len;
                if self.kings.0.count() > 0 {
                    let placements = (own_number, own_men, their_number, blocked);
                    self.mover_kings(placements, part.king_sets.clone(), (first, len));
                } else {
                    self.start_run(first, len);
                    self.opponent_kings(own_number, own_men, their_number, their_men);
                }
            }
        }
    }

    fn start_run(&mut self, first: u64, len: u64) {
        match self.emitted.runs.last_mut() {
            Some((start, run)) if *start + *run == first => *run += len,
            _ => self.emitted.runs.push((first, len)),
        }
    }

    /// The placements of both sides' kings, the mover's fastest, for some sets of the opponent's kings;
    /// men on the mover's squares. `run` is where those of all sets begin, and how many there are.
    #[inline(always)]
    fn mover_kings(
        &mut self,
        (own_number, own_men, their_number, their_men): (usize, u32, usize, u32),
        king_sets: Range<usize>,
        run: (u64, u64),
    ) {
        let (own_kings, their_kings) = self.kings;
        let words = self.solved.mover.side.group(self.solved.mover.group).words();
        let men = own_men | their_men;
        let legal_sets = |range: Range<usize>| -> u64 {
            their_kings.sets()[range].iter().filter(|set| set.reverse_bits() & men == 0).count() as u64
        };
        let (before, here) = (legal_sets(0..king_sets.start), legal_sets(king_sets.clone()));
        let a_set = run.1 / binomial(32 - men.count_ones(), their_kings.count().into());
        self.start_run(run.0 + before * a_set, here * a_set);
        self.legal.resize(own_kings.words(), 0);
        for place in king_sets {
            let set = their_kings.sets()[place].reverse_bits();
            if set & men != 0 {
                continue;
            }
            let row = their_number * their_kings.len() + place;
            let values = self.solved.tile.row(row);
            let unasked = &self.unasked[row * words..][..words];
            legal_columns(own_kings, men | set, &mut self.legal);
            let first = own_number * own_kings.len();
            push_row(self.cpu, &mut self.emitted, values, unasked, first, &self.legal);
        }
    }

    /// The placements of the opponent's kings, where the mover has none; the opponent's men on the
    /// opponent's squares.
    #[inline(always)]
    fn opponent_kings(&mut self, own_number: usize, own_men: u32, their_number: usize, their_men: u32) {
        let their_kings = self.kings.1;
        self.legal.resize(their_kings.words(), 0);
        legal_columns(their_kings, own_men.reverse_bits() | their_men, &mut self.legal);
        let half: &Half<'_> = &self.solved.half;
        let first = their_number * their_kings.len();
        push_row(
            self.cpu,
            &mut self.emitted,
            half.values(own_number),
            half.unasked(own_number),
            first,
            &self.legal,
        );
    }

    /// The placements of men where neither side has kings.
    #[inline(always)]
    fn men_only(&mut self, pair: &ClassPair, mover: &Sets, opponent: &Sets) {
        let words = self.solved.mover.side.group(self.solved.mover.group).words();
        let sets = pair.mover.men_sets_beside(pair.opponent);
        self.legal.resize(words, 0);
        for &(their_number, their_men) in opponent {
            let blocked = their_men.reverse_bits();
            self.legal.fill(0);
            for &(number, men) in mover {
                self.legal[number / WORD] |= u64::from(men & blocked == 0) << (number % WORD);
            }
            let their_place = pair.opponent.place_of(SquareSet::from_bits(their_men), SquareSet::ALL);
            self.start_run(pair.first + their_place * sets, sets);
            let unasked = &self.unasked[their_number * words..][..words];
            let values = self.solved.tile.row(their_number);
            push_row(self.cpu, &mut self.emitted, values, unasked, 0, &self.legal);
        }
    }
}

/// Columns of king sets that avoid these squares.
#[inline(always)]
fn legal_columns(kings: &KingSets, occupied: u32, legal: &mut [u64]) {
    if kings.count() == 1 {
        legal[0] = u64::from(!occupied);
        return;
    }
    legal.fill(u64::MAX);
    for square in squares(occupied) {
        for (word, free) in legal.iter_mut().zip(kings.free(square)) {
            *word &= free;
        }
    }
}

/// Adds the legal columns of a part of a row, from column `first` on.
#[inline(always)]
fn push_row<C: Cpu>(
    cpu: C,
    emitted: &mut Emitted,
    values: RowPair<'_>,
    unasked: &[u64],
    first: usize,
    legal: &[u64],
) {
    for (place, &legal) in legal.iter().enumerate() {
        let column = first + place * WORD;
        let (word, shift) = (column / WORD, column % WORD);
        let take = |row: &[u64]| row[word] >> shift;
        let columns = Columns3 { win: take(values.win), loss: take(values.loss), unasked: take(unasked) };
        push_word(cpu, emitted, columns, legal);
    }
}

#[inline(always)]
fn push_word<C: Cpu>(cpu: C, emitted: &mut Emitted, columns: Columns3, legal: u64) {
    let count = legal.count_ones();
    let take = |bits: u64| cpu.extract(bits, legal);
    let (win, loss, unasked) = (take(columns.win), take(columns.loss), take(columns.unasked));
    let all = u64::MAX.checked_shr(64 - count).unwrap_or(0);
    debug_assert_eq!(win & loss, 0, "a position is not both won and lost");
    emitted.counts.win += u64::from(win.count_ones());
    emitted.counts.loss += u64::from(loss.count_ones());
    emitted.counts.draw += u64::from((all & !(win | loss)).count_ones());
    let low = all & !(win | loss) | unasked;
    emitted.planes.push(low, win | unasked, count);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draughts::kernel::Portable;

    /// The worked example above.
    #[test]
    fn legal_columns_are_the_order_of_the_index() {
        let index = SliceIndex::new("0m1k-0m1k".parse().unwrap());
        let kings = KingSets::new(1);
        let mut positions = 0..;
        for their_king in 0..32 {
            let blocked = (1u32 << their_king).reverse_bits();
            let mut legal = [0];
            legal_columns(&kings, blocked, &mut legal);
            // Each column keeps its own number, to see in which order they come.
            for column in (0..32).filter(|column| legal[0] >> column & 1 == 1) {
                let view = index.view(positions.next().unwrap()).unwrap();
                assert_eq!((view.own().kings.bits(), view.their().kings.bits()), (1 << column, blocked));
            }
        }
        assert_eq!(positions.next(), Some(index.size()));
        let view = index.view(61).unwrap();
        assert_eq!((view.own().kings.bits(), view.their().kings.bits()), (1 << 31, 1 << 30));
    }

    #[test]
    fn columns_that_collide_are_taken_out() {
        let mut emitted = Emitted::default();
        let columns = Columns3 { win: 0b1000, loss: 0b0001, unasked: 0b0010 };
        push_word(Portable, &mut emitted, columns, 0b1011);
        // A loss, a draw that nobody looks up, and a win.
        assert_eq!(emitted.counts, ValueCounts { win: 1, draw: 1, loss: 1 });
        let mut codes = retrograde_db::file::BlockCodes::default();
        emitted.planes.codes(0, 3, &mut codes);
        assert_eq!(codes.iter().collect::<Vec<_>>(), [0, 3, 2]);
    }
}
