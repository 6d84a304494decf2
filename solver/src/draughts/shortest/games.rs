//! The search as a whole, and what it finds.
//!
//! It goes forwards, layer by layer, until the next one would not fit into the memory or a game is over in
//! the last one. From there it asks for 0, 1, 2, ... plies more whether a game can end after exactly so
//! many; the first number that has an answer is the least one, since no game was over in a layer before, and
//! all smaller numbers were asked of every position of the last one. Then it goes backwards and keeps of
//! each layer what leads to an end, and at last plays the games, now from the start and along kept
//! positions.
//!
//! Layers count a position once however it is reached, which is right as long as the question is whether an
//! end can be reached; games are counted when they are played. How many layers there are only changes how
//! long it takes:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use retrograde_solver::draughts::{ShortestOptions, shortest_games};
//! use retrograde_solver::{Bytes, Silent};
//!
//! let start = "B:W32:B27,28".parse().unwrap();
//! let options = ShortestOptions { start, ..ShortestOptions::default() };
//! let all = shortest_games(&options, &Silent, &AtomicBool::new(false)).unwrap();
//! let memory = Bytes(0);
//! let none = shortest_games(&ShortestOptions { memory, ..options }, &Silent, &AtomicBool::new(false)).unwrap();
//! assert_eq!((all.positions, none.positions), (vec![1, 1, 1, 1], vec![1]));
//! assert_eq!(all.games, none.games);
//! ```

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use retrograde_db::draughts::{CaptureDuty, Depth, Move, Position, Rules, View};
use thiserror::Error;

use super::ending::ends;
use super::layer::{Layer, leads_to, next_of};
use crate::budget::Bytes;
use crate::progress::Progress;

/// How many positions a thread takes at once when it looks ahead: the more, the more often two of them
/// lead to the same.
const CHUNK: usize = 1 << 16;
/// From so many plies on, looking ahead costs more than telling which positions are the same.
const FAR: usize = 5;

/// What to search, and with what.
#[derive(Clone, Debug)]
pub struct ShortestOptions {
    /// The rules, any without huffing.
    pub rules: &'static Rules,
    /// Where games begin.
    pub start: Position,
    /// The most plies to look for.
    pub most: Depth,
    /// Threads to use; `None` for one a core.
    pub threads: Option<NonZeroUsize>,
    /// Memory for positions. With less of it fewer plies are kept, and more paths followed.
    pub memory: Bytes,
}

impl Default for ShortestOptions {
    /// English draughts from the start of the game, up to 20 plies, on all cores, with 2 GiB.
    fn default() -> ShortestOptions {
        ShortestOptions {
            rules: &Rules::ENGLISH,
            start: Position::start(),
            most: Depth::new(20),
            threads: None,
            memory: Bytes(2 << 30),
        }
    }
}

/// The shortest games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortestGames {
    /// How many plies they have. No game has fewer.
    pub plies: Depth,
    /// Their moves, as the board numbers squares, in the order of moves; every route of a capture is a
    /// move of its own.
    pub games: Vec<Vec<Move>>,
    /// Where they end, each position once.
    pub finals: Vec<Position>,
    /// How many distinct positions there are after 0, 1, 2, ... plies, as far as they were kept.
    pub positions: Vec<u64>,
}

impl ShortestGames {
    /// The games that are left once captures that start and end alike and take the same pieces are one
    /// move, as they are for whoever writes a game down: of those that are alike the first.
    #[must_use]
    pub fn merging_routes(&self) -> Vec<&[Move]> {
        let mut seen = HashSet::new();
        let plays =
            |game: &[Move]| -> Vec<_> { game.iter().map(|mv| (mv.from(), mv.to(), mv.captured())).collect() };
        self.games.iter().map(Vec::as_slice).filter(|game| seen.insert(plays(game))).collect()
    }
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum ShortestError {
    /// Games take longer than what was looked for.
    #[error("no game ends within {} plies: look for more", most.plies())]
    None {
        /// The most plies that were looked for.
        most: Depth,
    },
    /// The search was stopped.
    #[error("the search was stopped: nothing of it is kept")]
    Stopped,
    /// The rules are those with huffing.
    #[error("games with huffing can't be searched: what may be huffed does not show in a position")]
    Huffing,
    /// The threads can't be started.
    #[error("the threads can't be started: ask for fewer")]
    Threads,
}

/// Finds all shortest games. Progress counts positions of the last layer, once for each number of plies
/// behind it.
///
/// # Errors
/// Where there is none with so few plies, `stop` was set, the rules have huffing, or the threads can't be
/// started.
pub fn shortest_games(
    options: &ShortestOptions,
    progress: &(dyn Progress + Sync),
    stop: &AtomicBool,
) -> Result<ShortestGames, ShortestError> {
    if options.rules.capture_duty != CaptureDuty::Compulsory {
        return Err(ShortestError::Huffing);
    }
    let threads = options.threads.map_or(0, NonZeroUsize::get);
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|_| ShortestError::Threads)?;
    pool.install(|| Search { options, progress, stop }.run())
}

/// A search that goes on.
struct Search<'a> {
    options: &'a ShortestOptions,
    progress: &'a (dyn Progress + Sync),
    stop: &'a AtomicBool,
}

impl Search<'_> {
    fn run(&self) -> Result<ShortestGames, ShortestError> {
        let rules = self.options.rules;
        let layers = self.layers()?;
        let (plies, ending) = self.ending(&layers)?;
        let wanted = wanted(rules, &layers, ending);
        let mut list =
            List { rules, plies, wanted, line: Vec::new(), games: Vec::new(), finals: HashSet::new() };
        list.follow(self.options.start);
        let mut finals: Vec<Position> = list.finals.into_iter().collect();
        finals.sort_unstable_by_key(|position| position.view());
        Ok(ShortestGames {
            plies: Depth::new(plies as u8),
            games: list.games,
            finals,
            positions: layers.iter().map(|layer| layer.positions().len() as u64).collect(),
        })
    }

    /// The layers that there is memory for, none behind one in which a game is over.
    fn layers(&self) -> Result<Vec<Layer>, ShortestError> {
        let rules = self.options.rules;
        let mut layers = Vec::new();
        let mut last = Layer::of_start(self.options.start.view());
        let mut kept = 0;
        loop {
            self.go_on()?;
            kept += last.positions().len() as u64;
            let more = kept + last.moves(rules);
            let full = more * size_of::<View>() as u64 > self.options.memory.0;
            let next = if full || last.ended(rules) || layers.len() == usize::from(self.options.most.plies())
            {
                None
            } else {
                self.progress.part(&format!("positions after {} plies", layers.len() + 1));
                Some(last.next(rules))
            };
            layers.push(last);
            match next {
                Some(next) => last = next,
                None => return Ok(layers),
            }
        }
    }

    /// The least number of plies after which a game is over, and the positions of the last layer from
    /// where that is so.
    fn ending(&self, layers: &[Layer]) -> Result<(usize, Vec<View>), ShortestError> {
        let most = self.options.most;
        let kept = layers.len() - 1;
        let Some(last) = layers.last() else { return Err(ShortestError::None { most }) };
        for plies in kept..=usize::from(most.plies()) {
            self.progress.part(&format!("games of {plies} plies"));
            self.progress.begin(last.positions().len() as u64);
            let ending = self.ending_after(last, plies - kept);
            self.go_on()?;
            if !ending.is_empty() {
                return Ok((plies, ending));
            }
        }
        Err(ShortestError::None { most })
    }

    /// The positions of a layer from where a game can be over after exactly so many plies.
    fn ending_after(&self, layer: &Layer, plies: usize) -> Vec<View> {
        let ending = |chunk: &[View]| -> Vec<View> {
            if self.stop.load(Ordering::Relaxed) {
                return Vec::new();
            }
            let ending =
                if plies >= FAR { self.far_ending(chunk, plies) } else { self.near_ending(chunk, plies) };
            self.progress.advance(chunk.len() as u64);
            ending
        };
        layer.positions().par_chunks(CHUNK).flat_map_iter(ending).collect()
    }

    /// Of these positions those from where it can, by looking ahead from each.
    fn near_ending(&self, views: &[View], plies: usize) -> Vec<View> {
        views.iter().copied().filter(|&view| ends(self.options.rules, view, plies)).collect()
    }

    /// The same, by looking ahead from what they lead to in two plies: many of them lead to the same.
    fn far_ending(&self, views: &[View], plies: usize) -> Vec<View> {
        let rules = self.options.rules;
        let next = next_of(rules, views, |_| true);
        let ending: HashSet<View> =
            self.near_ending(&next_of(rules, &next, |_| true), plies - 2).into_iter().collect();
        if ending.is_empty() {
            return Vec::new();
        }
        let leads_on = |view: &View| {
            leads_to(rules, *view, |next| leads_to(rules, next, |after| ending.contains(&after)))
        };
        views.iter().copied().filter(leads_on).collect()
    }

    fn go_on(&self) -> Result<(), ShortestError> {
        if self.stop.load(Ordering::Relaxed) { Err(ShortestError::Stopped) } else { Ok(()) }
    }
}

/// The positions of each layer from which the end is reached: those of the last are `ending`.
fn wanted(rules: &Rules, layers: &[Layer], ending: Vec<View>) -> Vec<HashSet<View>> {
    let mut wanted: Vec<HashSet<View>> = vec![ending.into_iter().collect()];
    for layer in layers.iter().rev().skip(1) {
        let after = &wanted[wanted.len() - 1];
        let leads_on = |view: &View| leads_to(rules, *view, |next| after.contains(&next));
        let found = layer.positions().par_iter().copied().filter(leads_on).collect();
        wanted.push(found);
    }
    wanted.reverse();
    wanted
}

/// Follows the games that are wanted.
struct List {
    rules: &'static Rules,
    plies: usize,
    /// Of each ply as far as there are layers, the positions from which the end is reached.
    wanted: Vec<HashSet<View>>,
    line: Vec<Move>,
    games: Vec<Vec<Move>>,
    finals: HashSet<Position>,
}

impl List {
    fn follow(&mut self, position: Position) {
        let ply = self.line.len();
        if ply == self.plies {
            self.finals.insert(position);
            self.games.push(self.line.clone());
            return;
        }
        for mv in &position.legal_moves(self.rules) {
            let next = position.play(self.rules, mv);
            if self.leads_on(next.view(), ply + 1) {
                self.line.push(*mv);
                self.follow(next);
                self.line.pop();
            }
        }
    }

    fn leads_on(&self, view: View, ply: usize) -> bool {
        match self.wanted.get(ply) {
            Some(wanted) => wanted.contains(&view),
            None => ends(self.rules, view, self.plies - ply),
        }
    }
}
