//! A naive mover, kept as an oracle: the rules of English draughts written square by square on an
//! 8x8 array of ranks and files, for either colour, without bit boards or a turned view.
//!
//! It shares nothing with the crate's own mover but [`Position`], from which it reads the pieces and
//! which it gives back. Other crates' tests include this file with `#[path]`; it needs nothing else.
//! Written from the WCDF *Rules of Draughts*, 1.15 to 1.20.

// Every crate of tests that includes the file uses another part of it, and reaches it as a module.
#![allow(dead_code, unreachable_pub)]

use retrograde_db::draughts::{Pieces, Position, Side, Square};

/// A move, and what it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NaiveMove {
    /// The numbers of the squares it stands on: the start, then every landing.
    pub path: Vec<u8>,
    /// The numbers of the squares it takes a piece from, in the order of the jumps.
    pub captured: Vec<u8>,
    /// The position after it.
    pub after: Position,
}

/// In what a game differs from English draughts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Variant {
    /// A side that can capture may make a quiet move.
    pub may_leave_captures: bool,
    /// Where a king can capture, a man may not.
    pub kings_first: bool,
    /// A man that comes to the king row in a capture goes on as a king.
    pub crowning_goes_on: bool,
}

/// Every legal move of a position; each route of a capture is one. In no special order.
pub fn moves(position: Position) -> Vec<NaiveMove> {
    moves_of_variant(position, Variant::default())
}

/// The same under other rules.
pub fn moves_of_variant(position: Position, variant: Variant) -> Vec<NaiveMove> {
    let board = Board::of(position);
    let side = position.side_to_move();
    let mut found = Vec::new();
    for (place, piece) in board.pieces_of(side) {
        let path = Path { places: vec![place], taken: Vec::new() };
        captures(&board.with(place, None), piece, path, variant, &mut found);
    }
    let by_king = |path: &Path| board.at(path.places[0]).is_some_and(|piece| piece.king);
    if variant.kings_first && found.iter().any(|(_, path)| by_king(path)) {
        found.retain(|(_, path)| by_king(path));
    }
    // "All capturing moves are compulsory": quiet moves only where there are none.
    if found.is_empty() || variant.may_leave_captures {
        for (place, piece) in board.pieces_of(side) {
            for (ranks, files) in piece.directions() {
                let target = (place.0 + ranks, place.1 + files);
                if board.is_vacant(target) {
                    found.push((piece, Path { places: vec![place, target], taken: Vec::new() }));
                }
            }
        }
    }
    found.into_iter().map(|(piece, path)| board.finish(piece, &path)).collect()
}

/// A game with huffing: the position, and the numbers of the squares whose pieces may be huffed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NaiveHuffing {
    /// The position before a huff.
    pub position: Position,
    /// Pieces of the side that has just moved, by rising numbers.
    pub offenders: Vec<u8>,
}

/// Every turn of a game with huffing: the square of the piece that is huffed, the squares that the move
/// stands on, and the game after both. In no special order.
pub fn huffing_turns(game: &NaiveHuffing) -> Vec<(Option<u8>, Vec<u8>, NaiveHuffing)> {
    let variant = Variant { may_leave_captures: true, ..Variant::default() };
    let mut found = Vec::new();
    for huffed in std::iter::once(None).chain(game.offenders.iter().copied().map(Some)) {
        let mut board = Board::of(game.position);
        if let Some(number) = huffed {
            board = board.with(place_of(number), None);
        }
        let before = board.position(game.position.side_to_move());
        let moves = moves_of_variant(before, variant);
        let could: Vec<u8> = moves.iter().filter(|mv| !mv.captured.is_empty()).map(|mv| mv.path[0]).collect();
        for mv in moves {
            let mut offenders = Vec::new();
            if mv.captured.is_empty() {
                // The piece that moved is huffed where it is now.
                offenders
                    .extend(could.iter().map(|&from| if from == mv.path[0] { mv.path[1] } else { from }));
            }
            offenders.sort_unstable();
            offenders.dedup();
            found.push((huffed, mv.path, NaiveHuffing { position: mv.after, offenders }));
        }
    }
    found
}

/// Whether the side to move can take a piece.
pub fn can_capture(position: Position) -> bool {
    moves(position).iter().any(|mv| !mv.captured.is_empty())
}

/// Rank and file, 0 to 7 where they are on the board: rank 0 is that of squares 1 to 4, file 0 that
/// of squares 4, 12, 20 and 28.
type Place = (i8, i8);

#[derive(Clone, Copy, PartialEq, Eq)]
struct Piece {
    side: Side,
    king: bool,
}

#[derive(Clone)]
struct Board([[Option<Piece>; 8]; 8]);

/// Where a piece has been, and what it has jumped over.
#[derive(Clone)]
struct Path {
    places: Vec<Place>,
    taken: Vec<Place>,
}

impl Piece {
    /// Ranks and files of its steps: a man's lead forward only, a king's also back.
    fn directions(self) -> Vec<(i8, i8)> {
        let forward = match self.side {
            Side::Black => 1,
            Side::White => -1,
        };
        let mut directions = vec![(forward, -1), (forward, 1)];
        if self.king {
            directions.extend([(-forward, -1), (-forward, 1)]);
        }
        directions
    }

    /// Whether it is a man that becomes a king on this rank.
    fn is_crowned_on(self, rank: i8) -> bool {
        let king_row = match self.side {
            Side::Black => 7,
            Side::White => 0,
        };
        !self.king && rank == king_row
    }
}

/// Follows the jumps of a piece that has been lifted from the board, and adds the captures they make.
fn captures(board: &Board, mut piece: Piece, path: Path, variant: Variant, found: &mut Vec<(Piece, Path)>) {
    let here = path.places[path.places.len() - 1];
    let begun = !path.taken.is_empty();
    let mut goes_on = false;
    let crowned = begun && piece.is_crowned_on(here.0);
    if crowned && variant.crowning_goes_on {
        piece.king = true;
    }
    // A man that has come to the king row may not jump on.
    if !crowned || variant.crowning_goes_on {
        for (ranks, files) in piece.directions() {
            let over = (here.0 + ranks, here.1 + files);
            let target = (here.0 + 2 * ranks, here.1 + 2 * files);
            let opposing = board.at(over).is_some_and(|other| other.side != piece.side);
            // What has been taken stays on the board to the end, and is not taken twice.
            if opposing && board.is_vacant(target) && !path.taken.contains(&over) {
                goes_on = true;
                let mut longer = path.clone();
                longer.places.push(target);
                longer.taken.push(over);
                captures(board, piece, longer, variant, found);
            }
        }
    }
    if begun && !goes_on {
        found.push((piece, path));
    }
}

impl Board {
    fn of(position: Position) -> Board {
        let mut board = Board([[None; 8]; 8]);
        for side in [Side::Black, Side::White] {
            let Pieces { men, kings } = position.pieces(side);
            for square in Square::all() {
                if men.contains(square) {
                    board = board.with(place_of(square.number()), Some(Piece { side, king: false }));
                }
                if kings.contains(square) {
                    board = board.with(place_of(square.number()), Some(Piece { side, king: true }));
                }
            }
        }
        board
    }

    fn at(&self, (rank, file): Place) -> Option<Piece> {
        if (0..8).contains(&rank) && (0..8).contains(&file) {
            self.0[rank as usize][file as usize]
        } else {
            None
        }
    }

    fn is_vacant(&self, (rank, file): Place) -> bool {
        (0..8).contains(&rank) && (0..8).contains(&file) && self.0[rank as usize][file as usize].is_none()
    }

    fn with(&self, (rank, file): Place, piece: Option<Piece>) -> Board {
        let mut board = self.clone();
        board.0[rank as usize][file as usize] = piece;
        board
    }

    fn pieces_of(&self, side: Side) -> Vec<(Place, Piece)> {
        let mut found = Vec::new();
        for number in 1..=32 {
            let place = place_of(number);
            if let Some(piece) = self.at(place)
                && piece.side == side
            {
                found.push((place, piece));
            }
        }
        found
    }

    /// The move of a piece along a path.
    fn finish(&self, piece: Piece, path: &Path) -> NaiveMove {
        let mut board = self.with(path.places[0], None);
        for &taken in &path.taken {
            board = board.with(taken, None);
        }
        let end = path.places[path.places.len() - 1];
        let king = piece.king || piece.is_crowned_on(end.0);
        board = board.with(end, Some(Piece { king, ..piece }));
        NaiveMove {
            path: path.places.iter().map(|&place| number_of(place)).collect(),
            captured: path.taken.iter().map(|&place| number_of(place)).collect(),
            after: board.position(piece.side.opponent()),
        }
    }

    fn position(&self, side_to_move: Side) -> Position {
        let (mut black, mut white) = (Pieces::default(), Pieces::default());
        for number in 1..=32 {
            let Some(piece) = self.at(place_of(number)) else { continue };
            let pieces = match piece.side {
                Side::Black => &mut black,
                Side::White => &mut white,
            };
            let set = if piece.king { &mut pieces.kings } else { &mut pieces.men };
            *set = set.with(Square::new(number).expect("numbers from 1 to 32 are squares"));
        }
        Position::new(side_to_move, black, white).expect("moves lead from positions to positions")
    }
}

/// The place of a square: ranks of four from square 1 on, each numbered from right to left, the even
/// ones from file 6, the odd ones from file 7.
fn place_of(number: u8) -> Place {
    let (rank, in_rank) = ((number as i8 - 1) / 4, (number as i8 - 1) % 4);
    (rank, if rank % 2 == 0 { 6 - 2 * in_rank } else { 7 - 2 * in_rank })
}

/// The inverse of [`place_of`].
fn number_of((rank, file): Place) -> u8 {
    (4 * rank + (7 - file) / 2 + 1) as u8
}
