//! Builds that are stopped, by whatever, and go on.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::{command, run};

/// How often the build of four pieces is killed: each time a bit later than the time before.
const KILLS: u32 = 12;

fn start(folder: &Path) -> Child {
    let mut command = command(&["draughts", "build", "--pieces", "4", "--out"]);
    command.arg(folder).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn bytes_of(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

fn undisturbed() -> Vec<(String, Vec<u8>)> {
    let folder = tempfile::tempdir().unwrap();
    run(&["draughts", "build", "--pieces", "4", "--out", folder.path().to_str().unwrap()]).ok();
    bytes_of(folder.path())
}

#[test]
fn killed_at_any_moment_a_build_ends_with_the_same_bytes() {
    let expected = undisturbed();
    let folder = tempfile::tempdir().unwrap();
    let mut killed = 0;
    for moment in 1..=KILLS {
        let mut child = start(folder.path());
        sleep(Duration::from_millis(u64::from(moment) * 13));
        child.kill().unwrap();
        killed += u32::from(!child.wait().unwrap().success());
        // What can be seen under its final name is whole, whenever the build was killed.
        let verified = run(&["verify", folder.path().to_str().unwrap()]);
        assert!(verified.status == 0 || verified.stderr.contains("no table"), "{verified:?}");
    }
    assert!(killed > 0, "no build was killed in time");
    assert!(start(folder.path()).wait().unwrap().success());
    assert_eq!(bytes_of(folder.path()), expected);
}

#[test]
fn ctrl_c_stops_soon_and_says_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["draughts", "build", "--pieces", "6", "--out"];
    let child = command(&words).arg(folder.path()).stderr(Stdio::piped()).spawn().unwrap();
    sleep(Duration::from_millis(700));
    let begin = Instant::now();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    // The promise is two seconds; a machine that runs other tests gets some more.
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("the same command goes on from here"), "{stderr}");
}

#[test]
fn a_full_disk_is_one_clear_error_and_loses_nothing() {
    let expected = undisturbed();
    let folder = tempfile::tempdir().unwrap();
    // A limit on the size of files stands for the full disk: writing fails in the midst of a table.
    let script = "trap '' XFSZ; ulimit -f 12; exec \"$0\" \"$@\"";
    let binary = env!("CARGO_BIN_EXE_retrograde");
    let words = ["-c", script, binary, "draughts", "build", "--pieces", "4", "--out"];
    let output = Command::new("sh").args(words).arg(folder.path()).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("could not be") && stderr.contains("written"), "{stderr}");
    assert!(stderr.lines().count() == 1 && !stderr.contains("panicked"), "{stderr}");
    let kept = count_tables(folder.path());
    assert!(kept > 5, "{kept} tables were finished before");
    assert!(start(folder.path()).wait().unwrap().success());
    assert_eq!(bytes_of(folder.path()), expected);
}

fn count_tables(folder: &Path) -> usize {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    names.filter(|name| name.to_string_lossy().ends_with(".wdl")).count()
}

/// The most memory that a build had, as the system saw it.
#[cfg(target_os = "linux")]
fn peak_kib(child: &mut Child) -> u64 {
    let path = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let status = fs::read_to_string(&path).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib =
            line.and_then(|line| line.trim().strip_suffix(" kB")).and_then(|kib| kib.trim().parse().ok());
        peak = peak.max(kib.unwrap_or(0));
        sleep(Duration::from_millis(2));
    }
    peak
}

#[test]
#[cfg(target_os = "linux")]
#[ignore = "builds five pieces; .ci/run runs it"]
fn a_build_stays_under_its_memory() {
    for mebibytes in [72, 96, 200] {
        let folder = tempfile::tempdir().unwrap();
        let limit = format!("{mebibytes}M");
        let words = ["draughts", "build", "--pieces", "5", "--threads", "2", "--memory", &limit, "--out"];
        let mut child = command(&words).arg(folder.path()).stdout(Stdio::null()).spawn().unwrap();
        let peak = peak_kib(&mut child);
        assert!(child.wait().unwrap().success());
        assert!(peak > 10 << 10 && peak <= mebibytes << 10, "{peak} KiB at a limit of {limit}");
    }
}

/// Both where the boards take most of it and where the tree does, which has to be cut back then.
#[test]
#[cfg(target_os = "linux")]
fn a_search_of_go_stays_under_its_memory() {
    for (size, mebibytes) in [("3x4", 60), ("1x10", 28), ("1x10", 36)] {
        for threads in ["1", "2"] {
            let limit = format!("{mebibytes}M");
            let words = ["go", "solve", size, "--threads", threads, "--memory", &limit];
            let mut child = command(&words).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
            let peak = peak_kib(&mut child);
            let output = child.wait_with_output().unwrap();
            assert!(output.status.success());
            let expected = if size == "3x4" { "3x4\t4\t4\t" } else { "1x10\t1\t1\t" };
            assert!(String::from_utf8(output.stdout).unwrap().starts_with(expected));
            assert!(peak > 8 << 10 && peak <= mebibytes << 10, "{size}: {peak} KiB at a limit of {limit}");
        }
    }
}
