//! Whether a game can end after so many more plies.

use retrograde_db::draughts::{Diagonal, Move, MoveList, Pieces, Rules, SquareSet, View};

/// Looks ahead; keeps a list of moves for every ply.
pub(super) struct Lookahead {
    rules: &'static Rules,
    buffers: Vec<MoveList>,
}

impl Lookahead {
    /// For up to so many plies.
    pub(super) fn new(rules: &'static Rules, plies: usize) -> Lookahead {
        Lookahead { rules, buffers: vec![MoveList::new(); plies] }
    }

    /// Whether some play ends the game after exactly as many plies as it was made for.
    pub(super) fn ends(&mut self, view: View) -> bool {
        ends(self.rules, view, &mut self.buffers)
    }
}

/// Whether some play ends the game after as many plies as there are buffers.
fn ends(rules: &Rules, view: View, buffers: &mut [MoveList]) -> bool {
    let Some((moves, deeper)) = buffers.split_first_mut() else { return !rules.has_move(view) };
    let empty = !view.occupied();
    let hopeless = match deeper.len() + 1 {
        2 => keeps_a_move(view.own(), empty, &Diagonal::FORWARD, 2),
        3 => !rules.can_capture(view) && keeps_a_move(view.their(), empty, &Diagonal::BACKWARD, 3),
        _ => false,
    };
    if hopeless {
        return false;
    }
    rules.moves_into(view, moves);
    let one_reply = deeper.len() == 1;
    moves
        .iter()
        .filter(|mv| !one_reply || may_be_left_without_move(view, mv))
        .any(|mv| ends(rules, rules.play(view, mv), deeper))
}

/// Whether these pieces certainly can step after so many plies, two or three. The last ply is the
/// opponent's and can be a capture, the one before it is their own, and one before that the opponent's and
/// quiet. `forward` is where men go.
///
/// A piece that is neither moved nor taken keeps its *exits*, the vacant squares to which it can step, but
/// for those that are filled, and a ply fills one at the most. So whichever piece is moved, some other
/// that can't be taken then needs to have more exits than there are plies.
fn keeps_a_move(pieces: Pieces, empty: SquareSet, forward: &[Diagonal; 2], plies: u32) -> bool {
    pieces.all().iter().all(|moved| {
        let others = Pieces { men: pieces.men.without(moved), kings: pieces.kings.without(moved) };
        exits(untakeable(others), empty.with(moved), forward).len() > plies
    })
}

/// The same for one move of the mover, and a reply to it.
fn may_be_left_without_move(view: View, mv: &Move) -> bool {
    let own = moved(view.own(), mv);
    let empty = !(own.all() | (view.their().all() - mv.captured()));
    exits(own, empty, &Diagonal::FORWARD).len() <= 1
        || exits(untakeable(own), empty, &Diagonal::FORWARD).len() <= 1
}

/// The mover's pieces after its move.
fn moved(own: Pieces, mv: &Move) -> Pieces {
    let (from, to) = (SquareSet::from(mv.from()), SquareSet::from(mv.to()));
    if mv.crowns() || own.kings.contains(mv.from()) {
        Pieces { men: own.men - from, kings: (own.kings - from) | to }
    } else {
        Pieces { men: (own.men - from) | to, kings: own.kings }
    }
}

/// The vacant squares to which pieces can step, men along these diagonals.
fn exits(pieces: Pieces, empty: SquareSet, forward: &[Diagonal; 2]) -> SquareSet {
    let [left, right] = forward.map(|direction| pieces.all().step(direction));
    let [back_left, back_right] = forward.map(|direction| pieces.kings.step(direction.opposite()));
    (left | right | back_left | back_right) & empty
}

/// Pieces that the opponent can't take in its next move, however its pieces stand: a capturing piece comes
/// from a square without a piece of the side, and goes to another.
fn untakeable(pieces: Pieces) -> Pieces {
    let free = !pieces.all();
    let between = |direction: Diagonal| free.step(direction) & free.step(direction.opposite());
    let [left, right] = Diagonal::FORWARD.map(between);
    let takeable = left | right;
    Pieces { men: pieces.men - takeable, kings: pieces.kings - takeable }
}
