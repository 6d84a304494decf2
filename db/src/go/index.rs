//! Numbering the legal boards of a size: 0, 1, 2, ... without gaps.
//!
//! Boards are ordered by their number of stones, then by their **code**: the contents of their points,
//! vacant before black before white, read along the short side of the board. The number of a board is
//! how many legal boards come before it. To count these, the board is read point by point: at each
//! point that has a stone, all boards are counted that agree so far and are vacant here, or have a
//! black stone in place of a white one. How many of them are legal depends on what was read only by
//! the state of its frontier and by the stones that are left, so it stands in a table. Taking the
//! number of a board, and the board of a number, is one step a point.
//!
//! Symmetries are folded by [`BoardIndex::standard`]: of the images of a board, the one that comes
//! first stands for all. Tables keep values for these only. Colours are folded by looking at every
//! position with Black to move, see [`super::Position::colours_swapped`].
//!
//! ```
//! use retrograde_db::go::{Board, BoardIndex};
//!
//! let index = BoardIndex::new("2x2".parse().unwrap());
//! assert_eq!(index.boards(), 57);
//! let board: Board = ".X/O.".parse().unwrap();
//! let number = index.number(board);
//! assert_eq!(index.board(number), Some(board));
//! let standard = index.standard(board);
//! assert_eq!(index.board(standard.number).unwrap().to_string(), ".O/X.");
//! // Turned, the black stone can be in each of the corners.
//! assert_eq!(standard.images, 4);
//! ```

use std::collections::HashMap;
use std::ops::Range;

use super::frontier::Frontier;
use super::symmetry::{IMAGES, Symmetries};
use super::{Board, BoardSize, Colour, Point, PointSet};

/// The numbers of all legal boards of one size.
///
/// The same board lying down and standing up has the same number.
#[derive(Clone, Debug)]
pub struct BoardIndex {
    size: BoardSize,
    symmetries: Symmetries,
    nodes: Vec<Node>,
    /// For each node, and each number of stones that are left: how many ways there are to read on.
    ways: Vec<u64>,
    /// Where the boards with so many stones begin; the last entry is the number of all.
    begins: Vec<u64>,
}

/// What was read so far, as far as it matters.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The node behind a vacant point, a black stone, a white stone; 0 where no legal board is.
    next: [u32; 3],
}

/// The board that stands for a board and its images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standard {
    /// Its number.
    pub number: u64,
    /// How many different images it has, itself included: 1 to 8.
    pub images: u8,
}

/// The node from which nothing can be reached.
const NOWHERE: u32 = 0;
/// The node where a legal board has been read.
const DONE: u32 = 1;
/// The node where nothing has been read.
const BEGIN: usize = 2;

impl BoardIndex {
    /// The index of a size. It takes about a millisecond for boards up to 4x4, and some 20 megabytes
    /// for 5x5.
    #[must_use]
    pub fn new(size: BoardSize) -> BoardIndex {
        let points = usize::from(size.points());
        let nodes = nodes(size);
        let row = points + 1;
        let mut ways = vec![0; nodes.len() * row];
        ways[DONE as usize * row] = 1;
        // Nodes are in the order in which points are read, so those behind a node come later.
        for node in (BEGIN..nodes.len()).rev() {
            for stones in 0..row {
                let [vacant, black, white] = nodes[node].next.map(|next| next as usize * row);
                let with_stone =
                    stones.checked_sub(1).map_or(0, |left| ways[black + left] + ways[white + left]);
                ways[node * row + stones] = ways[vacant + stones] + with_stone;
            }
        }
        let begins =
            (0..=row).map(|stones| (0..stones).map(|fewer| ways[BEGIN * row + fewer]).sum()).collect();
        BoardIndex { size, symmetries: Symmetries::new(size), nodes, ways, begins }
    }

    /// The size of its boards.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// How many legal boards there are.
    #[must_use]
    pub fn boards(&self) -> u64 {
        *self.begins.last().unwrap_or(&0)
    }

    /// The numbers of the boards with so many stones; an empty range where there are none.
    #[must_use]
    pub fn boards_with(&self, stones: u8) -> Range<u64> {
        let begin = |stones: usize| self.begins.get(stones).copied().unwrap_or_else(|| self.boards());
        begin(stones.into())..begin(usize::from(stones) + 1)
    }

    /// The number of a board of this size.
    ///
    /// # Panics
    /// Where it has another size.
    #[must_use]
    pub fn number(&self, board: Board) -> u64 {
        assert_eq!(board.size(), self.size, "a board of another size");
        self.number_of_code(self.symmetries.codes(board)[0], board.occupied().len() as usize)
    }

    /// The image of a board that stands for all of them: the one with the lowest number.
    ///
    /// # Panics
    /// Where it has another size.
    #[must_use]
    #[inline]
    pub fn standard(&self, board: Board) -> Standard {
        assert_eq!(board.size(), self.size, "a board of another size");
        let codes = self.symmetries.codes(board);
        let least = codes.iter().copied().min().unwrap_or_default();
        let equal = codes.iter().filter(|&&code| code == least).count();
        let number = self.number_of_code(least, board.occupied().len() as usize);
        Standard { number, images: (IMAGES / equal.max(1)) as u8 }
    }

    /// How many images a board has if it is the one that stands for them; `None` for the others.
    #[must_use]
    #[inline]
    pub fn images_of_standard(&self, board: Board) -> Option<u8> {
        let codes = self.symmetries.codes(board);
        let least = codes.iter().copied().min().unwrap_or_default();
        let equal = codes.iter().filter(|&&code| code == least).count();
        (codes[0] == least).then_some((IMAGES / equal.max(1)) as u8)
    }

    /// The number of the board with this code and so many stones.
    #[inline]
    fn number_of_code(&self, code: u64, mut stones: usize) -> u64 {
        let points = usize::from(self.size.points());
        let row = points + 1;
        let mut number = self.begins[stones];
        let mut node = BEGIN;
        for place in (0..points).rev() {
            let content = (code >> (2 * place) & 3) as usize;
            let next = self.nodes[node].next;
            if content > 0 {
                number += self.ways[next[0] as usize * row + stones];
                stones -= 1;
                if content == 2 {
                    number += self.ways[next[1] as usize * row + stones];
                }
            }
            node = next[content.min(2)] as usize;
        }
        number
    }

    /// The board with a number; `None` where there are not so many.
    #[must_use]
    pub fn board(&self, number: u64) -> Option<Board> {
        let row = usize::from(self.size.points()) + 1;
        let mut stones = self.begins.partition_point(|&begin| begin <= number).checked_sub(1)?;
        let mut rest = number.checked_sub(self.begins[stones]).filter(|_| stones < row)?;
        let mut node = BEGIN;
        let mut sets = [0u32; 2];
        for point in &self.symmetries.order {
            let next = self.nodes[node].next;
            let vacant = self.ways[next[0] as usize * row + stones];
            if rest < vacant {
                node = next[0] as usize;
                continue;
            }
            rest -= vacant;
            stones = stones.checked_sub(1)?;
            let black = self.ways[next[1] as usize * row + stones];
            let content = usize::from(rest >= black);
            rest -= if content == 1 { black } else { 0 };
            sets[content] |= 1 << point.number();
            node = next[1 + content] as usize;
        }
        let [black, white] = sets.map(PointSet::from_bits);
        Some(Board::new_unchecked(self.size, black, white))
    }

    /// Whether a board, of which the number is known, stands for its images.
    #[must_use]
    pub fn is_standard(&self, board: Board) -> bool {
        self.images_of_standard(board).is_some()
    }
}

/// All states of the frontier, in the order in which points are read.
fn nodes(size: BoardSize) -> Vec<Node> {
    let width = size.rows().min(size.columns());
    let nowhere = Node { next: [NOWHERE; 3] };
    let mut nodes = vec![nowhere; BEGIN];
    let mut states = vec![Frontier::edge(width)];
    for read in 1..=size.points() {
        let behind = (nodes.len() + states.len()) as u32;
        let mut known: HashMap<Frontier, u32> = HashMap::new();
        let mut found = Vec::new();
        for state in states {
            let mut node = nowhere;
            let contents = [None, Some(Colour::Black), Some(Colour::White)];
            for (next, content) in node.next.iter_mut().zip(contents) {
                let Some(state) = state.with(content) else { continue };
                *next = if read < size.points() {
                    *known.entry(state).or_insert_with(|| {
                        found.push(state);
                        behind + found.len() as u32 - 1
                    })
                } else if state.is_settled() {
                    DONE
                } else {
                    NOWHERE
                };
            }
            nodes.push(node);
        }
        states = found;
    }
    debug_assert!(size.points() <= Point::MOST);
    nodes
}
