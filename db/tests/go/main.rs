//! Go: rules against a naive board, published figures, notation, the index.


mod cases;
mod index;
mod naive;
mod perft;
mod random_games;
