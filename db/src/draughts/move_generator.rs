//! The move generator: what the rules allow in a view, and what the board looks like after.
//!
//! Everything is a shift and a mask over whole sets of squares, but for the captures, which are
//! followed jump by jump. All of it knows one side only: the side to move, whose men go up.
//!
//! ```
//! use retrograde_db::draughts::{Position, Rules};
//!
//! // A circular capture: the king may pass over its own start, and come back to it.
//! let position: Position = "W:WK31:B18,19,26,27".parse().unwrap();
//! let moves = position.legal_moves(&Rules::ENGLISH);
//! let routes: Vec<String> = moves.iter().map(ToString::to_string).collect();
//! assert_eq!(routes, ["31x22x15x24x31", "31x24x15x22x31"]);
//! for mv in &moves {
//!     assert_eq!(position.play(&Rules::ENGLISH, mv).to_string(), "B:WK31:B");
//! }
//! ```

use std::ops::ControlFlow;

use super::position::CROWNING_RANK;
use super::{
    CaptureChoice, CaptureDuty, CrowningCapture, Diagonal, Move, MoveList, Pieces, Position, Rules, Side,
    Square, SquareSet, View,
};

impl Rules {
    /// All legal moves of a view, on squares as the side to move numbers them; every route of a
    /// capture is a move of its own. The order is always the same, but means nothing. Where there is
    /// huffing these are the moves without it.
    #[must_use]
    pub fn moves(&self, view: View) -> MoveList {
        let mut list = MoveList::new();
        self.moves_into(view, &mut list);
        list
    }

    /// What [`Rules::moves`] gives, written over a list that is there already.
    pub fn moves_into(&self, view: View, list: &mut MoveList) {
        list.clear();
        self.captures(view, &mut |mv| list.push(mv));
        if list.is_empty() || self.capture_duty != CaptureDuty::Compulsory {
            quiet_moves(view, list);
        }
    }

    /// How many moves [`Rules::moves`] would give, without making quiet ones.
    #[must_use]
    pub fn count_moves(&self, view: View) -> u64 {
        let mut count = 0;
        self.captures(view, &mut |_| count += 1);
        if count == 0 || self.capture_duty != CaptureDuty::Compulsory {
            let targets = Diagonal::ALL.map(|direction| quiet_targets(view, direction).len());
            count += targets.into_iter().map(u64::from).sum::<u64>();
        }
        count
    }

    /// Whether the side to move can take a piece. Some forty operations on words, no loop.
    #[must_use]
    #[inline]
    pub fn can_capture(&self, view: View) -> bool {
        let empty = !view.occupied();
        let jumps = |movers, direction| jumpers(movers, view.their().all(), empty, direction);
        let (own, kings) = (view.own().all(), view.own().kings);
        let forward = jumps(own, Diagonal::ForwardLeft) | jumps(own, Diagonal::ForwardRight);
        let backward = jumps(kings, Diagonal::BackwardLeft) | jumps(kings, Diagonal::BackwardRight);
        !(forward | backward).is_empty()
    }

    /// Whether the opponent could take a piece if it were the opponent's turn: [`Rules::can_capture`] of
    /// [`View::opponent_view`], without turning the board.
    #[must_use]
    #[inline]
    pub fn opponent_could_capture(&self, view: View) -> bool {
        let empty = !view.occupied();
        let (own, their, kings) = (view.own().all(), view.their().all(), view.their().kings);
        // The opponent's men go down.
        let jumps = |movers, direction| jumpers(movers, own, empty, direction);
        let forward = jumps(their, Diagonal::BackwardLeft) | jumps(their, Diagonal::BackwardRight);
        let backward = jumps(kings, Diagonal::ForwardLeft) | jumps(kings, Diagonal::ForwardRight);
        !(forward | backward).is_empty()
    }

    /// Whether a view is **threatened**: the side to move has no capture, and the opponent could
    /// capture if it were the opponent's turn. Other views are **settled**.
    ///
    /// Tables leave out the values of most threatened positions: a piece that hangs makes their values
    /// change from one to the next, which takes room, and the moves tell them. With `S` for the
    /// positions after each move, a threatened position
    ///
    /// - is won, if some settled `S` is lost for its side to move;
    /// - else, if all `S` are settled, has the best value that they give, and is lost if there is none;
    /// - else has to be kept.
    ///
    /// A settled `S` is either one with a capture, which is played out, or one whose value is kept, so
    /// this is one ply and no search.
    ///
    /// ```
    /// use retrograde_db::draughts::{Position, Rules};
    ///
    /// let threatened = |fen: &str| Rules::ENGLISH.is_threatened(fen.parse::<Position>().unwrap().view());
    /// // White's king would take the man on 14, and land on 18.
    /// assert!(threatened("B:WK9:B14"));
    /// // Here there is nowhere to land.
    /// assert!(!threatened("B:WK9:B14,18"));
    /// // A side that can capture is not threatened.
    /// assert!(!threatened("W:WK9:B14"));
    /// ```
    #[must_use]
    #[inline]
    pub fn is_threatened(&self, view: View) -> bool {
        // Both are some forty operations on words: to find both out is cheaper than to guess.
        !self.can_capture(view) & self.opponent_could_capture(view)
    }

    /// Hands the view of the opponent after each quiet move to `found`, until it breaks off; gives what
    /// it broke off with. What [`Rules::moves`] and [`Rules::play`] give where there is no capture,
    /// without a list.
    #[inline]
    pub fn after_quiet_moves<B>(
        &self,
        view: View,
        mut found: impl FnMut(View) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (Pieces { men, kings }, their) = (view.own(), view.their().turned());
        for direction in Diagonal::ALL {
            for to in quiet_targets(view, direction).iter() {
                let to = SquareSet::from(to);
                let from = to.step(direction.opposite());
                let is_man = !(men & from).is_empty() && (to & CROWNING_RANK).is_empty();
                let man = if is_man { to } else { SquareSet::EMPTY };
                let own = Pieces { men: (men - from) | man, kings: (kings - from) | (to - man) };
                found(View::new_unchecked(their, own.turned()))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The pieces of the side to move that can make a capture, whether another has to go first or not.
    #[must_use]
    pub fn capturers(&self, view: View) -> SquareSet {
        let empty = !view.occupied();
        let (own, kings) = (view.own().all(), view.own().kings);
        let jumps = |direction| {
            let forward = Diagonal::FORWARD.contains(&direction);
            jumpers(if forward { own } else { kings }, view.their().all(), empty, direction)
        };
        Diagonal::ALL.into_iter().fold(SquareSet::EMPTY, |all, direction| all | jumps(direction))
    }

    /// Whether the side to move has a legal move; if not, the game is over, and the position is
    /// worth [`Rules::without_move`].
    #[must_use]
    #[inline]
    pub fn has_move(&self, view: View) -> bool {
        let steps = Diagonal::ALL.map(|direction| quiet_targets(view, direction));
        !(steps[0] | steps[1] | steps[2] | steps[3]).is_empty() || self.can_capture(view)
    }

    /// The view of the opponent after a move, which has to be one of [`Rules::moves`] of this view:
    /// any other gives a board that means nothing.
    #[must_use]
    #[inline]
    pub fn play(&self, view: View, mv: &Move) -> View {
        let (own, their) = (view.own(), view.their());
        let (from, to) = (SquareSet::from(mv.from()), SquareSet::from(mv.to()));
        debug_assert!(!(own.all() & from).is_empty(), "{mv} moves no piece of {view:?}");
        let (men, kings) = (own.men - from, own.kings - from);
        let own = if mv.crowns() || !(own.kings & from).is_empty() {
            Pieces { men, kings: kings | to }
        } else {
            Pieces { men: men | to, kings }
        };
        let their = Pieces { men: their.men - mv.captured(), kings: their.kings - mv.captured() };
        View::new_unchecked(their.turned(), own.turned())
    }

    /// Hands every capture to `found`.
    fn captures<F: FnMut(Move)>(&self, view: View, found: &mut F) {
        let empty = !view.occupied();
        let jumps = |movers, direction| jumpers(movers, view.their().all(), empty, direction);
        let kings = Diagonal::ALL.map(|direction| jumps(view.own().kings, direction));
        let kings = kings[0] | kings[1] | kings[2] | kings[3];
        let men = Diagonal::FORWARD.map(|direction| jumps(view.own().men, direction));
        let men = match self.capture_choice {
            CaptureChoice::KingsFirst if !kings.is_empty() => SquareSet::EMPTY,
            CaptureChoice::KingsFirst | CaptureChoice::Free => men[0] | men[1],
        };
        for from in (men | kings).iter() {
            // The piece has left its square, so a capture may pass over it or end there.
            let board = CaptureBoard { their: view.their().all(), empty: empty.with(from) };
            self.follow_capture(board, Move::lifted(from), kings.contains(from), found);
        }
    }

    /// Hands every capture that goes on from `begun` to `found`, or `begun` itself if it is over.
    fn follow_capture<F: FnMut(Move)>(&self, board: CaptureBoard, begun: Move, king: bool, found: &mut F) {
        let at = SquareSet::from(begun.to());
        let mut over = true;
        let directions: &[Diagonal] = if king { &Diagonal::ALL } else { &Diagonal::FORWARD };
        for &direction in directions {
            let jumped = at.step(direction) & (board.their - begun.captured());
            let Some(to) = (jumped.step(direction) & board.empty).first() else { continue };
            over = false;
            let crowns = !king && CROWNING_RANK.contains(to);
            let longer = begun.and_jump(jumped, to, crowns);
            if crowns && self.crowning_capture == CrowningCapture::EndsMove {
                found(longer);
            } else {
                self.follow_capture(board, longer, king || crowns, found);
            }
        }
        if over {
            found(begun);
        }
    }
}

/// What a capturing piece sees of the board.
#[derive(Clone, Copy)]
struct CaptureBoard {
    /// The opponent's pieces, those taken in this move included: they leave the board at its end.
    their: SquareSet,
    /// Squares without a piece, the start of the move included.
    empty: SquareSet,
}

/// The pieces of `movers` that can jump over one of `others` in this direction.
#[inline]
fn jumpers(movers: SquareSet, others: SquareSet, empty: SquareSet, direction: Diagonal) -> SquareSet {
    let back = direction.opposite();
    movers & others.step(back) & empty.jump(back)
}

/// Where a step in this direction leads to an empty square.
#[inline]
fn quiet_targets(view: View, direction: Diagonal) -> SquareSet {
    let movers = match direction {
        Diagonal::ForwardLeft | Diagonal::ForwardRight => view.own().all(),
        Diagonal::BackwardLeft | Diagonal::BackwardRight => view.own().kings,
    };
    movers.step(direction) - view.occupied()
}

/// Adds every quiet move to the list.
fn quiet_moves(view: View, list: &mut MoveList) {
    for direction in Diagonal::ALL {
        for to in quiet_targets(view, direction).iter() {
            let from = step_from(to, direction.opposite());
            let crowns = CROWNING_RANK.contains(to) && view.own().men.contains(from);
            list.push(Move::step(from, to, crowns));
        }
    }
}

/// The neighbour of a square that is known to have one.
#[inline]
fn step_from(square: Square, direction: Diagonal) -> Square {
    SquareSet::from(square).step(direction).first().unwrap_or(square)
}

impl Position {
    /// All legal moves, on squares as the board numbers them, in the order of [`Move`].
    #[must_use]
    pub fn legal_moves(self, rules: &Rules) -> MoveList {
        let mut list = rules.moves(self.view());
        if self.side_to_move() == Side::White {
            list.turn();
        }
        list.sort();
        list
    }

    /// The position after a move, which has to be one of [`Position::legal_moves`]: any other gives
    /// a board that means nothing.
    #[must_use]
    pub fn play(self, rules: &Rules, mv: &Move) -> Position {
        let mv = match self.side_to_move() {
            Side::Black => *mv,
            Side::White => mv.turned(),
        };
        Position::from_view(rules.play(self.view(), &mv), self.side_to_move().opponent())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(rules: &Rules, fen: &str) -> Vec<String> {
        let position: Position = fen.parse().unwrap();
        let moves = position.legal_moves(rules);
        assert_eq!(rules.count_moves(position.view()), moves.len() as u64);
        moves.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn each_field_of_the_rules_is_heeded() {
        let (english, huffing) = (Rules::ENGLISH, Rules::HUFFING);
        let optional = Rules { capture_duty: CaptureDuty::Optional, ..english };
        assert_eq!(moves(&english, "W:W18,32:B15"), ["18x11"]);
        assert_eq!(moves(&optional, "W:W18,32:B15"), ["18x11", "18-14", "32-27", "32-28"]);
        assert_eq!(moves(&huffing, "W:W18,32:B15"), moves(&optional, "W:W18,32:B15"));

        let kings_first = Rules::KINGS_FIRST;
        assert_eq!(moves(&english, "W:W18,K32:B15,27"), ["18x11", "32x23"]);
        assert_eq!(moves(&kings_first, "W:W18,K32:B15,27"), ["32x23"]);
        assert_eq!(moves(&kings_first, "W:W18,K32:B15"), ["18x11"]);

        let goes_on = Rules::CROWNING_GOES_ON;
        assert_eq!(moves(&english, "B:W26,27:B22"), ["22x31"]);
        assert_eq!(moves(&goes_on, "B:W26,27:B22"), ["22x31x24"]);
        let position: Position = "B:W26,27:B22".parse().unwrap();
        let through = position.legal_moves(&goes_on)[0];
        assert_eq!(position.play(&goes_on, &through).to_string(), "W:W:BK24");
    }
}
