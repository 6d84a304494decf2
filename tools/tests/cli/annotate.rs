//! `draughts annotate`.

use std::collections::HashMap;
use std::fs;

use retrograde_db::draughts::pdn::{Game, write_games};

use crate::support::{four, run, run_with_input};

#[path = "../../../db/examples/random_games/games.rs"]
mod random_games;

/// White has a win of 61 plies (the First Position, late), and puts both kings where one capture takes
/// them; then a problem that is over in a move.
const GAMES: &str = "[FEN \"W:WK19,K23:B12,K28\"]\n[SetUp \"1\"]\n1... 19-24 2. 28x26 1-0\n\n\
                     [FEN \"B:W11,19,27:B7\"]\n1. 7x32 1-0\n";

/// What there is to say of them.
const ANNOTATED: &str = "1\tfirst\tW:WK19,K23:B12,K28\twin\n1\t19-24\twin\tloss\tmistake\n\
                         1\t28x26\twin\twin\n2\tfirst\tB:W11,19,27:B7\twin\n2\t7x32\twin\twin\n";

/// Annotates games with tables up to four pieces.
fn annotate(games: &str, options: &[&str]) -> crate::support::Run {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pdn");
    fs::write(&file, games).unwrap();
    let mut words = vec!["draughts", "annotate", file.to_str().unwrap(), "--tables", four()];
    words.extend(options);
    run(&words)
}

/// The value that `probe` gives.
fn probed(fen: &str) -> String {
    let answer = run(&["draughts", "probe", "--tables", four(), fen]).ok();
    answer.trim_end().split('\t').nth(1).unwrap().to_owned()
}

#[test]
fn the_first_position_and_each_move_are_valued() {
    assert_eq!(annotate(GAMES, &[]).ok(), ANNOTATED);
}

#[test]
fn json_has_the_same_facts() {
    let json = annotate(GAMES, &["--json"]).json();
    assert_eq!(json.len(), ANNOTATED.lines().count());
    assert_eq!((&json[0]["game"], &json[0]["ply"], &json[0]["value"]), (&1.into(), &0.into(), &"win".into()));
    assert_eq!((&json[1]["move"], &json[1]["side"]), (&"19-24".into(), &"white".into()));
    assert_eq!((&json[1]["ply"], &json[1]["mistake"]), (&1.into(), &true.into()));
    assert_eq!((&json[2]["side"], &json[2]["mistake"]), (&"black".into(), &false.into()));
}

#[test]
fn a_game_comes_into_range_with_a_capture_to_be_made() {
    // Five pieces and no capture, which tables of four do not know; then five and a capture, which is
    // played out to two.
    let game = "[FEN \"W:W15,19,27,29:B7\"]\n1... 15-11 2. 7x32 29-25 *\n";
    let text = annotate(game, &[]).ok();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], format!("1\tfirst\tB:W11,19,27,29:B7\t{}", probed("B:W11,19,27,29:B7")));
    assert_eq!(lines.len(), 3, "{text}");
    assert!(lines[1].starts_with("1\t7x32\t") && lines[2].starts_with("1\t29-25\t"), "{text}");
}

/// What `annotate` has to write about games, from the values that `probe` gives; games 1, 2, 3, ...
fn expected(games: &[Game]) -> String {
    let played = || games.iter().flat_map(|game| game.line.moves());
    let fens = played().flat_map(|mv| [mv.position, mv.after()]).map(|position| format!("{position}\n"));
    let probed = run_with_input(&["draughts", "probe", "--tables", four()], &fens.collect::<String>());
    let values: HashMap<&str, &str> =
        probed.stdout.lines().map(|line| line.split_once('\t').unwrap()).collect();
    let mut text = String::new();
    for (game, number) in games.iter().zip(1..) {
        let mut first = true;
        for mv in game.line.moves() {
            let [before, after] = [mv.position, mv.after()].map(|position| position.to_string());
            let known = [&before, &after].map(|fen| values.get(fen.as_str()).map(|value| (fen, *value)));
            if let Some((fen, value)) = known.into_iter().flatten().next()
                && std::mem::replace(&mut first, false)
            {
                text += &format!("{number}\tfirst\t{fen}\t{value}\n");
            }
            if let [Some((_, before)), Some((_, after))] = known {
                let (after, mistake) = match (before, after) {
                    ("win", "win") => ("loss", "\tmistake"),
                    ("win", "draw") => ("draw", "\tmistake"),
                    ("win" | "draw" | "loss", "loss") => ("win", ""),
                    ("draw", "win") => ("loss", "\tmistake"),
                    ("draw" | "loss", "draw") => ("draw", ""),
                    ("loss", "win") => ("loss", ""),
                    other => panic!("{other:?} are not values"),
                };
                text += &format!("{number}\t{}\t{before}\t{after}{mistake}\n", mv.text());
            }
        }
    }
    text
}

#[test]
fn what_is_said_of_whole_games_agrees_with_probe() {
    let games = random_games::games(60);
    let mut file = Vec::new();
    write_games(&mut file, &games).unwrap();
    let text = annotate(std::str::from_utf8(&file).unwrap(), &[]).ok();
    assert_eq!(text, expected(&games));
    let count = |end: &str| text.lines().filter(|line| line.ends_with(end)).count();
    assert!(count("\twin") > 50 && count("\tdraw") > 50 && count("\tmistake") > 10, "{text}");
}

#[test]
fn a_broken_game_is_reported_and_the_next_annotated() {
    let run = annotate(&format!("[Event \"a\"]\n1. 11-15 11-15 *\n\n{GAMES}"), &[]);
    assert_eq!(
        run.stdout,
        ANNOTATED.replace("2\tfirst", "3\tfirst").replace("2\t7x", "3\t7x").replace("1\t", "2\t")
    );
    let line = run.fails_with(1);
    assert!(line.contains("games.pdn: game 1, line 2: move \"11-15\" is not legal"), "{line}");
}

#[test]
fn a_file_or_a_folder_that_is_not_there_is_an_error() {
    let line = run(&["draughts", "annotate", "no.pdn", "--tables", four()]).fails_with(1);
    assert!(line.contains("no.pdn can't be read"), "{line}");
    let line = run(&["draughts", "annotate", "no.pdn", "--tables", "nowhere"]).fails_with(1);
    assert!(line.contains("no folder nowhere"), "{line}");
    assert_eq!(annotate("", &[]).ok(), "");
}
