//! Answers what a position is worth from tables.
