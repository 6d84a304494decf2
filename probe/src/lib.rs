//! Answers win, draw or loss from tables.
//!
//! A set of tables is a folder of files, one a slice, made by the solver (or bytes in memory, made
//! just now). Opening a set is cheap, tables are opened when they are needed, and one set serves any
//! number of threads.
//!
//! ```
//! use retrograde_db::Value;
//! use retrograde_db::draughts::Position;
//! use retrograde_probe::draughts::{ProbeError, Tables};
//!
//! # // The smallest table, solved naively: values are looked for until nothing changes, and what is
//! # // left draws.
//! # fn king_against_king() -> Vec<(String, Vec<u8>)> {
//! #     use retrograde_db::ValueCounts;
//! #     use retrograde_db::draughts::{Rules, SliceIndex, View};
//! #     use retrograde_db::file::{BlockEncoder, TableHeader, TableWriter};
//! #     let index = SliceIndex::new("0m1k-0m1k".parse().unwrap());
//! #     let mut values: Vec<Option<Value>> = vec![None; index.size() as usize];
//! #     let by_moves = |view: View, values: &[Option<Value>]| {
//! #         let worth: Vec<Option<Value>> = Rules::ENGLISH.moves(view).iter().map(|mv| {
//! #             let after = Rules::ENGLISH.play(view, mv);
//! #             if after.own().all().is_empty() { return Some(Value::Win); }
//! #             values[index.index_of(after).unwrap() as usize].map(Value::for_opponent)
//! #         }).collect();
//! #         if worth.contains(&Some(Value::Win)) { return Some(Value::Win); }
//! #         worth.into_iter().try_fold(Value::Loss, |best, value| Some(best.max(value?)))
//! #     };
//! #     loop {
//! #         let open: Vec<usize> = (0..values.len()).filter(|&number| values[number].is_none()).collect();
//! #         for &number in &open {
//! #             values[number] = by_moves(index.view(number as u64).unwrap(), &values);
//! #         }
//! #         if open.iter().all(|&number| values[number].is_none()) { break }
//! #     }
//! #     let mut counts = ValueCounts::default();
//! #     let values: Vec<Value> = values.into_iter().map(|value| value.unwrap_or(Value::Draw)).collect();
//! #     values.iter().for_each(|&value| counts.add(value, 1));
//! #     assert_eq!(counts, ValueCounts { win: 230, draw: 654, loss: 108 });
//! #     let codes: Vec<u8> = values.into_iter().map(Value::code).collect();
//! #     let header = TableHeader::of_slice(&index);
//! #     let mut writer = TableWriter::new(Vec::new(), &header).unwrap();
//! #     writer.append_block(&BlockEncoder::new(header.rows).encode(&codes).unwrap()).unwrap();
//! #     vec![("0m1k-0m1k.wdl".to_owned(), writer.finish(counts).unwrap())]
//! # }
//! // From a folder: Tables::open("tables", Options::default())?
//! let tables = Tables::from_memory(king_against_king())?;
//!
//! let position: Position = "W:WK32:BK26".parse()?;
//! assert_eq!(tables.probe(position)?, Value::Win);
//! let moves = tables.moves(position)?;
//! assert_eq!(position.write_move(tables.rules(), &moves[0].mv), "32-27");
//! assert_eq!(moves[0].value, Value::Win);
//!
//! // Where there is no table there is no value, and the error says which table that would be.
//! let more: Position = "W:WK32,K31:BK1".parse()?;
//! assert!(matches!(tables.probe(more), Err(ProbeError::TooManyPieces { pieces: 3, most: 2 })));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `examples/probe_lines.rs` answers lines from standard input.
//!
//! # Which tables a position needs
//!
//! A quiet position, one in which the side to move has no capture, needs the table of its own slice and
//! no other. A capture takes pieces away and may crown a man, so a position with captures needs the
//! tables of slices with fewer pieces, and [`draughts::Tables::moves`] those of all positions that a
//! move leads to: the other side to move, one man less and one king more, fewer pieces. A set with all
//! slices of up to N pieces answers everything about positions with up to N pieces.
//!
//! # Errors
//!
//! There are two layers. [`draughts::ProbeError`] is what a caller can act on: a table is missing (and
//! which), the position has too many pieces, the question was the wrong one. Below it, [`FileError`]
//! says which file is wrong or can't be read, and its source,
//! [`retrograde_db::file::FormatError`], what in its bytes. Errors do not repeat what their sources
//! say, so programs that show them to people should print the sources too. An error is never
//! remembered: a probe that failed is tried again the next time.
//!
//! # Threads and memory
//!
//! A [`draughts::Tables`] can be shared by all threads. Blocks that were decoded are kept within
//! [`Options::cache_bytes`], small tables as a whole. [`Options`] also say how files are read, and which
//! tables are loaded at once; [`draughts::Tables::probe_if_cached`] never waits for a disk.
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `mapping` | yes | files can be mapped into memory, which is the default then; without it they are read in pieces, see [`FileAccess`] |
//! | `c-interface` | yes | `c_interface`: functions for C, and the `egdb` layer for checkers engines |
//!
//! Without both there is no unsafe code in the crate.

mod bytes;
#[cfg(feature = "c-interface")]
pub mod c_interface;
mod cache;
mod decoder;
pub mod draughts;
mod error;
mod folder;
pub mod go;
mod kept_blocks;
mod lazy_table;
#[cfg(feature = "mapping")]
mod mapping;
mod options;

pub use error::{FileError, OpenError};
pub use options::{FileAccess, Options, ReadAhead};
