//! The symmetries of a board, and the order in which its points are read.
//!
//! A board becomes a **code**: two bits a point, 0 vacant, 1 black, 2 white, the point that is read
//! first in the highest bits. Points are read along the short side of the board, so a board and the
//! same board standing up have the same code. Of the up to eight images of a board under the
//! symmetries, the one with the least code stands for all.

use super::{Board, BoardSize, Colour, Point};

/// Most images of a board.
pub(super) const IMAGES: usize = 8;
/// Points that one look-up takes in.
const CHUNK: usize = 9;
const CHUNKS: usize = (Point::MOST as usize).div_ceil(CHUNK);

/// Tables that turn sets of points into codes, for all images at once.
#[derive(Clone, Debug)]
pub(super) struct Symmetries {
    /// The point that is read at each place.
    pub(super) order: Vec<Point>,
    /// For each part of the board and each set of its points: the bits of these points, as 1 each, in
    /// the codes of the images. The first image is the board itself; where there are fewer than eight
    /// symmetries, all are repeated equally often.
    spread: Vec<[u64; IMAGES]>,
    chunks: usize,
}

impl Symmetries {
    pub(super) fn new(size: BoardSize) -> Symmetries {
        let (rows, columns) = (size.rows(), size.columns());
        let points = usize::from(size.points());
        let (width, length) = (rows.min(columns), rows.max(columns));
        let at = |along: u8, across: u8| {
            let (row, column) = if rows <= columns { (across, along) } else { (along, across) };
            size.point(row, column).expect("both are on the board")
        };
        let order: Vec<Point> = (0..size.points()).map(|place| at(place / width, place % width)).collect();
        let mut images: Vec<Vec<u8>> = Vec::new();
        for image in 0..IMAGES {
            let place = |place: u8| {
                let (mut along, mut across) = (place / width, place % width);
                if image & 1 > 0 {
                    along = length - 1 - along;
                }
                if image & 2 > 0 {
                    across = width - 1 - across;
                }
                if image & 4 > 0 && width == length {
                    (along, across) = (across, along);
                }
                along * width + across
            };
            images.push((0..size.points()).map(place).collect());
        }
        let chunks = points.div_ceil(CHUNK);
        let mut spread = vec![[0; IMAGES]; chunks << CHUNK];
        for (read_at, point) in order.iter().enumerate() {
            let number = usize::from(point.number());
            let (chunk, bit) = (number / CHUNK, number % CHUNK);
            for set in (0..1 << CHUNK).filter(|set| set >> bit & 1 == 1) {
                for (image, places) in images.iter().enumerate() {
                    let place = usize::from(places[read_at]);
                    spread[chunk << CHUNK | set][image] |= 1 << (2 * (points - 1 - place));
                }
            }
        }
        Symmetries { order, spread, chunks }
    }

    /// The codes of all images of a board.
    #[inline]
    pub(super) fn codes(&self, board: Board) -> [u64; IMAGES] {
        let [black, white] = Colour::BOTH.map(|colour| board.stones(colour).bits() as usize);
        let mut codes = [0; IMAGES];
        for chunk in 0..self.chunks.min(CHUNKS) {
            let part =
                |set: usize| &self.spread[chunk << CHUNK | set >> (chunk * CHUNK) & ((1 << CHUNK) - 1)];
            let (black, white) = (part(black), part(white));
            for image in 0..IMAGES {
                codes[image] += black[image] + 2 * white[image];
            }
        }
        codes
    }
}
