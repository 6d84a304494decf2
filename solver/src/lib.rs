//! Makes and checks tables.
pub mod draughts;
