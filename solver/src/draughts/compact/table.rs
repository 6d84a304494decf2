//! Encoding the compact table of one slice.
//!
//! Each position that has a place is looked at by itself: its value is asked of the fast tables, and the
//! search of the probe is asked whether a reader finds it without being told. If so, or if the mover can
//! capture, the place is free for whatever makes the block shortest. The search has true values here, and
//! those that are stored or found when it reads; wherever it looks both are the same, see [`CompactSearch`].
//! Blocks are encoded as for fast tables, and the table is made in memory, since it may be thrown away.
//!
//! A man against a man has places where the mover's advance is not above the opponent's, and half of the
//! sum, rounded down, is even: for 14 of 49 pairs of advances.
//!
//! ```
//! use retrograde_db::draughts::{Density, MenClass};
//!
//! let slice = "1m0k-1m0k".parse().unwrap();
//! let kept = |own: MenClass| {
//!     let all = MenClass::all(1).into_iter();
//!     let kept = all.filter(|&their| Density::Compact.keeps(slice, own, their));
//!     kept.map(|their| their.advance()).collect::<Vec<u32>>()
//! };
//! let classes = MenClass::all(1);
//! let back = classes.iter().find(|class| class.advance() == 0).unwrap();
//! assert_eq!(kept(*back), [0, 1, 4, 5]);
//! assert_eq!(classes.iter().map(|&own| kept(own).len()).sum::<usize>(), 14);
//! ```

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use retrograde_db::draughts::{Density, Position, Side, Slice, SliceIndex, View};
use retrograde_db::file::{
    BlockEncoder, DONT_CARE, EncodedBlock, TableHeader, TableKind, TableWriter, WriteError,
};
use retrograde_db::{Value, ValueCounts};
use retrograde_probe::draughts::{CompactSearch, CompactSource, ProbeError, Tables};

use crate::budget::Bytes;
use crate::counted::Counted;
use crate::draughts::build::BuiltTable;
use crate::progress::Progress;

/// Blocks that are encoded at once, for each thread: enough that none waits long.
const BLOCKS_A_THREAD: u64 = 8;

/// Why there is no table.
#[derive(Debug)]
pub(super) enum Stop {
    /// A value was not there.
    Probe(ProbeError),
    /// The table could not be written.
    Write(WriteError),
    /// The run was asked to stop.
    Interrupted,
}

/// Fast tables, which have the values of all positions.
struct Values<'t>(&'t Tables);

impl CompactSource for Values<'_> {
    type Error = ProbeError;

    fn value(&self, view: View) -> Result<Value, ProbeError> {
        self.0.probe(Position::from_view(view, Side::Black))
    }

    fn kept(&self, view: View) -> Result<Value, ProbeError> {
        self.value(view)
    }
}

/// A table in memory, and what it is.
pub(super) struct CompactTable {
    pub(super) bytes: Vec<u8>,
    pub(super) built: BuiltTable,
}

/// Encodes the compact table of a slice, whose values and those of all that it leads to are in `tables`.
pub(super) fn encode(
    tables: &Tables,
    slice: Slice,
    progress: &(dyn Progress + Sync),
    interrupt: &AtomicBool,
) -> Result<CompactTable, Stop> {
    let index = SliceIndex::with_density(slice, Density::Compact);
    let header = TableHeader::of_slice(&index);
    let mut writer = TableWriter::new(Counted::new(Vec::new()), &header).map_err(Stop::Write)?;
    let mut counts = ValueCounts::default();
    let batch = BLOCKS_A_THREAD * rayon::current_num_threads() as u64;
    let mut first = 0;
    while first < header.block_count() {
        let blocks = first..header.block_count().min(first + batch);
        let encoded: Vec<(EncodedBlock, ValueCounts)> = blocks
            .clone()
            .into_par_iter()
            .map_init(
                || BlockEncoder::new(header.rows),
                |encoder, block| {
                    if interrupt.load(Ordering::Relaxed) {
                        return Err(Stop::Interrupted);
                    }
                    encode_block(tables, &index, &header, block, encoder)
                },
            )
            .collect::<Result<_, Stop>>()?;
        for (block, block_counts) in encoded {
            progress.advance(block.values() as u64);
            counts += block_counts;
            writer.append_block(&block).map_err(Stop::Write)?;
        }
        first = blocks.end;
    }
    let Counted { output: bytes, bytes: len, checksum } = writer.finish(counts).map_err(Stop::Write)?;
    let (kind, checksum) = (TableKind::WinDrawLoss, checksum.digest());
    let (density, bytes_of_file) = (Density::Compact, Bytes(len));
    let built = BuiltTable { slice, kind, density, counts, bytes: bytes_of_file, checksum, kept: false };
    Ok(CompactTable { bytes, built })
}

fn encode_block(
    tables: &Tables,
    index: &SliceIndex,
    header: &TableHeader,
    block: u64,
    encoder: &mut BlockEncoder,
) -> Result<(EncodedBlock, ValueCounts), Stop> {
    let first = block * u64::from(header.positions_per_block);
    let values = header.values_in_block(block).unwrap_or(0) as u64;
    let source = Values(tables);
    let search = CompactSearch::new(index.slice(), &source);
    let mut counts = ValueCounts::default();
    let codes = (first..first + values).map(|number| {
        let view = index.view(number).expect("a block has positions of the index only");
        let value = source.value(view)?;
        counts.add(value, 1);
        let left_out = tables.rules().can_capture(view) || search.told(view)?.is_some();
        Ok(if left_out { DONT_CARE } else { value.code() })
    });
    let codes = codes.collect::<Result<Vec<u8>, ProbeError>>().map_err(Stop::Probe)?;
    let encoded = encoder.encode_with_rows(&codes, index.rows_at(first));
    Ok((encoded.expect("a block has codes, and not too many"), counts))
}
