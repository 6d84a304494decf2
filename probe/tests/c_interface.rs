//! Both C interfaces, used by a program in C: compiled with the C compiler of the system, linked with
//! the library in each of its two forms, and run.
#![cfg(all(unix, feature = "c-interface"))]

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use retrograde_db::draughts::{Position, Rules, Side};
use support::distances::distance_file;
use support::{SOLVED, compact_files, files};

/// Every so many positions become an example.
const STEP: usize = 61;

/// The C compiler: that of the system, or another one that the environment names.
fn compiler() -> Command {
    Command::new(std::env::var_os("CC").unwrap_or_else(|| "cc".into()))
}

/// Where cargo put the library of this crate: beside this test.
fn library_folder() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    test.parent().unwrap().to_owned()
}

fn checked(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| {
        panic!(
            "{command:?} did not start: {error}. This test needs a C compiler: install one, or name it in CC"
        )
    });
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{text}", output.status);
    output
}

/// Compiles the program. `library` is how the linker finds the library.
fn compile(program: &Path, library: &[&str]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    checked(
        compiler()
            .args(["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1", "-g", "-pthread", "-I"])
            .arg(root.join("include"))
            .arg(root.join("tests/c/eight_threads.c"))
            .arg("-o")
            .arg(program)
            .args(library),
    );
}

/// Folders with tables of two and three pieces, with nothing, and with a damaged table, and a file of examples.
fn arguments(folder: &Path, files: fn(u8) -> Vec<(String, Vec<u8>)>) -> [PathBuf; 4] {
    let [tables, empty, damaged] = ["tables", "empty", "damaged"].map(|name| folder.join(name));
    [&tables, &empty, &damaged].into_iter().for_each(|folder| fs::create_dir(folder).unwrap());
    for (name, bytes) in files(2).into_iter().chain(files(3)).chain([distance_file()]) {
        fs::write(tables.join(name), bytes).unwrap();
    }
    for (name, mut bytes) in files(2) {
        // In the preamble, so that no position of the table has a value.
        bytes[40] ^= 0x10;
        fs::write(damaged.join(name), bytes).unwrap();
    }
    let mut lines = String::new();
    let solved = SOLVED.values().flat_map(|solved| solved.positions());
    for (number, (view, value)) in solved.step_by(STEP).enumerate() {
        let position = Position::from_view(view, Side::BOTH[number % 2]);
        let capture = u8::from(Rules::ENGLISH.can_capture(view));
        lines.push_str(&format!("{position} {} {capture}\n", value.code()));
    }
    let examples = folder.join("examples");
    fs::write(&examples, lines).unwrap();
    [tables, empty, examples, damaged]
}

fn run(library: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("eight_threads");
    compile(&program, library);
    let count: usize = SOLVED.values().map(|solved| solved.positions().count()).sum();
    for (name, files) in [("fast", files as fn(u8) -> _), ("compact", compact_files)] {
        let folder = folder.path().join(name);
        fs::create_dir(&folder).unwrap();
        let output = checked(Command::new(&program).args(arguments(&folder, files)));
        let printed = String::from_utf8(output.stdout).unwrap();
        assert_eq!(printed, format!("{} positions\n", count.div_ceil(STEP)), "{name}");
    }
}

#[test]
fn a_program_that_loads_the_library() {
    let folder = library_folder();
    let folder = folder.to_str().unwrap();
    run(&["-L", folder, "-lretrograde_probe", &format!("-Wl,-rpath,{folder}")]);
}

#[test]
fn a_program_that_contains_the_library() {
    let library = library_folder().join("libretrograde_probe.a");
    // What the Rust library itself links with.
    let system: &[&str] = if cfg!(target_os = "linux") {
        &["-lgcc_s", "-lutil", "-lrt", "-lpthread", "-lm", "-ldl"]
    } else {
        &["-lm"]
    };
    run(&[&[library.to_str().unwrap()], system].concat());
}
