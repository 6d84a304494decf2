//! Values of positions from a compact table.
//!
//! A compact table answers for its slice and the reverse of it, and keeps the values of some of these
//! positions ([`Density::keeps`] says which pairs of men classes have a place in it, the rule below which
//! positions of these are left out all the same). Any other value is the best of what the moves lead to.
//!
//! # Which positions are left out
//!
//! A position with a place in the table and without a capture is left out if its moves **tell** its
//! value: some tell that they win, or all tell what they are worth. Let `S` be the position after a move.
//!
//! 1. An `S` with a capture tells its value: captures are played out.
//! 2. If the position is threatened ([`Rules::is_threatened`]) and both sides have a king, some other `S` tell
//!    their values too:
//!    - one of another slice pair, which a crowning leads to;
//!    - one without a place in the table, whose moves tell its value, by the rules of this list;
//!    - one with a place in the table, if its moves with a capture in the answer tell its value (rule 1
//!      alone), or if it is not threatened, in which case its value is kept.
//!
//! # Why a search ends
//!
//! Each step of the search takes a piece, or crowns a man, or goes on in the same pair of slices. The
//! first two can happen only so often. In the same pair, a position without a place comes to one that
//! has a place after four quiet moves at most, see [`Density`]. A position with a place is looked up, or
//! told by rule 2; then the positions after it come to ones with a place again, which have to be told by
//! rule 1, or be kept: there is no second threatened position whose moves are asked for what rule 2
//! says. Rule 2 is for pairs in which both sides have kings: there what has no place is one move away from
//! what has, and so the search within a pair is at most five moves deep. In the other pairs it would be nine,
//! which took three quarters of the time of all probes and made the tables 3 % shorter.
//!
//! Which positions are left out depends on true values, and on what has a place in this one table, so it
//! is the same when a table is made and when it is probed, whatever tables are beside it.

use std::ops::ControlFlow;

use retrograde_db::Value;
use retrograde_db::draughts::{Density, Rules, Slice, View};

/// What a [`CompactSearch`] asks for.
pub trait CompactSource {
    /// Why there is no answer.
    type Error;

    /// The value of a position with a capture, or of another pair of slices.
    ///
    /// # Errors
    /// Where it can't be had.
    fn value(&self, view: View) -> Result<Value, Self::Error>;

    /// The value that the table keeps for a position.
    ///
    /// # Errors
    /// Where it can't be had.
    fn kept(&self, view: View) -> Result<Value, Self::Error>;
}

/// Finds values of the positions that a compact table answers for.
#[derive(Clone, Copy, Debug)]
pub struct CompactSearch<'s, S> {
    rules: &'static Rules,
    /// The slice of the table.
    slice: Slice,
    source: &'s S,
}

impl<'s, S: CompactSource> CompactSearch<'s, S> {
    /// A search in the positions of this slice and its reverse, of which the first has the table.
    #[must_use]
    pub fn new(slice: Slice, source: &'s S) -> CompactSearch<'s, S> {
        CompactSearch { rules: &Rules::ENGLISH, slice, source }
    }

    /// The value of a position of the slice or its reverse in which the side to move has no capture.
    ///
    /// # Errors
    /// Those of the source.
    pub fn value(&self, view: View) -> Result<Value, S::Error> {
        self.value_at(view, self.is_turn(view))
    }

    /// The value of a position with a place in the table and without a capture, if its moves tell it;
    /// `None` where the table keeps it.
    ///
    /// # Errors
    /// Those of the source.
    pub fn told(&self, view: View) -> Result<Option<Value>, S::Error> {
        let best = match self.told_by_captures(view)? {
            Told::Value(value) => return Ok(Some(value)),
            Told::Rest { best } => best,
        };
        let kings = self.slice.mover().kings().min(self.slice.opponent().kings());
        if kings == 0 || !self.rules.opponent_could_capture(view) {
            return Ok(None);
        }
        let next = self.next_turn(true);
        let mut wanted = Wanted::Any;
        self.best(view, best, |after, crowned| {
            if self.rules.can_capture(after) {
                // It is in `best` already.
                return Ok(Some(best.for_opponent()));
            }
            let told = self.told_after_threat(after, next, crowned, wanted)?;
            if told.is_none() {
                // Now only a win can tell the value.
                wanted = Wanted::Loss;
            }
            Ok(told)
        })
    }

    /// Whether a position of the slice or its reverse has a place in the table.
    #[must_use]
    pub fn has_place(&self, view: View) -> bool {
        self.has_place_at(view, self.is_turn(view))
    }

    #[inline]
    fn has_place_at(&self, view: View, turn: bool) -> bool {
        turn && Density::Compact.keeps_view(self.slice, view)
    }

    /// Whether it is the turn of the side that the slice of the table is named for first; always where
    /// both sides have the same pieces.
    fn is_turn(&self, view: View) -> bool {
        Slice::of(view) == Ok(self.slice)
    }

    /// The same after a quiet move.
    #[inline]
    fn next_turn(&self, turn: bool) -> bool {
        !turn || self.slice.mover() == self.slice.opponent()
    }

    fn value_at(&self, view: View, turn: bool) -> Result<Value, S::Error> {
        if self.has_place_at(view, turn) {
            return match self.told(view)? {
                Some(value) => Ok(value),
                None => self.source.kept(view),
            };
        }
        let next = self.next_turn(turn);
        let best = self.best(view, Value::Loss, |after, crowned| {
            let elsewhere = crowned || self.rules.can_capture(after);
            let value = if elsewhere { self.source.value(after) } else { self.value_at(after, next) };
            value.map(Some)
        })?;
        Ok(best.unwrap_or(self.rules.without_move))
    }

    /// Rule 1: what the moves say that offer something to the opponent.
    fn told_by_captures(&self, view: View) -> Result<Told, S::Error> {
        let mut rest = false;
        let best = self.best(view, Value::Loss, |after, _| {
            if self.rules.can_capture(after) {
                return self.source.value(after).map(Some);
            }
            rest = true;
            // Of no account for the best one.
            Ok(Some(Value::Win))
        })?;
        Ok(match best.unwrap_or(Value::Loss) {
            best if rest && best != Value::Win => Told::Rest { best },
            best => Told::Value(best),
        })
    }

    /// Rule 2: the value of a position without a capture, if it is told behind a threatened one. Where
    /// only a loss is wanted, `None` may stand for any other value.
    fn told_after_threat(
        &self,
        view: View,
        turn: bool,
        crowned: bool,
        wanted: Wanted,
    ) -> Result<Option<Value>, S::Error> {
        if crowned {
            return self.source.value(view).map(Some);
        }
        if self.has_place_at(view, turn) {
            return match self.told_by_captures(view)? {
                Told::Value(value) => Ok(Some(value)),
                Told::Rest { .. } if self.rules.opponent_could_capture(view) => Ok(None),
                Told::Rest { .. } => self.source.kept(view).map(Some),
            };
        }
        let next = self.next_turn(turn);
        let mut lost = true;
        self.best(view, Value::Loss, |after, crowned| {
            if !lost {
                return Ok(None);
            }
            let told = match self.rules.can_capture(after) {
                true => self.source.value(after).map(Some),
                false => self.told_after_threat(after, next, crowned, Wanted::Any),
            }?;
            lost = wanted == Wanted::Any || told == Some(Value::Win);
            Ok(told)
        })
    }

    /// The best for the side to move of what its quiet moves lead to, `best` at least: a win as soon as
    /// one is found; else `None` where not all are known. `value` is told whether a move crowned a man.
    #[inline]
    fn best(
        &self,
        view: View,
        mut best: Value,
        mut value: impl FnMut(View, bool) -> Result<Option<Value>, S::Error>,
    ) -> Result<Option<Value>, S::Error> {
        let mut all = true;
        let mut fault = None;
        let men = view.own().men.len();
        let won = self.rules.after_quiet_moves(view, |after| {
            match value(after, after.their().men.len() != men) {
                Ok(Some(Value::Loss)) => return ControlFlow::Break(()),
                Ok(Some(value)) => best = best.max(value.for_opponent()),
                Ok(None) => all = false,
                Err(error) => fault = fault.take().or(Some(error)),
            }
            ControlFlow::Continue(())
        });
        if won.is_break() {
            return Ok(Some(Value::Win));
        }
        // What is not known might be a loss of the opponent.
        match fault {
            Some(error) => Err(error),
            None => Ok(all.then_some(best)),
        }
    }
}

/// Which values of a position are of use.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Any,
    /// Only a loss.
    Loss,
}

/// What the moves say that offer something to the opponent.
enum Told {
    /// They tell the value.
    Value(Value),
    /// They win nothing, and there are others.
    Rest {
        /// The best of them.
        best: Value,
    },
}
