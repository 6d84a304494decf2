//! Proofs: those of the search are accepted, damaged ones and ones that cheat are not.

use retrograde_db::go::{History, Move, Position, Rules, Score};
use retrograde_solver::go::{CheckFault, ExactLimits, ExactSolver, ProofError, check_proof};

fn proof(text: &str, rules: &'static Rules) -> String {
    let history: History = match text.parse() {
        Ok(size) => Position::start(size).into(),
        Err(_) => text.parse().unwrap(),
    };
    let game = history.game(rules).unwrap();
    let mut solver = ExactSolver::new(game.board().size(), rules, ExactLimits::default()).unwrap();
    let answer = solver.solve(&game).unwrap();
    let mut output = Vec::new();
    solver.write_proof(&history, &answer, &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

fn proved(text: &str, rules: &'static Rules) -> Score {
    let checked = check_proof(proof(text, rules).as_bytes()).unwrap();
    assert_eq!(checked.low, checked.high, "{text}");
    checked.low
}

#[test]
fn proofs_are_accepted() {
    for (text, value) in [
        ("1x1", 0),
        ("1x2", 0),
        ("1x5", 0),
        ("1x6", 1),
        ("1x8", 3),
        ("2x2", 1),
        ("2x3", 0),
        ("3x3", 9),
        ("... X after A1 B1", -3),
        ("XX. X pass", 3),
        ("XXX/.O. X", 0),
    ] {
        assert_eq!(proved(text, &Rules::TROMP_TAYLOR), Score(value), "{text}");
    }
    assert_eq!(proved("XXX/.O. X", &Rules::AGA), Score(1));
    assert_eq!(proved("... X after pass pass", &Rules::AGA), Score(3));
}

#[test]
fn first_moves_on_three_by_four_are_proved() {
    for (first, value) in [("B2", 4), ("B1", 3), ("A2", 0), ("A1", -12), ("pass", -4)] {
        let text = format!("..../..../.... X after {first}");
        assert_eq!(proved(&text, &Rules::TROMP_TAYLOR), Score(value), "{first}");
    }
}

/// One published program gives 4 for this board and another 0.
#[test]
fn one_by_nine_is_worth_nothing() {
    assert_eq!(proved("1x9", &Rules::TROMP_TAYLOR), Score(0));
    assert_eq!(proved("1x9", &Rules::AGA), Score(0));
}

/// Values in the midst of games, where images of boards that were visited are not visited.
#[test]
fn values_after_random_turns_are_proved() {
    let mut random = 7u64;
    let mut below = |most: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % most
    };
    for (size, rules, games) in [
        ("1x6", &Rules::TROMP_TAYLOR, 60),
        ("2x3", &Rules::TROMP_TAYLOR, 60),
        ("2x3", &Rules::AGA, 60),
        ("3x3", &Rules::TROMP_TAYLOR, 60),
    ] {
        let size = size.parse().unwrap();
        let mut solver = ExactSolver::new(size, rules, ExactLimits::default()).unwrap();
        for _ in 0..games {
            let mut history: History = Position::start(size).into();
            let mut game = history.game(rules).unwrap();
            for _ in 0..1 + below(12) {
                let plays: Vec<Move> = game.legal_plays().iter().map(Move::Play).collect();
                // Two passes would end the game.
                let may_pass = !game.position().passed;
                if plays.is_empty() && !may_pass {
                    break;
                }
                let chosen = below(plays.len() + usize::from(may_pass));
                let mv = plays.get(chosen).copied().unwrap_or(Move::Pass);
                game.make(mv).unwrap();
                history.moves.push(mv);
            }
            if game.position().passed {
                continue;
            }
            let answer = solver.solve(&game).unwrap();
            let mut output = Vec::new();
            solver.write_proof(&history, &answer, &mut output).unwrap();
            let checked = check_proof(&output[..]).unwrap();
            assert_eq!((checked.low, checked.high), (answer.low, answer.high), "{history}");
            assert_eq!(Some(checked.low), answer.exact());
        }
    }
}

#[test]
fn intervals_are_proved_too() {
    let history: History = "...... X".parse().unwrap();
    let game = history.game(&Rules::TROMP_TAYLOR).unwrap();
    let limits = ExactLimits { nodes: Some(20), ..ExactLimits::default() };
    let mut solver = ExactSolver::new(game.board().size(), &Rules::TROMP_TAYLOR, limits).unwrap();
    let answer = solver.solve(&game).unwrap();
    assert!(answer.exact().is_none());
    let mut output = Vec::new();
    solver.write_proof(&history, &answer, &mut output).unwrap();
    let checked = check_proof(&output[..]).unwrap();
    assert_eq!((checked.low, checked.high), (answer.low, answer.high));
}

/// No line can be left out. One that says of a move of the opponent how it is answered could stay away
/// only together with what belongs to it.
#[test]
fn a_missing_line_is_noticed() {
    let sound = proof("1x5", &Rules::TROMP_TAYLOR);
    let lines: Vec<&str> = sound.lines().collect();
    for missing in 0..lines.len() {
        let rest: Vec<&str> =
            lines.iter().enumerate().filter(|&(place, _)| place != missing).map(|(_, &line)| line).collect();
        let refused = check_proof(rest.join("\n").as_bytes()).unwrap_err();
        assert!(refused.line as usize >= missing.min(4), "{missing}: {refused}");
    }
    for cut in 0..lines.len() {
        assert!(check_proof(lines[..cut].join("\n").as_bytes()).is_err(), "cut to {cut}");
    }
}

/// Better bounds than the value are never proved, whatever else is changed.
#[test]
fn a_better_bound_is_refused() {
    for text in ["1x4", "1x5", "1x6", "2x2", "2x3"] {
        let sound = proof(text, &Rules::TROMP_TAYLOR);
        let value = check_proof(sound.as_bytes()).unwrap().low.0;
        for (word, better) in [("low", value + 1), ("high", value - 1)] {
            let cheat = sound.replace(&format!("{word} {value}\n"), &format!("{word} {better}\n"));
            assert!(cheat != sound && check_proof(cheat.as_bytes()).is_err(), "{text}: {word} {better}");
        }
    }
}

/// Changes in single bytes: what is still accepted proves nothing else.
#[test]
fn damage_proves_nothing_false() {
    let sound = proof("1x5", &Rules::TROMP_TAYLOR);
    let mut refused = 0;
    for place in 0..sound.len() {
        for with in b"0123456789XO.ABCDE \n" {
            let mut damaged = sound.clone().into_bytes();
            damaged[place] = *with;
            match check_proof(&damaged[..]) {
                Ok(checked) => {
                    assert_eq!(checked.history, "..... X".parse().unwrap());
                    assert!(checked.low <= Score(0) && checked.high >= Score(0));
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 15 * sound.len(), "{refused} of {}", 20 * sound.len());
}

#[test]
fn cheats_are_named() {
    let with = |body: &str| format!("retrograde-go-proof 1\nrules tromp-taylor\nposition {body}\nend\n");
    let fault = |body: &str| check_proof(with(body).as_bytes()).unwrap_err();
    // Black may not take back, whatever the tree says.
    let ko = fault(".. X after A1 B1\nlow 2\nmove A1\nforced 1\nX. O\nhigh 2");
    assert_eq!((ko.line, ko.to_string().contains("A1 is not allowed here")), (5, true), "{ko}");
    // Two states that rest on each other.
    let circle = fault("..X X\nlow 3\nforced 2\n..X O pass\n..X X by pass\nhigh 3");
    assert!(matches!(circle.fault, CheckFault::Unanswered { .. }), "{circle}");
    let behind = fault("..X X\nlow 3\nforced 1\n..X X by pass\nhigh 3");
    assert!(matches!(behind.fault, CheckFault::NotDerived { .. }), "{behind}");
    // A move of the opponent without an answer.
    let silent = fault("..X O\nlow 3\nreplies 0 0\nhigh 3");
    assert!(matches!(silent.fault, CheckFault::Unanswered { .. }), "{silent}");
    // The wrong player.
    let turn = fault("..X O\nlow 3\nmove A1\nhigh 3");
    assert!(matches!(turn.fault, CheckFault::Turns { .. }), "{turn}");
    // An end that is not good enough.
    let sound = with("..X X pass\nlow 3\nforced 1\n..X X pass by pass\nhigh 3");
    assert_eq!(check_proof(sound.as_bytes()).unwrap().low, Score(3));
    let end = fault("O.X X pass\nlow 1\nforced 1\nO.X X pass by pass\nhigh 3");
    assert!(matches!(end.fault, CheckFault::BadEnd { score: Score(0), .. }), "{end}");
    let other = fault("..X X pass\nlow 3\nforced 1\n.XX X pass by pass\nhigh 3");
    assert!(matches!(other.fault, CheckFault::OtherState { .. }), "{other}");
    let size = fault("..X X pass\nlow 3\nforced 1\n..XX X pass by pass\nhigh 3");
    assert!(matches!(size.fault, CheckFault::Line { .. }), "{size}");
    let huge = fault("..X X pass\nlow -9\nhigh 3");
    assert!(matches!(huge.fault, CheckFault::Line { .. }), "{huge}");
    let over = fault("... X after pass pass\nlow 3\nhigh 3");
    assert!(matches!(over.fault, CheckFault::NotPlaying), "{over}");
}

#[test]
fn no_proof_where_a_pass_stops_play() {
    let history: History = "... X after pass".parse().unwrap();
    let game = history.game(&Rules::AGA).unwrap();
    let mut solver = ExactSolver::new(game.board().size(), &Rules::AGA, ExactLimits::default()).unwrap();
    let answer = solver.solve(&game).unwrap();
    assert_eq!(answer.exact(), Some(Score(-3)));
    let refused = solver.write_proof(&history, &answer, &mut Vec::new());
    assert!(matches!(refused, Err(ProofError::NoProof)));
}
