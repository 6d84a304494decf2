//! `retrograde draughts show FEN`

use std::fmt;

use clap::Args;
use retrograde_db::draughts::{DiagramStyle, Position, Side, Square, SquareSet};
use serde::Serialize;

use super::read_position;
use crate::error::CommandError;
use crate::output::Output;

/// Draw the board.
///
/// White is at the top: squares count from the bottom right, and Black's men move up. b and w are
/// men, B and W kings.
#[derive(Debug, Args)]
pub(crate) struct Show {
    /// The position, such as W:WK15,20:B12,K28.
    #[arg(value_name = "FEN")]
    position: String,
    /// Draw with letters; that is done anyway.
    #[arg(long, conflicts_with = "unicode")]
    ascii: bool,
    /// Draw with the draughtsmen of Unicode.
    #[arg(long)]
    unicode: bool,
}

/// A position, and the drawing of it.
#[derive(Serialize)]
struct Board {
    fen: String,
    side_to_move: &'static str,
    black_men: Vec<u8>,
    black_kings: Vec<u8>,
    white_men: Vec<u8>,
    white_kings: Vec<u8>,
    drawing: String,
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.drawing.trim_end_matches('\n'))
    }
}

impl Board {
    fn new(position: Position, style: DiagramStyle) -> Board {
        let numbers = |squares: SquareSet| squares.iter().map(Square::number).collect();
        let side_to_move = match position.side_to_move() {
            Side::Black => "black",
            Side::White => "white",
        };
        Board {
            fen: position.to_string(),
            side_to_move,
            black_men: numbers(position.men(Side::Black)),
            black_kings: numbers(position.kings(Side::Black)),
            white_men: numbers(position.men(Side::White)),
            white_kings: numbers(position.kings(Side::White)),
            drawing: position.diagram(style).to_string(),
        }
    }
}

impl Show {
    /// Draws the position.
    pub(crate) fn run(&self, output: &mut Output) -> Result<(), CommandError> {
        let style = if self.unicode { DiagramStyle::Unicode } else { DiagramStyle::Ascii };
        output.record(&Board::new(read_position(&self.position)?, style))
    }
}
