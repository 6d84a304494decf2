//! PDN as files have it: every way of writing, every fault, and where it is reported.

use std::time::{Duration, Instant};

use retrograde_db::draughts::Side;
use retrograde_db::draughts::pdn::{Game, GameResult, Item, Nag, PdnError, PdnFault, read_games};

/// The only game of a text.
fn game(text: &str) -> Game {
    let [Ok(game)] = &read_games(text.as_bytes())[..] else {
        panic!("{text:?}: {:?}", read_games(text.as_bytes()))
    };
    game.clone()
}

/// The moves of the only game of a text, blanks between them.
fn moves(text: &str) -> String {
    game(text).line.moves().map(|played| played.text()).collect::<Vec<_>>().join(" ")
}

/// The moves as they are written, without the tags.
fn written(text: &str) -> String {
    let text = game(text).to_string();
    text.split_once("\n\n").unwrap().1.trim_end().to_owned()
}

/// The fault of the only game of a text, and its line.
fn fault(text: &str) -> (usize, PdnFault) {
    let [Err(PdnError { game: 1, line, fault })] = &read_games(text.as_bytes())[..] else {
        panic!("{text:?}: {:?}", read_games(text.as_bytes()))
    };
    (*line, fault.clone())
}

#[test]
fn the_game_that_encyclopedias_print_is_read_to_its_end() {
    let game = game(include_str!("../data/tinsley-long-1981.pdn"));
    assert_eq!(game.tag("Black"), Some("M. Tinsley"));
    assert_eq!(game.result, GameResult::Win(Side::Black));
    assert_eq!(game.line.moves().count(), 2 * 46 - 1);
    assert_eq!(game.line.position().side_to_move(), Side::White);
}

#[test]
fn a_corrupt_move_of_it_is_reported_where_it_is() {
    let text = include_str!("../data/tinsley-long-1981.pdn").replace("10. 20x27 32x5", "10. 20x27 31x5");
    let error = read_games(text.as_bytes())[0].clone().unwrap_err().to_string();
    assert!(error.starts_with("game 1, line 10: move \"31x5\" is not legal in W:W17,21,"), "{error}");
    assert!(error.ends_with("legal moves are 31x24, 32x23x14x5"), "{error}");
}

#[test]
fn a_result_names_the_first_mover_first() {
    for (text, result) in [
        ("1. 11-15 1-0", GameResult::Win(Side::Black)),
        ("1. 11-15 2-0", GameResult::Win(Side::Black)),
        ("1. 11-15 BW", GameResult::Win(Side::Black)),
        ("1. 11-15 RW", GameResult::Win(Side::Black)),
        ("1. 11-15 0-1", GameResult::Win(Side::White)),
        ("1. 11-15 0-2", GameResult::Win(Side::White)),
        ("1. 11-15 WW", GameResult::Win(Side::White)),
        ("1. 11-15 1/2-1/2", GameResult::Draw),
        ("1. 11-15 1-1", GameResult::Draw),
        ("1. 11-15 \u{bd}-\u{bd}", GameResult::Draw),
        ("1. 11-15 0-0", GameResult::BothLose),
        ("1. 11-15 *", GameResult::Unknown),
        ("1. 11-15", GameResult::Unknown),
        ("[Result \"0-1\"]\n1. 11-15 *", GameResult::Win(Side::White)),
        ("[Result \"0-1\"]\n1. 11-15", GameResult::Win(Side::White)),
        ("[Result \"*\"]\n1. 11-15 0-1", GameResult::Win(Side::White)),
        ("[Result \"?\"]", GameResult::Unknown),
        ("[Result \"1\u{2013}0\"]", GameResult::Win(Side::Black)),
        ("[Result \"Black to play and win\"]", GameResult::Other("Black to play and win".to_owned())),
    ] {
        assert_eq!(game(text).result, result, "{text:?}");
    }
}

#[test]
fn moves_are_read_in_every_way() {
    let four = "9-14 23-18 14x23 27x18";
    for text in [
        "1. 9-14 23-18 2. 14x23 27x18",
        "1.9-14 23-18 2.14x23 27x18",
        "1. 9-14 1... 23-18 2. 14x23 2... 27x18",
        "1. 9-14 ... 23-18 7. 14-23 27:18",
        "9x14 23x18 14:23 27X18 *",
        "09-14 23-18 14x23\n27x18",
        "1. 9\u{2013}14 23\u{2013}18 14x23 27x18",
        "1. 9-14 23-18\r\n2. 14x23\r27x18\r\n",
        "\u{FEFF}1. 9-14 23-18 2. 14x23 27x18",
        "%% a note\n1. 9-14 23-18 % another 1-0\n2. 14x23 27x18",
        "1. 9-14 23-18 () 2. 14x23 27x18",
    ] {
        assert_eq!(moves(text), four, "{text:?}");
    }
    let shot = "[FEN \"B:W11,19,27:B7\"]\n";
    for text in ["7x32", "7x16x23x32", "7-16-23-32", "7:32", "7x16x32"] {
        assert_eq!(moves(&format!("{shot}{text}")), "7x32", "{text:?}");
    }
    // Written in full where it has to be.
    assert_eq!(written("[FEN \"W:W18:B6,7,14,15\"]\n18x11x2"), "1... 18x11x2 *");
}

#[test]
fn marks_of_strength_and_glyphs() {
    assert_eq!(written("1. 11-15! 23-19?! 2. 8-11(?) 22-17 !"), "1. 11-15! 23-19?! 2. 8-11(?) 22-17! *");
    assert_eq!(written("1. 11-15 $1 $255 23-19 $0"), "1. 11-15 $1 $255 23-19 $0 *");
    // A star glued to a move is a mark, one by itself the end.
    assert_eq!(written("1. 11-15* 23-19!* 2. 8-11 *"), "1. 11-15 $7 23-19! $7 2. 8-11 *");
    let forced = game("1. 11-15* 1-0");
    assert_eq!(forced.line.items()[1], Item::Nag(Nag::FORCED));
    assert_eq!(forced.result, GameResult::Win(Side::Black));
}

#[test]
fn comments_are_kept_and_not_nested() {
    assert_eq!(written("{first} 1. 11-15 {[%clock w0:10:00] a\n  b} 23-19 {c {d}"), {
        "{first} 1. 11-15 {[%clock w0:10:00] a b} 1... 23-19 {c {d} *"
    });
    assert_eq!(written("1. 11-15 ; to the end }\n23-19"), "1. 11-15 {to the end )} 1... 23-19 *");
    assert_eq!(written("1. 11-15 {} 23-19"), "1. 11-15 {} 1... 23-19 *");
    // Neither moves nor results of a comment count.
    assert_eq!(moves("1. 11-15 {9-14 1-0 [Event \"x\"]} 23-19"), "11-15 23-19");
}

#[test]
fn variations_begin_before_the_last_move() {
    let text = "1. 11-15 (1. 9-14 22-18 (1... 22-17 {wild}) 2. 5-9) 1... 23-19 *";
    assert_eq!(written(text), text);
    assert_eq!(moves(text), "11-15 23-19");
    assert_eq!(written("11-15 23-19 (22-18 15x22) 8-11"), {
        "1. 11-15 23-19 (1... 22-18 2. 15x22) 2. 8-11 *"
    });
}

#[test]
fn a_game_goes_on_from_a_set_up() {
    let text = "1. 11-15 /FEN \"W:W32:B28\"/ 1... 32-27 *";
    assert_eq!(written(text), text);
    assert_eq!(moves(text), "11-15 32-27");
    assert_eq!(game(text).line.position().to_string(), "B:W27:B28");
}

#[test]
fn tags_are_read_as_they_are() {
    let text =
        "[Event \"The \"Wee\" Open\"] \n[ Site \"a\\\"b\\\\c\\d\"]\t\n[white \"\"] [Black \"x\"]\n1. 11-15";
    let game = game(text);
    let tags: Vec<(&str, &str)> = game.tags.iter().map(|tag| (tag.name(), tag.value())).collect();
    assert_eq!(tags, [("Event", "The \"Wee\" Open"), ("Site", "a\"b\\c\\d"), ("white", ""), ("Black", "x")]);
    for game_type in ["21", "21,B,8,8,N1,0", " 21 ", "", "?"] {
        assert_eq!(moves(&format!("[GameType \"{game_type}\"]\n11-15")), "11-15");
    }
}

#[test]
fn bytes_are_utf_8_or_latin_1() {
    let games = read_games(b"[White \"Fran\xE7ois\"]\n11-15 1-0\n[White \"Fran\xC3\xA7ois\"]\n11-15 1-0\n");
    let names: Vec<Option<&str>> = games.iter().map(|game| game.as_ref().unwrap().tag("White")).collect();
    assert_eq!(names, [Some("Fran\u{e7}ois"); 2]);
}

#[test]
fn a_file_has_several_games() {
    let count = |text: &str| read_games(text.as_bytes()).into_iter().map(Result::unwrap).count();
    assert_eq!(count(""), 0);
    assert_eq!(count(" \n* *\n% nothing\n"), 0);
    assert_eq!(count("1. 11-15 * 1. 9-14 * 1. 9-13"), 3);
    assert_eq!(count("1. 11-15 1-0 *\n1. 9-14 1/2-1/2"), 2);
    assert_eq!(count("[Event \"a\"]\n11-15\n[Event \"b\"]\n9-14\n[Site \"c\"]"), 3);
    // Problems without moves, with an end or without one.
    let problem = "[Event \"a\"]\n[FEN \"W:W32:B28\"]\n[Result \"1/2-1/2\"]\n";
    assert_eq!(count(&format!("{problem}\n{problem}\n{problem}")), 3);
    assert_eq!(count(&format!("{problem}*\n{problem}1/2-1/2\n{problem}")), 3);
    // An empty line among the tags of one game is no end.
    assert_eq!(count("[Event \"a\"]\n\n[Site \"b\"]\n11-15 1-0"), 1);
}

#[test]
fn a_fault_is_named_with_its_line() {
    let unexpected = |found: &str| PdnFault::Unexpected { found: found.to_owned() };
    let tag = |found: &str| PdnFault::TagSyntax { found: found.to_owned() };
    for (text, line, expected) in [
        ("11-15\n\nhello 23-19", 3, unexpected("hello")),
        ("11-15\ne3-f4", 2, unexpected("e3-f4")),
        ("11-15 [Event] 23-19", 1, unexpected("[Event]")),
        ("! 11-15", 1, unexpected("!")),
        ("11-15 !\n?", 2, unexpected("?")),
        ("11-15 } 23-19", 1, unexpected("}")),
        ("[Event a]\n11-15", 1, tag("[Event a]")),
        ("[Site \"x\"]\n[Event \"a\"\n11-15", 2, tag("[Event \"a\"")),
        ("[Event \"a\\\"]", 1, tag("[Event \"a\\\"]")),
        ("[1 \"a\"]", 1, tag("[1 \"a\"]")),
        ("[A \"\"]\n[A \"\"]", 2, PdnFault::TagTwice { name: "A".to_owned() }),
        ("\n[GameType \"20\"]\n32-28", 2, PdnFault::GameType { found: "20".to_owned() }),
        ("[GameType \"21,W,8,8,N1,0\"]", 1, PdnFault::GameType { found: "21,W,8,8,N1,0".to_owned() }),
        ("[SetUp \"1\"]\n11-15", 1, PdnFault::SetUp { found: "1".to_owned() }),
        ("[FEN \"W:W32:B1\"]\n[SetUp \"0\"]", 2, PdnFault::SetUp { found: "0".to_owned() }),
        ("11-15 $256", 1, PdnFault::Nag { found: "$256".to_owned() }),
        ("11-15 $ 1", 1, PdnFault::Nag { found: "$".to_owned() }),
        ("11-15\n/FEN \"W:W32:B1\"", 2, PdnFault::SetUpSyntax { found: "/FEN \"W:W32:B1\"".to_owned() }),
        ("11-15 /W:W32:B1/", 1, PdnFault::SetUpSyntax { found: "/W:W32:B1/".to_owned() }),
        ("11-15 {\n23-19", 1, PdnFault::UnclosedComment),
        ("11-15\n(9-14\n1-0", 3, PdnFault::UnclosedVariation { opened: 2 }),
        ("11-15 ) 23-19", 1, PdnFault::UnopenedVariation),
        ("[Result \"1-0\"]\n11-15 0-1", 2, PdnFault::Result { tag: "1-0".into(), end: "0-1".into() }),
    ] {
        assert_eq!(fault(text), (line, expected), "{text:?}");
    }
    assert_eq!(fault(&format!("11-15 {}", "(".repeat(100_000))), (1, PdnFault::TooDeep));
    assert!(matches!(fault("[FEN \"W:W0:B1\"]"), (1, PdnFault::Fen(_))));
    assert!(matches!(fault("11-15\n/FEN \"W:W5:B5\"/"), (2, PdnFault::Fen(_))));
    for text in ["11-15\n11-15", "11-15\n23", "11-15\n1 2", "[FEN \"W:W18:B6,7,14,15\"]\n18x2"] {
        assert!(matches!(fault(text), (2, PdnFault::Move(_))), "{text:?}");
    }
}

#[test]
fn the_game_behind_a_broken_one_is_read() {
    let next = "[Event \"good\"]\n1. 11-15 {fine} 1-0\n";
    for broken in [
        "[Event \"a\"]\n1. 11-16 11-16 9-13\n2. 9-14 1-0",
        "[Event \"a\"]\n1. 11-15 { open",
        "[Event \"a\"]\n1. 11-15 (9-14",
        "[Event \"a\n1. 11-15 1-0",
        "[Event \"a\"]\n[FEN \"W:W0:B1\"]\n[Site \"b\"]\n1. 11-15 1-0",
        "[GameType \"20\"]\n[Event \"a\"]\n1. 32-28 {x}\n19-23 *",
        "[Event \"a\"]\n[Result \"1-0\"]\n11-15 0-1",
        "1. 11-15 11-15\n2. 9-14 1-0",
    ] {
        let games = read_games(format!("{broken}\n\n{next}").as_bytes());
        let [Err(PdnError { game: 1, .. }), Ok(good)] = &games[..] else { panic!("{broken:?}: {games:?}") };
        assert_eq!(good.tag("Event"), Some("good"));
        assert_eq!(good.line.items().len(), 2);
    }
    // Games without tags end at their results.
    let games = read_games(b"1. 11-15 9-14\n2. 23-19 1-0\n1. 9-13 1-0\n");
    assert!(matches!(games[..], [Err(PdnError { line: 1, .. }), Ok(_)]), "{games:?}");
}

#[test]
fn faults_without_number_take_no_long_time() {
    // Each of these would be read to the end of the file over and over, if words had no bounds.
    for piece in ["{ 1-0\n", "[A \"\"]\n{\n", "( 1-0\n", "/ 1-0\n", "(! 1-0\n", "[A 1-0\n"] {
        let begun = Instant::now();
        let games = read_games(piece.repeat(200_000).as_bytes());
        assert!(games.iter().all(Result::is_err));
        assert!(begun.elapsed() < Duration::from_secs(20), "{piece:?}: {:?}", begun.elapsed());
    }
    let begun = Instant::now();
    let tags: String = (0..200_000).map(|number| format!("[A{number} \"\"]\n")).collect();
    assert_eq!(game(&tags).tags.len(), 200_000);
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}
