//! Go: rules against a naive board, published figures, notation, the index.


mod cases;
mod naive;
mod perft;
mod random_games;
