//! The manifest: a list of the files of a folder, with what they hold.
//!
//! A folder of tables has one file that names all others, with length, checksum and counts. It is
//! text, one file a line, so that two folders can be compared with the tools at hand, and a damaged
//! or missing file is found without reading the tables it would have led to.
//!
//! ```
//! use retrograde_db::ValueCounts;
//! use retrograde_db::file::{Manifest, ManifestEntry};
//!
//! let mut manifest = Manifest::default();
//! let counts = ValueCounts { win: 230, draw: 654, loss: 108 };
//! manifest.insert("0m1k-0m1k.wdl", ManifestEntry { bytes: 402, checksum: 0xAB, counts });
//! let text = manifest.to_string();
//! assert!(text.ends_with("0m1k-0m1k.wdl\t402\t00000000000000ab\t230\t654\t108\n"));
//! assert_eq!(text.parse(), Ok(manifest));
//! ```

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::ValueCounts;

/// The name of the manifest in its folder.
pub const MANIFEST_NAME: &str = "manifest.tsv";

/// First line of a manifest.
const HEADING: &str = "file\tbytes\txxh3\twin\tdraw\tloss";

/// What a manifest says of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ManifestEntry {
    /// Its length.
    pub bytes: u64,
    /// The 64-bit XXH3 checksum of all its bytes.
    pub checksum: u64,
    /// Its positions by value.
    pub counts: ValueCounts,
}

/// The files of a folder, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    entries: BTreeMap<String, ManifestEntry>,
}

impl Manifest {
    /// Adds a file, or replaces what was said of it.
    pub fn insert(&mut self, name: &str, entry: ManifestEntry) {
        self.entries.insert(name.to_owned(), entry);
    }

    /// What is said of a file.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&ManifestEntry> {
        self.entries.get(name)
    }

    /// The files, in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &ManifestEntry)> {
        self.entries.iter().map(|(name, entry)| (name.as_str(), entry))
    }

    /// Keeps only the files for which `keep` says so.
    pub fn retain(&mut self, mut keep: impl FnMut(&str) -> bool) {
        self.entries.retain(|name, _| keep(name));
    }
}

impl fmt::Display for Manifest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADING}")?;
        for (name, ManifestEntry { bytes, checksum, counts }) in &self.entries {
            let ValueCounts { win, draw, loss } = counts;
            writeln!(f, "{name}\t{bytes}\t{checksum:016x}\t{win}\t{draw}\t{loss}")?;
        }
        Ok(())
    }
}

/// A text is not a manifest.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line} of the manifest is {found:?}, expected {expected}")]
pub struct ManifestError {
    /// Which line, 1 for the first.
    pub line: usize,
    /// What it says.
    pub found: String,
    /// What it should be like.
    pub expected: &'static str,
}

impl FromStr for Manifest {
    type Err = ManifestError;

    fn from_str(text: &str) -> Result<Manifest, ManifestError> {
        let error = |line: usize, found: &str, expected| ManifestError {
            line: line + 1,
            found: found.to_owned(),
            expected,
        };
        let mut lines = text.lines().enumerate();
        let (_, heading) = lines.next().unwrap_or_default();
        if heading != HEADING {
            return Err(error(0, heading, "file, bytes, xxh3, win, draw, loss, separated by tabs"));
        }
        let mut manifest = Manifest::default();
        for (number, line) in lines {
            let (name, entry) = parse_line(line).ok_or_else(|| {
                error(number, line, "a file name, its length, its checksum in hexadecimal, and three counts")
            })?;
            if manifest.entries.insert(name, entry).is_some() {
                return Err(error(number, line, "each file once"));
            }
        }
        Ok(manifest)
    }
}

fn parse_line(line: &str) -> Option<(String, ManifestEntry)> {
    let fields: Vec<&str> = line.split('\t').collect();
    let &[name, bytes, checksum, win, draw, loss] = fields.as_slice() else { return None };
    let number = |text: &str| text.parse().ok();
    let counts = ValueCounts { win: number(win)?, draw: number(draw)?, loss: number(loss)? };
    let checksum = u64::from_str_radix(checksum, 16).ok()?;
    (!name.is_empty()).then_some((name.to_owned(), ManifestEntry { bytes: number(bytes)?, checksum, counts }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonsense_is_no_manifest() {
        let lines = [
            "",
            "a.wdl",
            "a.wdl\t1\t2\t3\t4",
            "a.wdl\t-1\t2\t3\t4\t5",
            "\t1\t2\t3\t4\t5",
            "a\t1\tx\t3\t4\t5",
        ];
        for line in lines {
            let text = format!("{HEADING}\n{line}\n");
            assert_eq!(text.parse::<Manifest>().map_err(|error| error.line), Err(2), "{line:?}");
        }
        assert!("".parse::<Manifest>().is_err());
        let twice = format!("{HEADING}\na\t1\t2\t3\t4\t5\na\t1\t2\t3\t4\t5\n");
        assert_eq!(twice.parse::<Manifest>().unwrap_err().line, 3);
    }
}
