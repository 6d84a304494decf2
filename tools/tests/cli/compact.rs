//! Commands on compact tables say what they say on fast ones.

use std::sync::OnceLock;

use tempfile::TempDir;

use crate::counts::published;
use crate::support::{four, run};

/// Compact tables up to three pieces.
fn three() -> &'static str {
    static THREE: OnceLock<TempDir> = OnceLock::new();
    let folder = THREE.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_str().unwrap();
        // Little memory, in which the tables that are not kept have to find room too.
        let words = ["draughts", "build", "--pieces", "3", "--density", "compact", "--memory", "900M"];
        run(&[&words[..], &["--out", path]].concat()).ok();
        folder
    });
    folder.path().to_str().unwrap()
}

/// A win by force, a draw, a threatened position, one with captures, and one that is the reverse of a table.
const POSITIONS: [&str; 5] =
    ["W:WK32,K31:BK1", "W:WK32:BK1", "W:WK10,32:B15", "B:WK18,22:B15", "B:W30,31:BK1"];

#[test]
fn probes_moves_and_lines_are_those_of_fast_tables() {
    for position in POSITIONS {
        for words in [&["probe"][..], &["moves"], &["moves", "--json"]] {
            let on = |tables| run(&[&["draughts"], words, &["--tables", tables, position]].concat()).ok();
            assert_eq!(on(three()), on(four()), "{words:?} {position}");
        }
        // Where nothing is better, a line may go another way, but not to another end.
        let on = |tables| run(&["draughts", "line", "--tables", tables, position]).ok();
        assert_eq!(on(three()), on(four()), "{position}");
    }
}

#[test]
fn counts_are_the_published_ones() {
    assert_eq!(run(&["draughts", "counts", "--tables", three()]).ok(), published(3));
}

#[test]
fn info_says_what_a_table_answers_for() {
    let rows = run(&["info", three(), "--json"]).json();
    let all = rows.last().unwrap();
    assert_eq!((&all["up_to_pieces"], &all["positions"]), (&3.into(), &(3_488 + 196_032).into()));
    let slices = rows.iter().filter(|row| !row["slice"].is_null()).count();
    // Three of two pieces, one with its reverse; six pairs of three pieces.
    assert_eq!(slices, 3 + 6);
    let text = run(&["info", &format!("{}/0m1k-0m1k.wdl", three())]).ok();
    assert!(text.contains("compact, for         992"), "{text}");
    run(&["verify", three()]).ok();
}

#[test]
fn a_plan_with_distances_takes_more() {
    let total = |words: &[&str]| {
        let rows =
            run(&[&["draughts", "plan", "--pieces", "4", "--totals", "--json"], words].concat()).json();
        let row = rows.last().unwrap().clone();
        (row["disk"].as_u64().unwrap(), row["cpu_seconds"].as_f64().unwrap())
    };
    let (values, win) = (total(&[]), total(&["--distance", "win"]));
    // 6,408,836 positions, 3.4 a byte.
    assert!((values.0 + 1_800_000..values.0 + 2_000_000).contains(&win.0), "{values:?} {win:?}");
    assert!(win.1 > values.1);
    run(&["draughts", "plan", "--distance", "win", "--density", "compact"]).fails_with(1);
}
