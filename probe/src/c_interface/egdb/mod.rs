//! The interface that checkers engines know from other endgame databases: `egdb_identify`, `egdb_open`,
//! and a structure of functions.
//!
//! An engine that can use such a database keeps its own header, whose types are the same, and links this
//! library; `include/egdb.h` is for programs that have none. `EGDB.md` in the folder of this crate says
//! what is the same as elsewhere and what is not; in short:
//!
//! - **every position has its value**, with captures too: they are played out. Engines that check for
//!   captures first, as other drivers need it, lose nothing;
//! - what is not known (no position, a damaged table) is [`EGDB_UNKNOWN`], never a draw;
//! - look-ups come from any number of threads at the same time.
//!
//! ```c
//! #include "egdb.h"
//!
//! static void print(char *text) { fputs(text, stderr); }
//!
//! int king_against_king(EGDB_DRIVER *db) {
//!     EGDB_BITBOARD position = {0};
//!     position.normal.black = 1u << 25;                         // square 26
//!     position.normal.white = 1u << 31;                         // square 32
//!     position.normal.king = position.normal.black | position.normal.white;
//!     return db->lookup(db, &position, EGDB_WHITE, 0);          // EGDB_WIN
//! }
//!
//! EGDB_DRIVER *open_all(char *folder) {
//!     EGDB_TYPE type;
//!     int pieces;
//!     return egdb_identify(folder, &type, &pieces) ? NULL : egdb_open(EGDB_NORMAL, pieces, 256, folder, print);
//! }
//! ```

mod driver;
mod messages;
mod open;
mod position;
mod statistics;

pub use driver::{
    EGDB_BLACK, EGDB_DRAW, EGDB_DRAW_OR_LOSS, EGDB_LOSS, EGDB_NOT_IN_CACHE, EGDB_SUBDB_UNAVAILABLE,
    EGDB_UNKNOWN, EGDB_WHITE, EGDB_WIN, EGDB_WIN_OR_DRAW, EgdbDriver,
};
pub use messages::EgdbMessageFunction;
pub use open::{EGDB_KINGSROW32_WLD, EgdbType, egdb_identify, egdb_open};
pub use position::{
    EGDB_NORMAL, EGDB_ROW_REVERSED, EgdbBitboard, EgdbBitboardType, EgdbNormal, EgdbRowReversed,
};
pub use statistics::EgdbStatistics;
