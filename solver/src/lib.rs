//! Makes and checks tables.
pub mod draughts;
mod progress;

pub use progress::{Progress, Silent};
