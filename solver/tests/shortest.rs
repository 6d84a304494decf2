//! The shortest games, against the naive mover that plays every game.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

#[path = "../../db/tests/naive/mod.rs"]
mod naive;

use retrograde_db::draughts::pdn::{GameResult, read_games};
use retrograde_db::draughts::{Depth, Position, Rules, Side};
use retrograde_solver::draughts::{ShortestError, ShortestGames, ShortestOptions, shortest_games};
use retrograde_solver::{Bytes, Silent};

fn search(start: Position, most: u8, memory: u64) -> Result<ShortestGames, ShortestError> {
    let options = ShortestOptions {
        start,
        most: Depth::new(most),
        memory: Bytes(memory),
        ..ShortestOptions::default()
    };
    shortest_games(&options, &Silent, &AtomicBool::new(false))
}

/// The games that end after exactly so many plies, as squares, and where.
fn naive_games(start: Position, plies: u8) -> (Vec<Vec<Vec<u8>>>, HashSet<Position>) {
    fn follow(
        position: Position,
        plies: u8,
        line: &mut Vec<Vec<u8>>,
        found: &mut (Vec<Vec<Vec<u8>>>, HashSet<Position>),
    ) {
        let moves = naive::moves(position);
        if plies == 0 {
            if moves.is_empty() {
                found.0.push(line.clone());
                found.1.insert(position);
            }
            return;
        }
        for mv in moves {
            line.push(mv.path);
            follow(mv.after, plies - 1, line, found);
            line.pop();
        }
    }
    let mut found = (Vec::new(), HashSet::new());
    follow(start, plies, &mut Vec::new(), &mut found);
    found.0.sort();
    found
}

/// Starts from where a game can end within a few plies.
const STARTS: [&str; 10] = [
    "B:W32:B28",
    "W:W32:B28",
    "B:W32:B27,28",
    "W:WK31:B18,19,26,27",
    "B:W11,19,27:B7",
    "W:WK15,20:B12,K28",
    "B:W21,22,26,30:B9,13,K17",
    "W:W20,24,28,32:B11,12,16,19",
    "W:W13,21,22,29:B4,5,12,14",
    "B:W18,22,25,29,30:B5,9,10,13,14",
];

#[test]
fn games_are_those_that_the_naive_mover_finds_however_little_memory_there_is() {
    let mut ended = 0;
    for fen in STARTS {
        let start: Position = fen.parse().unwrap();
        let first =
            (0..=7).map(|plies| (plies, naive_games(start, plies))).find(|(_, found)| !found.0.is_empty());
        // From no position at all to every one of them: the first looks ahead from the start.
        for memory in [0, 1 << 12, 1 << 30] {
            let found = search(start, 7, memory);
            let Some((plies, (games, finals))) = &first else {
                assert_eq!(found, Err(ShortestError::None { most: Depth::new(7) }), "{fen}");
                continue;
            };
            let found = found.unwrap();
            assert_eq!(found.plies.plies(), *plies, "{fen}");
            let squares = |mv: &retrograde_db::draughts::Move| {
                let squares = std::iter::once(mv.from()).chain(mv.landings().iter().copied());
                squares.map(|square| square.number()).collect::<Vec<u8>>()
            };
            let lines: Vec<Vec<Vec<u8>>> =
                found.games.iter().map(|game| game.iter().map(squares).collect()).collect();
            assert_eq!(lines, *games, "{fen}");
            assert_eq!(found.finals.len(), finals.len(), "{fen}");
            assert!(found.finals.iter().all(|position| finals.contains(position)), "{fen}");
            ended += 1;
        }
    }
    assert!(ended >= 3 * 7, "{ended} searches came to an end");
}

#[test]
fn no_game_ends_within_ten_plies() {
    let found = search(Position::start(), 10, 1 << 22);
    assert_eq!(found, Err(ShortestError::None { most: Depth::new(10) }));
}

/// The record as it was found: 247 games of 20 plies in 32 final positions (Martin Bryant, 2003). That there are
/// no others takes half an hour to see, `retrograde draughts shortest`; what is played here is that these are.
#[test]
fn the_shortest_games_on_record_are_games_and_end_after_twenty_plies() {
    let games = read_games(include_bytes!("../../db/tests/data/shortest-games.pdn"));
    let mut lines = HashSet::new();
    let mut finals = HashSet::new();
    for game in games {
        let game = game.unwrap();
        assert_eq!(game.result, GameResult::Win(Side::White));
        let mut position = Position::start();
        let mut line = Vec::new();
        for played in game.line.moves() {
            assert_eq!(played.position, position);
            let path: Vec<u8> = std::iter::once(played.mv.from())
                .chain(played.mv.landings().iter().copied())
                .map(|square| square.number())
                .collect();
            let mv = naive::moves(position).into_iter().find(|mv| mv.path == path).unwrap();
            let mut captured = mv.captured;
            captured.sort_unstable();
            line.push((path[0], path[path.len() - 1], captured));
            position = mv.after;
        }
        assert_eq!(line.len(), 20);
        assert!(naive::moves(position).is_empty(), "{position}");
        lines.insert(line);
        finals.insert(position);
    }
    assert_eq!((lines.len(), finals.len()), (247, 32));
}

#[test]
fn routes_of_one_capture_can_be_merged() {
    let found = search("W:WK31:B18,19,26,27".parse().unwrap(), 1, 0).unwrap();
    assert_eq!((found.games.len(), found.merging_routes().len(), found.finals.len()), (2, 1, 1));
}

#[test]
fn a_search_can_be_stopped() {
    let options = ShortestOptions::default();
    let found = shortest_games(&options, &Silent, &AtomicBool::new(true));
    assert_eq!(found, Err(ShortestError::Stopped));
}

#[test]
fn huffing_is_refused() {
    let options = ShortestOptions { rules: &Rules::HUFFING, ..ShortestOptions::default() };
    let found = shortest_games(&options, &Silent, &AtomicBool::new(false));
    assert_eq!(found, Err(ShortestError::Huffing));
}
