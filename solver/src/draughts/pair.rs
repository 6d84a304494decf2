//! Solving one pair of groups, for both sides to move.
//!
//! All positions begin as drawn. The sides are gone over in turns: a pass makes the rows of one side anew
//! from what is known of the other, and hands over what has been added, which may add something to the other
//! side's rows, and so on until a pass adds nothing. Values only ever change from drawn to won or lost, so
//! the order makes no difference to what is reached, and what is never reached is drawn.
//!
//! Pass 1 hands over what captures and moves out of the pair have won for the first side. In pass 2 the
//! positions of the second side are lost all of whose moves lead there. In pass 3 the first side wins where
//! a move within the pair leads to one of those. Pass `n` finds what is `n` - 1 such moves away from what
//! was known before. From pass 3 on only those rows are gone over from which a move leads to a row that has
//! changed.
//!
//! The usual way is to count the moves of each position and to take moves back from those that become known
//! (Thompson, *Retrograde Analysis of Certain Endgames*, 1986); that is how distances are found. Here a word
//! holds 64 positions, and one operation looks at a move of all of them.

use std::sync::atomic::{AtomicBool, Ordering};

use retrograde_db::draughts::Rules;

use super::capture::Captures;
use super::columns::Columns;
use super::group::SideGroups;
use super::half::Half;
use super::hand_over::hand_over;
use super::kernel::CpuKind;
use super::phases::{Phase, Phases};
use super::table::Tile;

/// A group of one side.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) side: &'a SideGroups,
    pub(crate) group: u32,
}

impl Place<'_> {
    /// Whether both are the same group of the same side type.
    fn is(&self, other: &Place<'_>) -> bool {
        self.side.side() == other.side.side() && self.group == other.group
    }
}

/// What holds for all pairs of groups of a build.
#[derive(Clone, Copy)]
pub(crate) struct Conditions<'e> {
    /// How the game is played.
    pub(crate) rules: &'static Rules,
    /// Instructions to use.
    pub(crate) cpu: CpuKind,
    /// Set from outside to stop.
    pub(crate) interrupt: &'e AtomicBool,
    /// Told where the time goes.
    pub(crate) phases: &'e Phases,
}

/// The values of a pair of groups, with one side to move.
pub(crate) struct SolvedHalf<'a> {
    /// The mover's group.
    pub(crate) mover: Place<'a>,
    /// The opponent's group.
    pub(crate) opponent: Place<'a>,
    /// Rows by configuration of the mover.
    pub(crate) half: Half<'a>,
    /// Rows by configuration of the opponent.
    pub(crate) tile: Tile,
}

/// Solves a pair of groups, and finds the positions that nobody looks up: first with a configuration of `first` to move, then, unless both are the
/// same, with one of `second`.
///
/// Once the run is interrupted the passes stop, and what comes out is of no use.
pub(crate) fn solve<'a>(
    captures: Captures<'a>,
    conditions: Conditions<'_>,
    first: Place<'a>,
    second: Place<'a>,
) -> Vec<SolvedHalf<'a>> {
    if first.is(&second) {
        return vec![solve_mirrored(captures, conditions, first)];
    }
    let Conditions { cpu, interrupt, phases, .. } = conditions;
    let prepared = |mover, opponent| {
        let mut solved = start(captures, cpu, mover, opponent);
        let legal = solved.half.legal_rows();
        phases.run(Phase::Captures, || solved.half.prepare(&legal, interrupt));
        (solved, legal)
    };
    let ((a, legal_a), (b, legal_b)) = rayon::join(|| prepared(first, second), || prepared(second, first));
    let (mut halves, legal) = ([a, b], [legal_a, legal_b]);
    // Both sides have to be gone over once in full: the values of captures and of moves out of the
    // pair of groups are handed over by the first pass.
    let mut todo = [legal[0].clone(), legal[1].clone()];
    let mut turn = 0;
    let mut passes = 0;
    let stopped = || interrupt.load(Ordering::Relaxed);
    while (passes < 2 || todo[turn].any()) && !stopped() {
        let other = 1 - turn;
        let [a, b] = &mut halves;
        let (own, their) = if turn == 0 { (a, b) } else { (b, a) };
        if phases.run(Phase::Passes, || own.half.pass(&their.tile, &todo[turn])) {
            let touched = phases.run(Phase::Transposition, || hand_over(cpu, &own.half, &mut own.tile));
            todo[other] |= their.half.neighbours(&touched, &legal[other]);
        }
        todo[turn].fill(false);
        turn = other;
        passes += 1;
    }
    let [a, b] = &mut halves;
    let find_unasked = |half: &mut Half<'_>, values, legal| {
        phases.run(Phase::Unasked, || half.find_unasked(values, legal, interrupt));
    };
    rayon::join(
        || find_unasked(&mut a.half, &b.tile, &legal[0]),
        || find_unasked(&mut b.half, &a.tile, &legal[1]),
    );
    halves.into()
}

/// Both sides have the same group, so there is one set of values, which depends on itself.
fn solve_mirrored<'a>(
    captures: Captures<'a>,
    conditions: Conditions<'_>,
    place: Place<'a>,
) -> SolvedHalf<'a> {
    let Conditions { cpu, interrupt, phases, .. } = conditions;
    let mut solved = start(captures, cpu, place, place);
    let legal = solved.half.legal_rows();
    phases.run(Phase::Captures, || solved.half.prepare(&legal, interrupt));
    let mut todo = legal.clone();
    let stopped = || interrupt.load(Ordering::Relaxed);
    while !stopped() && todo.any() && phases.run(Phase::Passes, || solved.half.pass(&solved.tile, &todo)) {
        let touched = phases.run(Phase::Transposition, || hand_over(cpu, &solved.half, &mut solved.tile));
        todo = solved.half.neighbours(&touched, &legal);
    }
    phases.run(Phase::Unasked, || solved.half.find_unasked(&solved.tile, &legal, interrupt));
    solved
}

fn start<'a>(captures: Captures<'a>, cpu: CpuKind, mover: Place<'a>, opponent: Place<'a>) -> SolvedHalf<'a> {
    let columns = Columns::of_group(opponent.side, opponent.group);
    let half = Half::new(captures, cpu, (mover.side, mover.group), columns);
    let tile =
        Tile::new(opponent.side.group(opponent.group).columns(), mover.side.group(mover.group).words());
    SolvedHalf { mover, opponent, half, tile }
}
