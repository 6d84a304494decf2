//! What a position is, what its index is, and what is in a file.
//!
//! This crate holds the games and their rules, notation, indices and the file format. It knows
//! nothing of threads, memory mapping or terminals; the reader works on any bytes, the writer on
//! any [`std::io::Write`]. Folder by folder, each depends only on those above it:
//!
//! - the root: [`Value`] and [`ValueCounts`], what a position is worth; [`DistanceKind`] and [`Plies`], how
//!   long it takes; [`combinatorics`], the arithmetic of sets of squares;
//! - [`mod@file`]: tables as bytes. A table is positions by number, and the format knows no board: the game, its
//!   rules and the way of numbering are numbers in a header;
//! - [`draughts`] and [`go`]: a game each, from its rules to the index of its tables, and what its headers
//!   say. They know the format and not each other.
//!
//! The other crates of the workspace depend on this one, and it on none of them.
//!
//! A table answers a question about a position in three steps: the position has a **slice** (which table),
//! an **index** within it (which number), and the number a place in a **block** of the file.
//!
//! ```
//! use retrograde_db::draughts::{Position, Slice, SliceIndex};
//! use retrograde_db::file::{BlockDecoder, BlockEncoder, Table, TableHeader, TableWriter, value_in_packed};
//! use retrograde_db::{Value, ValueCounts};
//!
//! // White, to move, wins. The tables know no colours: so does Black with the board turned round.
//! let position: Position = "W:WK32:BK26".parse()?;
//! let turned: Position = "B:WK7:BK1".parse()?;
//! let slice = Slice::of(position.view())?;
//! assert_eq!(slice.to_string(), "0m1k-0m1k");
//! let index = SliceIndex::new(slice);
//! let number = index.index_of(position.view())?;
//! assert_eq!(index.index_of(turned.view())?, number);
//!
//! // A table in which this is a win, and all else a draw: to find the true values is the solver's part.
//! let mut codes = vec![Value::Draw.code(); index.size() as usize];
//! codes[number as usize] = Value::Win.code();
//! let header = TableHeader::of_slice(&index);
//! let mut encoder = BlockEncoder::new(header.rows);
//! let mut writer = TableWriter::new(Vec::new(), &header)?;
//! for block in codes.chunks(header.positions_per_block as usize) {
//!     writer.append_block(&encoder.encode(block)?)?;
//! }
//! let bytes = writer.finish(ValueCounts { win: 1, draw: index.size() - 1, loss: 0 })?;
//!
//! // The reader asks the file what it is about before it asks for a value.
//! let table = Table::open(&bytes)?;
//! table.header().expect(&header)?;
//! let (block, place) = table.locate(number).ok_or("the table ends before this position")?;
//! let mut packed = Vec::new();
//! table.decode_block(block, &mut BlockDecoder::new(), &mut packed)?;
//! assert_eq!(value_in_packed(&packed, place), Some(Value::Win));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod combinatorics;
mod distance;
pub mod draughts;
pub mod file;
pub mod go;
mod value;

pub use distance::{DistanceKind, Plies};
pub use value::{Value, ValueCounts};
