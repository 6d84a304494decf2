//! What the points behind a frontier have to say to those before it.
//!
//! Points are coloured one after the other, along the short side of the board first. Whether the rest
//! can be coloured so that the board is legal depends on the last points only, as many as the short
//! side has: their colours, which of their stones have a liberty, and which of those without one are
//! connected. That is the **border state** with which Tromp and Farnebäck counted legal boards
//! (*Combinatorics of Go*, 2007).

use super::Colour;

/// The content of a point on the frontier. Stones without liberty are numbered by their chain, each
/// chain by the place of its first stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Cell {
    /// Beyond the edge of the board.
    Edge,
    Vacant,
    /// A stone whose chain has a liberty.
    Free(Colour),
    /// A stone whose chain has none yet.
    Waiting(Colour, u8),
}

/// Longest short side of a board of 25 points.
const MOST: usize = 5;

/// A border state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Frontier {
    cells: [Cell; MOST],
    width: u8,
    /// Where the next point goes.
    place: u8,
}

impl Frontier {
    /// The edge of a board whose short side has so many points.
    pub(super) const fn edge(width: u8) -> Frontier {
        Frontier { cells: [Cell::Edge; MOST], width, place: 0 }
    }

    /// The frontier once the next point is vacant or has a stone; `None` where that leaves a chain
    /// without liberty for good.
    pub(super) fn with(mut self, stone: Option<Colour>) -> Option<Frontier> {
        let place = usize::from(self.place);
        let above = self.cells[place];
        let beside = place.checked_sub(1).map_or(Cell::Edge, |before| self.cells[before]);
        let (leaving, new) = match stone {
            None => {
                [above, beside].into_iter().for_each(|cell| self.free(cell));
                (self.cells[place], Cell::Vacant)
            }
            Some(colour) => {
                // A number that no chain has.
                let mut new = Cell::Waiting(colour, MOST as u8);
                for cell in [above, beside] {
                    match cell {
                        Cell::Vacant => new = Cell::Free(colour),
                        Cell::Free(other) if other == colour => new = Cell::Free(colour),
                        Cell::Waiting(other, chain) if other == colour => {
                            let joined = Cell::Waiting(colour, MOST as u8);
                            self.replace(Cell::Waiting(colour, chain), joined);
                        }
                        _ => {}
                    }
                }
                if new == Cell::Free(colour) {
                    self.free(Cell::Waiting(colour, MOST as u8));
                }
                (self.cells[place], new)
            }
        };
        self.cells[place] = new;
        if matches!(leaving, Cell::Waiting(..)) && !self.cells.contains(&leaving) {
            return None;
        }
        self.place = (self.place + 1) % self.width;
        self.renumber();
        Some(self)
    }

    /// Whether no chain waits for a liberty.
    pub(super) fn is_settled(&self) -> bool {
        !self.cells.iter().any(|cell| matches!(cell, Cell::Waiting(..)))
    }

    /// Gives the chain of a cell a liberty.
    fn free(&mut self, cell: Cell) {
        if let Cell::Waiting(colour, _) = cell {
            self.replace(cell, Cell::Free(colour));
        }
    }

    fn replace(&mut self, old: Cell, new: Cell) {
        for cell in &mut self.cells {
            if *cell == old {
                *cell = new;
            }
        }
    }

    /// Numbers chains by their first stone, so that equal states are equal values.
    fn renumber(&mut self) {
        let old = self.cells;
        for (place, cell) in self.cells.iter_mut().enumerate() {
            if let Cell::Waiting(colour, _) = *cell {
                let first = old.iter().position(|other| *other == old[place]).unwrap_or(place);
                *cell = Cell::Waiting(colour, first as u8);
            }
        }
    }
}
