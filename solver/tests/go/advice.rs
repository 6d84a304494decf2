//! Advice in games with a history, against a search of all games; and the player that follows it,
//! against others.

use std::collections::HashMap;

use retrograde_db::go::{BoardIndex, Colour, Game, GameState, Move, Position, Rules, Score, Suicide};
use retrograde_probe::go::Tables;
use retrograde_solver::Silent;
use retrograde_solver::go::{Advice, BestMove, ExactLimits, ExactSolver, ExactValues, advise, best_move};

use crate::built;

/// Positions that a question may visit: a question without an answer takes some hundredths of a second.
const MOST: usize = 3_000;

/// Numbers that look random, the same in each run (xorshift, Marsaglia 2003).
struct Dice(u64);

impl Dice {
    fn below(&mut self, faces: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % faces as u64) as usize
    }
}

fn moves(game: &Game) -> Vec<Move> {
    game.legal_plays().iter().map(Move::Play).chain([Move::Pass]).collect()
}

fn after(game: &Game, mv: Move) -> Game {
    let mut game = game.clone();
    game.make(mv).unwrap();
    game
}

/// What a game is worth to Black, by looking at all ways to go on; two passes end it. `None` once
/// `most` games have been looked at.
fn searched(game: &Game, low: i8, high: i8, most: &mut u32) -> Option<i8> {
    *most = most.checked_sub(1)?;
    if game.state() != GameState::Playing {
        return Some(game.board().score().0);
    }
    let black = game.to_move() == Colour::Black;
    let (mut low, mut high) = (low, high);
    // Passes first: they end games.
    for mv in moves(game).into_iter().rev() {
        let value = searched(&after(game, mv), low, high, most)?;
        if black {
            low = low.max(value)
        } else {
            high = high.min(value)
        }
        if low >= high {
            break;
        }
    }
    Some(if black { low } else { high })
}

/// A bound seen by the player who is sure of it.
fn sure_of(advice: Advice, player: Colour) -> i8 {
    match player {
        Colour::Black => advice.bounds.low.0,
        Colour::White => -advice.bounds.high.0,
    }
}

/// Plays random games on from random positions, and compares the advice in each with a search of what
/// can follow. Gives how often that came to an end, and how often bounds of games in which other
/// boards had been visited were equal.
fn compare(tables: &Tables, size: &str, rules: &'static Rules, games: usize) -> (u32, u32) {
    let index = BoardIndex::new(size.parse().unwrap());
    let points = size.parse::<retrograde_db::go::BoardSize>().unwrap().points() as i8;
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let (mut compared, mut exact) = (0, 0);
    for _ in 0..games {
        let board = index.board(dice.below(index.boards() as usize) as u64).unwrap();
        let to_move = Colour::BOTH[dice.below(2)];
        let mut game = Game::from_position(rules, Position { board, to_move, passed: dice.below(2) > 0 });
        for _ in 0..dice.below(8) {
            let all = moves(&game);
            game = after(&game, all[dice.below(all.len())]);
            if game.state() != GameState::Playing {
                break;
            }
        }
        let Some(advice) = advise(tables, &game, MOST).unwrap() else {
            assert_ne!(game.state(), GameState::Playing);
            continue;
        };
        let Some(value) = searched(&game, -points, points, &mut 4_000) else { continue };
        compared += 1;
        let (low, high) = (advice.bounds.low, advice.bounds.high);
        assert!(low.0 <= value && value <= high.0, "{value} in {low} to {high}: {game:?}");
        exact += u32::from(low == high && game.history().iter().any(|earlier| earlier.board != game.board()));
        // The move forces what it is said to force.
        let next = after(&game, advice.mv);
        if let Some(value) = searched(&next, -points, points, &mut 12_000) {
            let own = if game.to_move() == Colour::Black { value } else { -value };
            assert!(own >= sure_of(advice, game.to_move()), "{value}, advice {advice:?}: {game:?}");
        }
    }
    (compared, exact)
}

#[test]
fn advice_agrees_with_a_search_of_all_games() {
    let mut total = (0, 0);
    for (size, games) in [("1x3", 300), ("1x4", 300), ("1x5", 400), ("2x2", 300), ("2x3", 300), ("2x4", 150)]
    {
        for rules in [&Rules::TROMP_TAYLOR, &Rules::AGA] {
            let (_, tables) = built(size, rules.suicide);
            let (compared, exact) = compare(&tables, size, rules, games);
            println!("{size} {}: {compared} of {games} compared, {exact} exact with a history", rules.name);
            total = (total.0 + compared, total.1 + exact);
        }
    }
    assert!(total.0 > 600 && total.1 > 300, "{total:?}");
}

/// A move of an opponent: any, or the one after which the board counts most.
fn opponent_move(game: &Game, greedy: bool, dice: &mut Dice) -> Move {
    let mut all = moves(game);
    if greedy {
        let counts = |mv: &Move| {
            let score = after(game, *mv).board().score().0;
            if game.to_move() == Colour::Black { score } else { -score }
        };
        let best = all.iter().map(counts).max();
        all.retain(|mv| Some(counts(mv)) == best);
    }
    all[dice.below(all.len())]
}

/// Plays a game from a position to its end, and checks that what the player is sure of never gets
/// less from one move to the next, and that the game ends with it. Gives whether anything was at
/// stake.
fn play(tables: &Tables, start: Position, player: Colour, greedy: bool, dice: &mut Dice) -> bool {
    let mut game = Game::from_position(&Rules::TROMP_TAYLOR, start);
    let least = -(start.board.size().points() as i8);
    let mut sure = least;
    while game.state() == GameState::Playing {
        if game.to_move() != player {
            game = after(&game, opponent_move(&game, greedy, dice));
            continue;
        }
        let advice = advise(tables, &game, MOST).unwrap().unwrap();
        let now = sure_of(advice, player);
        assert!(now >= sure, "{sure}, then {now}: {game:?}");
        if sure == least && now == least {
            return false;
        }
        sure = now;
        game = after(&game, advice.mv);
    }
    let score = game.board().score();
    let own = if player == Colour::Black { score } else { -score };
    assert!(own >= Score(sure), "{own} where {sure} was sure: {game:?}");
    sure > least
}

/// Who knows the best move of any game: asks the table, and where it does not know, searches.
struct Perfect {
    tables: Tables,
    solver: ExactSolver,
    values: ExactValues,
    /// Answers in games from one position, by the moves since: many games are alike.
    known: HashMap<Vec<Move>, (Move, Score)>,
    /// The position that they begin from.
    known_from: Option<Position>,
}

impl Perfect {
    fn new() -> Perfect {
        let (_, tables) = built("3x3", Suicide::Allowed);
        let solver = || {
            let size = "3x3".parse().unwrap();
            ExactSolver::new(size, &Rules::TROMP_TAYLOR, ExactLimits::default()).unwrap()
        };
        Perfect {
            tables,
            solver: solver(),
            values: solver().values(&Silent).unwrap(),
            known: HashMap::new(),
            known_from: None,
        }
    }

    fn best(&mut self, game: &Game) -> (Move, Score) {
        match best_move(&self.tables, game, MOST).unwrap() {
            BestMove::Known { mv, score } => (mv, score),
            BestMove::Open { .. } => {
                let answer = self.solver.solve(game).unwrap();
                (answer.best.unwrap(), answer.exact().unwrap())
            }
            BestMove::Over => panic!("{game:?}"),
        }
    }

    /// Plays a game from a position to its end, and checks that what it is worth to the player never gets
    /// less, from the exact value of the position on. Gives whether anything was at stake.
    fn play(&mut self, start: Position, player: Colour, greedy: bool, dice: &mut Dice) -> bool {
        let mut game = Game::from_position(&Rules::TROMP_TAYLOR, start);
        let seen = |score: Score| if player == Colour::Black { score } else { -score };
        let mut least = seen(self.values.value(start).unwrap());
        if least == Score(-9) {
            return false;
        }
        if self.known_from.replace(start) != Some(start) {
            self.known.clear();
        }
        let mut moves = Vec::new();
        while game.state() == GameState::Playing {
            if game.to_move() != player {
                moves.push(opponent_move(&game, greedy, dice));
                game = after(&game, moves[moves.len() - 1]);
                continue;
            }
            let (mv, score) = match self.known.get(&moves) {
                Some(&known) => known,
                None => {
                    let found = self.best(&game);
                    self.known.insert(moves.clone(), found);
                    found
                }
            };
            assert!(seen(score) >= least, "{least}, then {}: {game:?}", seen(score));
            least = seen(score);
            moves.push(mv);
            game = after(&game, mv);
        }
        let own = seen(game.board().score());
        assert!(own >= least, "{own} where the value was {least}: {game:?}");
        true
    }
}

/// Plays so many games from each of the 3x3 boards that differ under symmetry, with either player to
/// move, after a pass or not, as either colour, against both opponents.
fn play_all(
    games: usize,
    wanted: impl Fn(usize) -> bool,
    mut play: impl FnMut(Position, Colour, bool, &mut Dice) -> bool,
) -> usize {
    let index = BoardIndex::new("3x3".parse().unwrap());
    let boards = (0..index.boards()).filter_map(|number| index.board(number));
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    let mut played = 0;
    for (number, board) in boards.filter(|&board| index.is_standard(board)).enumerate() {
        for variant in (0..16).filter(|variant| wanted(16 * number + variant)) {
            let bit = |place: usize| variant >> place & 1;
            let (player, to_move) = (Colour::BOTH[bit(1)], Colour::BOTH[bit(2)]);
            let start = Position { board, to_move, passed: bit(3) > 0 };
            for _ in 0..games {
                played += usize::from(play(start, player, bit(0) > 0, &mut dice));
            }
        }
    }
    played
}

/// Every board, and each variant in turn.
fn one_each(number: usize) -> bool {
    (number / 16 + number).is_multiple_of(16)
}

#[test]
fn the_player_gets_what_it_is_sure_of() {
    let (_, tables) = built("3x3", Suicide::Allowed);
    let played =
        play_all(1, one_each, |start, player, greedy, dice| play(&tables, start, player, greedy, dice));
    println!("{played} games");
    assert!(played > 1_000, "{played}");
}

#[test]
fn the_perfect_player_gets_the_exact_value() {
    let mut perfect = Perfect::new();
    let play = |start, player, greedy, dice: &mut Dice| perfect.play(start, player, greedy, dice);
    let played = play_all(1, one_each, play);
    println!("{played} games");
    assert!(played > 1_000, "{played}");
}

/// Games of each variant, so that there are a thousand from each board.
const GAMES: usize = 63;

#[test]
#[ignore = "takes half an hour: a thousand games from each board"]
fn the_perfect_player_gets_the_exact_value_in_a_thousand_games_each() {
    let mut perfect = Perfect::new();
    let play = |start, player, greedy, dice: &mut Dice| perfect.play(start, player, greedy, dice);
    let played = play_all(GAMES, |_| true, play);
    println!("{played} games");
    assert!(played > 1_000_000, "{played}");
}
