//! What does not change in the course of the passes: captures, and moves out of a pair of groups.
//!
//! Both lead to finished values, so they are looked up once for each configuration of the mover, and kept in
//! three rows: `win`, what they win at once; `capture`, where the mover can capture; and `hopeless`, where
//! nothing they lead to saves the mover. The passes then need nothing but the moves within the group. A row
//! of losses is not made yet: where no capture decides, it is the moves within the group that do.
//!
//! An exit depends on the men alone, so the exits of a set of men are found once for all placements of the
//! kings. A man on square 25 has two, to 29 and 30, and is crowned on either: they lead to the slice with a
//! man less and a king more, there to the group of the men that are left, and the row of the kings with one
//! more on 29 or 30. A king of its own on 29 takes that exit away.
//!
//! Where the mover has no capture, and one of the exits is free and leads to a draw, `hopeless` loses its
//! bit. It keeps it where the opponent stands on the square or wins behind it, for both exits; whether that
//! is lost the moves within the group say.

use retrograde_db::draughts::SideType;

use super::capture::{CaptureRows, Captures, Configuration, SharedLandings, scratch_words};
use super::geometry::{CROWNING, FORWARD, OFF_BOARD, squares, step};
use super::half::{Half, PARTS, RowSet};
use super::kernel::{Cpu, Task};
use super::king_sets::rank32;
use super::table::{RowPair, Tile};

/// A man move that leads out of the group.
pub(super) struct Exit<'a> {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) crowns: bool,
    /// Columns that let it.
    pub(super) free: &'a [u64],
    /// Where the opponent's values after it are.
    tile: &'a Tile,
    /// The first of the rows there, which go by king set after the move.
    column: u32,
}

impl<'a> Exit<'a> {
    /// The opponent's values after it, where these kings, of this number, are beside the men.
    #[inline(always)]
    pub(super) fn values(&self, kings: u32, king_set: usize) -> RowPair<'a> {
        let place = if self.crowns { rank32(kings | 1 << self.to) } else { king_set as u32 };
        self.tile.row((self.column + place) as usize)
    }

    /// The configuration after it.
    #[inline(always)]
    pub(super) fn after(&self, Configuration { men, kings }: Configuration) -> Configuration {
        let lifted = men ^ 1 << self.from;
        if self.crowns {
            Configuration { men: lifted, kings: kings | 1 << self.to }
        } else {
            Configuration { men: lifted | 1 << self.to, kings }
        }
    }
}

/// [`Half::prepare`] for a range of configurations.
pub(super) struct Prepare<'a, 'r> {
    pub(super) half: &'r Half<'a>,
    /// The first of the configurations.
    pub(super) first: usize,
    /// Their rows.
    pub(super) rows: &'r mut [u64],
    pub(super) legal: &'r RowSet,
}

impl Task for Prepare<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) {
        let Prepare { half, first, rows, legal } = self;
        let mut scratch = vec![0; scratch_words(half.columns.side().pieces(), half.words)];
        let kings = half.mover.kings();
        let catalog = half.captures.catalog;
        let configurations = half.group.columns();
        let mut shared = SharedLandings::new(catalog, half.mover, configurations, &half.columns, rows.len());
        let mut exits = Vec::new();
        let mut exits_of = usize::MAX;
        for (row, parts) in (first..).zip(rows.chunks_exact_mut(half.words * PARTS)) {
            if !legal[row] {
                continue;
            }
            let (number, king_set) = (row / kings.len(), row % kings.len());
            let men = half.group.men()[number];
            if exits_of != number {
                half.exits(men, &mut exits);
                exits_of = number;
            }
            let configuration = Configuration { men, kings: kings.sets()[king_set] };
            half.prepare_row(cpu, configuration, (&exits, king_set), parts, &mut scratch, shared.as_mut());
        }
    }
}

impl<'a> Half<'a> {
    /// Everything about one configuration but its moves within the group.
    #[inline(always)]
    fn prepare_row<C: Cpu>(
        &self,
        cpu: C,
        configuration: Configuration,
        (exits, king_set): (&[Exit<'a>], usize),
        parts: &mut [u64],
        scratch: &mut [u64],
        shared: Option<&mut SharedLandings<'a>>,
    ) {
        let words = self.words;
        parts.fill(0);
        let (win, rest) = parts.split_at_mut(words);
        let (_, rest) = rest.split_at_mut(words);
        let (hopeless, possible) = rest.split_at_mut(words);
        let (not_loss, scratch) = scratch.split_at_mut(words);
        not_loss.fill(0);
        let mut rows = CaptureRows { possible, win, not_loss };
        self.captures.of_configuration(cpu, configuration, &self.columns, &mut rows, scratch, shared);
        let CaptureRows { possible, win, not_loss } = rows;
        // `hopeless` starts with all columns: no move found yet that avoids a loss.
        hopeless.fill(u64::MAX);
        for exit in exits {
            if configuration.kings >> exit.to & 1 == 1 {
                continue;
            }
            let values = exit.values(configuration.kings, king_set);
            for place in 0..words {
                win[place] |= values.loss[place] & exit.free[place] & !possible[place];
                hopeless[place] &= values.win[place] | !exit.free[place];
            }
        }
        for place in 0..words {
            let lost = possible[place] & !not_loss[place];
            hopeless[place] = lost | hopeless[place] & !possible[place];
        }
    }

    /// The man moves that lead out of the group, whatever the kings do.
    pub(super) fn exits(&self, men: u32, exits: &mut Vec<Exit<'a>>) {
        let side = self.mover.side();
        let Captures { catalog, tables, .. } = self.captures;
        exits.clear();
        for from in squares(men) {
            for direction in 0..FORWARD {
                let to = step(from, direction);
                let in_group = to < CROWNING && self.mover.is_whole();
                if to == OFF_BOARD || in_group || men >> to & 1 == 1 {
                    continue;
                }
                let Some(free) = self.free[usize::from(to)] else { continue };
                let lifted = men ^ 1 << from;
                let crowns = to >= CROWNING;
                let (own, men) = if crowns {
                    let crowned = SideType::new(side.men() - 1, side.kings() + 1).unwrap_or(side);
                    (&**catalog.side(crowned), lifted)
                } else {
                    (self.mover, lifted | 1 << to)
                };
                let place = own.place(men);
                let tile = tables
                    .slice(self.columns.side(), own.side())
                    .tile(self.columns.group_number(), place.group);
                exits.push(Exit { from, to, crowns, free, tile, column: place.column });
            }
        }
    }
}
