//! Rules beside English draughts, against the naive mover.

use retrograde_db::draughts::{
    Depth, HuffingGame, HuffingTurn, Position, Rules, divide, perft, perft_merging_routes,
};

use crate::naive::{NaiveHuffing, Variant, huffing_turns, moves_of_variant};
use crate::random::Random;

/// The variants in which a position says all, for both movers.
const VARIANTS: [(&Rules, Variant); 2] = [
    (&Rules::KINGS_FIRST, Variant { kings_first: true, may_leave_captures: false, crowning_goes_on: false }),
    (
        &Rules::CROWNING_GOES_ON,
        Variant { crowning_goes_on: true, may_leave_captures: false, kings_first: false },
    ),
];

/// A line of `perft-variants.txt`: rules, start, depth, paths.
fn listed() -> Vec<(&'static Rules, Position, u8, u64)> {
    let lines = include_str!("../data/perft-variants.txt").lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let [name, fen, depth, paths] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
            let rules = Rules::with_name(name).unwrap();
            (rules, fen.parse().unwrap(), depth.parse().unwrap(), paths.parse().unwrap())
        })
        .collect()
}

/// Perft by the naive mover.
fn naive_perft(rules: &Rules, position: Position, depth: u8) -> u64 {
    fn of_variant(variant: Variant, position: Position, depth: u8) -> u64 {
        let moves = moves_of_variant(position, variant);
        match depth {
            0 => 1,
            1 => moves.len() as u64,
            _ => moves.iter().map(|mv| of_variant(variant, mv.after, depth - 1)).sum(),
        }
    }
    fn of_huffing(game: &NaiveHuffing, depth: u8) -> u64 {
        let turns = huffing_turns(game);
        match depth {
            0 => 1,
            1 => turns.len() as u64,
            _ => turns.iter().map(|(_, _, after)| of_huffing(after, depth - 1)).sum(),
        }
    }
    match VARIANTS.iter().find(|(other, _)| *other == rules) {
        Some(&(_, variant)) => of_variant(variant, position, depth),
        None => of_huffing(&NaiveHuffing { position, offenders: Vec::new() }, depth),
    }
}

#[test]
fn perft_is_the_listed_one() {
    for (rules, position, depth, paths) in listed() {
        assert_eq!(perft(rules, position, Depth::new(depth)), paths, "{} {position} {depth}", rules.name);
        let parts = divide(rules, position, Depth::new(depth));
        assert_eq!(parts.iter().map(|(_, paths)| paths).sum::<u64>(), paths);
    }
}

#[test]
fn the_naive_mover_agrees_with_the_list() {
    for (rules, position, depth, paths) in listed() {
        assert_eq!(naive_perft(rules, position, depth), paths, "{} {position} {depth}", rules.name);
    }
}

#[test]
fn random_positions_agree_with_the_naive_mover() {
    for (rules, variant) in VARIANTS {
        let mut random = Random(rules.id.0.into());
        let mut differs = 0;
        for _ in 0..200_000 {
            let position = random.position();
            let mut expected: Vec<_> =
                moves_of_variant(position, variant).into_iter().map(|mv| (mv.path, mv.after)).collect();
            expected.sort_by(|a, b| a.0.cmp(&b.0));
            let moves = position.legal_moves(rules);
            let found = moves.iter().map(|mv| {
                let squares = std::iter::once(mv.from()).chain(mv.landings().iter().copied());
                (squares.map(|square| square.number()).collect(), position.play(rules, mv))
            });
            assert_eq!(found.collect::<Vec<(Vec<u8>, Position)>>(), expected, "{} {position}", rules.name);
            assert_eq!(rules.count_moves(position.view()), moves.len() as u64);
            assert_eq!(rules.has_move(position.view()), !moves.is_empty());
            assert_eq!(rules.can_capture(position.view()), moves.first().is_some_and(|mv| mv.is_capture()));
            differs += usize::from(moves != position.legal_moves(&Rules::ENGLISH));
        }
        assert!(differs > 500, "{}: {differs} positions have other moves than in English", rules.name);
    }
}

#[test]
fn games_with_huffing_agree_with_the_naive_mover() {
    let mut random = Random(3);
    let mut huffs = 0;
    for _ in 0..2_000 {
        let position = random.position();
        let mut game = HuffingGame::new(position);
        let mut naive = NaiveHuffing { position, offenders: Vec::new() };
        for _ in 0..20 {
            let mut expected = huffing_turns(&naive);
            expected.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
            let turns = game.turns();
            assert_eq!(turns.len(), expected.len(), "{game:?}");
            for (turn, (huffed, path, after)) in turns.iter().zip(&expected) {
                let squares = std::iter::once(turn.mv().from()).chain(turn.mv().landings().iter().copied());
                assert_eq!(turn.huffed().map(|square| square.number()), *huffed, "{game:?}");
                assert_eq!(squares.map(|square| square.number()).collect::<Vec<_>>(), *path, "{game:?}");
                let next = game.play(turn);
                let offenders: Vec<u8> = next.offenders().iter().map(|square| square.number()).collect();
                assert_eq!((next.position(), &offenders), (after.position, &after.offenders), "{turn}");
            }
            if turns.is_empty() {
                break;
            }
            let chosen = random.below(turns.len() as u64) as usize;
            huffs += usize::from(turns[chosen].huffed().is_some());
            game = game.play(&turns[chosen]);
            naive = expected.swap_remove(chosen).2;
        }
    }
    assert!(huffs > 1_000, "{huffs} huffs");
}

#[test]
fn a_huff_is_of_what_could_have_captured() {
    let turns =
        |game: &HuffingGame| -> Vec<String> { game.turns().iter().map(HuffingTurn::to_string).collect() };
    let after = |fen: &str, text: &str| {
        let game = HuffingGame::new(fen.parse().unwrap());
        let turn = game.turns().into_iter().find(|turn| turn.to_string() == text).unwrap();
        game.play(&turn)
    };
    // The piece that moved is huffed where it is now; with no piece left Black has lost.
    let lost = after("B:W18,32:B14", "14-17");
    assert_eq!(turns(&lost)[..2], ["18-14", "18-15"]);
    let huff = lost.turns().into_iter().find(|turn| turn.to_string() == "(17) 32-28").unwrap();
    assert_eq!(lost.play(&huff).turns(), []);
    // Whoever captures has done its duty.
    assert!(after("B:W18,19,32:B14,15", "14x23").offenders().is_empty());
}

#[test]
fn routes_merge_under_all_rules() {
    let circle: Position = "W:WK31:B18,19,26,27".parse().unwrap();
    for rules in Rules::ALL {
        let quiet = perft(rules, circle, Depth::new(1)) - 2;
        assert_eq!(perft_merging_routes(rules, circle, Depth::new(1)), quiet + 1, "{}", rules.name);
    }
}
