//! The move generator against the naive mover, and against itself with colours swapped.

use std::collections::HashSet;
use std::ops::ControlFlow;

use proptest::prelude::*;
use retrograde_db::draughts::{Move, MoveList, Position, Rules, Side, SquareSet, View};

use crate::naive::{self, NaiveMove};
use crate::random::{Random, positions};

/// The squares that a move stands on, start first.
fn path(mv: &Move) -> Vec<u8> {
    std::iter::once(mv.from()).chain(mv.landings().iter().copied()).map(|square| square.number()).collect()
}

/// Compares the two movers in one position; gives the number of moves.
fn assert_movers_agree(position: Position, view_moves: &mut MoveList) -> usize {
    let rules = &Rules::ENGLISH;
    let mut expected = naive::moves(position);
    expected.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    let found = position.legal_moves(rules);
    assert_eq!(found.len(), expected.len(), "{position}: {found:?} {expected:?}");
    for (mv, NaiveMove { path: expected_path, captured, after }) in found.iter().zip(&expected) {
        assert_eq!(path(mv), *expected_path, "{position}");
        let taken: Vec<u8> = mv.captured().iter().map(|square| square.number()).collect();
        assert!(taken.len() == captured.len() && captured.iter().all(|square| taken.contains(square)));
        assert_eq!(position.play(rules, mv), *after, "{position} {mv}");
        let crowned = position.men(position.side_to_move()).len() > after.men(position.side_to_move()).len();
        assert_eq!(mv.crowns(), crowned, "{position} {mv}");
    }
    let captures = expected.iter().any(|mv| !mv.captured.is_empty());
    let view = position.view();
    assert_eq!(rules.can_capture(view), captures, "{position}");
    assert_eq!(rules.has_move(view), !expected.is_empty(), "{position}");
    assert_eq!(rules.count_moves(view), expected.len() as u64, "{position}");
    // The other mover's captures are compared when it is its turn.
    let threats = rules.can_capture(view.opponent_view());
    assert_eq!(rules.opponent_could_capture(view), threats, "{position}");
    assert_eq!(rules.is_threatened(view), threats && !captures, "{position}");
    rules.moves_into(view, view_moves);
    assert_eq!(view_moves.len(), expected.len(), "{position}");
    if !captures {
        let mut after: HashSet<View> = view_moves.iter().map(|mv| rules.play(view, mv)).collect();
        let all = rules.after_quiet_moves(view, |view| match after.remove(&view) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(view),
        });
        assert!(all.is_continue() && after.is_empty(), "{position}: {all:?} {after:?}");
    }
    expected.len()
}

#[test]
fn a_million_random_positions_agree_with_the_naive_mover() {
    let mut random = Random(0x005E_ED0F_D2A6_0475);
    let mut view_moves = MoveList::new();
    let (mut moves, mut captures, mut longest, mut dead) = (0, 0, 0, 0);
    for _ in 0..1_000_000 {
        let position = random.position();
        let found = assert_movers_agree(position, &mut view_moves);
        moves += found;
        dead += usize::from(found == 0);
        captures += usize::from(Rules::ENGLISH.can_capture(position.view()));
        longest = longest.max(view_moves.iter().map(|mv| mv.captured().len()).max().unwrap_or_default());
    }
    // The sample holds what it is meant to hold: captures, long ones too, and positions without a move.
    assert!(moves > 3_000_000 && captures > 300_000, "{moves} moves, {captures} positions with a capture");
    assert!(longest >= 6 && dead > 1_000, "{longest} pieces taken at most, {dead} positions without a move");
}

#[test]
fn every_position_of_a_game_agrees_with_the_naive_mover() {
    let mut random = Random(7);
    let mut view_moves = MoveList::new();
    for _ in 0..500 {
        let mut position = Position::start();
        for _ in 0..120 {
            let count = assert_movers_agree(position, &mut view_moves);
            if count == 0 {
                break;
            }
            let moves = position.legal_moves(&Rules::ENGLISH);
            position = position.play(&Rules::ENGLISH, &moves[random.below(count as u64) as usize]);
        }
    }
}

#[test]
fn the_longest_captures_fit() {
    // A jump passes over the inner squares of one parity of ranks: nine pieces there are the most
    // that one move could meet. Every other square is tried as the start of a king.
    for inner in ["6,K7,K8,K14,K15,K16,K22,K23,K24", "9,K10,K11,K17,K18,K19,K25,K26,K27"] {
        let mut longest = 0;
        for start in 1..=32 {
            let Ok(position) = format!("W:WK{start}:BK{inner}").parse::<Position>() else { continue };
            assert_movers_agree(position, &mut MoveList::new());
            let captured = |mv: &Move| mv.captured().len();
            let moves = position.legal_moves(&Rules::ENGLISH);
            longest = longest.max(moves.iter().map(captured).max().unwrap());
        }
        assert_eq!(longest, 9);
    }
}

#[test]
fn a_move_list_is_written_over() {
    let mut list = MoveList::new();
    Rules::ENGLISH.moves_into("B:W11,19,27:B7".parse::<Position>().unwrap().view(), &mut list);
    assert_eq!(list.len(), 1);
    Rules::ENGLISH.moves_into("B:W32:B28".parse::<Position>().unwrap().view(), &mut list);
    assert_eq!(list.len(), 0);
}

#[test]
fn moves_are_small() {
    assert_eq!(size_of::<Move>(), 16);
}

/// A move as the other side would make it on the turned board.
fn turned(position: Position, mv: &Move) -> (Move, Position) {
    (mv.turned(), position.play(&Rules::ENGLISH, mv).colours_swapped())
}

proptest! {
    #[test]
    fn swapping_colours_swaps_moves_and_successors(position in positions()) {
        let rules = &Rules::ENGLISH;
        let swapped = position.colours_swapped();
        let mut expected: Vec<(Move, Position)> =
            position.legal_moves(rules).iter().map(|mv| turned(position, mv)).collect();
        expected.sort_by_key(|(mv, _)| *mv);
        let found: Vec<(Move, Position)> =
            swapped.legal_moves(rules).iter().map(|mv| (*mv, swapped.play(rules, mv))).collect();
        prop_assert_eq!(found, expected);
        prop_assert_eq!(rules.can_capture(position.view()), rules.can_capture(swapped.view()));
    }

    #[test]
    fn moves_keep_what_they_do_not_touch(position in positions()) {
        let side = position.side_to_move();
        for mv in &position.legal_moves(&Rules::ENGLISH) {
            let after = position.play(&Rules::ENGLISH, mv);
            let (own, their) = (position.pieces(side), position.pieces(side.opponent()));
            prop_assert_eq!(after.side_to_move(), side.opponent());
            prop_assert_eq!(after.pieces(side.opponent()).all(), their.all() - mv.captured());
            let moved = (own.all() - SquareSet::from(mv.from())).with(mv.to());
            prop_assert_eq!(after.pieces(side).all(), moved);
            prop_assert_eq!(mv.turned().turned(), *mv);
        }
    }
}

#[test]
fn both_sides_move_from_the_start() {
    let start = Position::start();
    let white_first = Position::from_view(start.view(), Side::White);
    let moves = white_first.legal_moves(&Rules::ENGLISH);
    let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["21-17", "22-17", "22-18", "23-18", "23-19", "24-19", "24-20"]);
}
