//! Commands as line filters, and their readers.

use std::io::Write;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::support::{command, four, run, run_with_input};

#[test]
fn positions_are_read_from_standard_input() {
    let input = "# two positions\n\nW:WK32:BK26\r\n  B:WK32:BK26  \n";
    let answers = run_with_input(&["draughts", "probe", "--tables", four()], input).ok();
    assert_eq!(answers, "W:WK32:BK26\twin\nB:WK32:BK26\tdraw\n");
}

#[test]
fn a_last_line_without_an_end_is_answered() {
    let answers = run_with_input(&["draughts", "probe", "--tables", four()], "W:WK32:BK26").ok();
    assert_eq!(answers, "W:WK32:BK26\twin\n");
}

#[test]
fn a_wrong_line_is_named_and_the_rest_is_answered() {
    let input = "W:WK32:BK26\n# fine so far\nnonsense\nB:W32:B28\nW:W4:B28\n";
    let run = run_with_input(&["draughts", "probe", "--tables", four()], input);
    assert_eq!(run.stdout, "W:WK32:BK26\twin\nB:W32:B28\tloss\n");
    let errors: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(errors[0].starts_with("retrograde: line 3: FEN \"nonsense\""), "{errors:?}");
    assert!(errors[1].starts_with("retrograde: line 5: FEN \"W:W4:B28\""), "{errors:?}");
    assert_eq!(run.status, 1);
}

#[test]
fn several_positions_on_the_command_line_are_answered_in_order() {
    let answers =
        run(&["draughts", "probe", "--json", "--tables", four(), "W:WK32:BK26", "B:WK32:BK26"]).json();
    let expected = [("W:WK32:BK26", "win"), ("B:WK32:BK26", "draw")];
    let expected = expected.map(|(fen, value)| serde_json::json!({"fen": fen, "value": value}));
    assert_eq!(answers, expected);
}

#[test]
fn whoever_waits_for_an_answer_gets_it() {
    let mut child = command(&["draughts", "probe", "--tables", four()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for (fen, value) in [("W:WK32:BK26", "win"), ("B:WK32:BK26", "draw")] {
        writeln!(input, "{fen}").unwrap();
        assert_eq!(answers.next().unwrap().unwrap(), format!("{fen}\t{value}"));
    }
    drop(input);
    assert!(answers.next().is_none());
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_closed_pipe_is_a_quiet_end() {
    let mut child = command(&["draughts", "probe", "--tables", four()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Closed before there is anything to answer, so the answers have nowhere to go.
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    for _ in 0..1000 {
        // The other end may be gone already.
        let _ = input.write_all(b"W:WK32:BK26\n");
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = command(&["draughts", "counts", "--tables", four()]).stdout(full).output().unwrap();
    let line = String::from_utf8(output.stderr).unwrap();
    assert!(line.starts_with("retrograde: standard output can't be written: "), "{line}");
    assert_eq!(output.status.code(), Some(1));
}
