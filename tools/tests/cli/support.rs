//! Running the binary, and tables to run it on.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use serde_json::Value as Json;
use tempfile::TempDir;

/// What a run left behind.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The binary with these words as arguments, in a folder without tables.
pub(crate) fn command(words: &[&str]) -> Command {
    static EMPTY: OnceLock<TempDir> = OnceLock::new();
    let empty = EMPTY.get_or_init(|| tempfile::tempdir().unwrap());
    let mut command = Command::new(env!("CARGO_BIN_EXE_retrograde"));
    command.args(words).current_dir(empty.path()).stdin(Stdio::null());
    command
}

/// Runs a command to its end.
pub(crate) fn run(words: &[&str]) -> Run {
    finish(command(words), "")
}

/// The same in this folder.
pub(crate) fn run_in(folder: &Path, words: &[&str]) -> Run {
    let mut command = command(words);
    command.current_dir(folder);
    finish(command, "")
}

/// The same with this standard input.
pub(crate) fn run_with_input(words: &[&str], input: &str) -> Run {
    finish(command(words), input)
}

fn finish(mut command: Command, input: &str) -> Run {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary was built with the tests");
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || {
        // A command that reads nothing closes its end early.
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Run {
        status: output.status.code().expect("no signal ends it"),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

impl Run {
    /// Standard output of a run that went well.
    #[track_caller]
    pub(crate) fn ok(self) -> String {
        assert_eq!(self.status, 0, "{}", self.stderr);
        self.stdout
    }

    /// The JSON objects of a run that went well, one a line.
    #[track_caller]
    pub(crate) fn json(self) -> Vec<Json> {
        self.ok().lines().map(|line| serde_json::from_str(line).expect(line)).collect()
    }

    /// The one line of standard error, beside notes, of a run that failed with this status.
    #[track_caller]
    pub(crate) fn fails_with(self, status: i32) -> String {
        assert_eq!(self.status, status, "{self:?}");
        let mut lines: Vec<&str> = self.stderr.lines().collect();
        lines.retain(|line| !line.starts_with("note: "));
        let line = lines.join("\n");
        assert!(line.starts_with("retrograde: "), "{line:?}");
        assert!(!line.contains('\n'), "more than one line: {line:?}");
        for word in ["panicked", "backtrace", "Error {", "Some(", "src/"] {
            assert!(!line.contains(word), "{word:?} in {line:?}");
        }
        line
    }
}

/// A folder with the tables up to so many pieces, built by the command line.
struct Built {
    folder: TempDir,
}

impl Built {
    fn new(pieces: u8) -> Built {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_str().unwrap();
        run(&["draughts", "build", "--pieces", &pieces.to_string(), "--out", path]).ok();
        Built { folder }
    }

    fn path(&self) -> &str {
        self.folder.path().to_str().unwrap()
    }
}

/// The tables up to four pieces.
pub(crate) fn four() -> &'static str {
    static FOUR: OnceLock<Built> = OnceLock::new();
    FOUR.get_or_init(|| Built::new(4)).path()
}

/// The tables up to five pieces.
pub(crate) fn five() -> &'static str {
    static FIVE: OnceLock<Built> = OnceLock::new();
    FIVE.get_or_init(|| Built::new(5)).path()
}

/// What `probe` says of a position, asking tables of a folder.
#[track_caller]
pub(crate) fn value(tables: &str, fen: &str) -> String {
    let line = run(&["draughts", "probe", "--tables", tables, fen]).ok();
    let (echo, value) = line.trim_end().split_once('\t').expect("FEN, tab, value");
    assert_eq!(echo, fen);
    value.to_owned()
}

/// Every move of a position as (text, value, FEN after it), asking tables of a folder.
#[track_caller]
pub(crate) fn moves(tables: &str, fen: &str) -> Vec<(String, String, String)> {
    let field = |move_: &Json, name: &str| move_[name].as_str().unwrap().to_owned();
    run(&["draughts", "moves", "--json", "--tables", tables, fen])
        .json()
        .iter()
        .map(|found| (field(found, "move"), field(found, "value"), field(found, "after")))
        .collect()
}

/// A copy of some files of a folder.
pub(crate) fn copy_of(folder: &str, wanted: impl Fn(&str) -> bool) -> TempDir {
    let copy = tempfile::tempdir().unwrap();
    for (name, path) in files(Path::new(folder)) {
        if wanted(&name) {
            fs::copy(path, copy.path().join(name)).unwrap();
        }
    }
    copy
}

/// Names and paths of the files of a folder.
pub(crate) fn files(folder: &Path) -> Vec<(String, PathBuf)> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let mut files: Vec<_> =
        entries.map(|entry| (entry.file_name().into_string().unwrap(), entry.path())).collect();
    files.sort();
    files
}
