//! Tests of draughts: rules against a naive mover and published figures, notation, the index.

mod cases;
mod diagram;
mod fen;
mod index;
mod move_text;
mod moves;
#[path = "../naive/mod.rs"]
mod naive;
mod naive_itself;
mod openings;
mod pdn;
mod pdn_files;
mod perft;
mod random;
mod variants;
