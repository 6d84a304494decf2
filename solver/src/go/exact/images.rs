//! Images of boards under the symmetries that leave a history as it is.

use retrograde_db::go::{Board, BoardSize, Colour, Point, PointSet};

/// A symmetry of a board: where each point goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Symmetry {
    to: Vec<Point>,
}

impl Symmetry {
    /// All symmetries of a board but the one that changes nothing: 0, 1, 3 or 7.
    pub(super) fn all(size: BoardSize) -> Vec<Symmetry> {
        let (rows, columns) = (size.rows(), size.columns());
        let mut all: Vec<Symmetry> = Vec::new();
        let unchanged: Vec<Point> = size.all().iter().collect();
        for image in 1..8 {
            if image & 4 > 0 && rows != columns {
                continue;
            }
            let turned = |point: &Point| {
                let (mut row, mut column) = size.row_and_column(*point);
                if image & 1 > 0 {
                    row = rows - 1 - row;
                }
                if image & 2 > 0 {
                    column = columns - 1 - column;
                }
                if image & 4 > 0 {
                    (row, column) = (column, row);
                }
                size.point(row, column).expect("the image is on the board")
            };
            let to: Vec<Point> = unchanged.iter().map(turned).collect();
            if to != unchanged && all.iter().all(|other| other.to != to) {
                all.push(Symmetry { to });
            }
        }
        all
    }

    /// The image of a board.
    pub(super) fn image(&self, board: Board) -> Board {
        let turned = |stones: PointSet| -> PointSet {
            stones.iter().map(|point| self.to[usize::from(point.number())]).collect()
        };
        let [black, white] = Colour::BOTH.map(|colour| turned(board.stones(colour)));
        Board::new(board.size(), black, white).expect("the image of a legal board is legal")
    }
}
