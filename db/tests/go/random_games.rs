//! Random games against the naive board: every verdict on every point, every board and score, and the
//! endings of every rule set.

use retrograde_db::go::{
    Board, BoardSize, Count, EndReason, Ending, Game, GameState, IllegalPlay, Move, Point, PointSet,
    Repetition, Rules, Score, Suicide,
};

use crate::naive::{Grid, NaiveGame, Random, Verdict};

const SIZES: [&str; 14] =
    ["1x1", "1x2", "1x5", "1x9", "1x25", "5x1", "2x2", "2x3", "3x2", "3x3", "2x6", "4x4", "3x5", "5x5"];
/// Turns after which players only pass.
const TURNS: usize = 70;

fn play_random_games(rules: &'static Rules, games: u64) -> usize {
    let mut turns = 0;
    for seed in 0..games {
        let mut random = Random::new(seed + 1);
        let size: BoardSize = SIZES[random.below(SIZES.len())].parse().unwrap();
        turns += play_random_game(rules, size, &mut random);
    }
    turns
}

/// Plays one game, and gives how many turns it took.
fn play_random_game(rules: &'static Rules, size: BoardSize, random: &mut Random) -> usize {
    let mut game = Game::new(rules, size);
    let situational = rules.repetition == Repetition::Situational;
    let (rows, columns) = (size.rows().into(), size.columns().into());
    let mut naive = NaiveGame::new(rows, columns, situational, rules.suicide == Suicide::Allowed);
    // Passes since the last play, the last proposal, stops: what the endings go by.
    let mut passes: Vec<i8> = Vec::new();
    let (mut stops, mut turns) = (0, 0);
    loop {
        let plays = compare_verdicts(&game, &naive);
        assert_eq!(game.board().to_string(), naive.now().0.text());
        assert_eq!(i32::from(game.board().score().0), naive.now().0.score(), "{}", game.board());
        assert_eq!(game.to_move(), naive.now().1);
        turns += 1;
        if !plays.is_empty() && turns < TURNS && random.below(8) > 0 {
            let (point, after) = plays[random.below(plays.len())].clone();
            game.make(Move::Play(point)).unwrap();
            naive.push(after);
            passes.clear();
            continue;
        }
        let proposal = random.below(3) as i8;
        game.pass_proposing(Score(proposal)).unwrap();
        naive.pass();
        passes.push(proposal);
        let board_score = naive.now().0.score();
        let in_a_row = passes.len();
        let equal = in_a_row >= 2 && passes[in_a_row - 1] == passes[in_a_row - 2];
        let stops_now =
            in_a_row == 2 && matches!(rules.ending, Ending::AgreeOrResume | Ending::AgreeOrResumeOnce);
        let expected = match rules.ending {
            Ending::TwoPasses if in_a_row == 2 => Some((board_score, EndReason::TwoPasses)),
            Ending::EqualProposals if in_a_row == 4 => Some((board_score, EndReason::FourPasses)),
            Ending::EqualProposals if equal => {
                Some((proposal.into(), EndReason::EqualProposals { score: Score(proposal) }))
            }
            Ending::AgreeOrResume if in_a_row == 4 => Some((board_score, EndReason::FourPasses)),
            Ending::AgreeOrResumeOnce if in_a_row == 2 && stops == 1 => {
                Some((board_score, EndReason::SecondStop))
            }
            _ => None,
        };
        if let Some((score, reason)) = expected {
            check_end(&game, score, reason);
            return turns;
        }
        if stops_now {
            assert_eq!(game.state(), GameState::Stopped);
            assert!(game.make(Move::Pass).is_err());
            if random.below(2) == 0 {
                let (dead, left) = random_dead(&naive.now().0, random);
                assert!(game.agree(dead), "{} without {dead:?}", game.board());
                check_end(&game, left.score(), EndReason::Agreement { dead });
                return turns;
            }
            stops += 1;
            assert!(game.resume());
            if rules.ending == Ending::AgreeOrResumeOnce {
                passes.clear();
            }
        }
        assert_eq!(game.state(), GameState::Playing);
        assert!(!game.resume() && !game.agree(PointSet::EMPTY));
    }
}

/// Compares what is said of every point, and gives the legal plays with their boards.
fn compare_verdicts(game: &Game, naive: &NaiveGame) -> Vec<(Point, Grid)> {
    let mut plays = Vec::new();
    let size = game.board().size();
    for point in size.all().iter() {
        let verdict = naive.verdict(point.number().into());
        let same_player = naive.situational;
        let expected = match &verdict {
            Verdict::Occupied => {
                Err(IllegalPlay::Occupied { by: naive.now().0.stones[usize::from(point.number())].unwrap() })
            }
            Verdict::Suicide(stones) => Err(IllegalPlay::Suicide { stones: *stones as u32 }),
            Verdict::Superko { turn } => Err(IllegalPlay::Superko { turn: *turn, same_player }),
            Verdict::Legal { after, captured, suicide } => {
                Ok((after.text(), *captured as u32, *suicide as u32))
            }
        };
        let found = game.check(point);
        let found =
            found.map(|played| (played.board.to_string(), played.captured.len(), played.suicide.len()));
        assert_eq!(found, expected, "{} on {}", game.position(), point.vertex(size));
        if let Verdict::Legal { after, .. } = verdict {
            plays.push((point, after));
        }
    }
    assert_eq!(game.legal_plays().len() as usize, plays.len());
    plays
}

/// Some chains, and the board without them.
fn random_dead(grid: &Grid, random: &mut Random) -> (PointSet, Grid) {
    let mut left = grid.clone();
    let mut dead = PointSet::EMPTY;
    for point in 0..grid.stones.len() {
        if left.stones[point].is_some() && random.below(4) == 0 {
            for stone in left.group(point).0 {
                left.stones[stone] = None;
                dead |= Point::new(stone as u8).unwrap().into();
            }
        }
    }
    (dead, left)
}

fn check_end(game: &Game, score: i32, reason: EndReason) {
    let GameState::Over(outcome) = game.state() else { panic!("{:?}, expected {reason:?}", game.state()) };
    assert_eq!((i32::from(outcome.score.0), outcome.reason), (score, reason));
    assert_eq!(outcome.margin.0, 2 * score - game.komi().0);
}

#[test]
fn tromp_taylor() {
    assert!(play_random_games(&Rules::TROMP_TAYLOR, 1_000) > 5_000);
}

#[test]
fn tromp_taylor_with_agreement() {
    assert!(play_random_games(&Rules::TROMP_TAYLOR_AGREEMENT, 1_000) > 5_000);
}

#[test]
fn aga() {
    assert!(play_random_games(&Rules::AGA, 1_000) > 5_000);
}

#[test]
fn simplified_ing() {
    assert!(play_random_games(&Rules::SIMPLIFIED_ING, 1_000) > 5_000);
}

#[test]
fn new_zealand() {
    assert!(play_random_games(&Rules::NEW_ZEALAND, 1_000) > 5_000);
}

#[test]
fn chinese() {
    assert!(play_random_games(&Rules::CHINESE, 1_000) > 5_000);
}

/// Plays at random until the game is over; at stops some stones are agreed to be dead, or play goes
/// on.
fn finish_at_random(game: &mut Game, random: &mut Random) {
    let mut turns = 0;
    loop {
        match game.state() {
            GameState::Over(_) => return,
            GameState::Stopped if random.below(2) == 0 => assert!(game.resume()),
            GameState::Stopped => {
                let chains = game.board().occupied().iter().filter(|_| random.below(5) == 0);
                let board = game.board();
                let chain = |point| board.chain(board.at(point).unwrap(), point);
                let dead = chains.map(chain).fold(PointSet::EMPTY, |all, chain| all | chain);
                assert!(game.agree(dead));
            }
            GameState::Playing => {
                turns += 1;
                let plays: Vec<Point> = game.legal_plays().iter().collect();
                let mv = match plays.len() {
                    0 => Move::Pass,
                    _ if turns > TURNS || random.below(8) == 0 => Move::Pass,
                    many => Move::Play(plays[random.below(many)]),
                };
                game.make(mv).unwrap();
            }
        }
    }
}

#[test]
fn territory_with_pass_stones_is_area() {
    let mut handicap_games = 0;
    for seed in 0..10_000 {
        let mut random = Random::new(seed + 77);
        let size: BoardSize = SIZES[random.below(SIZES.len())].parse().unwrap();
        let stones = size.all().iter().filter(|_| seed % 3 == 0 && random.below(6) == 0).collect();
        let Some(mut game) = Game::with_handicap(&Rules::AGA, size, stones) else { continue };
        handicap_games += u32::from(!stones.is_empty());
        finish_at_random(&mut game, &mut random);
        let GameState::Over(outcome) = game.state() else { unreachable!() };
        let owed = stones.len().saturating_sub(1) as i32;
        assert_eq!(game.territory(), Some(i32::from(outcome.score.0) - owed), "{}", game.position());
        let komi = if stones.is_empty() { 15 } else { 1 };
        assert_eq!(outcome.margin.0, 2 * game.territory().unwrap() - komi);
    }
    assert!(handicap_games > 1_000);
}

#[test]
fn filling_in_is_area() {
    for seed in 0..10_000 {
        let mut random = Random::new(seed + 99);
        let size: BoardSize = SIZES[random.below(SIZES.len())].parse().unwrap();
        let mut game = Game::new(&Rules::SIMPLIFIED_ING, size);
        finish_at_random(&mut game, &mut random);
        let GameState::Over(outcome) = game.state() else { unreachable!() };
        let board: Board = match outcome.reason {
            EndReason::Agreement { dead } => game.board().without(dead),
            _ => game.board(),
        };
        assert_eq!(Count::of(board).filling_in(), outcome.score, "{board}");
    }
}
