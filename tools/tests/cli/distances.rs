//! Distances: built, shown and checked by the commands.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::support::{copy_of, files, run, run_in};

/// A folder with the tables up to three pieces and distances of these kinds.
fn built(kinds: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    for kind in kinds {
        run(&["draughts", "build", "--pieces", "3", "--distance", kind, "--out", path]).ok();
    }
    folder
}

fn probe(folder: &Path, fen: &str) -> String {
    run(&["draughts", "probe", "--tables", folder.to_str().unwrap(), fen]).ok()
}

#[test]
fn files_stand_beside_those_of_the_values_and_in_the_manifest() {
    let folder = built(&["win", "conversion"]);
    let names: Vec<String> = files(folder.path()).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names.len(), 3 * 16 + 1);
    assert_eq!(names[..3], ["0m1k-0m1k.dtc", "0m1k-0m1k.dtw", "0m1k-0m1k.wdl"]);
    let manifest = fs::read_to_string(folder.path().join("manifest.tsv")).unwrap();
    assert_eq!(manifest.lines().count(), 3 * 16 + 1);
    let counts = "\t230\t654\t108";
    assert!(manifest.lines().any(|line| line.starts_with("0m1k-0m1k.dtw\t") && line.ends_with(counts)));
}

#[test]
fn a_build_says_what_it_built_and_keeps_what_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["draughts", "build", "--pieces", "3", "--distance", "win"];
    let text = run_in(folder.path(), &words).ok();
    assert_eq!(text.lines().count(), 4 + 2 + 4, "{text}");
    assert_eq!(text.lines().nth(5), Some("distances to win"));
    let before: Vec<_> =
        files(&folder.path().join("tables")).into_iter().map(|(_, path)| fs::read(path).unwrap()).collect();
    let again = run_in(folder.path(), &[&words[..], &["--json"]].concat());
    assert!(again.stderr.contains("32 tables were there already"), "{}", again.stderr);
    let rows = again.json();
    assert_eq!(rows.len(), 6);
    assert!(rows[2].get("distance").is_none());
    assert_eq!((&rows[5]["distance"], &rows[5]["positions"]), (&"win".into(), &199_520.into()));
    let after: Vec<_> =
        files(&folder.path().join("tables")).into_iter().map(|(_, path)| fs::read(path).unwrap()).collect();
    assert!(before == after);
    let none = run(&["draughts", "build", "--distance", "mate"]);
    assert!(none.fails_with(2).contains("mate"));
}

#[test]
fn probe_says_how_many_plies_and_to_what() {
    let win = built(&["win"]);
    assert_eq!(probe(win.path(), "W:WK32:BK26"), "W:WK32:BK26\twin\t9\twin\n");
    assert_eq!(probe(win.path(), "B:WK32:BK26"), "B:WK32:BK26\tdraw\n");
    assert_eq!(probe(win.path(), "W:WK9:B6,K13"), "W:WK9:B6,K13\tloss\t12\twin\n");
    assert_eq!(probe(win.path(), "B:W11:B2,4"), "B:W11:B2,4\twin\t61\twin\n");
    // Captures and finished games.
    assert_eq!(probe(win.path(), "W:WK29:BK25"), "W:WK29:BK25\twin\t1\twin\n");
    assert_eq!(probe(win.path(), "B:W32:B28"), "B:W32:B28\tloss\t0\twin\n");
    let path = win.path().to_str().unwrap();
    let json = run(&["draughts", "probe", "--json", "--tables", path, "W:WK32:BK26", "B:WK32:BK26"]).json();
    assert_eq!((&json[0]["plies"], &json[0]["distance"]), (&9.into(), &"win".into()));
    assert!(json[1].get("plies").is_none() && json[1].get("distance").is_none());

    let conversion = built(&["conversion"]);
    assert_eq!(probe(conversion.path(), "W:WK32:BK26"), "W:WK32:BK26\twin\t9\tconversion\n");
    assert_eq!(probe(conversion.path(), "B:W11:B2,4"), "B:W11:B2,4\twin\t1\tconversion\n");
    // Of both kinds, the one that says more.
    let both = built(&["conversion", "win"]);
    assert_eq!(probe(both.path(), "B:W11:B2,4"), "B:W11:B2,4\twin\t61\twin\n");
    // Where a file is missing, the other kind, or the value alone.
    fs::remove_file(both.path().join("2m0k-1m0k.dtw")).unwrap();
    assert_eq!(probe(both.path(), "B:W11:B2,4"), "B:W11:B2,4\twin\t1\tconversion\n");
    fs::remove_file(both.path().join("2m0k-1m0k.dtc")).unwrap();
    assert_eq!(probe(both.path(), "B:W11:B2,4"), "B:W11:B2,4\twin\n");
}

#[test]
fn moves_and_lines_show_them() {
    let folder = built(&["win"]);
    let path = folder.path().to_str().unwrap();
    let text = run(&["draughts", "moves", "--tables", path, "W:WK32:BK26"]).ok();
    assert_eq!(text, "32-27\twin\t9\twin\n32-28\tdraw\n");
    let text = run(&["draughts", "line", "--tables", path, "W:WK32:BK26"]).ok();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 10);
    assert_eq!(lines[0], "32-27\twin\tB:WK27:BK26\t9\twin");
    assert!(lines[1].contains("\tloss\t") && lines[1].ends_with("\t8\twin"), "{text}");
    assert_eq!(lines[9], "win after 9 plies: Black has no move");
    let json = run(&["draughts", "line", "--json", "--tables", path, "B:W11:B2,4"]).json();
    assert_eq!(json.len(), 62);
    for (made, step) in json[..61].iter().enumerate() {
        assert_eq!(step["plies"], 61 - made);
        assert_eq!(step["distance"], "win");
    }
}

#[test]
fn info_and_verify_know_the_files() {
    let folder = built(&["win"]);
    let path = folder.path().to_str().unwrap();
    let text = run(&["info", path]).ok();
    assert_eq!(text.lines().filter(|line| line.starts_with("0m1k-0m1k ")).count(), 2, "{text}");
    assert!(text.contains("\ndistances to win\n"));
    let rows = run(&["info", "--json", path]).json();
    let kings: Vec<_> = rows.iter().filter(|row| row["slice"] == "0m1k-0m1k").collect();
    assert_eq!((kings.len(), &kings[1]["distance"], &kings[1]["win"]), (2, &"win".into(), &230.into()));
    let file = folder.path().join("0m1k-0m1k.dtw");
    let text = run(&["info", file.to_str().unwrap()]).ok();
    assert!(text.contains("\nkind                 distances to win\n"), "{text}");

    let text = run(&["verify", path]).ok();
    assert_eq!(text.lines().count(), 32);
    assert!(text.lines().any(|line| line == "1m0k-1m1k.dtw\tsound"), "{text}");
    let text = run(&["verify", "--logical", path]).ok();
    // As many as are won or lost and have no capture, by the published counts.
    assert_eq!(text.lines().last(), Some("distances\tsound\t173,459 compared"));
    fs::remove_file(&file).unwrap();
    let line = run(&["verify", path]).fails_with(1);
    assert!(line.contains("0m1k-0m1k.dtw: missing"), "{line}");
}

#[test]
fn damaged_distances_are_errors_and_never_numbers() {
    let folder = built(&["win"]);
    let kings = |name: &str| name.starts_with("0m1k-0m1k");
    let sound = fs::read(folder.path().join("0m1k-0m1k.dtw")).unwrap();
    let mut damaged: Vec<Vec<u8>> = vec![
        Vec::new(),
        sound[..1].to_vec(),
        sound[..sound.len() / 2].to_vec(),
        sound[..sound.len() - 1].to_vec(),
        [&sound[..], b"x"].concat(),
        fs::read(folder.path().join("1m0k-0m1k.dtw")).unwrap(),
        fs::read(folder.path().join("0m1k-0m1k.wdl")).unwrap(),
    ];
    for place in (0..sound.len()).step_by(7) {
        let mut bytes = sound.clone();
        bytes[place] ^= 1 << (place % 8);
        damaged.push(bytes);
    }
    for bytes in damaged {
        let copy = copy_of(folder.path().to_str().unwrap(), kings);
        fs::write(copy.path().join("0m1k-0m1k.dtw"), bytes).unwrap();
        let path = copy.path().to_str().unwrap();
        let verify = run(&["verify", path]);
        assert_eq!(verify.stdout, "0m1k-0m1k.wdl\tsound\n0m1k-0m1k.dtw\tdamaged\n");
        assert!(verify.fails_with(1).contains("0m1k-0m1k.dtw"));
        let line = run(&["draughts", "probe", "--tables", path, "W:WK32:BK26"]).fails_with(1);
        assert!(line.contains("0m1k-0m1k.dtw"), "{line}");
    }
}
