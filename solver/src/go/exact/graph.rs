//! The boards of a size and their plays, without any rule of repetition.
//!
//! Where plays lead is kept for one board of all images only, forwards and backwards: **folded**. States
//! of a game have boards as they are, and are folded to be looked up.
//!
//! On 1x2 the folded boards are 0 `..`, 1 `.X` and 2 `.O`, with 12 states. Black's plays from `..` lead to 1
//! and 1: both points count, though their boards are images of each other, since attractors count moves.
//! Backwards, board 1 with White to move comes from 0, twice, and from 2, where Black captures. What is
//! found for a folded state holds for all of its images as long as no board is forbidden or all of its
//! images are.

use retrograde_db::go::{Board, BoardIndex, BoardSize, Colour, Move, Point, Score, Suicide};

use super::limits::ExactStop;
use super::state::State;
use super::watch::Watch;
use super::{memory, threads};
use crate::go::links::boards_after;
use crate::go::orbits::Orbits;

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

/// The boards of a size, and where plays lead from those that stand for their images.
#[derive(Debug)]
pub(super) struct Graph {
    index: BoardIndex,
    suicide: Suicide,
    orbits: Orbits,
    folded: Boards,
}

/// Boards that are looked at together.
const CHUNK: u32 = 1 << 12;

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

    /// The state behind a play that leads from a state to this board.
    #[inline]
    pub(super) const fn after_play(state: State, board: u32) -> State {
        State::new(board, state.mover().opponent(), false)
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
        let orbits = orbits(&index, threads, watch)?;
        let room = orbits.len() as usize;
        let mut scores = Vec::with_capacity(room);
        let mut plays = Lists::with_room(room, memory::most_plays(&index, orbits.len()) as usize);
        let chunks: Vec<usize> = (0..orbits.chunks()).collect();
        for chunks in chunks.chunks(threads) {
            watch.look()?;
            let found = threads::for_each(threads, chunks.iter().copied(), |chunk| {
                plays_of_chunk(&index, &orbits, suicide, chunk)
            });
            for (of_chunk, lists) in found {
                scores.extend(of_chunk);
                for side in 0..lists.begins.len() - 1 {
                    plays.push(lists.of(side).iter().copied());
                }
            }
        }
        plays.boards.shrink_to_fit();
        watch.look()?;
        Ok(Graph { index, suicide, orbits, folded: Boards::new(scores, plays) })
    }

    /// Bytes of memory that it takes.
    pub(super) fn bytes(&self) -> u64 {
        let lists = |lists: &Lists| 4 * (lists.begins.len() + lists.boards.len()) as u64;
        let Boards { scores, plays, origins } = &self.folded;
        scores.len() as u64 + lists(plays) + lists(origins) + memory::orbits(&self.index)
    }

    /// The size of the boards.
    pub(super) const fn size(&self) -> BoardSize {
        self.index.size()
    }

    /// How many legal boards there are.
    pub(super) fn boards(&self) -> u32 {
        self.index.boards() as u32
    }

    /// One board for all its images.
    pub(super) const fn folded(&self) -> &Boards {
        &self.folded
    }

    /// The same state of the board that stands for the images of this one, by its number among these.
    pub(super) fn fold(&self, state: State) -> State {
        let standard = self.index.standard(self.board(state)).number;
        State::new(self.orbits.orbit(standard), state.mover(), state.passed())
    }

    /// The boards that stand for their images, in the order of their numbers.
    pub(super) fn standard_boards(&self) -> impl Iterator<Item = Board> {
        (0..self.orbits.chunks()).flat_map(|chunk| self.orbits.boards_of(&self.index, chunk))
    }

    /// The number among those that stand for their images of the one that stands for a board.
    pub(super) fn folded_board(&self, board: Board) -> u32 {
        self.orbits.orbit(self.index.standard(board).number)
    }

    /// The score of the board of a state.
    pub(super) fn score(&self, state: State) -> Score {
        self.board(state).score()
    }

    /// The states behind the plays of the player to move, in the order of the points.
    pub(super) fn plays(&self, state: State) -> impl Iterator<Item = State> {
        let (board, mover) = (self.board(state), state.mover());
        let seen = move |board: Board| if mover == Colour::Black { board } else { board.colours_swapped() };
        boards_after(seen(board), self.suicide)
            .map(move |after| self.state(seen(after), mover.opponent(), false))
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

/// Marks the boards that stand for their images.
fn orbits(index: &BoardIndex, threads: usize, watch: Watch<'_>) -> Result<Orbits, ExactStop> {
    let boards = index.boards();
    let mut words = vec![0; boards.div_ceil(64) as usize];
    let chunk_words = (CHUNK / 64) as usize;
    let mut chunks: Vec<(u64, &mut [u64])> =
        words.chunks_mut(chunk_words).enumerate().map(|(chunk, words)| (chunk as u64, words)).collect();
    for chunks in chunks.chunks_mut(threads) {
        watch.look()?;
        threads::for_each(threads, chunks, |(chunk, words)| {
            Orbits::mark_from(index, *chunk * u64::from(CHUNK), words);
        });
    }
    Ok(Orbits::of_words(words))
}

/// The scores of the boards of a chunk that stand for their images, and where their plays lead.
fn plays_of_chunk(
    index: &BoardIndex,
    orbits: &Orbits,
    suicide: Suicide,
    chunk: usize,
) -> (Vec<Score>, Lists) {
    let boards = orbits.orbits_of(chunk).len();
    let mut scores = Vec::with_capacity(boards);
    let mut plays = Lists::with_room(boards, 2 * boards * usize::from(index.size().points()));
    let orbit = |after: Board| orbits.orbit(index.standard(after).number);
    for board in orbits.boards_of(index, chunk) {
        scores.push(board.score());
        plays.push(boards_after(board, suicide).map(orbit));
        plays
            .push(boards_after(board.colours_swapped(), suicide).map(|after| orbit(after.colours_swapped())));
    }
    (scores, plays)
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[test]
    fn plays_on_a_row_of_two() {
        let interrupt = AtomicBool::new(false);
        let watch = Watch { interrupt: &interrupt, deadline: None };
        let graph = Graph::new("1x2".parse().unwrap(), Suicide::Allowed, 1, watch).unwrap();
        let (boards, state) = (graph.folded(), |board, mover| State::new(board, mover, false));
        assert_eq!((graph.boards(), boards.states()), (5, 12));
        let plays = [0, 1, 2].map(|board| boards.plays(state(board, Colour::Black)));
        assert_eq!(plays, [&[1, 1][..], &[0], &[1]]);
        assert_eq!(boards.origins(state(1, Colour::White)), [0, 0, 2]);
        assert_eq!(boards.origins(state(0, Colour::White)), [1]);
    }
}
