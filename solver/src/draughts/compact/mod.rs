//! Building compact tables.
//!
//! They are made from fast ones, which are built first and are needed no longer than that. Of each pair
//! of slices both tables are encoded, position by position, and the shorter one is kept: the one of the
//! slice named first where both have the same length. What a compact table leaves out is asked of
//! [`retrograde_probe::draughts::CompactSearch`], which is what probes ask too; true values come from the
//! fast tables. That takes one to a few microseconds a position, much longer than to solve it.

mod build;
mod table;

pub(crate) use build::build_compact;
