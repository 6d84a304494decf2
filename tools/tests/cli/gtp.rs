//! The engine for other programs, and the player for people.

use crate::support::{run, run_in, run_with_input};

/// The answers to commands, one a line of input, without the empty lines that end them.
fn answers(words: &[&str], input: &str) -> Vec<String> {
    let text = run_with_input(words, input).ok();
    let mut answers: Vec<String> = text.split("\n\n").map(str::to_owned).collect();
    assert_eq!(answers.pop().as_deref(), Some(""), "each answer ends with an empty line: {text:?}");
    answers
}

/// Asks the engine with these options, and compares each answer.
#[track_caller]
fn dialogue(options: &[&str], lines: &[(&str, &str)]) {
    let input: Vec<&str> = lines.iter().map(|line| line.0).collect();
    let answers = answers(&[&["gtp"], options].concat(), &input.join("\n"));
    assert_eq!(answers.len(), lines.len(), "{answers:?}");
    for ((command, expected), answer) in lines.iter().zip(&answers) {
        assert_eq!(answer, expected, "{command}");
    }
}

#[test]
fn administration() {
    let version = format!("= {}", env!("CARGO_PKG_VERSION"));
    dialogue(
        &[],
        &[
            ("protocol_version", "= 2"),
            ("1 name", "=1 Retrograde"),
            ("\t002   version\r", &version.replace('=', "=002")),
            ("known_command genmove # a comment", "= true"),
            ("known_command GENMOVE", "= false"),
            ("known_command", "= false"),
            ("\n  # nothing\n\t\n7 dance", "?7 unknown command"),
            ("na\u{1}me", "= Retrograde"),
            ("time_settings 0 10 1", "="),
            ("time_left b 10 0", "="),
            ("time_left red 10 0", "? syntax error"),
            ("8 quit\nname", "=8"),
        ],
    );
    let list = answers(&["gtp"], "list_commands\nquit\n").remove(0);
    for required in [
        "protocol_version",
        "name",
        "version",
        "known_command",
        "list_commands",
        "quit",
        "boardsize",
        "clear_board",
        "komi",
        "play",
        "genmove",
        "undo",
        "final_score",
        "showboard",
    ] {
        assert!(list.trim_start_matches("= ").lines().any(|name| name == required), "{required}");
    }
    // No line at the end, and no `quit`.
    assert_eq!(run_with_input(&["gtp"], "name").ok(), "= Retrograde\n\n");
}

#[test]
fn setup_and_plays() {
    dialogue(
        &["--size", "1x2"],
        &[
            ("showboard", "= \n 1 . .\n   A B\nBlack (X) to move, the board counts 0"),
            ("play black a1", "="),
            ("play W B1", "="),
            ("play b A1", "? illegal move"),
            ("play b B1", "? illegal move"),
            ("play b C1", "? illegal move"),
            ("play b I1", "? syntax error"),
            ("play b", "? syntax error"),
            ("play red a1", "? syntax error"),
            ("final_score", "= W+2"),
            ("komi -2.5", "="),
            ("final_score", "= B+0.5"),
            ("komi x", "? syntax error"),
            (
                "komi 0.3",
                "? unacceptable komi: \"0.3\" is no komi: expected whole or half points up to 1000, as in 7.5",
            ),
            ("final_status_list alive", "= B1"),
            ("final_status_list dead", "="),
            ("final_status_list asleep", "? syntax error"),
            ("undo", "="),
            ("undo", "="),
            ("undo", "? cannot undo"),
            ("boardsize 26", "? unacceptable size"),
            ("boardsize 0", "? unacceptable size"),
            ("boardsize x", "? syntax error"),
            ("rectangular_boardsize 3 2", "="),
            ("play b c2", "="),
            ("play b b1", "="),
            ("showboard", "= \n 2 . . X\n 1 . X -\n   A B C\nWhite (O) to move, the board counts +6"),
            ("clear_board", "="),
            ("gogui-play_sequence b a1 w b1 b b2", "="),
            ("gogui-play_sequence b c1 w c1", "? illegal move"),
            ("final_status_list alive", "= B2\nA1\nB1"),
        ],
    );
}

#[test]
fn a_turn_that_is_handed_over_is_no_pass() {
    dialogue(
        &["--size", "1x3"],
        &[
            ("play b b1", "="),
            ("play w pass", "="),
            // After White's pass Black's would end the game, but it is White again.
            ("play w pass", "="),
            ("showboard", "= \n 1 . X .\n   A B C\nBlack (X) to move, the board counts +3"),
            ("play b pass", "="),
            ("showboard", "= \n 1 - X -\n   A B C\nover: Black by 3: two passes, the board counts +3"),
            ("play b a1", "="),
            ("final_status_list alive", "= A1 B1"),
        ],
    );
}

#[test]
fn rules_of_katago() {
    let tromp_taylor = r#"= {"friendlyPassOk":false,"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0"}"#;
    dialogue(
        &[],
        &[
            ("kata-get-rules", tromp_taylor),
            ("kata-set-rules aga", "="),
            (
                "kata-get-rules",
                &tromp_taylor
                    .replace("POSITIONAL", "SITUATIONAL")
                    .replace("suicide\":true", "suicide\":false")
                    .replace("Ok\":false", "Ok\":true")
                    .replace("\"0\"", "\"N-1\""),
            ),
            (r#"kata-set-rules {"ko": "POSITIONAL", "suicide": true}"#, "="),
            ("kata-get-rules", tromp_taylor),
            (
                "kata-set-rules japanese",
                "? rules \"japanese\" are not played here: expected one of tromp-taylor, tromp-taylor-agreement, aga, simplified-ing, new-zealand, chinese",
            ),
            ("kata-set-rules", "? syntax error"),
        ],
    );
}

#[test]
fn moves_are_perfect_or_refused() {
    dialogue(
        &["--size", "1x3"],
        &[
            ("reg_genmove b", "= B1"),
            ("genmove b", "= B1"),
            // White is at a loss, and Black waits.
            ("genmove w", "= pass"),
            ("genmove b", "= pass"),
            ("final_score", "= B+3"),
            // Play may go on after two passes.
            ("genmove w", "= pass"),
            ("boardsize 3", "="),
            // The table leaves it at +2 to +9; a search finds +9.
            ("genmove b", "= B2"),
            ("boardsize 5", "="),
            (
                "genmove b",
                "? ...../...../...../...../..... X: boards of 5x5 are not solved on the spot; build their table with `retrograde go build 5x5 --out tables`; boards of 5x5: 414295148741 legal ones, expected at most 536870912: the search keeps all of them",
            ),
            ("genmove", "? syntax error"),
        ],
    );
    // White in the corner beside a black stone in the middle: all is Black's, to the end.
    let mut game = "gogui-play_sequence b b2 w a1\n".to_owned();
    game += &"genmove b\nplay w pass\n".repeat(12);
    let won = answers(&["gtp"], &format!("{game}final_score\n"));
    assert!(won.iter().all(|answer| answer.starts_with('=')), "{won:?}");
    assert_eq!(won.last().unwrap(), "= B+9");
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), &["go", "build", "2x3", "--out", "t"]).ok();
    let path = folder.path().join("t");
    let path = path.to_str().unwrap();
    let missing = answers(&["gtp", "--tables", path, "--size", "5x5"], "genmove b\n").remove(0);
    assert!(missing.contains("no 5x5.bounds") && missing.contains("go build 5x5"), "{missing}");
    // Without a table, but small enough for a search.
    assert_eq!(answers(&["gtp", "--tables", path], "genmove b\n"), ["= B2"]);
    // Where there is no room for a search, or it is ended, the value stays open.
    let refused = answers(&["gtp", "--memory", "1"], "genmove b\n").remove(0);
    assert!(
        refused.contains("the table leaves it at +2 to +9 for Black; the search on 3x3 needs"),
        "{refused}"
    );
    let ended = answers(&["gtp", "--nodes", "0"], "genmove b\n").remove(0);
    assert!(
        ended.starts_with("? the value is open: a search came to ") && ended.ends_with("nodes"),
        "{ended}"
    );
    // Black is sure of 2 points at least, and can be told to be content with that.
    let on = answers(&["gtp", "--play-on", "--nodes", "0"], "genmove b\ngenmove w\nquit\n");
    assert!(on.iter().all(|answer| answer.starts_with('=')), "{on:?}");
}

#[test]
fn files_are_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgf");
    std::fs::write(&path, "(;FF[4]GM[1]SZ[3]KM[0.5];B[bb];W[aa];B[ab])").unwrap();
    let load = format!("loadsgf {}", path.display());
    dialogue(
        &[],
        &[
            (&format!("{load} 3"), "="),
            ("final_status_list alive", "= A3\nB2"),
            (&load, "="),
            ("final_score", "= B+0.5"),
            ("undo", "="),
            ("final_score", "= W+0.5"),
        ],
    );
    let missing = answers(&["gtp"], "loadsgf no.sgf\n").remove(0);
    assert!(missing.starts_with("? cannot load file: no.sgf: "), "{missing}");
}

#[test]
fn people_play_to_the_end() {
    let game = run_with_input(&["go", "play", "1x3", "--colour", "white"], "A1\nB1\npass\n");
    let text = game.stdout;
    assert_eq!(game.status, 0);
    assert!(text.contains("Black plays B1 (the board will count +3)\n 1 - X -\n"), "{text}");
    assert!(
        game.stderr.contains("turn 2, White B1: the point is occupied by a Black stone"),
        "{}",
        game.stderr
    );
    assert!(text.ends_with("over: Black by 3: two passes, the board counts +3\n"), "{text}");
    let solved = run_with_input(&["go", "play", "3x3", "--colour", "white"], "quit\n");
    assert!(solved.stdout.contains("Black plays B2 (the board will count +9)"), "{}", solved.stdout);
    let limited = ["go", "play", "3x3", "--colour", "white", "--nodes", "0"];
    let open = run_with_input(&limited, "undo\nquit\n");
    assert!(open.stdout.contains("the value is open"), "{}", open.stdout);
    assert!(open.stderr.contains("no move of yours"), "{}", open.stderr);
    let undone = run_with_input(&["go", "play", "--json", "2x2 x", "--colour", "white"], "");
    assert_eq!(undone.status, 1);
    let undone = run_with_input(&["go", "play", "--json", "XX./... O", "--colour", "white"], "C2\nundo\n");
    let turns = undone.json();
    assert_eq!(turns[0]["position"], turns.last().unwrap()["position"]);
    let far = run(&["go", "play", "4x5", "--colour", "white"]).fails_with(1);
    assert!(far.contains("go build 4x5"), "{far}");
}
