//! `--rules`, and `draughts shortest`.

use crate::support::{run, run_in};

#[test]
fn perft_knows_every_rule_set() {
    let list = include_str!("../../../db/tests/data/perft-variants.txt");
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let [rules, fen, depth, paths] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        if depth.parse::<u8>().unwrap() <= 5 {
            let found = run(&["draughts", "perft", depth, fen, "--rules", rules]).ok();
            assert_eq!(found.trim_end(), paths, "{line}");
        }
    }
    assert_eq!(run(&["draughts", "perft", "3", "--rules", "english"]).ok(), "302\n");
    let divided = run(&["draughts", "perft", "3", "--rules", "huffing", "--divide"]).ok();
    assert_eq!((divided.lines().count(), divided.lines().last()), (8, Some("total\t379")));
    let error = run(&["draughts", "perft", "3", "--rules", "polish"]).fails_with(2);
    assert!(error.contains("english, huffing, kings-first, crowning-goes-on"), "{error}");
}

#[test]
fn tables_of_other_rules_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for command in [&["draughts", "build"][..], &["draughts", "probe", "B:WK1:BK5"]] {
        let error = run_in(folder.path(), &[command, &["--rules", "huffing"]].concat()).fails_with(1);
        assert!(error.contains("huffing") && error.contains("may be huffed"), "{error}");
    }
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
    let in_folder = |words: &[&str]| run_in(folder.path(), words);
    in_folder(&["draughts", "build", "--pieces", "3", "--rules", "kings-first"]).ok();
    let fen = ["draughts", "probe", "B:WK1:BK5"];
    let compact = ["draughts", "build", "--pieces", "2", "--density", "compact"];
    for words in [&fen[..], &["draughts", "build", "--pieces", "2"], &compact] {
        let error = in_folder(words).fails_with(1);
        assert!(error.contains("for rules 3") && error.contains("rules 1"), "{error}");
    }
    // A line for each table.
    let refused = in_folder(&["verify", "tables"]);
    assert_eq!((refused.status, refused.stderr.lines().count()), (1, 16), "{refused:?}");
    assert!(refused.stderr.lines().all(|line| line.ends_with("a table for rules 3, expected rules 1")));
    let with = |words: &[&str]| in_folder(&[words, &["--rules", "kings-first"]].concat());
    assert_eq!(with(&fen).ok().split('\t').next(), Some("B:WK1:BK5"));
    with(&["verify", "tables", "--logical"]).ok();
}

#[test]
fn positions_are_worth_what_the_rules_make_of_them() {
    // The man takes 26 and is crowned on 31; under the other rules it goes on and takes 27 too.
    for (rules, value) in [("english", "draw"), ("crowning-goes-on", "win")] {
        let fen = "B:W26,27:B22";
        assert_eq!(run(&["draughts", "probe", fen, "--rules", rules]).ok(), format!("{fen}\t{value}\n"));
    }
}

#[test]
fn shortest_games_are_counted_and_written() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["draughts", "shortest", "W:WK31:B18,19,26,27", "--pdn", "games.pdn", "--memory", "1M"];
    let text = run_in(folder.path(), &words).ok();
    assert_eq!(
        text,
        "plies                1\ngames                1\nby route of captures 2\nfinal positions      1\n\
         captured, blocked    1, 0\n"
    );
    let games = std::fs::read(folder.path().join("games.pdn")).unwrap();
    let games = retrograde_db::draughts::pdn::read_games(&games);
    assert_eq!(games.len(), 1);
    assert!(games.iter().all(|game| game.as_ref().is_ok_and(|game| game.line.moves().count() == 1)));
    let json = run(&["draughts", "shortest", "B:W32:B27,28", "--json"]).json();
    assert_eq!((&json[0]["plies"], &json[0]["games"]), (&3.into(), &1.into()));
    let error = run(&["draughts", "shortest", "--plies", "6"]).fails_with(1);
    assert!(error.contains("no game ends within 6 plies"), "{error}");
    let words = ["draughts", "shortest", "B:W32:B28", "--pdn", "no/such/folder"];
    assert!(run_in(folder.path(), &words).fails_with(1).contains("no/such/folder can't be written"));
}
