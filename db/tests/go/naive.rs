//! The oracle of the rules: boards as plain arrays, chains by walking from point to point, the whole
//! game as a list. It shares nothing with the crate but names of colours and points.

use retrograde_db::go::Colour;

/// A generator of random numbers: xorshift64* (Vigna, 2016).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % bound as u64) as usize
    }
}

/// A board, row by row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Grid {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) stones: Vec<Option<Colour>>,
}

impl Grid {
    pub(crate) fn empty(rows: usize, columns: usize) -> Grid {
        Grid { rows, columns, stones: vec![None; rows * columns] }
    }

    pub(crate) fn text(&self) -> String {
        let rows = self.stones.chunks(self.columns).map(|row| {
            row.iter()
                .map(|stone| match stone {
                    None => '.',
                    Some(Colour::Black) => 'X',
                    Some(Colour::White) => 'O',
                })
                .collect::<String>()
        });
        rows.collect::<Vec<_>>().join("/")
    }

    fn neighbours(&self, point: usize) -> Vec<usize> {
        let (row, column) = (point / self.columns, point % self.columns);
        let mut list = Vec::new();
        if row > 0 {
            list.push(point - self.columns);
        }
        if row + 1 < self.rows {
            list.push(point + self.columns);
        }
        if column > 0 {
            list.push(point - 1);
        }
        if column + 1 < self.columns {
            list.push(point + 1);
        }
        list
    }

    /// The points that are connected with this one through points of the same content, and what
    /// contents lie beside them.
    pub(crate) fn group(&self, point: usize) -> (Vec<usize>, Vec<Option<Colour>>) {
        let content = self.stones[point];
        let (mut group, mut beside) = (vec![point], Vec::new());
        let mut looked_at = 0;
        while looked_at < group.len() {
            for neighbour in self.neighbours(group[looked_at]) {
                if self.stones[neighbour] != content {
                    beside.push(self.stones[neighbour]);
                } else if !group.contains(&neighbour) {
                    group.push(neighbour);
                }
            }
            looked_at += 1;
        }
        (group, beside)
    }

    fn remove_dead(&mut self, colour: Colour) -> Vec<usize> {
        let mut dead = Vec::new();
        for point in 0..self.stones.len() {
            if self.stones[point] == Some(colour) && !dead.contains(&point) {
                let (group, beside) = self.group(point);
                if !beside.contains(&None) {
                    dead.extend(group);
                }
            }
        }
        for &point in &dead {
            self.stones[point] = None;
        }
        dead
    }

    pub(crate) fn is_legal(&self) -> bool {
        let all = 0..self.stones.len();
        all.into_iter().all(|point| self.stones[point].is_none() || self.group(point).1.contains(&None))
    }

    /// The board after a stone on a vacant point, with the numbers of opposing and own stones that
    /// came off.
    pub(crate) fn after(&self, colour: Colour, point: usize) -> (Grid, usize, usize) {
        let mut after = self.clone();
        after.stones[point] = Some(colour);
        let captured = after.remove_dead(colour.opponent()).len();
        let suicide = after.remove_dead(colour).len();
        (after, captured, suicide)
    }

    /// Black's area less White's.
    pub(crate) fn score(&self) -> i32 {
        let owner = |point: usize| match self.stones[point] {
            Some(colour) => Some(colour),
            None => {
                let (_, beside) = self.group(point);
                let first = *beside.first()?;
                if beside.iter().all(|&other| other == first) { first } else { None }
            }
        };
        let count = |colour| (0..self.stones.len()).filter(|&point| owner(point) == Some(colour)).count();
        count(Colour::Black) as i32 - count(Colour::White) as i32
    }
}

/// What a play would be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Legal { after: Grid, captured: usize, suicide: usize },
    Occupied,
    Suicide(usize),
    Superko { turn: usize },
}

/// A list of boards and players to move.
#[derive(Clone, Debug)]
pub(crate) struct NaiveGame {
    pub(crate) situational: bool,
    pub(crate) suicide: bool,
    pub(crate) history: Vec<(Grid, Colour)>,
}

impl NaiveGame {
    pub(crate) fn new(rows: usize, columns: usize, situational: bool, suicide: bool) -> NaiveGame {
        NaiveGame { situational, suicide, history: vec![(Grid::empty(rows, columns), Colour::Black)] }
    }

    pub(crate) fn now(&self) -> &(Grid, Colour) {
        self.history.last().unwrap()
    }

    pub(crate) fn verdict(&self, point: usize) -> Verdict {
        let (grid, player) = self.now();
        if grid.stones[point].is_some() {
            return Verdict::Occupied;
        }
        let (after, captured, suicide) = grid.after(*player, point);
        if suicide == 1 || suicide > 1 && !self.suicide {
            return Verdict::Suicide(suicide);
        }
        for (turn, (earlier, to_move)) in self.history.iter().enumerate() {
            if *earlier == after && (!self.situational || *to_move == player.opponent()) {
                return Verdict::Superko { turn };
            }
        }
        Verdict::Legal { after, captured, suicide }
    }

    pub(crate) fn push(&mut self, after: Grid) {
        let player = self.now().1.opponent();
        self.history.push((after, player));
    }

    pub(crate) fn pass(&mut self) {
        self.push(self.now().0.clone());
    }
}

#[test]
fn the_oracle_itself() {
    let mut grid = Grid::empty(2, 3);
    grid.stones[0] = Some(Colour::Black);
    assert_eq!(grid.score(), 6);
    let (grid, ..) = grid.after(Colour::White, 4);
    assert_eq!((grid.text().as_str(), grid.score()), ("X../.O.", 0));
    let (grid, captured, suicide) = grid.after(Colour::White, 1);
    assert_eq!((grid.text().as_str(), captured, suicide), ("XO./.O.", 0, 0));
    let (after, captured, suicide) = grid.after(Colour::White, 3);
    assert_eq!((after.text().as_str(), captured, suicide), (".O./OO.", 1, 0));
    assert!(after.is_legal());
    let (after, captured, suicide) = after.after(Colour::Black, 0);
    assert_eq!((after.text().as_str(), captured, suicide), (".O./OO.", 0, 1));
}
