//! `retrograde go show POSITION`

use std::fmt;

use clap::Args;
use retrograde_db::go::{Colour, Game, GameState, Point, Rules};
use serde::Serialize;

use super::{read_history, read_rules};
use crate::error::CommandError;
use crate::output::Output;

/// Draw the board.
///
/// X is a black stone, O a white one, . a vacant point on which the player to move may play, and - one
/// where the rules forbid it.
#[derive(Debug, Args)]
pub(crate) struct Show {
    /// The position, such as 'XX./... O', and the turns after it, as in '.../... X after B2 pass'.
    #[arg(value_name = "POSITION")]
    position: String,
    /// Rules.
    #[arg(long, value_name = "RULES", default_value = "tromp-taylor", value_parser = read_rules)]
    rules: &'static Rules,
}

/// A position, and the drawing of it.
#[derive(Serialize)]
struct Board {
    position: String,
    to_move: &'static str,
    score: i8,
    forbidden: Vec<String>,
    drawing: String,
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.drawing)
    }
}

impl Show {
    /// Draws the position.
    pub(crate) fn run(&self, output: &mut Output) -> Result<(), CommandError> {
        let move_error = |source| CommandError::Move { position: self.position.clone(), source };
        let game = read_history(&self.position)?.game(self.rules).map_err(move_error)?;
        let size = game.board().size();
        let name = |point: Point| point.vertex(size).to_string();
        let forbidden = (game.board().vacant() - game.legal_plays()).iter().map(name).collect();
        let to_move = match game.to_move() {
            Colour::Black => "black",
            Colour::White => "white",
        };
        let position = game.position().to_string();
        let score = game.board().score().0;
        output.record(&Board { position, to_move, score, forbidden, drawing: draw(&game) })
    }
}

/// The board with its coordinates, and a line on whose turn it is.
pub(super) fn draw(game: &Game) -> String {
    let (board, plays) = (game.board(), game.legal_plays());
    let size = board.size();
    let mut text = String::new();
    for row in 0..size.rows() {
        text += &format!("{:>2}", size.rows() - row);
        for point in (0..size.columns()).filter_map(|column| size.point(row, column)) {
            let vacant = if plays.contains(point) { '.' } else { '-' };
            text.push(' ');
            text.push(board.at(point).map_or(vacant, Colour::letter));
        }
        text.push('\n');
    }
    text += "  ";
    for point in (0..size.columns()).filter_map(|column| size.point(0, column)) {
        text.push(' ');
        text += &point.vertex(size).to_string()[..1];
    }
    let turn = match game.state() {
        GameState::Over(outcome) => format!("over: {outcome}"),
        GameState::Stopped => "play has stopped".to_owned(),
        GameState::Playing => format!("{} ({}) to move", game.to_move(), game.to_move().letter()),
    };
    text + &format!("\n{turn}, the board counts {}", board.score())
}
