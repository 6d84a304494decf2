//! The tree of a search: proof-number search, depth first.
//!
//! Each node has two numbers: how many more nodes it takes at least to prove that Black gets what it
//! wants, and how many to prove that White does. The search goes down to where the least is missing,
//! and stays below a node until another one has become the better choice. New nodes get their numbers
//! from who would win if only a ko could not be taken back.

use retrograde_db::go::Colour;

use super::state::State;

/// How much is missing. [`Missing::NEVER`] for what is disproved.
pub(super) type Missing = u32;

/// It can't be proved: the other player wins.
pub(super) const NEVER: Missing = u32::MAX;
/// Most that is counted.
const MOST: Missing = u32::MAX / 4;
/// Extra for the player who would lose with a ko rule only.
const AGAINST: Missing = 12;

/// A state and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) state: State,
    /// What is missing for Black's proof, and for White's.
    pub(super) missing: [Missing; 2],
    /// The states behind moves that nobody forces, once the node has been looked at.
    pub(super) moves: Vec<Node>,
    pub(super) is_open: bool,
}

impl Node {
    /// A node that was not looked at. `ranks` are those of both players with a ko rule only.
    pub(super) fn new(state: State, ranks: [Option<u16>; 2]) -> Node {
        let near = |rank: u16| 1 + Missing::from(rank) / 8;
        let missing = match ranks {
            [Some(rank), _] => [near(rank), AGAINST],
            [None, Some(rank)] => [AGAINST, near(rank)],
            [None, None] => [AGAINST / 2; 2],
        };
        Node { state, missing, moves: Vec::new(), is_open: false }
    }

    /// Who wins, where it is proved.
    pub(super) fn winner(&self) -> Option<Colour> {
        Colour::BOTH.into_iter().find(|&player| self.missing[player as usize] == 0)
    }

    /// This player wins.
    pub(super) fn set_winner(&mut self, winner: Colour) {
        self.missing = [NEVER; 2];
        self.missing[winner as usize] = 0;
    }

    /// Sums up what is missing at the moves.
    pub(super) fn sum_up(&mut self) {
        let mover = self.state.mover() as usize;
        let other = 1 - mover;
        let least = self.moves.iter().map(|node| node.missing[mover]).min().unwrap_or(NEVER);
        let all = self.moves.iter().fold(0u32, |sum, node| match node.missing[other] {
            NEVER => NEVER,
            _ if sum == NEVER => NEVER,
            missing => (sum + missing).min(MOST),
        });
        self.missing[mover] = least;
        self.missing[other] = all;
    }

    /// The place of the move that is best for the player to move, and what is missing at the second
    /// best one.
    pub(super) fn best_move(&self) -> (usize, Missing) {
        let mover = self.state.mover() as usize;
        let (mut best, mut second) = (0, NEVER);
        for (place, node) in self.moves.iter().enumerate().skip(1) {
            let (here, least) = (node.missing[mover], self.moves[best].missing[mover]);
            if here < least {
                (best, second) = (place, least);
            } else {
                second = second.min(here);
            }
        }
        (best, second)
    }

    /// How much may be missing below a move before another choice is looked at.
    pub(super) fn limits_of(&self, place: usize, second: Missing, limits: [Missing; 2]) -> [Missing; 2] {
        let mover = self.state.mover() as usize;
        let other = 1 - mover;
        let mut of_move = limits;
        // A quarter more than the second best: to change over costs time too.
        of_move[mover] = limits[mover].min((second.min(MOST) / 4 * 5).max(second.min(MOST) + 1));
        let rest = self.missing[other].saturating_sub(self.moves[place].missing[other]);
        of_move[other] = limits[other].saturating_sub(rest);
        of_move
    }
}
