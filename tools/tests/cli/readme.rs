//! The README shows what really comes out.
//!
//! Its `console` blocks are lines `$ COMMAND` with the standard output of the command below each. They
//! are run here in order, in one folder that has no tables at first. Where the output has changed, and
//! rightly, `UPDATE_README=1 cargo test -p retrograde-tools readme` writes it into the README.

use std::fmt::Write;

use crate::support::run_in;

const README: &str = include_str!("../../../README.md");

/// Ways in which the README starts the binary.
const PROGRAM: [&str; 2] = ["cargo run --release -- ", "retrograde "];

/// The README with the output of each command below it, as `run` gives it.
fn rewritten(mut run: impl FnMut(&str) -> String) -> String {
    let mut text = String::new();
    let mut inside = false;
    for line in README.lines() {
        let command = line.strip_prefix("$ ").filter(|_| inside);
        if line.starts_with("```") {
            inside = line == "```console";
        }
        // Old output is left out.
        if !inside || command.is_some() || line.starts_with("```") {
            writeln!(text, "{line}").unwrap();
        }
        if let Some(command) = command {
            text += &run(command);
        }
    }
    text
}

/// The words of a command, with single quotes.
fn words(command: &str) -> Vec<&str> {
    let parts = command.split('\'').enumerate();
    parts
        .flat_map(|(number, part)| match number % 2 {
            1 => vec![part],
            _ => part.split_whitespace().collect(),
        })
        .collect()
}

#[test]
fn transcripts_are_what_comes_out() {
    let folder = tempfile::tempdir().unwrap();
    let mut commands = 0;
    let rewritten = rewritten(|command| {
        commands += 1;
        let arguments = PROGRAM.iter().find_map(|program| command.strip_prefix(program));
        let arguments = arguments.unwrap_or_else(|| panic!("{command}: which program is that?"));
        run_in(folder.path(), &words(arguments)).ok()
    });
    assert!(commands >= 8, "only {commands} commands were found");
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md"), rewritten).unwrap();
    } else {
        let differs = README.lines().zip(rewritten.lines()).find(|(shown, found)| shown != found);
        assert_eq!(differs, None, "the README shows another output than there is");
        assert_eq!(README.lines().count(), rewritten.lines().count());
    }
}
