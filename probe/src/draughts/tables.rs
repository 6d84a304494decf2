//! A set of tables.

use std::path::{Path, PathBuf};

use retrograde_db::draughts::{Rules, SideType, Slice};

use super::ProbeError;
use super::slice_table::SliceTable;
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
    pub(super) cache: BlockCache,
}

/// How many side types there are: m + k up to 12.
const SIDE_TYPES: usize = 91;

/// Numbers the side types: fewer pieces first, then fewer kings.
const fn side_number(side: SideType) -> usize {
    let pieces = side.pieces() as usize;
    pieces * (pieces + 1) / 2 + side.kings() as usize
}

const fn place_number(slice: Slice) -> usize {
    side_number(slice.mover()) * SIDE_TYPES + side_number(slice.opponent())
}

impl Tables {
    /// The tables in a folder: all files with a name such as `2m1k-1m0k.wdl`. Other names are left
    /// alone. A folder without tables is a set that knows only what needs none.
    ///
    /// Nobody may change the files while the set is in use, since they may be mapped into memory;
    /// to replace one by renaming a new one over it is fine, and not seen by sets that are open.
    ///
    /// # Errors
    /// Where the folder can't be listed, or a table can't be used that is to be loaded at once. What
    /// is wrong with any other file shows when it is needed, or in [`Tables::verify`].
    pub fn open(folder: impl AsRef<Path>, options: Options) -> Result<Tables, OpenError> {
        let files = folder::list(folder.as_ref())?;
        let Options { access, read_ahead, max_pieces, autoload_pieces, .. } = options;
        let slices = files.into_iter().filter_map(|(name, path)| {
            let slice = Slice::of_file_name(&name).filter(|slice| slice.pieces() <= max_pieces)?;
            Some((slice, Source::File { path, access, read_ahead }))
        });
        let tables = Tables::new(slices.collect(), options);
        let small = tables.slices.iter().take_while(|table| table.slice.pieces() <= autoload_pieces);
        small.into_iter().try_for_each(SliceTable::load)?;
        Ok(tables)
    }

    /// Tables in memory, each with the name that its file would have. They were solved just now, or
    /// come from where there are no files.
    ///
    /// # Errors
    /// For a name that is not one of a table, and for one that comes twice. The bytes are looked at
    /// when they are needed.
    pub fn from_memory(tables: impl IntoIterator<Item = (String, Vec<u8>)>) -> Result<Tables, OpenError> {
        let mut slices: Vec<(Slice, Source)> = Vec::new();
        for (name, bytes) in tables {
            let Some(slice) = Slice::of_file_name(&name) else {
                return Err(OpenError::NotATableName { name });
            };
            if slices.iter().any(|&(other, _)| other == slice) {
                return Err(OpenError::SameName { name });
            }
            slices.push((slice, Source::Memory { name: PathBuf::from(name), bytes: bytes.into() }));
        }
        Ok(Tables::new(slices, Options::default()))
    }

    fn new(mut sources: Vec<(Slice, Source)>, options: Options) -> Tables {
        sources.sort_by_key(|&(slice, _)| (slice.pieces(), slice.men(), slice));
        let mut places = vec![0; SIDE_TYPES * SIDE_TYPES].into_boxed_slice();
        let mut slices = Vec::with_capacity(sources.len());
        for (number, (slice, source)) in (0..).zip(sources) {
            places[place_number(slice)] = number + 1;
            slices.push(SliceTable::new(slice, source, number.into()));
        }
        Tables { rules: &Rules::ENGLISH, slices, places, cache: BlockCache::new(options.cache_bytes) }
    }

    /// The rules that the values are for.
    #[must_use]
    pub const fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// The slices that are there, fewest pieces first.
    pub fn slices(&self) -> impl ExactSizeIterator<Item = Slice> {
        self.slices.iter().map(|table| table.slice)
    }

    /// The most pieces, of both sides together, that a slice of the set has; 0 for an empty set.
    /// Slices with fewer pieces can be missing all the same.
    #[must_use]
    pub fn max_pieces(&self) -> u8 {
        self.slices.last().map_or(0, |table| table.slice.pieces())
    }

    /// The table of a slice.
    #[inline]
    pub(super) fn table(&self, slice: Slice) -> Result<&SliceTable, ProbeError> {
        let place = usize::from(self.places[place_number(slice)]);
        match place.checked_sub(1) {
            Some(number) => Ok(&self.slices[number]),
            None => Err(self.missing(slice)),
        }
    }

    #[cold]
    fn missing(&self, slice: Slice) -> ProbeError {
        let most = self.max_pieces();
        if slice.pieces() > most {
            return ProbeError::TooManyPieces { pieces: slice.pieces().into(), most };
        }
        ProbeError::MissingSlice { slice, file: slice.file_name() }
    }
}
