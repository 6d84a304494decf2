//! How far it is to the end of the game, or to the next move that can't be taken back.
//!
//! Files of distances hold what can't be had in another way: the plies of positions that are won or
//! lost and in which the side to move has no capture. Captures are played out here, as they are for
//! values; and whether a position is won or lost is always asked of the values.

use retrograde_db::draughts::{Move, Position, Rules, Slice, View};
use retrograde_db::{DistanceKind, Plies, Value};

use super::answer::{Access, Answers};
use super::distance_table::{DistanceTable, SliceDistances};
use super::tables::PLACES;
use super::{ProbeError, ProbedMove, Tables};
use crate::folder::Source;

/// How far a won or lost position is from what its kind counts to, under best play: the winning side
/// hurries, the losing side delays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distance {
    /// Moves of both sides.
    pub plies: Plies,
    /// What they lead to.
    pub kind: DistanceKind,
}

/// The distances of one kind that are in a set.
#[derive(Debug)]
pub(crate) struct Distances {
    kind: DistanceKind,
    /// Fewest pieces first.
    pub(crate) tables: Vec<DistanceTable>,
    /// Where each slice is in `tables`, plus one, 0 for a slice that is not there.
    places: Box<[u16]>,
}

impl Distances {
    /// These tables, for these rules; `number` gives each its number in the cache.
    pub(crate) fn new(
        kind: DistanceKind,
        rules: &'static Rules,
        mut sources: Vec<(Slice, Source)>,
        mut number: impl FnMut() -> u32,
    ) -> Distances {
        sources.sort_by_key(|&(slice, _)| super::tables::order(slice));
        let mut places = if sources.is_empty() { Box::default() } else { vec![0; PLACES].into_boxed_slice() };
        let mut tables = Vec::with_capacity(sources.len());
        for (place, (slice, source)) in (1..).zip(sources) {
            places[super::tables::place_number(slice)] = place;
            tables.push(DistanceTable::new(SliceDistances { slice, kind, rules }, source, number()));
        }
        Distances { kind, tables, places }
    }

    #[inline]
    pub(super) fn table(&self, slice: Slice) -> Result<&DistanceTable, ProbeError> {
        let place = self.places.get(super::tables::place_number(slice)).copied().unwrap_or(0);
        match usize::from(place).checked_sub(1) {
            Some(number) => Ok(&self.tables[number]),
            None => Err(ProbeError::MissingSlice { slice, file: slice.distance_file_name(self.kind) }),
        }
    }
}

impl Tables {
    /// The kinds of distances of which a file is in the set, the one that says more first.
    pub fn distance_kinds(&self) -> impl Iterator<Item = DistanceKind> {
        let kinds = DistanceKind::ALL.into_iter().rev();
        kinds.filter(|&kind| !self.distances[kind as usize].tables.is_empty())
    }

    /// The slices whose distances of this kind are in the set, fewest pieces first.
    pub fn distance_slices(&self, kind: DistanceKind) -> impl ExactSizeIterator<Item = Slice> {
        self.distances[kind as usize].tables.iter().map(|table| table.name.slice)
    }

    /// The value of a position, and how many plies it is away from what `kind` counts to; `None` for
    /// a draw. Where the side to move has no move, the distance is 0, and so it is where the opponent
    /// has no piece.
    ///
    /// ```
    /// use retrograde_db::{DistanceKind, Plies, Value};
    /// use retrograde_probe::draughts::{ProbeError, Tables};
    ///
    /// let tables = Tables::from_memory([])?;
    /// let forced = "W:WK7:B11,12".parse()?;
    /// assert_eq!(tables.value_and_plies(forced, DistanceKind::Win)?, (Value::Loss, Some(Plies(2))));
    /// // The first move is a capture.
    /// assert_eq!(tables.value_and_plies(forced, DistanceKind::Conversion)?, (Value::Loss, Some(Plies(1))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Where a table of values or of distances that is needed is missing, damaged, or can't be read.
    /// Other than for the value alone, every capture that could be the best one has to be known.
    pub fn value_and_plies(
        &self,
        position: Position,
        kind: DistanceKind,
    ) -> Result<(Value, Option<Plies>), ProbeError> {
        self.answers().graded(position.view(), kind)
    }

    /// The distance of a position by the best of the files that are there: to the end of the game, or
    /// else to the next conversion. `None` for a draw, and where the files do not say.
    ///
    /// # Errors
    /// Where a file that is needed is damaged or can't be read. That one is missing is no error here.
    pub fn distance(&self, position: Position) -> Result<Option<Distance>, ProbeError> {
        for kind in self.distance_kinds() {
            if let Some((_, plies)) = known(self.value_and_plies(position, kind))? {
                return Ok(plies.map(|plies| Distance { plies, kind }));
            }
        }
        Ok(None)
    }

    /// The value of a position, and its distance by the best of the files that are there: to the end of the
    /// game, or else to the next conversion. There is no distance for a draw, and where the files do not
    /// say.
    ///
    /// # Errors
    /// Where a table of values that is needed is missing, or a file damaged or not to be read.
    pub fn value_and_distance(&self, position: Position) -> Result<(Value, Option<Distance>), ProbeError> {
        self.answers().value_and_distance(position.view())
    }

    /// Says of each move how far it leads, by the best kind that is known for all of them; moves that
    /// draw have no distance.
    pub(super) fn add_distances(
        &self,
        position: Position,
        moves: &mut [ProbedMove],
    ) -> Result<(), ProbeError> {
        for kind in self.distance_kinds() {
            let plies: Result<Vec<Option<Plies>>, ProbeError> =
                moves.iter().map(|probed| self.plies_with(position, probed, kind)).collect();
            if let Some(plies) = known(plies)? {
                for (probed, plies) in moves.iter_mut().zip(plies) {
                    probed.distance = plies.map(|plies| Distance { plies, kind });
                }
                break;
            }
        }
        Ok(())
    }

    /// The plies from a position if this move is made, the move included.
    fn plies_with(
        &self,
        position: Position,
        probed: &ProbedMove,
        kind: DistanceKind,
    ) -> Result<Option<Plies>, ProbeError> {
        if probed.value == Value::Draw {
            return Ok(None);
        }
        if kind == DistanceKind::Conversion && is_conversion(position, &probed.mv) {
            return Ok(Some(Plies(1)));
        }
        let (_, after) = self.value_and_plies(probed.after, kind)?;
        Ok(after.map(|Plies(after)| Plies(after + 1)))
    }
}

impl<A: Access> Answers<'_, A> {
    /// The value of any view, and its distance where files say it.
    pub(super) fn value_and_distance(self, view: View) -> Result<(Value, Option<Distance>), A::Error> {
        for kind in self.tables.distance_kinds() {
            match self.graded(view, kind) {
                Ok((value, plies)) => return Ok((value, plies.map(|plies| Distance { plies, kind }))),
                Err(error) if A::is_missing(&error) => {}
                Err(error) => return Err(error),
            }
        }
        Ok((self.value(view)?, None))
    }

    /// The value of any view, and its plies.
    fn graded(self, view: View, kind: DistanceKind) -> Result<(Value, Option<Plies>), A::Error> {
        let tables = self.tables;
        if tables.rules.can_capture(view) {
            return match kind {
                DistanceKind::Win => self.best_graded_capture(view),
                DistanceKind::Conversion => {
                    let value = self.value(view)?;
                    Ok((value, (value != Value::Draw).then_some(Plies(1))))
                }
            };
        }
        let value = self.value(view)?;
        if value == Value::Draw {
            return Ok((value, None));
        }
        if view.their().all().is_empty() || !tables.rules.has_move(view) {
            return Ok((value, Some(Plies(0))));
        }
        let slice = Slice::of(view)
            .map_err(|error| ProbeError::TooManyPieces { pieces: error.pieces, most: tables.max_pieces() })?;
        let table = tables.distances[kind as usize].table(slice)?;
        Ok((value, Some(self.access.plies(table, view, value, &tables.cache)?)))
    }

    /// The best that captures lead to, by plies to the end of the game, in a view that has one.
    fn best_graded_capture(self, view: View) -> Result<(Value, Option<Plies>), A::Error> {
        let rules = self.tables.rules;
        let mut best: Option<(Value, Option<Plies>)> = None;
        for mv in &rules.moves(view) {
            let (value, plies) = self.graded(rules.play(view, mv), DistanceKind::Win)?;
            let found = (value.for_opponent(), plies.map(|Plies(plies)| Plies(plies + 1)));
            best = Some(best.map_or(found, |best| better(best, found)));
        }
        // A view with a capture has a move.
        Ok(best.unwrap_or((rules.without_move, Some(Plies(0)))))
    }
}

/// The better of two results for the side to move: the better value, then the shorter win or the
/// longer loss.
fn better(one: (Value, Option<Plies>), other: (Value, Option<Plies>)) -> (Value, Option<Plies>) {
    let prefers_other = match one.0.cmp(&other.0) {
        std::cmp::Ordering::Equal if one.0 == Value::Win => other.1 < one.1,
        std::cmp::Ordering::Equal => other.1 > one.1,
        order => order.is_lt(),
    };
    if prefers_other { other } else { one }
}

/// Whether no later move can lead back to the position: a piece is taken, or a man moved.
pub(super) fn is_conversion(position: Position, mv: &Move) -> bool {
    mv.is_capture() || position.men(position.side_to_move()).contains(mv.from())
}

/// `None` where a table is missing, so that something else may know.
fn known<T>(result: Result<T, ProbeError>) -> Result<Option<T>, ProbeError> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.is_missing() => Ok(None),
        Err(error) => Err(error),
    }
}
