//! The plays of all boards of a size, without any rule of repetition, forwards and backwards.

use std::sync::atomic::{AtomicBool, Ordering};

use retrograde_db::go::{Board, BoardIndex, BoardSize, Colour, Move, Point, Score, Suicide};

use super::state::State;
use crate::go::links::boards_after;

/// Lists of boards, one for each board and player.
#[derive(Debug, Default)]
struct Lists {
    begins: Vec<u32>,
    boards: Vec<u32>,
}

impl Lists {
    #[inline]
    fn of(&self, side: usize) -> &[u32] {
        &self.boards[self.begins[side] as usize..self.begins[side + 1] as usize]
    }
}

/// Boards, and the plays between them.
#[derive(Debug)]
pub(super) struct Boards {
    scores: Vec<Score>,
    /// By board and player to move: the boards that plays lead to.
    plays: Lists,
    /// By board and player to move: the boards from which a play of the other player leads here.
    origins: Lists,
}

/// The boards of a size and where plays lead from each.
#[derive(Debug)]
pub(super) struct Graph {
    index: BoardIndex,
    /// All legal boards.
    all: Boards,
    /// One board for all its images, with each play to any image of a board.
    folded: Boards,
    /// By board: its number among the folded ones.
    fold: Vec<u32>,
}

/// Bytes of memory for each board and each play of it, both attractors and their order included.
const BOARD_BYTES: u64 = 4 * 2 * (4 + 1 + 2) + 40;
const PLAY_BYTES: u64 = 2 * 4;

impl Boards {
    fn new(scores: Vec<Score>, plays: Lists) -> Boards {
        let origins = origins(&plays);
        Boards { scores, plays, origins }
    }

    /// How many states there are.
    pub(super) fn states(&self) -> u32 {
        self.scores.len() as u32 * 4
    }

    /// The score of a board.
    #[inline]
    pub(super) fn score(&self, board: u32) -> Score {
        self.scores[board as usize]
    }

    /// The boards that the plays of the player to move lead to.
    #[inline]
    pub(super) fn plays(&self, state: State) -> &[u32] {
        self.plays.of(state.side())
    }

    /// The boards from which a play leads to this one, with this player to move.
    #[inline]
    pub(super) fn origins(&self, state: State) -> &[u32] {
        self.origins.of(state.side())
    }
}

impl Graph {
    /// Follows all plays; `None` once the run is asked to stop.
    pub(super) fn new(size: BoardSize, suicide: Suicide, interrupt: &AtomicBool) -> Option<Graph> {
        let index = BoardIndex::new(size);
        let boards = index.boards() as u32;
        let mut scores = Vec::with_capacity(boards as usize);
        let mut plays = Lists::default();
        plays.begins.push(0);
        // One board stands for its images: the one with the lowest number.
        let mut fold: Vec<u32> = Vec::with_capacity(boards as usize);
        let mut standard: Vec<u32> = Vec::new();
        for number in 0..boards {
            if number % (1 << 12) == 0 && interrupt.load(Ordering::Relaxed) {
                return None;
            }
            let board = index.board(number.into())?;
            scores.push(board.score());
            plays.boards.extend(boards_after(board, suicide).map(|after| index.number(after) as u32));
            plays.begins.push(plays.boards.len() as u32);
            let swapped = boards_after(board.colours_swapped(), suicide);
            plays.boards.extend(swapped.map(|after| index.number(after.colours_swapped()) as u32));
            plays.begins.push(plays.boards.len() as u32);
            match index.standard(board).number as u32 {
                same if same == number => {
                    fold.push(standard.len() as u32);
                    standard.push(number);
                }
                other => fold.push(fold[other as usize]),
            }
        }
        let mut folded = Lists::default();
        folded.begins.push(0);
        for &number in &standard {
            for side in [number as usize * 2, number as usize * 2 + 1] {
                folded.boards.extend(plays.of(side).iter().map(|&board| fold[board as usize]));
                folded.begins.push(folded.boards.len() as u32);
            }
        }
        let standard_scores = standard.iter().map(|&number| scores[number as usize]).collect();
        let folded = Boards::new(standard_scores, folded);
        let all = Boards::new(scores, plays);
        Some(Graph { index, all, folded, fold })
    }

    /// Memory that a graph of so many boards takes, with what one threshold needs, about.
    pub(super) fn memory(size: BoardSize) -> u64 {
        let index = BoardIndex::new(size);
        let with = |stones: u8| {
            let numbers = index.boards_with(stones);
            let plays = 2 * u64::from(size.points() - stones);
            (numbers.end - numbers.start).saturating_mul(BOARD_BYTES + plays * PLAY_BYTES)
        };
        (0..=size.points()).map(with).fold(0, u64::saturating_add)
    }

    /// The size of the boards.
    pub(super) const fn size(&self) -> BoardSize {
        self.index.size()
    }

    /// All boards.
    pub(super) const fn all(&self) -> &Boards {
        &self.all
    }

    /// One board for all its images.
    pub(super) const fn folded(&self) -> &Boards {
        &self.folded
    }

    /// By board: its number among those that stand for their images.
    pub(super) fn fold(&self) -> &[u32] {
        &self.fold
    }

    /// The state of the board that stands for the images of this one.
    pub(super) fn folded_state(&self, state: State) -> State {
        State::new(self.fold[state.board() as usize], state.mover(), state.passed())
    }

    /// How many states there are.
    pub(super) fn states(&self) -> u32 {
        self.all.states()
    }

    /// The score of a board.
    #[inline]
    pub(super) fn score(&self, board: u32) -> Score {
        self.all.score(board)
    }

    /// The boards that the plays of the player to move lead to.
    #[inline]
    pub(super) fn plays(&self, state: State) -> &[u32] {
        self.all.plays(state)
    }

    /// The boards from which a play leads to this one, with this player to move.
    #[inline]
    pub(super) fn origins(&self, state: State) -> &[u32] {
        self.all.origins(state)
    }

    /// The state behind a play that leads from a state to this board.
    #[inline]
    pub(super) const fn after_play(state: State, board: u32) -> State {
        State::new(board, state.mover().opponent(), false)
    }

    /// The state of a board.
    pub(super) fn state(&self, board: Board, mover: Colour, passed: bool) -> State {
        State::new(self.index.number(board) as u32, mover, passed)
    }

    /// The move that leads from one state to another.
    pub(super) fn move_to(&self, state: State, after: State) -> Move {
        let (board, behind) = (self.board(state), self.board(after));
        let leads =
            |&point: &Point| board.play(state.mover(), point).is_some_and(|played| played.board == behind);
        // Plays of a single stone that is taken off at once repeat the board, as passes do.
        match state.board() == after.board() {
            true => Move::Pass,
            false => board.vacant().iter().find(leads).map_or(Move::Pass, Move::Play),
        }
    }

    /// The board of a state.
    pub(super) fn board(&self, state: State) -> Board {
        self.index.board(state.board().into()).expect("states have boards of the index")
    }
}

/// The same lists backwards.
fn origins(plays: &Lists) -> Lists {
    let sides = plays.begins.len() - 1;
    let mut begins = vec![0u32; sides + 1];
    let arrivals = |side: usize| plays.of(side).iter().map(move |&board| board as usize * 2 + 1 - side % 2);
    for arrival in (0..sides).flat_map(arrivals) {
        begins[arrival + 1] += 1;
    }
    for side in 0..sides {
        begins[side + 1] += begins[side];
    }
    let mut boards = vec![0; plays.boards.len()];
    let mut next = begins.clone();
    for side in 0..sides {
        for arrival in arrivals(side) {
            boards[next[arrival] as usize] = (side / 2) as u32;
            next[arrival] += 1;
        }
    }
    Lists { begins, boards }
}
