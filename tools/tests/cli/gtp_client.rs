//! Games against GNU Go, led by the npm package `@sabaki/gtp`: see `tests/gtp_client/games.js`.

use std::path::Path;
use std::process::Command;

/// Set where Node.js, the package and GNU Go are known to be there, as `.ci/run` does once it has
/// installed them.
const THERE: &str = "RETROGRADE_GTP_CLIENT";

#[test]
#[ignore = "needs Node.js, its package @sabaki/gtp and GNU Go; .ci/run installs them"]
fn games_against_gnu_go() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gtp_client");
    let gnugo = ["/usr/games/gnugo", "/usr/bin/gnugo", "/usr/local/bin/gnugo"];
    let gnugo = gnugo.iter().find(|path| Path::new(path).exists());
    let node = Command::new("node").arg("--version").output().is_ok();
    let package = folder.join("node_modules/@sabaki/gtp").exists();
    let (true, true, Some(gnugo)) = (node, package, gnugo) else {
        let found = format!("node {node}, @sabaki/gtp {package}, gnugo {gnugo:?}");
        assert!(std::env::var_os(THERE).is_none(), "{THERE} is set, found {found}");
        eprintln!("NOTHING WAS PLAYED: {found}; `npm install --no-package-lock` in {}", folder.display());
        return;
    };
    // A folder without tables: small boards are solved on the spot.
    let empty = tempfile::tempdir().unwrap();
    let script = folder.join("games.js");
    let retrograde = env!("CARGO_BIN_EXE_retrograde");
    let run =
        Command::new("node").arg(script).args([retrograde, gnugo]).current_dir(&empty).output().unwrap();
    let [stdout, stderr] = [&run.stdout, &run.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(run.status.success(), "{stdout}{stderr}");
    let games = stdout.lines().filter(|line| line.contains(" after ") && line.contains("value")).count();
    assert!(games > 0, "{stdout}");
    assert!(stdout.contains("turns of GNU Go followed"), "{stdout}");
}
