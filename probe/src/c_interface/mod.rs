//! The interface for C, and for every language that can call C.
//!
//! `include/retrograde.h` declares it; this module defines what is declared there, and a test holds the
//! two together. The library is built as `libretrograde_probe` in both forms, to be linked statically
//! or loaded. The layer for checkers engines that know `egdb_open` is in [`egdb`], with a header of its
//! own.
//!
//! ```c
//! #include <stdio.h>
//! #include "retrograde.h"
//!
//! int main(void) {
//!     RetrogradeTables *tables;
//!     RetrogradePosition position;
//!     RetrogradeValue value;
//!     if (retrograde_open("tables", NULL, &tables) != RETROGRADE_STATUS_OK
//!         || retrograde_position_from_fen("W:WK15,20:B12,K28", &position) != RETROGRADE_STATUS_OK
//!         || retrograde_probe(tables, &position, &value) != RETROGRADE_STATUS_OK) {
//!         fprintf(stderr, "%s\n", retrograde_last_error());
//!         return 1;
//!     }
//!     puts(value == RETROGRADE_VALUE_WIN ? "win" : value == RETROGRADE_VALUE_DRAW ? "draw" : "loss");
//!     return retrograde_close(tables) != RETROGRADE_STATUS_OK;
//! }
//! ```
//!
//! # Rules for all functions
//!
//! - A function gives back a [`RetrogradeStatus`], and puts its results where its last arguments point.
//!   Unless it says otherwise nothing is put there after a failure.
//! - [`retrograde_last_error`] has a sentence about the last failure of the thread that asks.
//! - Any number of sets can be open. A set can be used by any number of threads at the same time, until
//!   one thread closes it.
//! - No Rust panic crosses the border: a defect of the library is [`RetrogradeStatus::Panic`].
//!
//! # Pointers
//!
//! A pointer can be null: that is [`RetrogradeStatus::BadArgument`], as is one that is not aligned for
//! its type. What can't be checked is up to the caller, and is what the section "Safety" of each
//! function stands for:
//!
//! - a pointer that is not null points to what its type says, and to as many elements as the argument
//!   beside it says; texts end with a zero byte;
//! - what a function writes to is not read or written by another thread meanwhile;
//! - a set of tables comes from [`retrograde_open`] and was not closed.

mod boundary;
mod distance;
pub mod egdb;
mod failure;
mod last_error;
mod moves;
mod options;
mod pointers;
mod position;
mod probe;
mod status;
mod tables;

pub use distance::{
    RetrogradeDistance, RetrogradeDistanceKind, retrograde_probe_distance,
    retrograde_probe_distance_if_cached,
};
pub use last_error::{retrograde_last_error, retrograde_version};
pub use moves::{RETROGRADE_MOVE_TEXT_SIZE, RetrogradeMove, retrograde_probe_moves};
pub use options::{
    RETROGRADE_ACCESS_DEFAULT, RETROGRADE_ACCESS_MAPPED, RETROGRADE_ACCESS_POSITIONED,
    RETROGRADE_READ_AHEAD_OFF, RETROGRADE_READ_AHEAD_SYSTEM, RETROGRADE_READ_AHEAD_WHOLE_FILE,
    RetrogradeOptions, retrograde_options_init,
};
pub use position::{
    RETROGRADE_BLACK, RETROGRADE_FEN_SIZE, RETROGRADE_WHITE, RetrogradePosition,
    retrograde_position_from_fen, retrograde_position_to_fen,
};
pub use probe::{
    RetrogradeValue, retrograde_prefetch, retrograde_probe, retrograde_probe_if_cached,
    retrograde_probe_quiet,
};
pub use status::RetrogradeStatus;
pub use tables::{
    RetrogradeTables, retrograde_close, retrograde_max_pieces, retrograde_open, retrograde_verify,
};
