//! The plays of all boards of a size, without any rule of repetition, forwards and backwards.

use std::ops::Range;

use retrograde_db::go::{Board, BoardIndex, BoardSize, Colour, Move, Point, Score, Suicide};

use super::limits::ExactStop;
use super::state::State;
use super::watch::Watch;
use super::{memory, threads};
use crate::go::links::boards_after;

/// Lists of boards, one for each board and player.
#[derive(Debug)]
struct Lists {
    begins: Vec<u32>,
    boards: Vec<u32>,
}

impl Lists {
    /// No lists yet, with room for those of so many boards and so many entries in all.
    fn with_room(boards: usize, entries: usize) -> Lists {
        let mut begins = Vec::with_capacity(boards * 2 + 1);
        begins.push(0);
        Lists { begins, boards: Vec::with_capacity(entries) }
    }

    /// Adds a list.
    fn push(&mut self, list: impl IntoIterator<Item = u32>) {
        self.boards.extend(list);
        self.begins.push(self.boards.len() as u32);
    }

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

/// Boards whose plays are followed together.
const CHUNK: u32 = 1 << 12;

/// What is found of a chunk.
struct Chunk {
    scores: Vec<Score>,
    /// By board: the lowest number of its images.
    standard: Vec<u32>,
    plays: Lists,
}

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
    /// Follows all plays, on so many threads.
    pub(super) fn new(
        size: BoardSize,
        suicide: Suicide,
        threads: usize,
        watch: Watch<'_>,
    ) -> Result<Graph, ExactStop> {
        let index = BoardIndex::new(size);
        let boards = index.boards() as u32;
        let room = boards as usize;
        let (mut scores, mut fold) = (Vec::with_capacity(room), Vec::with_capacity(room));
        let mut plays = Lists::with_room(room, memory::most_plays(&index) as usize);
        // One board stands for its images: the one with the lowest number.
        let mut standard: Vec<u32> = Vec::with_capacity(memory::most_folded(&index) as usize);
        let chunks: Vec<u32> = (0..boards).step_by(CHUNK as usize).collect();
        for chunks in chunks.chunks(threads) {
            watch.look()?;
            let found = threads::for_each(threads, chunks.iter().copied(), |first| {
                Chunk::new(&index, suicide, first..boards.min(first + CHUNK))
            });
            for chunk in found {
                for of_board in chunk.standard {
                    // The lowest number of an image was seen before, or is its own.
                    let folded = fold.get(of_board as usize).copied().unwrap_or(standard.len() as u32);
                    if folded == standard.len() as u32 {
                        standard.push(of_board);
                    }
                    fold.push(folded);
                }
                scores.extend(chunk.scores);
                for side in 0..chunk.plays.begins.len() - 1 {
                    plays.push(chunk.plays.of(side).iter().copied());
                }
            }
        }
        plays.boards.shrink_to_fit();
        let of_standard = standard.iter().flat_map(|&number| [number as usize * 2, number as usize * 2 + 1]);
        let entries = of_standard.clone().map(|side| plays.of(side).len()).sum();
        let mut folded = Lists::with_room(standard.len(), entries);
        for side in of_standard {
            folded.push(plays.of(side).iter().map(|&board| fold[board as usize]));
        }
        let folded_scores = standard.iter().map(|&number| scores[number as usize]).collect();
        drop(standard);
        watch.look()?;
        let folded = Boards::new(folded_scores, folded);
        let all = Boards::new(scores, plays);
        Ok(Graph { index, all, folded, fold })
    }

    /// Bytes of memory that it takes.
    pub(super) fn bytes(&self) -> u64 {
        let of = |boards: &Boards| {
            let lists = |lists: &Lists| 4 * (lists.begins.len() + lists.boards.len()) as u64;
            boards.scores.len() as u64 + lists(&boards.plays) + lists(&boards.origins)
        };
        of(&self.all) + of(&self.folded) + 4 * self.fold.len() as u64
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

impl Chunk {
    fn new(index: &BoardIndex, suicide: Suicide, numbers: Range<u32>) -> Chunk {
        let boards = numbers.len();
        let plays = Lists::with_room(boards, boards * usize::from(index.size().points()));
        let mut chunk =
            Chunk { scores: Vec::with_capacity(boards), standard: Vec::with_capacity(boards), plays };
        for board in numbers.filter_map(|number| index.board(number.into())) {
            chunk.scores.push(board.score());
            chunk.standard.push(index.standard(board).number as u32);
            let number = |after: Board| index.number(after) as u32;
            chunk.plays.push(boards_after(board, suicide).map(number));
            let swapped = boards_after(board.colours_swapped(), suicide);
            chunk.plays.push(swapped.map(|after| number(after.colours_swapped())));
        }
        chunk
    }
}

/// The same lists backwards.
fn origins(plays: &Lists) -> Lists {
    let sides = plays.begins.len() - 1;
    let arrivals = |side: usize| plays.of(side).iter().map(move |&board| board as usize * 2 + 1 - side % 2);
    let mut begins = vec![0u32; sides + 1];
    for arrival in (0..sides).flat_map(arrivals) {
        begins[arrival] += 1;
    }
    // Where each list ends; it is filled from behind, which leaves where it begins.
    let mut end = 0;
    for begin in &mut begins {
        end += *begin;
        *begin = end;
    }
    let mut boards = vec![0; plays.boards.len()];
    for side in (0..sides).rev() {
        for arrival in arrivals(side) {
            begins[arrival] -= 1;
            boards[begins[arrival] as usize] = (side / 2) as u32;
        }
    }
    Lists { begins, boards }
}
