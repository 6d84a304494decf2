//! Go: rules against a naive board, published figures, notation, the index.

mod cases;
mod gnugo;
mod index;
mod naive;
mod notation;
mod perft;
mod random_games;
