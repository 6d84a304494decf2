//! Exact values: published ones, all games of tiny boards played out, and limits that are kept.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use retrograde_db::go::{
    Board, BoardIndex, BoardSize, Bounds, Colour, Ending, Game, GameState, History, Move, Position,
    Repetition, Rules, Score, Suicide,
};
use retrograde_probe::go::Tables;
use retrograde_solver::MemoryStore;
use retrograde_solver::go::{ExactError, ExactLimits, ExactSolver, ExactStop, ExactValues};
use retrograde_solver::{Bytes, Silent};

const ROWS: &str = include_str!("../../../db/tests/data/go-exact.txt");
const DIFFERENCES: &str = include_str!("../../../db/tests/data/go-superko.csv");

/// All pairs of what may be repeated and whether suicide is allowed, which named rules do not have.
static RULES: [Rules; 4] = [
    rules(Repetition::Positional, Suicide::Allowed),
    rules(Repetition::Positional, Suicide::Forbidden),
    rules(Repetition::Situational, Suicide::Allowed),
    rules(Repetition::Situational, Suicide::Forbidden),
];

const fn rules(repetition: Repetition, suicide: Suicide) -> Rules {
    let mut rules = Rules::TROMP_TAYLOR;
    rules.repetition = repetition;
    rules.suicide = suicide;
    rules
}

fn rules_of(repetition: &str, suicide: &str) -> &'static Rules {
    let place = match (repetition, suicide) {
        ("positional", "allowed") => 0,
        ("positional", "forbidden") => 1,
        ("situational", "allowed") => 2,
        ("situational", "forbidden") => 3,
        other => panic!("{other:?}"),
    };
    &RULES[place]
}

fn solver(size: BoardSize, rules: &'static Rules) -> ExactSolver {
    ExactSolver::new(size, rules, ExactLimits::default()).unwrap()
}

fn value(game: &Game) -> Score {
    solver(game.board().size(), game.rules()).solve(game).unwrap().exact().unwrap()
}

#[test]
fn published_values() {
    let rows: Vec<&str> = ROWS.lines().filter(|row| !row.starts_with('#')).collect();
    assert_eq!(rows.len(), 102);
    for row in rows {
        let fields: Vec<&str> = row.split('\t').collect();
        let [repetition, suicide, text, expected] = fields[..] else { panic!("{row:?}") };
        let history: History = match text.parse::<BoardSize>() {
            Ok(size) => Position::start(size).into(),
            Err(_) => text.parse().unwrap(),
        };
        let game = history.game(rules_of(repetition, suicide)).unwrap();
        assert_eq!(value(&game).0.to_string(), expected, "{row}");
    }
}

/// The value of a game by playing it out in all ways.
fn played_out(game: &Game) -> Score {
    if let GameState::Over(outcome) = game.state() {
        return outcome.score;
    }
    let mut game = game.clone();
    let _ = game.resume();
    let moves: Vec<Move> = game.legal_plays().iter().map(Move::Play).chain([Move::Pass]).collect();
    let values = moves.into_iter().map(|mv| {
        let mut after = game.clone();
        after.make(mv).unwrap();
        played_out(&after)
    });
    match game.to_move() {
        Colour::Black => values.max().unwrap(),
        Colour::White => values.min().unwrap(),
    }
}

/// Compares all games of a board with at most so many turns.
fn compare_all(game: &Game, turns: u32, solver: &mut ExactSolver, compared: &mut u32) {
    let answer = solver.solve(game).unwrap();
    let expected = played_out(game);
    assert_eq!(answer.exact(), Some(expected), "{} after {:?}", game.position(), game.history());
    *compared += 1;
    if let Some(best) = answer.best {
        let mut after = game.clone();
        let _ = after.resume();
        after.make(best).unwrap();
        assert_eq!(played_out(&after), expected, "{}: {}", game.position(), best.on(game.board().size()));
    }
    let mut game = game.clone();
    let _ = game.resume();
    for mv in game.legal_plays().iter().map(Move::Play).chain([Move::Pass]) {
        let mut after = game.clone();
        if turns > 0 && after.make(mv).is_ok() {
            compare_all(&after, turns - 1, solver, compared);
        }
    }
}

#[test]
fn tiny_boards_agree_with_games_played_out() {
    for rules in RULES.iter().chain(Rules::ALL) {
        for (size, turns) in [("1x1", 6), ("1x2", 8), ("1x3", 2)] {
            // Where play can go on after two passes there are too many games.
            if size == "1x3" && rules.ending != Ending::TwoPasses {
                continue;
            }
            let size: BoardSize = size.parse().unwrap();
            let mut compared = 0;
            compare_all(&Game::new(rules, size), turns, &mut solver(size, rules), &mut compared);
            assert!(compared >= 3, "{size}: {compared}");
        }
    }
}

#[test]
fn every_start_of_1x3_agrees_with_games_played_out() {
    let size: BoardSize = "1x3".parse().unwrap();
    let mut boards = 0;
    for text in (0..27).map(|code| [code / 9, code / 3 % 3, code % 3].map(|point| ['.', 'X', 'O'][point])) {
        let Ok(board) = text.iter().collect::<String>().parse::<Board>() else { continue };
        boards += 1;
        for rules in &RULES {
            for (to_move, passed) in
                [(Colour::Black, false), (Colour::Black, true), (Colour::White, false), (Colour::White, true)]
            {
                let game = Game::from_position(rules, Position { board, to_move, passed });
                assert_eq!(solver(size, rules).solve(&game).unwrap().exact(), Some(played_out(&game)));
            }
        }
    }
    assert_eq!(boards, 15);
}

#[test]
fn values_of_moves_and_lines_fit_together() {
    for (text, rules) in [("2x3", &RULES[0]), ("3x3", &Rules::AGA), ("1x6", &RULES[1])] {
        let size: BoardSize = text.parse().unwrap();
        let mut solver = solver(size, rules);
        let mut game = Game::new(rules, size);
        let answer = solver.solve(&game).unwrap();
        let moves = solver.moves(&game).unwrap();
        assert_eq!(moves.len(), usize::from(size.points()) + 1);
        assert_eq!(moves[0].answer.exact(), answer.exact());
        let of_best = moves.iter().find(|of_move| Some(of_move.mv) == answer.best).unwrap();
        assert_eq!(of_best.answer.exact(), answer.exact());
        let line = solver.line(&game, &answer).unwrap();
        assert_eq!(line.first(), answer.best.as_ref());
        for &mv in &line {
            game.make(mv).unwrap();
            assert_eq!(solver.solve(&game).unwrap().exact(), answer.exact(), "{text}: {:?}", game.history());
        }
        assert!(game.state() != GameState::Playing, "{text}: the line goes on to the end");
        assert_eq!(Some(game.board().score()), answer.exact());
    }
}

#[test]
fn colours_and_symmetries_make_no_difference() {
    let mut seen = HashMap::new();
    for text in ["XX./.O. X", ".XX/.O. X", ".O./XX. X", "OO./.X. O", ".X./.OO O"] {
        let game = Game::from_position(&Rules::TROMP_TAYLOR, text.parse().unwrap());
        let sign = if game.to_move() == Colour::Black { 1 } else { -1 };
        seen.insert(text, sign * value(&game).0);
    }
    let values: Vec<i8> = seen.values().copied().collect();
    assert!(values.iter().all(|&value| value == values[0]), "{seen:?}");
}

#[test]
fn numbers_of_threads_make_no_difference() {
    for (size, rules, expected) in [
        ("2x3", &Rules::TROMP_TAYLOR, 0),
        ("1x8", &Rules::AGA, 3),
        ("2x5", &Rules::TROMP_TAYLOR, 10),
        ("3x3", &Rules::AGA, 9),
        ("3x4", &Rules::TROMP_TAYLOR, 4),
    ] {
        let size: BoardSize = size.parse().unwrap();
        let game = Game::new(rules, size);
        for threads in 1..=3 {
            let mut solver = solver(size, rules).with_threads(NonZeroUsize::new(threads).unwrap());
            let answer = solver.solve(&game).unwrap();
            assert_eq!(answer.exact(), Some(Score(expected)), "{size}, {threads} threads");
            // Which of several good moves is found may differ, what it is worth may not.
            let mut next = game.clone();
            next.make(answer.best.unwrap()).unwrap();
            assert_eq!(value(&next), Score(expected), "{size}, {threads} threads");
        }
    }
    let values = [1, 3].map(|threads| {
        let solver = solver("2x3".parse().unwrap(), &Rules::TROMP_TAYLOR);
        solver.with_threads(NonZeroUsize::new(threads).unwrap()).values(&Silent).unwrap()
    });
    assert_eq!(values[0].differences(&values[1]), [0, 0]);
}

#[test]
fn limits_leave_an_interval_that_holds_the_value() {
    static STOP: AtomicBool = AtomicBool::new(true);
    let size: BoardSize = "2x3".parse().unwrap();
    let game = Game::new(&Rules::TROMP_TAYLOR, size);
    let mut narrower = 0;
    for nodes in (0..400).step_by(3) {
        let limits = ExactLimits { nodes: Some(nodes), ..ExactLimits::default() };
        let mut solver = ExactSolver::new(size, &Rules::TROMP_TAYLOR, limits).unwrap();
        let answer = solver.solve(&game).unwrap();
        assert!(answer.low <= Score(0) && Score(0) <= answer.high, "{answer:?}");
        assert_eq!(answer.exact().is_none(), answer.stop == Some(ExactStop::Nodes));
        assert!(answer.nodes <= nodes + 1);
        narrower += u32::from(answer.stop.is_some() && answer.high.0 - answer.low.0 < 12);
        assert_eq!(solver.line(&game, &answer).unwrap().is_empty(), answer.exact().is_none());
    }
    assert!(narrower > 0);
    let limits = ExactLimits { time: Some(Duration::ZERO), ..ExactLimits::default() };
    let mut solver = ExactSolver::new("1x8".parse().unwrap(), &Rules::TROMP_TAYLOR, limits).unwrap();
    let game = Game::new(&Rules::TROMP_TAYLOR, "1x8".parse().unwrap());
    assert_eq!(solver.solve_with(&game, &Silent).unwrap().stop, Some(ExactStop::Time));
    let answer = solver.with_interrupt(&STOP).solve(&game).unwrap();
    assert_eq!((answer.low, answer.high), (Score(-8), Score(8)));
    assert_eq!(answer.stop, Some(ExactStop::Interrupted));
}

fn all_values(size: &str, repetition: Repetition, suicide: Suicide) -> ExactValues {
    let rules = RULES.iter().find(|rules| (rules.repetition, rules.suicide) == (repetition, suicide));
    solver(size.parse().unwrap(), rules.unwrap()).values(&Silent).unwrap()
}

#[test]
fn positions_that_differ_between_the_rules_of_repetition() {
    let rows: Vec<&str> = DIFFERENCES.lines().filter(|row| !row.starts_with('#')).collect();
    assert_eq!(rows.len(), 14);
    for row in rows {
        let fields: Vec<&str> = row.split(',').collect();
        let [size, suicide, expected] = fields[..] else { panic!("{row:?}") };
        let suicide = if suicide == "allowed" { Suicide::Allowed } else { Suicide::Forbidden };
        let values = [Repetition::Positional, Repetition::Situational]
            .map(|repetition| all_values(size, repetition, suicide));
        let [before_pass, _] = values[0].differences(&values[1]);
        assert_eq!(before_pass.to_string(), expected, "{row}");
        assert_eq!(values[0].differences(&values[0]), [0, 0]);
    }
}

/// Where no rule of repetition matters, bounds and values are equal; and values stay within the bounds.
#[test]
fn all_values_are_within_their_bounds() {
    for (size, suicide) in [("1x6", Suicide::Allowed), ("2x3", Suicide::Forbidden), ("3x3", Suicide::Allowed)]
    {
        let (_, tables) = crate::built(size, suicide);
        for repetition in [Repetition::Positional, Repetition::Situational] {
            let values = all_values(size, repetition, suicide);
            let index = BoardIndex::new(values.size());
            for board in (0..index.boards()).map(|number| index.board(number).unwrap()) {
                for (to_move, passed) in
                    [(Colour::Black, false), (Colour::Black, true), (Colour::White, false)]
                {
                    let position = Position { board, to_move, passed };
                    let Bounds { low, high } = tables.bounds(position, suicide).unwrap();
                    let value = values.value(position).unwrap();
                    assert!(low <= value && value <= high, "{position}: {value} and {low} to {high}");
                }
            }
        }
    }
}

#[test]
fn tables_of_values_answer_as_the_values_do() {
    for (size, rules) in
        RULES.iter().enumerate().map(|(place, rules)| (["1x6", "2x3", "3x3", "1x2"][place], rules))
    {
        let values = solver(size.parse().unwrap(), rules).values(&Silent).unwrap();
        let mut store = MemoryStore::default();
        let report = values.write(&mut store).unwrap();
        let tables = Tables::from_memory(store.into_tables()).unwrap();
        assert_eq!(tables.names().collect::<Vec<_>>(), [report.name]);
        assert!(tables.verify(|_| ()).is_ok());
        let index = BoardIndex::new(values.size());
        for board in (0..index.boards()).map(|number| index.board(number).unwrap()) {
            for to_move in Colour::BOTH {
                for passed in [false, true] {
                    let position = Position { board, to_move, passed };
                    let found = tables.value(position, rules.suicide, rules.repetition).unwrap();
                    assert_eq!(Some(found), values.value(position), "{position}");
                }
            }
        }
        let start = Position::start(values.size());
        assert!(tables.bounds(start, rules.suicide).is_err(), "values are no bounds");
        let other = if rules.suicide == Suicide::Allowed { Suicide::Forbidden } else { Suicide::Allowed };
        assert!(tables.value(start, other, rules.repetition).is_err());
    }
}

#[test]
fn what_can_not_be_solved_is_refused() {
    let limits = ExactLimits::default();
    let new = |size: &str, limits| ExactSolver::new(size.parse().unwrap(), &Rules::TROMP_TAYLOR, limits);
    assert!(matches!(new("5x5", limits), Err(ExactError::TooLarge { .. })));
    let little = ExactLimits { memory: Bytes(1 << 20), ..limits };
    assert!(matches!(new("3x4", little), Err(ExactError::Memory { .. })));
    let mut solver = new("2x2", limits).unwrap();
    let other = Game::new(&Rules::TROMP_TAYLOR, "2x3".parse().unwrap());
    assert!(matches!(solver.solve(&other), Err(ExactError::Size { .. })));
    let other = Game::new(&Rules::AGA, "2x2".parse().unwrap());
    assert!(matches!(solver.solve(&other), Err(ExactError::Rules { .. })));
}
