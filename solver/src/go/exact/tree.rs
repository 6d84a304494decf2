//! The tree of a search: proof-number search, depth first.
//!
//! Each node has two numbers: how many more nodes it takes at least to prove that Black gets what it
//! wants, and how many to prove that White does. The search goes down to where the least is missing,
//! and stays below a node until another one has become the better choice. New nodes get their numbers
//! from who would win if only a ko could not be taken back.
//!
//! The numbers are those of Allis, van der Meulen and van den Herik (*Proof-Number Search*, 1994), the
//! limits that let it go depth first those of Nagai (*Df-pn Algorithm for Searching AND/OR Trees and Its
//! Applications*, 2002). A limit is a quarter above what the second best move lacks, for the reason that
//! Pawlewicz and Lew give (*Improving Depth-First PN-Search: 1 + epsilon Trick*, 2007): where the moves lack
//! 3 and 8, the first one is followed until it lacks 10, since to go back and forth between two that lack
//! about as much costs more.

use retrograde_db::go::Colour;

use super::state::State;

/// How much is missing. [`NEVER`] for what is disproved.
pub(super) type Missing = u32;

/// It can't be proved: the other player wins.
pub(super) const NEVER: Missing = u32::MAX;
/// Most that is counted.
const MOST: Missing = u32::MAX / 4;
/// What a list of moves takes beside its nodes.
const ALLOCATION: usize = 16;
/// Extra for the player who would lose with a ko rule only.
const AGAINST: Missing = 12;

/// A state and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) state: State,
    /// What is missing for Black's proof, and for White's.
    pub(super) missing: [Missing; 2],
    /// The states behind moves that nobody forces, once the node has been looked at.
    pub(super) moves: Box<[Node]>,
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
        Node { state, missing, moves: Box::default(), is_open: false }
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

    /// Bytes of memory for its moves, without what is below them.
    pub(super) fn bytes(&self) -> u64 {
        if self.moves.is_empty() { 0 } else { (size_of_val(&*self.moves) + ALLOCATION) as u64 }
    }

    /// Bytes of memory for all that is below it.
    pub(super) fn tree_bytes(&self) -> u64 {
        self.bytes() + self.moves.iter().map(Node::tree_bytes).sum::<u64>()
    }

    /// Closes the nodes with the least below them, until so many bytes are left at most. What is
    /// missing there stays known. Gives how many bytes are left.
    pub(super) fn forget(&mut self, most: u64) -> u64 {
        let mut by_size = [0; u64::BITS as usize];
        self.weigh(&mut by_size);
        let mut left = 0;
        let large = by_size.iter().rposition(|&bytes| {
            left += bytes;
            left > most
        });
        match large {
            Some(size) => self.close_up_to(size as u32),
            None => 0,
        };
        self.tree_bytes()
    }

    /// Adds up the bytes of nodes by the size of what is below them, a power of two.
    fn weigh(&self, by_size: &mut [u64; u64::BITS as usize]) -> u64 {
        let below: u64 = self.moves.iter().map(|node| node.weigh(by_size)).sum();
        let bytes = self.bytes() + below;
        if let Some(size) = bytes.checked_ilog2() {
            by_size[size as usize] += self.bytes();
        }
        bytes
    }

    /// Closes nodes up to a size; gives what was below this one.
    fn close_up_to(&mut self, size: u32) -> u64 {
        let below: u64 = self.moves.iter_mut().map(|node| node.close_up_to(size)).sum();
        let bytes = self.bytes() + below;
        if bytes.checked_ilog2().is_some_and(|own| own <= size) {
            self.moves = Box::default();
            self.is_open = false;
        }
        bytes
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree in which each node has as many moves as its depth is high, and one more is below the last.
    fn tree(depth: u32) -> Node {
        let mut node = Node::new(State::of_number(depth), [None; 2]);
        node.moves = (0..depth).map(tree).collect();
        node.is_open = true;
        node
    }

    #[test]
    fn the_best_move_is_followed_until_it_lacks_a_quarter_more_than_the_second() {
        let mut node = tree(2);
        let mover = node.state.mover() as usize;
        for (child, missing) in node.moves.iter_mut().zip([8, 3]) {
            child.missing = [5; 2];
            child.missing[mover] = missing;
        }
        node.sum_up();
        assert_eq!((node.missing[mover], node.missing[1 - mover]), (3, 10));
        assert_eq!(node.best_move(), (1, 8));
        let limits = node.limits_of(1, 8, [NEVER; 2]);
        assert_eq!((limits[mover], limits[1 - mover]), (10, NEVER - 5));
    }

    #[test]
    fn small_parts_are_forgotten_first() {
        let whole = tree(10);
        let all = whole.tree_bytes();
        assert_eq!(whole.clone().forget(all), all);
        let mut last = all;
        for share in [2, 4, 16, 64] {
            let mut node = whole.clone();
            let left = node.forget(all / share);
            assert!(left <= all / share && left < last, "{left} of {all}");
            assert_eq!(left, node.tree_bytes());
            // The largest part is below the last move.
            let mut largest = &node;
            while let Some(last) = largest.moves.last() {
                assert!(largest.is_open);
                largest = last;
            }
            last = left;
        }
        let mut node = whole;
        assert_eq!(node.forget(0), 0);
        assert!(!node.is_open && node.moves.is_empty());
    }
}
