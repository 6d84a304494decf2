//! A set of tables.

use std::path::{Path, PathBuf};

use retrograde_db::DistanceKind;
use retrograde_db::draughts::{Density, Rules, SideType, Slice};

use super::ProbeError;
use super::distance::Distances;
use super::distance_table::DistanceTable;
use super::slice_table::{SliceTable, SliceValues};
use crate::cache::BlockCache;
use crate::folder::{self, Source};
use crate::{OpenError, Options};

/// A set of draughts tables. All threads can share one, and probe at the same time.
///
/// Opening it lists a folder; a table is opened when a probe first needs it, unless [`Options`] ask for
/// it at once. Tables are mapped into memory, or read in pieces, and only decoded blocks are kept,
/// within the room that the options give them. Each table that was opened and is not mapped keeps its
/// file open: 155 files for all tables of up to six pieces.
#[derive(Debug)]
pub struct Tables {
    pub(super) rules: &'static Rules,
    /// Fewest pieces first.
    pub(super) slices: Vec<SliceTable>,
    /// Where each slice is in `slices`, plus one, 0 for a slice that is not there: by the number of
    /// the mover's side type, times all side types, plus that of the opponent's.
    places: Box<[u16]>,
    /// By kind, as [`DistanceKind::ALL`] lists them.
    pub(super) distances: [Distances; 2],
    pub(super) cache: BlockCache,
}

/// How many side types there are: m + k up to 12.
const SIDE_TYPES: usize = 91;

/// Numbers the side types: fewer pieces first, then fewer kings.
const fn side_number(side: SideType) -> usize {
    let pieces = side.pieces() as usize;
    pieces * (pieces + 1) / 2 + side.kings() as usize
}

/// How many numbers [`place_number`] gives.
pub(super) const PLACES: usize = SIDE_TYPES * SIDE_TYPES;

pub(super) const fn place_number(slice: Slice) -> usize {
    side_number(slice.mover()) * SIDE_TYPES + side_number(slice.opponent())
}

/// The order of the slices of a set: fewest pieces first.
pub(super) fn order(slice: Slice) -> impl Ord {
    (slice.pieces(), slice.men(), slice)
}

/// The tables of a set: where the values of each slice are, and the distances of each kind.
#[derive(Debug, Default)]
struct Sources {
    values: Vec<(Slice, Source)>,
    distances: [Vec<(Slice, Source)>; 2],
}

impl Sources {
    /// The list that a file of this name belongs to, and its slice; `None` for other names.
    fn list(&mut self, name: &str) -> Option<(&mut Vec<(Slice, Source)>, Slice)> {
        if let Some(slice) = Slice::of_file_name(name) {
            return Some((&mut self.values, slice));
        }
        let (slice, kind) = Slice::of_distance_file_name(name)?;
        Some((&mut self.distances[kind as usize], slice))
    }
}

impl Tables {
    /// The tables in a folder: all files with a name such as `2m1k-1m0k.wdl`, and beside them those
    /// with distances, such as `2m1k-1m0k.dtw` or `2m1k-1m0k.dtc`.
    /// Other names are left alone. A folder without tables is a set that knows only what needs none.
    ///
    /// Nobody may change the files while the set is in use, since they may be mapped into memory;
    /// to replace one by renaming a new one over it is fine, and not seen by sets that are open.
    ///
    /// # Errors
    /// Where the folder can't be listed, or a table can't be used that is to be loaded at once. What
    /// is wrong with any other file shows when it is needed, or in [`Tables::verify`].
    pub fn open(folder: impl AsRef<Path>, options: Options) -> Result<Tables, OpenError> {
        Tables::open_under(&Rules::ENGLISH, folder, options)
    }

    /// The tables in a folder for a game played by these rules, as [`Tables::open`] gives those of English
    /// draughts. A table of another game is an error where it is needed, never an answer.
    ///
    /// # Errors
    /// As for [`Tables::open`].
    pub fn open_under(
        rules: &'static Rules,
        folder: impl AsRef<Path>,
        options: Options,
    ) -> Result<Tables, OpenError> {
        let files = folder::list(folder.as_ref())?;
        let Options { access, read_ahead, max_pieces, autoload_pieces, .. } = options;
        let mut sources = Sources::default();
        for (name, path) in files {
            if let Some((list, slice)) = sources.list(&name)
                && slice.pieces() <= max_pieces
            {
                list.push((slice, Source::File { path, access, read_ahead }));
            }
        }
        let tables = Tables::new(rules, sources, options);
        let small = tables.slices.iter().take_while(|table| table.name.slice.pieces() <= autoload_pieces);
        small.into_iter().try_for_each(SliceTable::load)?;
        let distances = tables.distances.iter().flat_map(|kind| &kind.tables);
        let mut small = distances.filter(|table| table.name.slice.pieces() <= autoload_pieces);
        small.try_for_each(DistanceTable::load)?;
        Ok(tables)
    }

    /// Tables in memory, each with the name that its file would have. They were solved just now, or
    /// come from where there are no files.
    ///
    /// # Errors
    /// For a name that is not one of a table, and for one that comes twice. The bytes are looked at
    /// when they are needed.
    pub fn from_memory(tables: impl IntoIterator<Item = (String, Vec<u8>)>) -> Result<Tables, OpenError> {
        Tables::from_memory_under(&Rules::ENGLISH, tables)
    }

    /// Tables in memory for a game played by these rules, as [`Tables::from_memory`] gives those of English
    /// draughts.
    ///
    /// # Errors
    /// As for [`Tables::from_memory`].
    pub fn from_memory_under(
        rules: &'static Rules,
        tables: impl IntoIterator<Item = (String, Vec<u8>)>,
    ) -> Result<Tables, OpenError> {
        let mut sources = Sources::default();
        for (name, bytes) in tables {
            let Some((list, slice)) = sources.list(&name) else {
                return Err(OpenError::NotATableName { name });
            };
            if list.iter().any(|&(other, _)| other == slice) {
                return Err(OpenError::SameName { name });
            }
            list.push((slice, Source::Memory { name: PathBuf::from(name), bytes: bytes.into() }));
        }
        Ok(Tables::new(rules, sources, Options::default()))
    }

    fn new(rules: &'static Rules, sources: Sources, options: Options) -> Tables {
        let Sources { mut values, distances } = sources;
        values.sort_by_key(|&(slice, _)| order(slice));
        let mut places = vec![0; PLACES].into_boxed_slice();
        let mut slices = Vec::with_capacity(values.len());
        let names: Vec<Slice> = values.iter().map(|&(slice, _)| slice).collect();
        for (number, (slice, source)) in (0..).zip(values) {
            places[place_number(slice)] = number + 1;
            let reversed = slice.reversed();
            let beside_reverse = reversed != slice && names.contains(&reversed);
            let name = SliceValues { slice, rules, beside_reverse };
            slices.push(SliceTable::new(name, source, number.into()));
        }
        let mut numbers = slices.len() as u32..;
        let mut number = || numbers.next().unwrap_or(u32::MAX);
        let [conversion, win] = distances;
        let distances = [(DistanceKind::Conversion, conversion), (DistanceKind::Win, win)]
            .map(|(kind, sources)| Distances::new(kind, rules, sources, &mut number));
        let cache = BlockCache::new(options.cache_bytes);
        Tables { rules, slices, places, distances, cache }
    }

    /// The rules that the values are for.
    #[must_use]
    pub const fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// The slices that are there, fewest pieces first.
    pub fn slices(&self) -> impl ExactSizeIterator<Item = Slice> {
        self.slices.iter().map(|table| table.name.slice)
    }

    /// The most pieces, of both sides together, that a slice of the set has; 0 for an empty set.
    /// Slices with fewer pieces can be missing all the same.
    #[must_use]
    pub fn max_pieces(&self) -> u8 {
        self.slices.last().map_or(0, |table| table.name.slice.pieces())
    }

    /// The table of a slice.
    #[inline]
    pub(super) fn table(&self, slice: Slice) -> Result<&SliceTable, ProbeError> {
        self.get(slice).ok_or_else(|| self.missing(slice))
    }

    #[inline]
    pub(super) fn get(&self, slice: Slice) -> Option<&SliceTable> {
        let place = usize::from(self.places[place_number(slice)]);
        Some(&self.slices[place.checked_sub(1)?])
    }

    /// How much the table of a slice keeps. A compact one answers for the reverse of the slice too.
    ///
    /// # Errors
    /// Where the table is missing, can't be read, or is not the one that its name says.
    pub fn density(&self, slice: Slice) -> Result<Density, ProbeError> {
        Ok(self.table(slice)?.opened()?.density())
    }

    #[cold]
    pub(super) fn missing(&self, slice: Slice) -> ProbeError {
        let most = self.max_pieces();
        if slice.pieces() > most {
            return ProbeError::TooManyPieces { pieces: slice.pieces().into(), most };
        }
        ProbeError::MissingSlice { slice, file: slice.file_name() }
    }
}
