//! Checking distances against the rules of the game.
//!
//! As for the values, each distance is compared with those of the positions that the moves lead to,
//! one by one, through the move generator and the probe. Here that is a whole proof, as far as the
//! values are right: a distance is one more than that of a successor, so there are no circles.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use retrograde_db::draughts::{MoveList, Position, Side, Slice, SliceIndex};
use retrograde_db::{DistanceKind, Plies, Value};
use retrograde_probe::draughts::Tables;

use crate::draughts::sample::Sample;
use crate::draughts::verify::{LogicalError, LogicalOptions, threads};
use crate::progress::Progress;
use crate::tasks::tasks;

/// Positions that one task checks.
const TASK: u64 = 1 << 12;

/// Checks the distances of all tables that have some, or a sample of them, each against those of its
/// successors. Gives the number of distances that were compared.
///
/// # Errors
/// The first wrong distance, in the order of kinds, slices and indices, or the first one that can't be
/// had.
pub fn verify_distances(
    tables: &Tables,
    options: &LogicalOptions,
    progress: &(dyn Progress + Sync),
) -> Result<u64, LogicalError> {
    let slices: Vec<(DistanceKind, Slice)> = tables
        .distance_kinds()
        .flat_map(|kind| tables.distance_slices(kind).map(move |slice| (kind, slice)))
        .collect();
    let all: u64 = slices.iter().map(|(_, slice)| slice.positions()).sum();
    let sample = Sample::of(all, options.sample);
    progress.begin(sample.len(all));
    let compared = AtomicU64::new(0);
    threads(options)?.install(|| {
        slices.into_iter().try_for_each(|(kind, slice)| {
            progress.part(&slice.distance_file_name(kind));
            let index = SliceIndex::new(slice);
            let samples = sample.len(index.size());
            let fault = tasks(samples, TASK).find_map_first(|samples| {
                progress.advance(samples.end - samples.start);
                let mut moves = MoveList::new();
                let checked = samples.into_iter().try_fold(0, |sum, number| {
                    let place = sample.place(number, index.size());
                    Ok(sum + u64::from(check(tables, (&index, place), kind, &mut moves)?))
                });
                checked.map(|checked| compared.fetch_add(checked, Ordering::Relaxed)).err()
            });
            fault.map_or(Ok(()), Err)
        })
    })?;
    Ok(compared.into_inner())
}

/// Compares one distance; says whether there is one in the file.
fn check(
    tables: &Tables,
    (index, place): (&SliceIndex, u64),
    kind: DistanceKind,
    moves: &mut MoveList,
) -> Result<bool, LogicalError> {
    let rules = tables.rules();
    let view = index.view(place).expect("samples lie below the size of the slice");
    if rules.can_capture(view) {
        return Ok(false);
    }
    let position = Position::from_view(view, Side::Black);
    let probe = |position| {
        let probed = tables.value_and_plies(position, kind);
        probed.map_err(|source| LogicalError::Probe { position, source: Box::new(source) })
    };
    let (value, Some(stored)) = probe(position)? else { return Ok(false) };
    rules.moves_into(view, moves);
    let men = view.own().men;
    let (mut shortest, mut longest) = (None, None);
    for mv in moves.iter() {
        let after = Position::from_view(rules.play(view, mv), Side::White);
        let (after, plies) = if kind == DistanceKind::Conversion && men.contains(mv.from()) {
            (
                tables
                    .probe(after)
                    .map_err(|source| LogicalError::Probe { position, source: Box::new(source) })?,
                Plies(0),
            )
        } else {
            let (after, plies) = probe(after)?;
            (after, plies.unwrap_or_default())
        };
        let plies = Plies(plies.0 + 1);
        if after == Value::Loss {
            shortest = Some(shortest.map_or(plies, |shortest: Plies| shortest.min(plies)));
        }
        longest = longest.max(Some(plies));
    }
    let expected = if value == Value::Win { shortest } else { longest.or(Some(Plies(0))) };
    if expected == Some(stored) {
        return Ok(true);
    }
    let (slice, expected) = (index.slice(), expected.unwrap_or_default());
    Err(LogicalError::WrongDistance { position, slice, kind, stored, expected })
}
