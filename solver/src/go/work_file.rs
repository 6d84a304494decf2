//! What a run that was stopped had reached: the bounds of all orbits, in one file.
//!
//! Bounds only get narrower, so any of them are a sound beginning for the next run, and all runs end
//! with the same. The file is for the program that wrote it; another version's is not read.
//!
//! ```text
//! magic (8 bytes), version (4), length of the table's name (4), name, values, xxh3 of all before (8)
//! ```
//!
//! A run on 3x5 that is stopped in its third sweep leaves the file of `3x5.bounds`: 26 bytes before the
//! values, two bytes for each orbit, and the checksum. The next run begins its first sweep from there. It
//! needs no word of which boards the third sweep had come to: those it had not are swept as any others.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use retrograde_db::file::write_atomically;
use xxhash_rust::xxh3::Xxh3;

/// First bytes of a work file.
const MAGIC: [u8; 8] = *b"rtg-goWk";
/// Raised with each change of the format, of the order of orbits, or of values.
const VERSION: u32 = 1;
/// Bytes of the checksum.
const CHECKSUM_LEN: usize = 8;

fn head(name: &str) -> Vec<u8> {
    let mut head = MAGIC.to_vec();
    head.extend(VERSION.to_le_bytes());
    head.extend((name.len() as u32).to_le_bytes());
    head.extend(name.as_bytes());
    head
}

/// Writes the values of the table of this name.
pub(super) fn write(path: &Path, name: &str, values: &[u8]) -> io::Result<()> {
    let head = head(name);
    let mut checksum = Xxh3::new();
    checksum.update(&head);
    checksum.update(values);
    write_atomically(path, |file| {
        file.write_all(&head)?;
        file.write_all(values)?;
        file.write_all(&checksum.digest().to_le_bytes())
    })
}

/// Reads them; `None` where there is no file, or not a sound one of this table and version.
pub(super) fn read(path: &Path, name: &str) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let head = head(name);
    let Some((checked, checksum)) = bytes.split_last_chunk::<CHECKSUM_LEN>() else { return Ok(None) };
    let mut found = Xxh3::new();
    found.update(checked);
    if found.digest() != u64::from_le_bytes(*checksum) || !checked.starts_with(&head) {
        return Ok(None);
    }
    bytes.truncate(bytes.len() - CHECKSUM_LEN);
    bytes.drain(..head.len());
    Ok(Some(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_sound_file_of_the_same_table_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("work");
        assert_eq!(read(&path, "2x2.bounds").unwrap(), None);
        write(&path, "2x2.bounds", &[1, 2, 3]).unwrap();
        assert_eq!(read(&path, "2x2.bounds").unwrap(), Some(vec![1, 2, 3]));
        assert_eq!(read(&path, "2x3.bounds").unwrap(), None);
        let sound = fs::read(&path).unwrap();
        for place in 0..sound.len() {
            let mut damaged = sound.clone();
            damaged[place] ^= 1;
            fs::write(&path, &damaged).unwrap();
            assert_eq!(read(&path, "2x2.bounds").unwrap(), None, "byte {place}");
            fs::write(&path, &sound[..place]).unwrap();
            assert_eq!(read(&path, "2x2.bounds").unwrap(), None, "cut to {place}");
        }
    }
}
