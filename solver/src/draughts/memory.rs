//! How much memory a build takes, by closed formulas: known before anything is built.
//!
//! A build under a limit shares it out between what it can't do without and tiles, which can be read back
//! from work files. So it has to know the former beforehand, and to refuse a limit that is too low before it
//! begins. Numbers of groups, rows and columns are products of binomials, so nothing has to be listed.
//!
//! Take two kings against one, `0m2k-0m1k`, and its reverse. Two kings have one group of 496 columns, 8
//! words; one king has one of 32, a word. With the two kings to move a tile has a row for each of the 32
//! placements of the other side, of 8 words of won and 8 of lost columns: 4,096 bytes. With the one king to
//! move it has 496 rows of 1 and 1: 7,936 bytes. Together that is 12,032 bytes for 29,760 positions, two
//! bits each being 7,440: the rest are columns in which pieces would share a square, and the ends of words.
//!
//! While that pair is at work it takes 51,584 bytes more, once for each thread that has one.

use retrograde_db::combinatorics::binomial;
use retrograde_db::draughts::{MenClass, SideType, Slice};

use super::group::{is_single, is_whole};
use super::king_sets::WORD;
use super::pair::Place;

/// Part of the room for tiles that the tiles of one batch may take.
const BATCH_PART: u64 = 8;
/// Bytes of tiles a batch from which on more jobs would not keep the threads busier.
const BATCH_BYTES: u64 = 1 << 29;
/// What a process takes before it does anything, with the stacks and encoders of a few threads.
const BASE_BYTES: u64 = 24 << 20;
/// What each thread takes: stack, encoder, decoder.
const THREAD_BYTES: u64 = 6 << 20;

/// Bytes of the tiles of a pair of groups, both sides to move.
fn tile_bytes((first, second): &(Place<'_>, Place<'_>)) -> u64 {
    let group = |place: &Place<'_>| -> (u64, u64) {
        let group = place.side.group(place.group);
        (group.columns() as u64, group.words() as u64)
    };
    let ((own_columns, own_words), (their_columns, their_words)) = (group(first), group(second));
    16 * (own_columns * their_words + their_columns * own_words)
}

/// How many of these jobs make up the next batch, at least one.
pub(crate) fn batch_len(jobs: &[(Place<'_>, Place<'_>)], room: u64) -> usize {
    let most = BATCH_BYTES.min(room / BATCH_PART);
    let mut bytes = 0;
    let fits = jobs.iter().take_while(|job| {
        bytes += tile_bytes(job);
        bytes <= most
    });
    fits.count().max(1)
}

/// The groups of a side type, by their sizes.
pub(crate) struct GroupSizes {
    /// How many there are.
    pub(crate) groups: u64,
    /// Configurations of the groups: of each group that joins sets of men, or of any single one.
    largest: u64,
    /// Words of all rows over all groups.
    pub(crate) words: u64,
    /// Configurations of all groups.
    pub(crate) configurations: u64,
}

impl GroupSizes {
    pub(crate) fn of(side: SideType) -> GroupSizes {
        let king_sets = binomial(32, side.kings().into());
        let men_sets = binomial(28, side.men().into());
        let configurations = king_sets * men_sets;
        let words = |columns: u64| columns.div_ceil(WORD as u64);
        if is_single(side) {
            let words = words(king_sets) * men_sets;
            return GroupSizes { groups: men_sets, largest: king_sets, words, configurations };
        }
        if is_whole(side) {
            let words = words(configurations);
            return GroupSizes { groups: 1, largest: configurations, words, configurations };
        }
        let mut levels = vec![0; 6 * usize::from(side.men()) + 1];
        for class in MenClass::all(side.men()) {
            levels[class.advance() as usize] += class.men_sets() * king_sets;
        }
        let largest = levels.iter().copied().max().unwrap_or(0);
        let words = levels.iter().map(|&columns| words(columns)).sum();
        GroupSizes { groups: levels.len() as u64, largest, words, configurations }
    }
}

/// What solving a slice and its reverse takes, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SliceMemory {
    /// All tiles of both.
    pub(crate) tiles: u64,
    /// A pair of groups at work.
    pair: u64,
    /// The values that are known at once, two bits a position.
    values: u64,
}

impl SliceMemory {
    pub(crate) fn of(slice: Slice) -> SliceMemory {
        let (own, their) = (GroupSizes::of(slice.mover()), GroupSizes::of(slice.opponent()));
        // Each pair of groups has a tile for either side to move, two bits a position; pairs whose
        // men collide have none, which is left out here.
        let tiles = 16 * (own.configurations * their.words + their.configurations * own.words);
        let tiles = if slice == slice.reversed() { tiles / 2 } else { tiles };
        // Six matrices of each side, its tile, the tile packed, what nobody looks up.
        let pair = 2 * own.largest * their.largest / 8 * (6 + 2 + 2 + 2 + 1);
        let sides = if slice == slice.reversed() { 1 } else { 2 };
        let values = level_positions(slice) * sides / 4;
        SliceMemory { tiles, pair, values }
    }

    /// What a family takes whose slices are solved side by side; tiles are left out.
    fn of_family(family: &[Slice]) -> SliceMemory {
        let slices = family.iter().copied().map(SliceMemory::of);
        slices.fold(SliceMemory::default(), |sum, slice| SliceMemory {
            tiles: 0,
            pair: sum.pair.max(slice.pair),
            values: sum.values + slice.values,
        })
    }
}

/// The most positions of a slice whose values are known at once.
fn level_positions(slice: Slice) -> u64 {
    if is_whole(slice.mover()) || is_whole(slice.opponent()) {
        return slice.positions();
    }
    let mut levels = vec![0; 6 * usize::from(slice.men()) + 1];
    for mover in MenClass::all(slice.mover().men()) {
        for opponent in MenClass::all(slice.opponent().men()) {
            let sets = opponent.men_sets() * mover.men_sets_beside(opponent);
            levels[(mover.advance() + opponent.advance()) as usize] += sets;
        }
    }
    let sets: u64 = levels.iter().sum::<u64>().max(1);
    let most = levels.into_iter().max().unwrap_or(1);
    (slice.positions() as u128 * u128::from(most) / u128::from(sets)) as u64
}

/// Bytes of the constant tables of all side types of up to so many pieces.
pub(crate) fn constant_bytes(side_pieces: u8) -> u64 {
    let kings = |count: u8| {
        let moves = 11 * u64::from(count) / 4;
        binomial(32, count.into()) * (4 + 4 + 8 + 8 * moves + 2)
    };
    let masks = |side: SideType| {
        if is_single(side) {
            64 * binomial(28, side.men().into())
        } else {
            32 * 4 * 8 * GroupSizes::of(side).words
        }
    };
    let sides = (0..=side_pieces).flat_map(SideType::with_pieces);
    (0..=side_pieces).map(kings).sum::<u64>() + sides.map(masks).sum::<u64>()
}

/// Bytes that a build takes beside the tiles in memory while it solves a family, and compresses what
/// the one before has left.
pub(crate) fn beside_tiles(family: &[Slice], before: &[Slice], side_pieces: u8, threads: usize) -> u64 {
    let threads = threads as u64;
    let (memory, before) = (SliceMemory::of_family(family), SliceMemory::of_family(before));
    // Values that wait in pieces, in order, and compressed: two and a half times at most, while those
    // of the next level are found.
    let values = memory.values + memory.values.max(before.values) / 2 * 5;
    let constant = BASE_BYTES + THREAD_BYTES * threads + constant_bytes(side_pieces);
    memory.pair.saturating_mul(threads).saturating_add(values + constant)
}

/// The least room for tiles with which a slice can be solved: the tiles of one pair of groups, and
/// those that its moves lead to.
pub(crate) fn least_room(slice: Slice) -> u64 {
    let (own, their) = (GroupSizes::of(slice.mover()), GroupSizes::of(slice.opponent()));
    let pair = own.largest * their.largest / 2;
    (8 * pair).max(8 << 20)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draughts::catalog::Catalog;
    use crate::draughts::table::Tile;

    #[test]
    fn two_kings_against_one() {
        let slice: Slice = "0m2k-0m1k".parse().unwrap();
        let memory = SliceMemory { tiles: 12_032, pair: 51_584, values: 7_440 };
        assert_eq!(SliceMemory::of(slice), memory);
        assert_eq!(2 * slice.positions(), 29_760);
    }

    /// Where no pairs of groups collide, the formula is what the tiles take.
    #[test]
    fn tiles_are_as_large_as_the_formula_says() {
        let catalog = Catalog::new(3);
        for text in ["0m2k-0m1k", "0m3k-0m2k", "1m0k-0m2k", "2m1k-1m1k", "2m0k-3m0k"] {
            let slice: Slice = text.parse().unwrap();
            let (mover, opponent) = (catalog.side(slice.mover()), catalog.side(slice.opponent()));
            let mut bytes = 0;
            for own in mover.groups() {
                for their in opponent.groups() {
                    let tiles =
                        [Tile::new(their.columns(), own.words()), Tile::new(own.columns(), their.words())];
                    bytes += tiles.iter().map(|tile| size_of_val(tile.bits()) as u64).sum::<u64>();
                }
            }
            assert_eq!(SliceMemory::of(slice).tiles, bytes, "{slice}");
        }
    }
}
