//! The file format of tables, for every game: written as a stream, read from any bytes.
//!
//! A table is one file. It begins with a **preamble** that says what is stored, goes on with
//! **blocks** of values, and ends with a **tail**: counts, the **block table** (lengths of the blocks,
//! checksums of groups of them) and a checksum of all that. Nothing in it depends on when, where or by
//! how many threads it was made. `FORMAT.md` beside this crate describes every byte, well enough to write
//! another reader.
//!
//! - To write: a [`BlockEncoder`] (for distances, a [`DistanceEncoder`]) for each thread, and one
//!   [`TableWriter`] that gets the blocks in order, inside [`write_atomically`].
//! - To read: [`Table::open`] is cheap and checks the frame; [`Table::decode_block`] checks and
//!   decodes one block; [`Table::verify`] checks all of them. The bytes come from a [`ByteSource`]:
//!   anything that has them in memory, or a [`PositionedFile`].
//!
//! Every byte of a file is under a checksum or is compared with what it must be. So each damaged
//! byte, each cut and each appended byte is an error of `open` or `verify`, and no damaged byte
//! ever becomes a value.
//!
//! ```
//! use retrograde_db::file::{
//!     BlockDecoder, BlockEncoder, Game, IndexScheme, Rows, RulesId, Table, TableHeader, TableKind, TableWriter,
//!     value_in_packed,
//! };
//! use retrograde_db::{Value, ValueCounts};
//!
//! let header = TableHeader {
//!     game: Game::Draughts,
//!     rules: RulesId(1),
//!     kind: TableKind::WinDrawLoss,
//!     index_scheme: IndexScheme(1),
//!     subject: "example".to_owned(),
//!     positions: 6,
//!     positions_per_block: 4,
//!     rows: Rows::NONE,
//! };
//! let mut encoder = BlockEncoder::new(header.rows);
//! let mut writer = TableWriter::new(Vec::new(), &header)?;
//! writer.append_block(&encoder.encode(&[2, 1, 0, 2])?)?;
//! writer.append_block(&encoder.encode(&[1, 1])?)?;
//! let mut bytes = writer.finish(ValueCounts { win: 2, draw: 3, loss: 1 })?;
//!
//! let table = Table::open(&bytes)?;
//! assert_eq!(table.header(), &header);
//! let (block, place) = table.locate(3).unwrap();
//! let mut packed = Vec::new();
//! table.decode_block(block, &mut BlockDecoder::new(), &mut packed)?;
//! assert_eq!(value_in_packed(&packed, place), Some(Value::Win));
//!
//! bytes.pop();
//! assert!(Table::open(&bytes).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod atomic;
mod block;
mod block_table;
mod bounds_block;
mod codes;
mod distance_block;
mod error;
mod fields;
mod frame;
mod header;
mod manifest;
mod packing;
mod positioned;
mod reader;
mod runs;
mod source;
mod trailer;
mod varint;
mod writer;

pub use atomic::{AtomicFile, write_atomically};
pub use block::{BlockDecoder, BlockEncoder, BlockNumber, DONT_CARE, EncodeError, EncodedBlock};
pub use bounds_block::{BoundCodes, BoundsDecoder, BoundsEncoder, EncodedBounds, MAX_BOUND_CODE};
pub use codes::BlockCodes;
pub use distance_block::DistanceEncoder;
pub use error::{BlockFault, FormatError, Part};
pub use header::{
    BOUNDS_PER_BLOCK, DISTANCES_PER_BLOCK, FORMAT_VERSION, Game, IndexScheme, MAGIC, MAX_POSITIONS_PER_BLOCK,
    RulesId, TableHeader, TableKind,
};
pub use manifest::{MANIFEST_NAME, Manifest, ManifestEntry, ManifestError};
pub use packing::value_in_packed;
pub use positioned::PositionedFile;
pub use reader::Table;
pub use runs::{CodeBookFit, Rows, fit_code_books};
pub use source::ByteSource;
pub use writer::{TableWriter, WriteError};
