//! Captures of one configuration of the mover, against all configurations of the opponent at once.
//!
//! A capture sequence is a walk over ever smaller opponents. For a piece that has landed on a
//! square, [`Captures::landed`] gives two rows over the opponent's columns: `win`, where some way
//! to go on (or to stop, if no jump goes on) leads to a position that the opponent loses, and
//! `not_loss`, where some way leads to one that the opponent does not win. Captures are compulsory
//! to the end, so a sequence may stop only in columns where no jump goes on; a man that reaches the
//! last rank is crowned and stops there (WCDF rules 1.15 to 1.19), or goes on as a king, as the
//! [rules](Rules) say. Where kings come first, captures by men count in those columns only in which no king
//! can capture.
//!
//! Captured pieces are lifted one by one here. That makes no difference: jumps change both
//! coordinates by two, so no landing square is ever the square of a captured piece. The moving
//! piece's own start square counts as empty.

use super::catalog::Catalog;
use super::columns::{Columns, Scratch};
use super::geometry::{CROWNING, Jump, jumps, squares, turned};
use super::group::SideGroups;
use super::kernel::{Cpu, Task};
use super::king_sets::{WORD, rank32};
use super::room::{buffer, keep_buffer};
use super::table::Tables;
use retrograde_db::draughts::{CaptureChoice, CrowningCapture, Rules, SideType};

/// What captures need: the rules, constant tables, and the values of smaller slices.
#[derive(Clone, Copy)]
pub(crate) struct Captures<'a> {
    pub(crate) rules: &'static Rules,
    pub(crate) catalog: &'a Catalog,
    pub(crate) tables: &'a Tables,
}

/// One configuration of the mover, on the mover's squares.
#[derive(Clone, Copy)]
pub(crate) struct Configuration {
    pub(crate) men: u32,
    pub(crate) kings: u32,
}

impl Configuration {
    #[inline(always)]
    pub(crate) fn occupied(self) -> u32 {
        self.men | self.kings
    }

    #[inline(always)]
    pub(crate) fn side(self) -> SideType {
        let (men, kings) = (self.men.count_ones() as u8, self.kings.count_ones() as u8);
        SideType::new(men, kings).expect("a side has 11 pieces at most")
    }
}

/// A piece in the middle of its captures, and the rest of its side.
#[derive(Clone, Copy)]
struct Jumper {
    square: u8,
    is_king: bool,
    others: Configuration,
}

impl Jumper {
    /// The side once the piece stays where it is.
    #[inline(always)]
    fn settled(self, crowned: bool) -> Configuration {
        let bit = 1 << self.square;
        let Configuration { men, kings } = self.others;
        if self.is_king || crowned {
            Configuration { men, kings: kings | bit }
        } else {
            Configuration { men: men | bit, kings }
        }
    }
}

/// Three rows over the opponent's columns.
pub(crate) struct CaptureRows<'r> {
    /// A capture is possible.
    pub(crate) possible: &'r mut [u64],
    /// Some capture leads to a position lost for the opponent.
    pub(crate) win: &'r mut [u64],
    /// Some capture leads to a position that the opponent does not win.
    pub(crate) not_loss: &'r mut [u64],
}

/// Words of scratch that rows over the columns of this opponent need, all depths together.
pub(crate) fn scratch_words(opponent_pieces: u8, words: usize) -> usize {
    // Each depth holds its own three rows, two of the next one, and a stream with two words to
    // spare; rows get no longer with depth. Three rows more are for men that come after kings.
    (usize::from(opponent_pieces) + 1) * (4 * words + 8) + 3 * words
}

/// What kings can reach that have just taken a king, kept from one configuration to the next: up to
/// four origins lead to the same landing, and which of the kings was taken makes no difference to
/// the rows.
pub(crate) struct SharedLandings<'a> {
    mover: &'a SideGroups,
    /// Two rows for each column of the mover's group and each of its kings, the one that has landed.
    rows: Vec<u64>,
    known: Vec<u64>,
}

impl<'a> SharedLandings<'a> {
    /// Room for the landings of a group of `configurations`, of which a task of `task_words` goes over
    /// some, if it is worth it: both sides have a king, the rows do not fill the caches, and setting
    /// the room up costs less than the task.
    pub(crate) fn new(
        catalog: &'a Catalog,
        mover: &'a SideGroups,
        configurations: usize,
        columns: &Columns<'a>,
        task_words: usize,
    ) -> Option<SharedLandings<'a>> {
        let kings = usize::from(mover.side().kings());
        if kings == 0 || columns.side().kings() == 0 {
            return None;
        }
        let words = columns.without_king(catalog).words();
        let slots = configurations * kings;
        let most = SHARED_WORDS.min(task_words * SHARED_WORDS_A_WORD);
        (slots * 2 * words <= most).then(|| SharedLandings {
            mover,
            rows: buffer(slots * 2 * words),
            known: vec![0; slots.div_ceil(WORD)],
        })
    }

    /// Where the rows of a landing are; the men have to be those of the group.
    #[inline(always)]
    fn slot(&self, jumper: Jumper) -> usize {
        let Configuration { men, kings } = jumper.settled(false);
        let which = (kings & ((1 << jumper.square) - 1)).count_ones() as usize;
        let column = self.mover.place(men).column + rank32(kings);
        column as usize * usize::from(self.mover.side().kings()) + which
    }
}

impl Drop for SharedLandings<'_> {
    fn drop(&mut self) {
        keep_buffer(std::mem::take(&mut self.rows));
    }
}

/// Words of shared landings from which on they are not shared.
const SHARED_WORDS: usize = 1 << 22;
/// Words of shared landings that may be set up for each word of a task.
const SHARED_WORDS_A_WORD: usize = 16;

impl<'a> Captures<'a> {
    /// Adds all captures of a configuration to the three rows, which are empty before.
    #[inline(always)]
    pub(crate) fn of_configuration<C: Cpu>(
        &self,
        cpu: C,
        configuration: Configuration,
        columns: &Columns<'a>,
        rows: &mut CaptureRows<'_>,
        scratch: &mut Scratch,
        mut shared: Option<&mut SharedLandings<'a>>,
    ) {
        let Configuration { men, kings } = configuration;
        let men_wait = self.rules.capture_choice == CaptureChoice::KingsFirst && kings != 0;
        if !men_wait {
            self.of_men(cpu, configuration, columns, rows, scratch);
        }
        for square in squares(kings) {
            let others = Configuration { men, kings: kings ^ 1 << square };
            let jumper = Jumper { square, is_king: true, others };
            self.jumps(cpu, jumper, columns, rows, scratch, shared.as_deref_mut());
        }
        if men_wait && men != 0 {
            self.of_men_where_kings_have_none(cpu, configuration, columns, rows, scratch);
        }
    }

    /// Adds the captures of the men.
    #[inline(always)]
    fn of_men<C: Cpu>(
        &self,
        cpu: C,
        configuration: Configuration,
        columns: &Columns<'a>,
        rows: &mut CaptureRows<'_>,
        scratch: &mut Scratch,
    ) {
        let Configuration { men, kings } = configuration;
        for square in squares(men) {
            let others = Configuration { men: men ^ 1 << square, kings };
            self.jumps(cpu, Jumper { square, is_king: false, others }, columns, rows, scratch, None);
        }
    }

    /// Adds the captures of the men in the columns in which none is possible so far.
    #[inline(always)]
    fn of_men_where_kings_have_none<C: Cpu>(
        &self,
        cpu: C,
        configuration: Configuration,
        columns: &Columns<'a>,
        rows: &mut CaptureRows<'_>,
        scratch: &mut Scratch,
    ) {
        let words = rows.possible.len();
        let (of_men, scratch) = scratch.split_at_mut(3 * words);
        of_men.fill(0);
        let (possible, rest) = of_men.split_at_mut(words);
        let (win, not_loss) = rest.split_at_mut(words);
        let mut of_men = CaptureRows { possible, win, not_loss };
        self.of_men(cpu, configuration, columns, &mut of_men, scratch);
        for place in 0..words {
            let counts = !rows.possible[place];
            rows.possible[place] |= of_men.possible[place];
            rows.win[place] |= of_men.win[place] & counts;
            rows.not_loss[place] |= of_men.not_loss[place] & counts;
        }
    }

    /// Adds the jumps of one piece, each followed to its ends.
    #[inline(always)]
    fn jumps<C: Cpu>(
        &self,
        cpu: C,
        jumper: Jumper,
        columns: &Columns<'a>,
        rows: &mut CaptureRows<'_>,
        scratch: &mut Scratch,
        mut shared: Option<&mut SharedLandings<'a>>,
    ) {
        let occupied = jumper.others.occupied();
        let (has_men, has_kings) = (columns.side().men() > 0, columns.side().kings() > 0);
        for &Jump { over, landing } in jumps(jumper.square, jumper.is_king) {
            if occupied & (1 << over | 1 << landing) != 0 {
                continue;
            }
            let Some(free) = columns.free(turned(landing)) else { continue };
            let taken = turned(over);
            if columns.side().pieces() == 1 {
                // The last piece is taken: the opponent has lost.
                for row in [&mut *rows.possible, &mut *rows.win, &mut *rows.not_loss] {
                    columns.add_jumps_over_any(row, taken, free);
                }
                continue;
            }
            let landed = Jumper { square: landing, ..jumper };
            let man_taken = if has_men { columns.without_man(self.catalog, taken) } else { None };
            if let Some(fewer) = man_taken {
                columns.add_jumps_over_man(rows.possible, taken, free);
                let (win, rest) = scratch.split_at_mut(fewer.words());
                let (not_loss, rest) = rest.split_at_mut(fewer.words());
                self.landed(cpu, landed, &fewer, win, not_loss, rest);
                columns.add_without_man(cpu, rows.win, (&fewer, win), taken, free, rest);
                columns.add_without_man(cpu, rows.not_loss, (&fewer, not_loss), taken, free, rest);
            }
            // Where all columns have a man on the square, none has a king there.
            let only_man = man_taken.is_some() && columns.single_men().is_some();
            if has_kings && !only_man {
                columns.add_jumps_over_king(rows.possible, taken, free);
                let fewer = columns.without_king(self.catalog);
                let words = fewer.words();
                let (win, not_loss, rest) = if let Some(shared) = &mut shared {
                    let slot = shared.slot(landed);
                    let (win, not_loss) = shared.rows[2 * words * slot..][..2 * words].split_at_mut(words);
                    let (word, bit) = (slot / WORD, 1 << (slot % WORD));
                    if shared.known[word] & bit == 0 {
                        shared.known[word] |= bit;
                        self.landed(cpu, landed, &fewer, win, not_loss, scratch);
                    }
                    (win, not_loss, &mut *scratch)
                } else {
                    let (win, rest) = scratch.split_at_mut(words);
                    let (not_loss, rest) = rest.split_at_mut(words);
                    self.landed(cpu, landed, &fewer, win, not_loss, rest);
                    (win, not_loss, rest)
                };
                columns.add_without_king(cpu, rows.win, (&fewer, win), taken, free, rest);
                columns.add_without_king(cpu, rows.not_loss, (&fewer, not_loss), taken, free, rest);
            }
        }
    }

    /// What a piece that has just landed can reach, over the columns that are left.
    #[inline(always)]
    fn landed<C: Cpu>(
        &self,
        cpu: C,
        jumper: Jumper,
        columns: &Columns<'a>,
        win: &mut [u64],
        not_loss: &mut [u64],
        scratch: &mut Scratch,
    ) {
        cpu.run(Landed { captures: *self, jumper, columns, win, not_loss, scratch });
    }

    #[inline(always)]
    fn landed_here<C: Cpu>(&self, cpu: C, landed: Landed<'a, '_>) {
        let Landed { jumper, columns, win, not_loss, scratch, .. } = landed;
        let mut room = [0; 2];
        let crowned = !jumper.is_king && jumper.square >= CROWNING;
        let settled = jumper.settled(crowned);
        let own = self.catalog.side(settled.side());
        let stop = columns.values(self.tables, own, settled.men, settled.kings, &mut room);
        if crowned && self.rules.crowning_capture == CrowningCapture::EndsMove {
            for (place, (&lost, &won)) in stop.loss.iter().zip(stop.win).enumerate() {
                win[place] = lost;
                not_loss[place] = !won;
            }
            return;
        }
        let jumper = Jumper { is_king: jumper.is_king || crowned, ..jumper };
        let (possible, scratch) = scratch.split_at_mut(columns.words());
        possible.fill(0);
        win.fill(0);
        not_loss.fill(0);
        let mut rows = CaptureRows { possible, win, not_loss };
        self.jumps(cpu, jumper, columns, &mut rows, scratch, None);
        for (place, (&lost, &won)) in stop.loss.iter().zip(stop.win).enumerate() {
            rows.win[place] |= lost & !rows.possible[place];
            rows.not_loss[place] |= !(won | rows.possible[place]);
        }
    }
}

/// The task of one step of the recursion, so that each is compiled for the processor.
struct Landed<'a, 'r> {
    captures: Captures<'a>,
    jumper: Jumper,
    columns: &'r Columns<'a>,
    win: &'r mut [u64],
    not_loss: &'r mut [u64],
    scratch: &'r mut Scratch,
}

impl Task for Landed<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) {
        let captures = self.captures;
        captures.landed_here(cpu, self);
    }
}
