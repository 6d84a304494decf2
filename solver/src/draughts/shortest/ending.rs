//! Whether a game can end after so many more plies.
//!
//! The *loser* is the side that is to be without a move in the end; the *winner* makes the last ply. A
//! *stayer* is a piece of the loser that is neither moved nor taken in the plies that are left. Its
//! *exits* are the vacant squares to which it can step, and all of them have to be filled. Three things
//! are certain, whatever is played:
//!
//! 1. A ply fills one square at the most, that on which its piece ends.
//! 2. A capture takes pieces of either the even or the odd ranks: each jump leads two ranks on or back, so
//!    the capturing piece stays on ranks of one kind, and those that it takes are on ranks of the other.
//! 3. A piece that is taken in the last ply leaves its square vacant, since the capturing piece is never on
//!    a rank of that kind. So no stayer can step to that square; and the stayers next to it are on ranks of
//!    the other kind, so none of them is taken in this ply too.
//!
//! With one ply to go, the stayers are at least the pieces of one kind of ranks together with those that
//! can't be taken at all, because on both diagonals one of the neighbours is of the loser, or because of
//! (3); and they may have a single exit. With two or three plies to go the loser moves one piece in
//! between, so the same has to hold for the others, with as many exits as there are plies, for one of the
//! pieces that it may move. Of three plies that is so only where the first is quiet: if it is a capture,
//! captures being compulsory, the few there are get played.
//!
//! What can't be ruled out is played, so these decide how long the search takes and not what it finds.
//!
//! At the start of the game, with one ply to go, White would have to be the loser. None of its men can be
//! taken, since behind each there is another or the edge, so all twelve stay. Their exits are the four
//! squares 17 to 20, and one ply fills one: ruled out. In `B:W27:B28,K31` the one man may be taken, then
//! nothing stays that has an exit: that is played, and 31x24 ends the game.

use retrograde_db::draughts::{Diagonal, Pieces, Rules, SquareSet, View};

use super::layer::leads_to;

/// Whether some play ends the game after exactly so many plies.
pub(super) fn ends(rules: &Rules, view: View, plies: usize) -> bool {
    if plies == 0 {
        return !rules.has_move(view);
    }
    if !may_end(rules, view, plies) {
        return false;
    }
    leads_to(rules, view, |next| ends(rules, next, plies - 1))
}

/// False only if no play ends the game after so many plies, one or more.
fn may_end(rules: &Rules, view: View, plies: usize) -> bool {
    match plies {
        1 => {
            let loser = Loser::not_to_move(view);
            loser.may_be_left(1) && (loser.exits().len() <= 1 || rules.can_capture(view))
        }
        2 => {
            let loser = Loser::to_move(view);
            let movers = if rules.can_capture(view) { rules.capturers(view) } else { loser.movers() };
            loser.may_be_left_moving_one_of(movers, 2)
        }
        3 => {
            let loser = Loser::not_to_move(view);
            rules.can_capture(view) || loser.may_be_left_moving_one_of(loser.could_be_movers(), 3)
        }
        _ => true,
    }
}

/// Squares 1 to 4, 9 to 12, 17 to 20, 25 to 28.
const EVEN_RANKS: SquareSet = SquareSet::from_bits(0x0F0F_0F0F);
/// The others.
const ODD_RANKS: SquareSet = SquareSet::from_bits(0xF0F0_F0F0);

/// Stayers of the loser, or pieces that may be some.
#[derive(Clone, Copy)]
struct Loser {
    pieces: Pieces,
    /// Squares without a piece of either side.
    vacant: SquareSet,
    /// Where its men go.
    forward: [Diagonal; 2],
}

impl Loser {
    fn to_move(view: View) -> Loser {
        Loser { pieces: view.own(), vacant: !view.occupied(), forward: Diagonal::FORWARD }
    }

    fn not_to_move(view: View) -> Loser {
        Loser { pieces: view.their(), vacant: !view.occupied(), forward: Diagonal::BACKWARD }
    }

    fn without(self, squares: SquareSet) -> Loser {
        let Pieces { men, kings } = self.pieces;
        Loser { pieces: Pieces { men: men - squares, kings: kings - squares }, ..self }
    }

    /// The squares that are one step away, vacant or not.
    #[inline]
    fn reach(self) -> SquareSet {
        let [left, right] = self.forward.map(|direction| self.pieces.all().step(direction));
        let [back_left, back_right] =
            self.forward.map(|direction| self.pieces.kings.step(direction.opposite()));
        left | right | back_left | back_right
    }

    #[inline]
    fn exits(self) -> SquareSet {
        self.reach() & self.vacant
    }

    /// The pieces next to one of these squares, in a direction in which they step.
    #[inline]
    fn next_to(self, squares: SquareSet) -> SquareSet {
        let [left, right] = self.forward.map(|direction| squares.step(direction.opposite()));
        let [back_left, back_right] = self.forward.map(|direction| squares.step(direction));
        ((left | right) & self.pieces.all()) | ((back_left | back_right) & self.pieces.kings)
    }

    /// The pieces that can step.
    #[inline]
    fn movers(self) -> SquareSet {
        self.next_to(self.vacant)
    }

    /// The pieces that may step or jump once the winner has moved.
    #[inline]
    fn could_be_movers(self) -> SquareSet {
        self.next_to(!self.pieces.all())
    }

    /// The pieces that can be taken in the last ply, however the winner's pieces stand, while the others
    /// are left without a move.
    #[inline]
    fn taken_last(self) -> SquareSet {
        let free = !self.pieces.all();
        let between = |direction: Diagonal| free.step(direction) & free.step(direction.opposite());
        let [left, right] = Diagonal::FORWARD.map(between);
        (left | right) - self.reach()
    }

    /// Whether what stays after the last ply may have no exits but so many.
    #[inline]
    fn may_be_left(self, exits: u32) -> bool {
        let taken = self.taken_last();
        self.without(taken & EVEN_RANKS).exits().len() <= exits
            || self.without(taken & ODD_RANKS).exits().len() <= exits
    }

    /// The same where one of these pieces is moved before.
    #[inline]
    fn may_be_left_moving_one_of(self, movers: SquareSet, exits: u32) -> bool {
        movers.iter().any(|mover| self.without(SquareSet::from(mover)).may_be_left(exits))
    }
}

#[cfg(test)]
mod tests {
    use retrograde_db::draughts::Position;

    use super::*;

    #[test]
    fn four_exits_are_too_many_and_a_man_that_may_be_taken_has_none() {
        let rules = &Rules::ENGLISH;
        let start = Position::start().view();
        let loser = Loser::not_to_move(start);
        let taken = loser.taken_last() & loser.pieces.all();
        assert_eq!((taken.len(), loser.exits().len()), (0, 4));
        assert!(!may_end(rules, start, 1));
        let last: Position = "B:W27:B28,K31".parse().unwrap();
        assert!(may_end(rules, last.view(), 1) && ends(rules, last.view(), 1));
    }
}
