//! The README shows what really comes out.
//!
//! Its `console` blocks are lines `$ COMMAND` with the standard output of the command below each. They
//! are run here in order, in one folder that has no tables at first.

use std::fmt::Write;

use crate::support::run_in;

const README: &str = include_str!("../../../README.md");

/// Ways in which the README starts the binary.
const PROGRAM: [&str; 2] = ["cargo run --release -- ", "retrograde "];

/// Commands and the output that is shown for each.
fn transcripts() -> Vec<(String, String)> {
    let mut transcripts: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in README.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if inside && let Some(command) = line.strip_prefix("$ ") {
            transcripts.push((command.to_owned(), String::new()));
        } else if inside {
            let (_, output) = transcripts.last_mut().expect("a block begins with a command");
            writeln!(output, "{line}").unwrap();
        }
    }
    transcripts
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
    let transcripts = transcripts();
    assert!(transcripts.len() >= 8, "too few transcripts were found");
    for (command, expected) in transcripts {
        let arguments = PROGRAM.iter().find_map(|program| command.strip_prefix(program));
        let arguments = arguments.unwrap_or_else(|| panic!("{command}: which program is that?"));
        let output = run_in(folder.path(), &words(arguments)).ok();
        assert_eq!(output, expected, "$ {command}");
    }
}
