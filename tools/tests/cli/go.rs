//! The commands of Go.

use std::fs;

use crate::support::{run, run_in, run_with_input};

/// The lines of standard output, words between tabs.
fn rows(words: &[&str]) -> Vec<Vec<String>> {
    let text = run(words).ok();
    text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

#[test]
fn count_and_perft() {
    assert_eq!(run(&["go", "count", "3x3"]).ok(), "3x3\t12675\t1824\n");
    assert_eq!(run(&["go", "count", "3x2"]).ok(), "3x2\t489\t145\n");
    assert_eq!(run(&["go", "count", "5x5"]).ok(), "5x5\t414295148741\t-\n");
    assert_eq!(run(&["go", "perft", "2x2", "7"]).ok(), "1088\n");
    assert_eq!(run(&["go", "perft", "2x2", "7", "--rules", "aga"]).ok(), "1112\n");
}

#[test]
fn probe_solves_small_boards_on_the_spot() {
    let probed = |words: &[&str]| {
        let mut all = vec!["go", "probe"];
        all.extend(words);
        rows(&all).into_iter().map(|row| row[1..].join(" ")).collect::<Vec<_>>()
    };
    assert_eq!(probed(&["..../.... X"]), ["8 8"]);
    assert_eq!(probed(&[".../.../... X", "./. X", "... X"]), ["2 9", "-2 2", "3 3"]);
    assert_eq!(probed(&["--komi", "8.5", ".../.../... X", "..../.... X"]), ["2 9 undecided", "8 8 loss"]);
    // For the player to move: White loses here, and wins with the colours swapped.
    assert_eq!(probed(&["--komi", "0", "XX.X/X.XX O pass", "OO.O/O.OO O pass"]), ["8 8 loss", "-8 -8 win"]);
    let input = run_with_input(&["go", "probe"], "# a comment\n... X\n\n.../... X after B2 pass\n");
    assert_eq!(input.status, 1);
    assert_eq!(input.stdout, "... X\t3\t3\n");
    assert!(input.stderr.contains("line 4: .../... X after B2 pass: tables hold bounds"), "{}", input.stderr);
}

#[test]
fn moves_are_listed_best_first() {
    let moves = rows(&["go", "moves", "..../.... X"]);
    let worth: Vec<(&str, &str)> = moves.iter().map(|row| (row[0].as_str(), row[1].as_str())).collect();
    // In the literature: a corner loses all, any other point wins all.
    assert_eq!(worth[..4], [("B2", "8"), ("C2", "8"), ("B1", "8"), ("C1", "8")]);
    let corners: Vec<&str> = worth.iter().filter(|row| row.1 == "-8").map(|row| row.0).collect();
    assert!(["A2", "D2", "A1", "D1"].iter().all(|corner| corners.contains(corner)), "{worth:?}");
    assert_eq!(moves.len(), 9);
}

#[test]
fn build_verify_info_and_probe() {
    let folder = tempfile::tempdir().unwrap();
    let run = |words: &[&str]| run_in(folder.path(), words);
    let built = run(&["go", "build", "3x3", "--out", "t"]).ok();
    for fact in ["file             3x3.bounds", "legal boards     12,675", "equal bounds     35,180 (69.4 %)"]
    {
        assert!(built.contains(fact), "{built}");
    }
    let again = run(&["go", "build", "3x3", "--out", "t", "--threads", "1"]);
    assert!(again.stderr.contains("was there already"), "{}", again.stderr);
    run(&["go", "build", "3x2", "--rules", "aga", "--out", "t"]).ok();
    let sound = "2x3.no-suicide.bounds\tsound\n3x3.bounds\tsound\n";
    assert_eq!(run(&["verify", "t"]).ok(), sound);
    let logical = run(&["verify", "t", "--logical"]).ok();
    assert_eq!(logical, format!("{sound}bounds\tsound\t1,969 compared, the others are images of them\n"));
    let listed = run(&["info", "t", "--json"]).json();
    let names: Vec<_> = listed.iter().map(|row| row["table"].as_str().unwrap()).collect();
    assert_eq!(names, ["2x3.no-suicide.bounds", "3x3.bounds"]);
    let described = run(&["info", "t/3x3.bounds"]).ok();
    assert!(
        described.contains(
            "game                 Go, any superko, suicide allowed (rules 1)\nkind                 bounds\n"
        ),
        "{described}"
    );
    assert!(described.contains("board                3x3\n"), "{described}");
    assert_eq!(run(&["go", "probe", "--tables", "t", ".../.../... X"]).ok(), ".../.../... X\t2\t9\n");
    let lying = run(&["go", "probe", "--tables", "t", "--rules", "aga", "X./.O/.. O"]).ok();
    let standing = run(&["go", "probe", "--tables", "t", "--rules", "aga", "X../.O. O"]).ok();
    assert_eq!(lying.split('\t').collect::<Vec<_>>()[1..], standing.split('\t').collect::<Vec<_>>()[1..]);
    let missing = run(&["go", "probe", "--tables", "t", "../.. X"]).fails_with(1);
    assert!(missing.contains("no 2x2.bounds") && missing.contains("go build 2x2 --out t"), "{missing}");
    // A damaged table is an error, whoever asks.
    let path = folder.path().join("t/3x3.bounds");
    let mut bytes = fs::read(&path).unwrap();
    bytes[100] ^= 4;
    fs::write(&path, bytes).unwrap();
    let verified = run(&["verify", "t"]);
    assert_eq!(
        (verified.status, verified.stdout.as_str()),
        (1, sound.replace("3x3.bounds\tsound", "3x3.bounds\tdamaged").as_str())
    );
    assert!(run(&["go", "probe", "--tables", "t", ".../.../... X"]).fails_with(1).contains("3x3.bounds"));
    fs::remove_file(&path).unwrap();
    assert!(run(&["verify", "t"]).fails_with(1).contains("missing, though manifest.tsv lists it"));
}

#[test]
fn score_under_each_rule_set() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgf");
    fs::write(&path, "(;FF[4]GM[1]SZ[3]KM[0.5];B[bb];W[aa];B[];W[tt])").unwrap();
    let path = path.to_str().unwrap();
    let expected = [
        ["tromp-taylor", "White by 0.5", "two passes; points 0, komi 0.5"],
        ["tromp-taylor-agreement", "White by 0.5", "two passes that proposed 0; points 0, komi 0.5"],
        [
            "aga",
            "White by 0.5",
            "play stopped and all stones were agreed to be alive; area 0, territory with pass stones 0, komi 0.5",
        ],
        [
            "simplified-ing",
            "White by 0.5",
            "play stopped and all stones were agreed to be alive; area and filling in 0, komi 0.5",
        ],
        [
            "new-zealand",
            "White by 0.5",
            "play stopped and all stones were agreed to be alive; points 0, komi 0.5",
        ],
        [
            "chinese",
            "White by 0.5",
            "play stopped and all stones were agreed to be alive; points 0, komi 0.5",
        ],
    ];
    assert_eq!(rows(&["go", "score", path]), expected);
    // Black owns all nine points once White's stone is off, where players can agree on that.
    let dead = rows(&["go", "score", "--dead", "A3", "--komi", "0", path]);
    let results: Vec<&str> = dead.iter().map(|row| row[1].as_str()).collect();
    assert_eq!(results, ["draw", "draw", "Black by 9", "Black by 9", "Black by 9", "Black by 9"]);
    assert!(dead[2][2].contains("1 stone was agreed to be dead; area +9, territory with pass stones +9"));
}

#[test]
fn score_tells_what_each_rule_set_makes_of_a_game() {
    let results = |game: &str| {
        let rows = rows(&["go", "score", "--komi", "0", game]);
        rows.into_iter().map(|row| format!("{}: {}", row[1], row[2])).collect::<Vec<_>>()
    };
    let ko = results(".. X after A1 B1 A1");
    assert_eq!(ko[0], "illegal: turn 3, Black A1: superko: it repeats the board after turn 1");
    assert_eq!(ko[2], format!("{} with the same player to move", ko[0]));
    // Two passes end the first game for good; AGA and Ing play on, and stop again.
    let resumed = results("... X after A1 pass pass C1 B1 pass pass");
    assert!(
        resumed[0].starts_with("Black by 3: two passes; points +3")
            && resumed[0].ends_with("over before turn 4")
    );
    assert!(resumed[2].starts_with("Black by 3: play stopped and all stones were agreed"), "{}", resumed[2]);
    assert!(resumed[3].starts_with("Black by 3: play stopped twice, all stones alive"), "{}", resumed[3]);
    assert_eq!(results("X.. O"), ["unfinished: the board counts +3"; 6]);
    assert_eq!(rows(&["go", "score", "--rules", "aga", "... X after pass pass"])[0][1], "White by 7.5");
}

#[test]
fn show_draws_the_board() {
    let shown = run(&["go", "show", "X../... O after B2 pass"]).ok();
    assert_eq!(shown, " 2 X O .\n 1 . . .\n   A B C\nWhite (O) to move, the board counts 0\n");
    // White has just taken on A1; Black may not take back.
    let ko = run(&["go", "show", ".. X after A1 B1"]).ok();
    assert!(ko.starts_with(" 1 - O\n"), "{ko}");
    assert_eq!(run(&["go", "show", "--json", ".O X"]).json()[0]["forbidden"][0].as_str(), None);
}

#[test]
fn solve_gives_values_under_superko() {
    let solved = rows(&["go", "solve", "1x6", "3x3", "... X after A1 B1", ".. X after pass pass"]);
    let values: Vec<[&str; 3]> =
        solved.iter().map(|row| [0, 1, 2].map(|column| row[column].as_str())).collect();
    assert_eq!(values[..2], [["1x6", "1", "1"], ["3x3", "9", "9"]]);
    assert_eq!(values[2..], [["... X after A1 B1", "-3", "-3"], [".. X after pass pass", "0", "0"]]);
    assert_eq!(solved[1][3..], ["B2", "B2 pass pass"]);
    assert_eq!(solved[3][3..], ["-", "-"], "the game is over");
    // The two rules of repetition differ here.
    assert_eq!(rows(&["go", "solve", "XX./... O"])[0][1], "0");
    let aga = run(&["go", "solve", "--rules", "aga", "--komi", "0", "--json", "XX./... O"]);
    let value = &aga.json()[0];
    assert_eq!((value["low"].as_i64(), value["value"].as_str()), (Some(-1), Some("win")));
    let moves = rows(&["go", "solve", "--moves", ".../... X"]);
    assert_eq!(moves[..3], [["pass", "0", "0"], ["B2", "-2", "-2"], ["B1", "-2", "-2"]]);
    assert_eq!(moves.len(), 7);
    let short = &run(&["go", "solve", "--nodes", "5", "--json", "1x8"]).json()[0];
    assert_eq!(short["stopped"].as_str(), Some("nodes"));
    assert!(short["low"].as_i64() < Some(3) || short["high"].as_i64() > Some(3), "{short}");
    let filtered = run_with_input(&["go", "solve"], "# a comment\n1x2\n1x\n2x2\n");
    assert_eq!(filtered.status, 1);
    assert_eq!(filtered.stdout.lines().count(), 2);
    assert!(filtered.stderr.contains("line 3: "), "{}", filtered.stderr);
}

#[test]
fn exact_tables_are_built_and_probed() {
    let folder = tempfile::tempdir().unwrap();
    let run = |words: &[&str]| run_in(folder.path(), words);
    run(&["go", "build", "2x3", "--out", "t"]).ok();
    let built = run(&["go", "build", "--exact", "3x2", "--out", "t"]).ok();
    assert!(built.starts_with("file             2x3.positional\nlegal boards     489\n"), "{built}");
    run(&["go", "build", "--exact", "2x3", "--rules", "aga", "--out", "t"]).ok();
    let names = ["2x3.bounds", "2x3.positional", "2x3.no-suicide.situational"];
    let sound: String = names.iter().map(|name| format!("{name}\tsound\n")).collect();
    assert_eq!(run(&["verify", "t"]).ok(), sound);
    assert!(
        run(&["verify", "t", "--logical"]).ok().ends_with("145 compared, the others are images of them\n")
    );
    let listed = run(&["info", "t", "--json"]).json();
    let exact: Vec<_> = listed.iter().map(|row| row["open"].as_u64().unwrap()).collect();
    assert_eq!(exact[1..], [0, 0], "{listed:?}");
    let probe = |words: &[&str]| {
        let mut all = vec!["go", "probe", "--tables", "t"];
        all.extend(words);
        run(&all).ok()
    };
    assert_eq!(probe(&["XX./... O", ".../... X"]), "XX./... O\t0\t0\n.../... X\t0\t0\n");
    assert_eq!(probe(&["--rules", "aga", "XX./... O"]), "XX./... O\t-1\t-1\n");
}

#[test]
fn proofs_are_written_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let run = |words: &[&str]| run_in(folder.path(), words);
    run(&["go", "solve", "--proof", "p", "2x3"]).ok();
    assert_eq!(run(&["go", "check", "p"]).ok(), ".../... X\t0\t0\n");
    let proof = fs::read_to_string(folder.path().join("p")).unwrap();
    fs::write(folder.path().join("p"), proof.replace("low 0", "low 1")).unwrap();
    let refused = run(&["go", "check", "p"]).fails_with(1);
    assert!(refused.starts_with("retrograde: p: line "), "{refused}");
    assert!(run(&["go", "check", "q"]).fails_with(1).contains("q can't be read"));
    let several = run(&["go", "solve", "--proof", "q", "1x2", "1x3"]).fails_with(1);
    assert!(several.contains("the proof of one position"), "{several}");
    let stopped = run(&["go", "solve", "--rules", "aga", "--proof", "q", "... X after pass"]).fails_with(1);
    assert!(stopped.contains("after a pass only where a second one ends them"), "{stopped}");
    assert!(!folder.path().join("q").exists());
}

#[test]
fn bad_input_is_one_line() {
    for (words, expected) in [
        (&["go", "build", "5x5", "--out", "x"][..], "expected at most 4294967295"),
        (&["go", "build", "3x3", "--memory", "1M", "--out", "x"], "of memory, the limit is 1.0 MiB"),
        (&["go", "probe", "XO X"], "the Black chain on A1 has no liberty"),
        (&["go", "probe", "..../..../..../.... X"], "go build 4x4 --out tables"),
        (&["go", "probe", "--tables", "nowhere", ".. X"], "no folder nowhere"),
        (&["go", "solve", "5x5"], "5x5: boards of 5x5: 414295148741 legal ones, expected at most 536870912"),
        (&["go", "solve", "--memory", "1M", "3x4"], "needs about"),
        (&["go", "moves", ".. X after A3"], "no move on a board of 1x2"),
        (&["go", "show", ".. X after A1 A1"], "turn 2, White A1: the point is occupied by a Black stone"),
        (&["go", "score", "no.sgf"], "no.sgf can't be read"),
        (&["go", "score", "--dead", "A1", ".. X after pass pass"], "A1 has no stone"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let line = run_in(folder.path(), words).fails_with(1);
        assert!(line.contains(expected), "{words:?}: {line}");
    }
    for words in [
        &["go", "count", "6x6"][..],
        &["go", "count", "3"],
        &["go", "solve", "--time", "x", "1x2"],
        &["go", "perft", "2x2", "3", "--rules", "chess"],
        &["go", "probe", "--komi", "x", ".. X"],
    ] {
        assert_eq!(run(words).status, 2, "{words:?}");
    }
}
