//! A naive fixpoint: all states of a board in one map, each with its plays as boards in text, and
//! bounds that are set anew until nothing changes. It knows no symmetry and swaps no colours.

use std::collections::HashMap;

use retrograde_db::go::{Board, BoardSize, Bounds, Colour, Position, Score, Suicide};

use crate::built;

/// A state: board, player to move, whether a pass came before.
type State = (Board, Colour, bool);

fn boards(size: BoardSize) -> Vec<Board> {
    let points = u32::from(size.points());
    let colouring = |mut code: usize| {
        let mut text = String::new();
        for point in 0..size.points() {
            if point > 0 && point % size.columns() == 0 {
                text.push('/');
            }
            text.push(['.', 'X', 'O'][code % 3]);
            code /= 3;
        }
        text.parse().ok()
    };
    (0..3usize.pow(points)).filter_map(colouring).collect()
}

/// What the plays of a player lead to.
fn plays(board: Board, player: Colour, suicide: Suicide) -> Vec<Board> {
    let mut after: Vec<Board> = Vec::new();
    for point in board.vacant().iter() {
        let played = board.play(player, point).unwrap();
        if played.board != board && (suicide == Suicide::Allowed || played.suicide.is_empty()) {
            after.push(played.board);
        }
    }
    after
}

/// For every `k`, the states from which a player forces an end with a score of at least `k`, that is
/// its best such score: `None` where it forces no end.
fn forced(boards: &[Board], forcing: Colour, suicide: Suicide) -> HashMap<State, Option<i8>> {
    // Seen by the forcing player.
    let own = |score: Score| if forcing == Colour::Black { score.0 } else { -score.0 };
    let mut best: HashMap<State, Option<i8>> = HashMap::new();
    let mut after = HashMap::new();
    for &board in boards {
        for player in Colour::BOTH {
            after.insert((board, player), plays(board, player, suicide));
            for passed in [false, true] {
                best.insert((board, player, passed), None);
            }
        }
    }
    loop {
        let mut changed = false;
        for &board in boards {
            for player in Colour::BOTH {
                for passed in [false, true] {
                    let other = player.opponent();
                    let pass = if passed { Some(own(board.score())) } else { best[&(board, other, true)] };
                    let values = after[&(board, player)].iter().map(|&board| best[&(board, other, false)]);
                    let values = values.chain([pass]);
                    // `None` is below every score: no end is what the forcing player wants least.
                    let value = if player == forcing { values.max() } else { values.min() };
                    let value = value.unwrap();
                    changed |= best.insert((board, player, passed), value) != Some(value);
                }
            }
        }
        if !changed {
            return best;
        }
    }
}

fn compare(size: &str) {
    for suicide in Suicide::BOTH {
        let (report, tables) = built(size, suicide);
        let size: BoardSize = size.parse().unwrap();
        let boards = boards(size);
        assert_eq!(boards.len() as u64, report.boards);
        let black = forced(&boards, Colour::Black, suicide);
        let white = forced(&boards, Colour::White, suicide);
        let beyond = size.points() as i8 + 1;
        let mut exact = 0;
        for (&(board, to_move, passed), low) in &black {
            let position = Position { board, to_move, passed };
            let high = white[&(board, to_move, passed)];
            let expected =
                Bounds { low: Score(low.unwrap_or(-beyond)), high: Score(high.map_or(beyond, |high| -high)) };
            assert_eq!(tables.forced(position, suicide).unwrap(), expected, "{position}, {suicide:?}");
            assert_eq!(tables.bounds(position, suicide).unwrap(), expected.on_board(size));
            exact += u64::from(expected.exact().is_some());
        }
        assert_eq!(report.exact_states, exact);
    }
}

#[test]
fn lines_agree_with_the_naive_fixpoint() {
    for size in ["1x1", "1x2", "1x3", "1x4", "1x5", "1x6", "1x7"] {
        compare(size);
    }
}

#[test]
fn small_boards_agree_with_the_naive_fixpoint() {
    for size in ["2x2", "2x3", "3x2"] {
        compare(size);
    }
}

#[test]
fn two_by_four_agrees_with_the_naive_fixpoint() {
    compare("2x4");
}

#[test]
fn three_by_three_agrees_with_the_naive_fixpoint() {
    compare("3x3");
}
