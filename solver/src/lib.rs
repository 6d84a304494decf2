//! Makes tables by retrograde analysis, and checks them.
//!
//! A table says of every position of a kind what it is worth. Nobody searches for that: values are known
//! first where the game is over, follow from there for the positions one move before, and so on backwards
//! until nothing changes. [`draughts`] does it for English draughts, [`go`] for small boards of Go, where
//! superko makes a value depend on the boards before, and what is solved is bounds that hold all the same.
//!
//! Both games build in the same way. A `build` takes a [`TableStore`], which is a folder or memory; options;
//! a [`Progress`] that is told how far it is; and a flag with which somebody else can stop it, such as a handler
//! for Ctrl-C. It ends with the same bytes whatever the number of threads, the processor, the limit of memory,
//! and wherever it was stopped before. Both games can be checked by another route: `verify_logical` asks the
//! probe, plays the moves of each position with the move generator, and compares.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use retrograde_db::Value;
//! use retrograde_probe::draughts::Tables;
//! use retrograde_solver::draughts::{BuildOptions, LogicalOptions, build, verify_logical};
//! use retrograde_solver::{MemoryStore, Silent};
//!
//! let mut store = MemoryStore::default();
//! let report = build(&mut store, &BuildOptions::new(3), &Silent, &AtomicBool::new(false))?;
//! assert_eq!((report.tables.len(), report.positions()), (16, 199_520));
//!
//! let tables = Tables::from_memory(store.into_tables())?;
//! assert_eq!(tables.probe("W:WK29,K32:BK1".parse()?)?, Value::Win);
//! let report = verify_logical(&tables, &LogicalOptions::default(), &Silent)?;
//! assert_eq!(report.checked, 166_769);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod budget;
mod counted;
pub mod draughts;
pub mod go;
mod progress;
mod store;
mod tasks;

pub use budget::Bytes;
pub use progress::{Progress, Silent};
pub use store::{FolderStore, Location, MemoryStore, TableStore};
