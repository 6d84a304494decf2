//! Games in SGF (FF[4], <https://www.red-bean.com/sgf/>): the main line, with its setup and moves.
//!
//! Boards of up to 52 x 52 points are read, so that any file can be; [`Sgf::history`] makes a history
//! of those that are small enough. Points are a letter for the column and one for the row, from the
//! top left. `B[]` is a pass, and `B[tt]` is one on boards up to 19 x 19.
//!
//! ```
//! use retrograde_db::go::{Rules, Sgf};
//!
//! let sgf: Sgf = "(;FF[4]GM[1]SZ[3:2]KM[0.5]RU[AGA];B[ba];W[bb];B[];W[tt])".parse().unwrap();
//! assert_eq!((sgf.columns, sgf.rows), (3, 2));
//! let history = sgf.history().unwrap();
//! assert_eq!(history.to_string(), ".../... X after B2 B1 pass pass");
//! assert_eq!(sgf.known_rules(), Some(&Rules::AGA));
//! ```

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::sgf_tree::{SgfNode, SgfSyntaxError, read_main_line};
use super::{
    Board, BoardError, BoardSize, Colour, History, Komi, Move, Point, PointSet, PointsError, Position, Rules,
    SizeError,
};

/// Most columns, and most rows, that SGF has letters for.
const MOST: u8 = 52;
/// Boards up to this size write passes as `tt` too.
const TT_PASSES: u8 = 19;

/// A point of a board of any size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SgfPoint {
    /// Its column, 0 for the left one.
    pub column: u8,
    /// Its row, 0 for the top one.
    pub row: u8,
}

/// The main line of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sgf {
    /// Columns of the board, 1 to 52.
    pub columns: u8,
    /// Rows of the board, 1 to 52.
    pub rows: u8,
    /// Komi, where it is given.
    pub komi: Option<Komi>,
    /// The rules, in the words of the file.
    pub rules: Option<String>,
    /// The number of handicap stones, where it is given.
    pub handicap: Option<u8>,
    /// Stones that are on the board at the beginning: black ones, then white ones.
    pub setup: [Vec<SgfPoint>; 2],
    /// Who is to move at the beginning, where that is said.
    pub player: Option<Colour>,
    /// The moves; `None` for a pass.
    pub moves: Vec<(Colour, Option<SgfPoint>)>,
}

/// A text is no game that is understood.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SgfError {
    /// It is not SGF.
    #[error(transparent)]
    Syntax(#[from] SgfSyntaxError),
    /// It is another game.
    #[error("SGF, GM[{found}]: expected 1, which is Go")]
    OtherGame {
        /// Its number.
        found: String,
    },
    /// The size can't be read, or is not one.
    #[error("SGF, SZ[{found}]: expected a number from 1 to 52, or columns and rows such as 5:3")]
    Size {
        /// What it says.
        found: String,
    },
    /// Komi can't be read.
    #[error("SGF, KM: {0}")]
    Komi(PointsError),
    /// Handicap can't be read.
    #[error("SGF, HA[{found}]: expected a number of stones")]
    Handicap {
        /// What it says.
        found: String,
    },
    /// Who is to move can't be read.
    #[error("SGF, PL[{found}]: expected B or W")]
    Player {
        /// What it says.
        found: String,
    },
    /// A point is none, or not on the board.
    #[error("SGF, {property}[{found}]: expected a point of a board of {columns} columns and {rows} rows")]
    Point {
        /// The property.
        property: String,
        /// What it says.
        found: String,
        /// Columns of the board.
        columns: u8,
        /// Rows of the board.
        rows: u8,
    },
    /// Stones are set up where the game has begun.
    #[error("SGF, node {node}: {property} behind the first node: only the beginning can be set up")]
    LateSetup {
        /// Which node, 1 for the first.
        node: usize,
        /// The property.
        property: String,
    },
    /// A node has two moves.
    #[error("SGF, node {node}: both B and W in one node")]
    TwoMoves {
        /// Which node, 1 for the first.
        node: usize,
    },
    /// The board has more points than there are tables for.
    #[error("SGF: {0}")]
    TooLarge(SizeError),
    /// The setup is not a legal board.
    #[error("SGF, setup: {0}")]
    Board(BoardError),
    /// A player moves twice in a row.
    #[error("SGF, move {number}: {player} moves twice in a row; write a pass between")]
    NotInTurn {
        /// Which move, 1 for the first.
        number: usize,
        /// Who moves.
        player: Colour,
    },
}

impl Sgf {
    /// A history from its beginning on.
    #[must_use]
    pub fn of_history(history: &History) -> Sgf {
        let Position { board, to_move, .. } = history.start;
        let size = board.size();
        let point = |point: Point| {
            let (row, column) = size.row_and_column(point);
            SgfPoint { column, row }
        };
        let setup = Colour::BOTH.map(|colour| board.stones(colour).iter().map(point).collect());
        let players = [to_move, to_move.opponent()].into_iter().cycle();
        let moves = players.zip(&history.moves).map(|(player, &mv)| match mv {
            Move::Play(at) => (player, Some(point(at))),
            Move::Pass => (player, None),
        });
        Sgf {
            columns: size.columns(),
            rows: size.rows(),
            komi: None,
            rules: None,
            handicap: None,
            setup,
            player: Some(to_move),
            moves: moves.collect(),
        }
    }

    /// The rule set that `RU` names, where it is one of those here.
    #[must_use]
    pub fn known_rules(&self) -> Option<&'static Rules> {
        let text = self.rules.as_deref()?;
        let name = match text.trim().to_ascii_lowercase().replace([' ', '_', '/'], "-").as_str() {
            "goe" | "ing" => Rules::SIMPLIFIED_ING.name.to_owned(),
            name => name.to_owned(),
        };
        Rules::named(&name)
    }

    /// The game as a position and the turns after it. Where the file does not say who begins, that is
    /// who makes the first move; without one White with handicap stones, else Black.
    ///
    /// # Errors
    /// Where the board has more than 25 points, the setup is not a legal board, or a player moves
    /// twice in a row.
    pub fn history(&self) -> Result<History, SgfError> {
        let size = BoardSize::new(self.rows, self.columns).map_err(SgfError::TooLarge)?;
        let point = |at: &SgfPoint| size.point(at.row, at.column);
        let stones = |list: &[SgfPoint]| list.iter().filter_map(point).collect::<PointSet>();
        let [black, white] = [&self.setup[0], &self.setup[1]].map(|list| stones(list));
        let board = Board::new(size, black, white).map_err(SgfError::Board)?;
        let first = self.moves.first().map(|&(player, _)| player);
        let handicap = self.handicap.unwrap_or(0) > 1 || !black.is_empty() && white.is_empty();
        let usual = if handicap { Colour::White } else { Colour::Black };
        let to_move = self.player.or(first).unwrap_or(usual);
        let mut expected = to_move;
        let mut moves = Vec::new();
        for (number, &(player, at)) in (1..).zip(&self.moves) {
            if player != expected {
                return Err(SgfError::NotInTurn { number, player });
            }
            expected = expected.opponent();
            moves.push(at.as_ref().and_then(point).map_or(Move::Pass, Move::Play));
        }
        Ok(History { start: Position { board, to_move, passed: false }, moves })
    }

    fn point_error(&self, property: &str, found: &str) -> SgfError {
        let (property, found) = (property.to_owned(), found.to_owned());
        SgfError::Point { property, found, columns: self.columns, rows: self.rows }
    }

    /// Reads a point such as `ba`.
    fn point(&self, property: &str, text: &str) -> Result<SgfPoint, SgfError> {
        let letters: Option<Vec<u8>> = text.trim().chars().map(coordinate).collect();
        match letters.as_deref() {
            Some(&[column, row]) if column < self.columns && row < self.rows => Ok(SgfPoint { column, row }),
            _ => Err(self.point_error(property, text)),
        }
    }

    /// Reads points, and rectangles of points such as `aa:bc`.
    fn points(&self, property: &str, values: &[String]) -> Result<Vec<SgfPoint>, SgfError> {
        let mut points = Vec::new();
        for value in values {
            let (first, last) = value.split_once(':').unwrap_or((value, value));
            let (first, last) = (self.point(property, first)?, self.point(property, last)?);
            if first.column > last.column || first.row > last.row {
                return Err(self.point_error(property, value));
            }
            let rows = first.row..=last.row;
            let columns = first.column..=last.column;
            points.extend(rows.flat_map(|row| columns.clone().map(move |column| SgfPoint { column, row })));
        }
        Ok(points)
    }

    /// Reads a move: a point, or a pass.
    fn read_move(&self, property: &str, text: &str) -> Result<Option<SgfPoint>, SgfError> {
        let small = self.columns <= TT_PASSES && self.rows <= TT_PASSES;
        match text.trim() {
            "" => Ok(None),
            "tt" if small => Ok(None),
            point => self.point(property, point).map(Some),
        }
    }

    /// Reads the setup and the move of a node.
    fn read_node(&mut self, number: usize, node: &SgfNode) -> Result<(), SgfError> {
        for (property, setup) in [("AB", Some(0)), ("AW", Some(1)), ("AE", None)] {
            let values = node.values(property);
            if values.is_empty() {
                continue;
            }
            if number > 1 {
                return Err(SgfError::LateSetup { node: number, property: property.to_owned() });
            }
            let points = self.points(property, values)?;
            if let Some(colour) = setup {
                self.setup[colour] = points;
            }
        }
        let moves = [("B", Colour::Black), ("W", Colour::White)];
        let mut moves =
            moves.into_iter().filter_map(|(name, player)| Some((name, player, node.value(name)?)));
        if let Some((name, player, text)) = moves.next() {
            if moves.next().is_some() {
                return Err(SgfError::TwoMoves { node: number });
            }
            let at = self.read_move(name, text)?;
            self.moves.push((player, at));
        }
        Ok(())
    }
}

/// The number of a letter: a to z, then A to Z.
fn coordinate(letter: char) -> Option<u8> {
    match letter {
        'a'..='z' => Some(letter as u8 - b'a'),
        'A'..='Z' => Some(letter as u8 - b'A' + 26),
        _ => None,
    }
}

impl FromStr for Sgf {
    type Err = SgfError;

    fn from_str(text: &str) -> Result<Sgf, SgfError> {
        let nodes = read_main_line(text)?;
        let root = nodes.first().cloned().unwrap_or_default();
        if let Some(found) = root.value("GM").filter(|game| game.trim() != "1") {
            return Err(SgfError::OtherGame { found: found.to_owned() });
        }
        let (columns, rows) = read_size(root.value("SZ").unwrap_or("19"))?;
        let komi = root.value("KM").map(|text| text.trim().parse().map_err(SgfError::Komi)).transpose()?;
        let handicap = root.value("HA").map(read_handicap).transpose()?;
        let player = root.value("PL").map(read_player).transpose()?;
        let rules = root.value("RU").map(str::to_owned);
        let mut sgf = Sgf {
            columns,
            rows,
            komi,
            rules,
            handicap,
            setup: Default::default(),
            player,
            moves: Vec::new(),
        };
        (1..).zip(&nodes).try_for_each(|(number, node)| sgf.read_node(number, node))?;
        Ok(sgf)
    }
}

fn read_size(text: &str) -> Result<(u8, u8), SgfError> {
    let number = |digits: &str| {
        let digits = digits.trim();
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse().ok().filter(|number| plain && (1..=MOST).contains(number))
    };
    let (columns, rows) = text.split_once(':').unwrap_or((text, text));
    number(columns).zip(number(rows)).ok_or_else(|| SgfError::Size { found: text.to_owned() })
}

fn read_handicap(text: &str) -> Result<u8, SgfError> {
    text.trim().parse().map_err(|_| SgfError::Handicap { found: text.to_owned() })
}

fn read_player(text: &str) -> Result<Colour, SgfError> {
    match text.trim() {
        "B" | "b" | "black" => Ok(Colour::Black),
        "W" | "w" | "white" => Ok(Colour::White),
        _ => Err(SgfError::Player { found: text.to_owned() }),
    }
}

impl fmt::Display for SgfPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for number in [self.column, self.row] {
            let letter = if number < 26 { b'a' + number } else { b'A' + number.min(MOST - 1) - 26 };
            write!(f, "{}", char::from(letter))?;
        }
        Ok(())
    }
}

impl fmt::Display for Sgf {
    /// One game, a node for the beginning and one for each move, passes as `[]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut root = SgfNode::default();
        let size = match (self.columns, self.rows) {
            (columns, rows) if columns == rows => columns.to_string(),
            (columns, rows) => format!("{columns}:{rows}"),
        };
        let letter = |colour| if colour == Colour::Black { "B" } else { "W" };
        for (name, value) in [
            ("FF", Some("4".to_owned())),
            ("GM", Some("1".to_owned())),
            ("SZ", Some(size)),
            ("KM", self.komi.map(|komi| komi.to_string())),
            ("RU", self.rules.clone()),
            ("HA", self.handicap.map(|stones| stones.to_string())),
            ("PL", self.player.map(|player| letter(player).to_owned())),
        ] {
            if let Some(value) = value {
                root.push(name, vec![value]);
            }
        }
        for (name, stones) in ["AB", "AW"].into_iter().zip(&self.setup) {
            if !stones.is_empty() {
                root.push(name, stones.iter().map(SgfPoint::to_string).collect());
            }
        }
        write!(f, "({root}")?;
        for (player, at) in &self.moves {
            let at = at.map_or_else(String::new, |at| at.to_string());
            write!(f, ";{}[{at}]", letter(*player))?;
        }
        f.write_str(")")
    }
}
