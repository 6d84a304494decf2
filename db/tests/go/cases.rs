//! Small inputs that other programs got wrong.

use retrograde_db::go::{
    BoardSize, Colour, EndReason, Game, GameState, IllegalPlay, Move, Point, PointSet, Position, Rules, Score,
};

fn size(text: &str) -> BoardSize {
    text.parse().unwrap()
}

/// The point in this column and row, from the top left.
fn at(size: BoardSize, column: u8, row: u8) -> Point {
    size.point(row, column).unwrap()
}

#[test]
fn snapback() {
    // Columns and rows from the top left, in the order of play, White answering Black.
    let points = [33, 22, 24, 23, 42, 35, 13, 34, 31, 43, 21, 53, 12, 32];
    let size = size("5x5");
    for rules in Rules::ALL {
        let mut game = Game::new(rules, size);
        for point in points {
            game.make(Move::Play(at(size, point / 10 - 1, point % 10 - 1))).unwrap();
        }
        // White has taken a stone on this point in the last move, and stands in atari by it.
        let played = game.check(at(size, 2, 2)).unwrap();
        assert_eq!((played.captured.len(), played.suicide.len()), (3, 0), "{}", rules.name);
    }
}

#[test]
fn suicide_is_told_from_ko() {
    let size = size("5x5");
    for rules in Rules::ALL {
        let mut game = Game::new(rules, size);
        for (column, row) in [(0, 1), (4, 4), (1, 0)] {
            game.make(Move::Play(at(size, column, row))).unwrap();
        }
        assert_eq!(game.check(at(size, 0, 0)), Err(IllegalPlay::Suicide { stones: 1 }));
    }
    let position: Position = "XX.O/OOOO/.... X".parse().unwrap();
    let corner = position.board.vacant().first().unwrap();
    let larger = |rules| Game::from_position(rules, position).check(corner);
    assert_eq!(larger(&Rules::AGA), Err(IllegalPlay::Suicide { stones: 3 }));
    assert_eq!(larger(&Rules::TROMP_TAYLOR).unwrap().suicide.len(), 3);
}

#[test]
fn area() {
    for (board, score) in [
        ("...../...../...../...../.....", 0),
        ("...../..X../...../...../.....", 25),
        ("X.O", 0),
        ("..X.O/..X../..X../..X../..X..", 14),
        (".", 0),
    ] {
        let position: Position = format!("{board} X").parse().unwrap();
        assert_eq!(position.board.score(), Score(score), "{board}");
        assert_eq!(position.board.colours_swapped().score(), Score(-score), "{board}");
    }
}

#[test]
fn four_passes_come_before_equal_proposals() {
    let mut game = Game::new(&Rules::TROMP_TAYLOR_AGREEMENT, size("3x3"));
    for proposal in [1, -1, 2] {
        game.pass_proposing(Score(proposal)).unwrap();
        assert_eq!(game.state(), GameState::Playing);
    }
    game.pass_proposing(Score(2)).unwrap();
    let GameState::Over(outcome) = game.state() else { panic!("{:?}", game.state()) };
    assert_eq!((outcome.score, outcome.reason), (Score(0), EndReason::FourPasses));
    assert_eq!(outcome.to_string(), "draw: four passes, all stones alive");
}

#[test]
fn equal_proposals_end_the_game() {
    let mut game = Game::new(&Rules::TROMP_TAYLOR_AGREEMENT, size("3x3"));
    game.pass_proposing(Score(1)).unwrap();
    game.pass_proposing(Score(-1)).unwrap();
    game.pass_proposing(Score(-1)).unwrap();
    let GameState::Over(outcome) = game.state() else { panic!("{:?}", game.state()) };
    assert_eq!(outcome.to_string(), "White by 1: two passes that proposed -1");
    // A pass that says nothing proposes the board as it is.
    let mut game = Game::new(&Rules::TROMP_TAYLOR_AGREEMENT, size("1x3"));
    game.make(Move::Play(at(size("1x3"), 1, 0))).unwrap();
    game.make(Move::Pass).unwrap();
    game.pass_proposing(Score(3)).unwrap();
    assert!(matches!(game.state(), GameState::Over(outcome) if outcome.score == Score(3)));
}

#[test]
fn after_the_end_there_are_no_turns() {
    let mut game = Game::new(&Rules::TROMP_TAYLOR, size("2x2"));
    game.make(Move::Pass).unwrap();
    game.make(Move::Pass).unwrap();
    let error = game.make(Move::Pass).unwrap_err();
    assert_eq!(error.to_string(), "turn 3, Black pass: the game is over");
    assert!(!game.agree(PointSet::EMPTY));
}

#[test]
fn a_resumed_game_goes_on_with_the_opponent_of_who_passed_last() {
    for rules in [&Rules::AGA, &Rules::SIMPLIFIED_ING] {
        let mut game = Game::new(rules, size("2x2"));
        game.make(Move::Play(at(size("2x2"), 0, 0))).unwrap();
        game.make(Move::Pass).unwrap();
        game.make(Move::Pass).unwrap();
        assert_eq!(game.state(), GameState::Stopped);
        assert!(game.resume());
        // Black passed last.
        assert_eq!(game.to_move(), Colour::White);
    }
}

#[test]
fn only_whole_chains_are_agreed_to_be_dead() {
    let mut game = Game::from_position(&Rules::AGA, "XX./..O X".parse().unwrap());
    game.make(Move::Pass).unwrap();
    game.make(Move::Pass).unwrap();
    assert!(!game.agree(PointSet::from_bits(0b1)));
    assert!(!game.agree(PointSet::from_bits(0b100)));
    assert!(game.agree(PointSet::from_bits(0b11)));
    assert!(matches!(game.state(), GameState::Over(outcome) if outcome.score == Score(-6)));
}
