//! The headers in `include/` declare what the library defines.
//!
//! They are made from the sources by cbindgen, and checked in so that programs in C need no Rust tool.
//! When this test says that one is not current, run it with `RETROGRADE_WRITE_HEADERS=1` to write both.

use std::fs;
use std::path::{Path, PathBuf};

use cbindgen::{Builder, Config, DocumentationLength, DocumentationStyle, EnumConfig, Language, RenameRule};

const HEADER: &str = "\
/* Made from the sources of retrograde-probe by cbindgen. Do not change it by hand: see
   probe/tests/headers.rs. */";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn config(guard: &str, preface: &str) -> Config {
    Config {
        language: Language::C,
        cpp_compat: true,
        header: Some(HEADER.to_owned()),
        include_guard: Some(guard.to_owned()),
        after_includes: Some(preface.to_owned()),
        no_includes: true,
        sys_includes: ["stddef.h", "stdint.h"].map(str::to_owned).into(),
        documentation_style: DocumentationStyle::Doxy,
        documentation_length: DocumentationLength::Full,
        line_length: 100,
        usize_is_size_t: true,
        enumeration: EnumConfig {
            rename_variants: RenameRule::ScreamingSnakeCase,
            prefix_with_name: true,
            ..EnumConfig::default()
        },
        ..Config::default()
    }
}

/// The header made from these files of `src/c_interface`.
fn generated(config: Config, sources: &[&str]) -> String {
    let folder = root().join("src/c_interface");
    let builder = Builder::new().with_config(config);
    let builder = sources.iter().fold(builder, |builder, source| builder.with_src(folder.join(source)));
    let mut bytes = Vec::new();
    builder.generate().expect("cbindgen understands the sources").write(&mut bytes);
    let text = String::from_utf8(bytes).unwrap();
    // The sections for Rust readers say what "Pointers" in the preface says once for all.
    let mut kept: Vec<&str> = Vec::new();
    let mut in_safety = false;
    for line in text.lines() {
        match line.trim() {
            "* # Safety" => {
                in_safety = true;
                if kept.last().is_some_and(|last| last.trim() == "*") {
                    kept.pop();
                }
            }
            "*/" => in_safety = false,
            _ => {}
        }
        if !in_safety {
            kept.push(line);
        }
    }
    kept.join("\n") + "\n"
}

fn check(name: &str, text: &str) {
    let path: PathBuf = root().join("include").join(name);
    if std::env::var_os("RETROGRADE_WRITE_HEADERS").is_some() {
        fs::write(&path, text).unwrap();
    }
    let current = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(current == text, "{} is not current: see tests/headers.rs", path.display());
}

#[test]
fn retrograde_h_is_current() {
    let preface = "
/* What English draughts endgames are worth, from the tables of retrograde.

   A function gives back a RetrogradeStatus and puts its results where its last arguments point; after
   a failure nothing is put there, unless it says otherwise. retrograde_last_error has a sentence about
   the last failure of the thread that asks. Any number of sets can be open, and any number of threads
   can use one at the same time, until one thread closes it.

   Pointers. A null pointer, or one that is not aligned for its type, is
   RETROGRADE_STATUS_BAD_ARGUMENT. Any other has to point to what its type says, and to as many
   elements as the argument beside it says. Texts end with a zero byte and are in UTF-8. What a function
   writes to must not be used by another thread meanwhile. A set of tables has to come from
   retrograde_open, and can't be used once it is closed.

   Link with libretrograde_probe. */";
    let sources = [
        "status.rs",
        "last_error.rs",
        "options.rs",
        "position.rs",
        "tables.rs",
        "probe.rs",
        "distance.rs",
        "moves.rs",
    ];
    check("retrograde.h", &generated(config("RETROGRADE_H", preface), &sources));
}

#[test]
fn egdb_h_is_current() {
    let preface = "
/* Endgame databases for checkers engines: egdb_identify, egdb_open, and the functions of a driver.
   EGDB.md, beside this folder, says how this compares with other drivers.

   Link with libretrograde_probe. */";
    let mut config = config("RETROGRADE_EGDB_H", preface);
    let names = [
        ("EgdbDriver", "EGDB_DRIVER"),
        ("EgdbStatistics", "EGDB_STATS"),
        ("EgdbBitboard", "EGDB_BITBOARD"),
        ("EgdbNormal", "EGDB_NORMAL_BITBOARD"),
        ("EgdbRowReversed", "EGDB_ROW_REVERSED_BITBOARD"),
        ("EgdbBitboardType", "EGDB_BITBOARD_TYPE"),
        ("EgdbType", "EGDB_TYPE"),
        ("EgdbMessageFunction", "EGDB_MESSAGE_FUNCTION"),
        // Counters that many threads write to, read by one.
        ("AtomicU32", "uint32_t"),
    ];
    config.export.rename = names.map(|(rust, c)| (rust.to_owned(), c.to_owned())).into();
    let sources = ["position.rs", "statistics.rs", "messages.rs", "driver.rs", "open.rs"];
    check(
        "egdb.h",
        &generated(config, &sources.map(|name| format!("egdb/{name}")).each_ref().map(|s| &s[..])),
    );
}
