//! Games of random moves, for the example and for tests.

use retrograde_db::draughts::pdn::{Game, GameResult};
use retrograde_db::draughts::{BallotYear, Deck, Opening, Position, Rules};

/// No game gets longer.
const MOST_PLIES: usize = 300;

/// So many games, the same ones always.
pub(crate) fn games(count: usize) -> Vec<Game> {
    let deck = Deck::accepted(BallotYear::Since2003);
    let openings = deck.openings().iter().cycle().take(count);
    openings.enumerate().map(|(place, opening)| game(opening, place as u64)).collect()
}

/// A game with this opening.
fn game(opening: &Opening, seed: u64) -> Game {
    let rules = &Rules::ENGLISH;
    let mut game = Game::new(Position::start());
    for &mv in opening.moves() {
        game.line.play(mv).expect("openings are legal");
    }
    let mut state = seed;
    for _ in opening.moves().len()..MOST_PLIES {
        let moves = game.line.position().legal_moves(rules);
        if moves.is_empty() {
            break;
        }
        let mv = moves[(next(&mut state) % moves.len() as u64) as usize];
        game.line.play(mv).expect("it is one of the legal moves");
    }
    let last = game.line.position();
    game.result = if last.legal_moves(rules).is_empty() {
        GameResult::Win(last.side_to_move().opponent())
    } else {
        GameResult::Draw
    };
    game
}

/// The next number of the generator SplitMix64.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}
