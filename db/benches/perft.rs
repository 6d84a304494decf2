//! How fast the rules are: perft from the start, and each question on its own, on random positions.
//!
//! `cargo bench -p retrograde-db --bench perft`. Perft is held against the published counts, the
//! rest against the naive mover of the tests.

mod harness;
#[path = "../tests/naive/mod.rs"]
mod naive;

use harness::{Random, Sheet, either};
use retrograde_db::draughts::{
    Depth, MoveList, Pieces, Position, Rules, Side, Square, SquareSet, View, perft, perft_merging_routes,
};

const RULES: &Rules = &Rules::ENGLISH;

fn main() {
    let sheet = Sheet::new("perft from the start, leaves");
    let start = Position::start();
    let (plies, apart, merged) = either((12, 388_623_673, 388_617_999), (8, 845_931, 845_931));
    let depth = Depth::new(plies);
    sheet.row(&format!("perft {plies}"), apart, &apart, || perft(RULES, start, depth));
    sheet.row(&format!("perft {plies}, routes merged"), merged, &merged, || {
        perft_merging_routes(RULES, start, depth)
    });
    for pieces in [4, 8, 16] {
        random_positions(pieces);
    }
}

/// What the naive mover says of some positions.
#[derive(Default)]
struct Answers {
    with_capture: u64,
    with_move: u64,
    moves: u64,
    /// Pieces on the board after each of the moves, summed up.
    pieces_after: u64,
}

impl Answers {
    fn of(positions: &[Position]) -> Answers {
        let mut answers = Answers::default();
        for &position in positions {
            let moves = naive::moves(position);
            answers.with_capture += u64::from(moves.iter().any(|mv| !mv.captured.is_empty()));
            answers.with_move += u64::from(!moves.is_empty());
            answers.moves += moves.len() as u64;
            answers.pieces_after += moves.iter().map(|mv| u64::from(mv.after.piece_count())).sum::<u64>();
        }
        answers
    }
}

/// Asks everything of some positions, over and over.
fn random_positions(pieces: u32) {
    let sheet = Sheet::new(&format!("random positions of {pieces} pieces"));
    let mut random = Random(u64::from(pieces));
    let positions: Vec<Position> = (0..either(1 << 15, 1 << 8)).map(|_| position(&mut random, pieces)).collect();
    let views: Vec<View> = positions.iter().map(|position| position.view()).collect();
    let rounds = either(1 << 7, 1);
    let calls = rounds * views.len() as u64;
    let answers = Answers::of(&positions);
    let sum = |of: &dyn Fn(View) -> u64| -> u64 {
        (0..rounds).map(|_| views.iter().map(|&view| of(view)).sum::<u64>()).sum()
    };

    sheet.row("can_capture, calls", calls, &(rounds * answers.with_capture), || {
        sum(&|view| RULES.can_capture(view).into())
    });
    sheet.row("has_move, calls", calls, &(rounds * answers.with_move), || {
        sum(&|view| RULES.has_move(view).into())
    });
    let moves = rounds * answers.moves;
    sheet.row("count_moves, moves", moves, &moves, || sum(&|view| RULES.count_moves(view)));
    sheet.row("moves_into, moves", moves, &moves, || {
        let list = std::cell::RefCell::new(MoveList::new());
        sum(&|view| {
            let mut list = list.borrow_mut();
            RULES.moves_into(view, &mut list);
            list.len() as u64
        })
    });
    sheet.row("moves_into and play each, moves", moves, &(rounds * answers.pieces_after), || {
        let list = std::cell::RefCell::new(MoveList::new());
        sum(&|view| {
            let mut list = list.borrow_mut();
            RULES.moves_into(view, &mut list);
            list.iter().map(|mv| u64::from(RULES.play(view, mv).occupied().len())).sum()
        })
    });
}

/// Men and kings of both sides on any squares.
fn position(random: &mut Random, pieces: u32) -> Position {
    let mut sides = [Pieces::default(); 2];
    let mut taken = SquareSet::EMPTY;
    while taken.len() < pieces {
        let square = SquareSet::from(Square::all().nth(random.below(32) as usize).expect("32 squares"));
        if !(taken & square).is_empty() {
            continue;
        }
        taken |= square;
        let side = random.below(2) as usize;
        let crowning = [SquareSet::WHITE_BACK_RANK, SquareSet::BLACK_BACK_RANK][side];
        let king = random.below(2) == 0 || !(square & crowning).is_empty();
        *if king { &mut sides[side].kings } else { &mut sides[side].men } |= square;
    }
    let side = Side::BOTH[random.below(2) as usize];
    Position::new(side, sides[0], sides[1]).expect("no square twice, no man where it is crowned")
}
