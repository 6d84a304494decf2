//! Work files: all values of a slice, captures included, for a build that goes on.
//!
//! A table leaves out the values of positions with a capture; later slices need them. So a build
//! keeps, beside each table, a work file with the tiles of its slice, compressed lightly. Tiles that
//! do not fit into memory are read back from there, and a build that was interrupted starts from the
//! work files of the slices that it had finished. Work files are for the build that made them: their
//! format may change with any version, and another version's file is solved again.
//!
//! ```text
//! magic (8 bytes), version (4), number of the rules (4), length of the slice's name (4), name
//! frames: zstd, one a tile
//! directory: for each tile: mover's group (4), opponent's group (4), offset (8), length (4),
//!            checksum of the frame (4)
//! trailer: tiles (8), offset of the directory (8), xxh3 of all that lies before but the frames (8)
//! ```
//!
//! The work file of `2m1k-1m0k` begins with 29 bytes, and ends with 24 bytes for each tile and 24 more. It
//! gets its name once it is complete. So a build that is stopped in the midst of this slice leaves no work
//! file of it, and no table: it is solved again from its first level. Of the slices before, the next run
//! reads the directories, checks every frame, and unpacks a tile when a row of it is asked for. A slice with
//! a work file whose table was not finished in time is solved again too.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Mutex;

use retrograde_db::draughts::{Rules, Slice};
use retrograde_db::file::AtomicFile;
use xxhash_rust::xxh3::xxh3_64;
use zstd::bulk::Compressor;

/// First bytes of a work file.
const MAGIC: [u8; 8] = *b"rtg-work";
/// Raised with each change of the format, of groups, or of columns.
const VERSION: u32 = 2;
/// Bytes of an entry of the directory.
const ENTRY_LEN: usize = 24;
/// Bytes of the trailer.
const TRAILER_LEN: usize = 24;
/// Work files are written and read about once: speed counts.
const ZSTD_LEVEL: i32 = 1;

/// Bytes of a buffer up to which it is kept for the next tile.
const KEPT_BYTES: usize = 4 << 20;

thread_local! {
    /// What packs tiles on this thread, and the bytes of a tile: making them anew for each tile would
    /// cost more than packing a small one.
    static PACKER: RefCell<(Option<Compressor<'static>>, Vec<u8>)> = RefCell::default();
}

/// Where a tile is in a work file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    offset: u64,
    len: u32,
    checksum: u32,
}

/// A tile of the directory: mover's group, opponent's group, and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) mover: u32,
    pub(crate) opponent: u32,
    pub(crate) frame: Frame,
}

/// A tile, compressed.
pub(crate) struct PackedTile(Vec<u8>);

impl PackedTile {
    /// Compresses the bits of a tile.
    pub(crate) fn new(bits: &[u64]) -> io::Result<PackedTile> {
        PACKER.with_borrow_mut(|(compressor, bytes)| {
            bytes.clear();
            bytes.extend(bits.iter().flat_map(|word| word.to_le_bytes()));
            let compressor = match compressor {
                Some(compressor) => compressor,
                None => compressor.insert(Compressor::new(ZSTD_LEVEL)?),
            };
            let packed = compressor.compress(bytes)?;
            if bytes.capacity() > KEPT_BYTES {
                *bytes = Vec::new();
            }
            Ok(PackedTile(packed))
        })
    }
}

/// A work file that is being written. Its tiles can be read before it is finished.
pub(crate) struct WorkWriter {
    file: AtomicFile,
    written: u64,
    head: Vec<u8>,
    entries: Vec<Entry>,
}

impl WorkWriter {
    pub(crate) fn create(path: &Path, rules: &Rules, slice: Slice) -> io::Result<WorkWriter> {
        let head = head(rules, slice);
        let mut file = AtomicFile::create(path)?;
        file.write_all(&head)?;
        Ok(WorkWriter { file, written: head.len() as u64, head, entries: Vec::new() })
    }

    /// Reads tiles back that have been appended and flushed.
    pub(crate) fn reader(&self) -> io::Result<WorkReader> {
        Ok(WorkReader(Mutex::new(File::open(self.file.partial_path())?)))
    }

    pub(crate) fn append(&mut self, mover: u32, opponent: u32, tile: &PackedTile) -> io::Result<Frame> {
        let bytes = &tile.0;
        self.file.write_all(bytes)?;
        let len = u32::try_from(bytes.len()).map_err(|_| io::Error::other("a tile above 4 GiB"))?;
        let frame = Frame { offset: self.written, len, checksum: xxh3_64(bytes) as u32 };
        self.written += u64::from(len);
        self.entries.push(Entry { mover, opponent, frame });
        Ok(frame)
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }

    /// Ends the file and gives it its name. It is read in full before it is used again, so nothing
    /// waits for the disk here.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        let mut directory = Vec::with_capacity(self.entries.len() * ENTRY_LEN);
        for Entry { mover, opponent, frame } in &self.entries {
            directory.extend(mover.to_le_bytes());
            directory.extend(opponent.to_le_bytes());
            directory.extend(frame.offset.to_le_bytes());
            directory.extend(frame.len.to_le_bytes());
            directory.extend(frame.checksum.to_le_bytes());
        }
        let mut trailer = Vec::with_capacity(TRAILER_LEN);
        trailer.extend((self.entries.len() as u64).to_le_bytes());
        trailer.extend(self.written.to_le_bytes());
        let checksum = checksum(&self.head, &directory, &trailer);
        trailer.extend(checksum.to_le_bytes());
        self.file.write_all(&directory)?;
        self.file.write_all(&trailer)?;
        self.file.commit_unsynced()
    }
}

fn head(rules: &Rules, slice: Slice) -> Vec<u8> {
    let name = slice.to_string();
    let mut head = Vec::from(MAGIC);
    head.extend(VERSION.to_le_bytes());
    head.extend(u32::from(rules.id.0).to_le_bytes());
    head.extend((name.len() as u32).to_le_bytes());
    head.extend(name.as_bytes());
    head
}

fn checksum(head: &[u8], directory: &[u8], trailer: &[u8]) -> u64 {
    xxh3_64(&[head, directory, trailer].concat())
}

/// Reads the tiles of a work file.
pub(crate) struct WorkReader(Mutex<File>);

impl WorkReader {
    /// Opens the finished work file of a slice, and reads it all to see that it is sound. Gives
    /// nothing where there is none, or one that this build can't use: it is then solved again.
    pub(crate) fn open(
        path: &Path,
        rules: &Rules,
        slice: Slice,
    ) -> io::Result<Option<(WorkReader, Vec<Entry>)>> {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let len = file.metadata()?.len();
        let reader = WorkReader(Mutex::new(file));
        let Some(entries) = reader.directory(len, rules, slice)? else { return Ok(None) };
        for Entry { frame, .. } in &entries {
            if reader.frame(*frame)?.is_none() {
                return Ok(None);
            }
        }
        Ok(Some((reader, entries)))
    }

    fn directory(&self, len: u64, rules: &Rules, slice: Slice) -> io::Result<Option<Vec<Entry>>> {
        let head = head(rules, slice);
        let Some(end) = len.checked_sub(TRAILER_LEN as u64).filter(|&end| end >= head.len() as u64) else {
            return Ok(None);
        };
        let found = self.read(0, head.len())?;
        let trailer = self.read(end, TRAILER_LEN)?;
        let field = |place: usize| u64::from_le_bytes(array(&trailer[place..]));
        let (tiles, offset) = (field(0), field(8));
        let directory_len = tiles.checked_mul(ENTRY_LEN as u64);
        if found != head || directory_len.and_then(|bytes| bytes.checked_add(offset)) != Some(end) {
            return Ok(None);
        }
        let directory = self.read(offset, (end - offset) as usize)?;
        if checksum(&head, &directory, &trailer[..16]) != field(16) {
            return Ok(None);
        }
        let entries = directory.chunks_exact(ENTRY_LEN).map(|entry| {
            let word = |place: usize| u32::from_le_bytes(array(&entry[place..]));
            let frame =
                Frame { offset: u64::from_le_bytes(array(&entry[8..])), len: word(16), checksum: word(20) };
            Entry { mover: word(0), opponent: word(4), frame }
        });
        Ok(Some(entries.collect()))
    }

    /// The bits of a tile of so many words.
    pub(crate) fn tile(&self, frame: Frame, words: usize) -> io::Result<Box<[u64]>> {
        let damaged = |what| io::Error::new(io::ErrorKind::InvalidData, format!("a tile has another {what}"));
        let packed = self.frame(frame)?.ok_or_else(|| damaged("checksum"))?;
        let bytes = zstd::bulk::decompress(&packed, words * 8)?;
        if bytes.len() != words * 8 {
            return Err(damaged("length"));
        }
        Ok(bytes.chunks_exact(8).map(|word| u64::from_le_bytes(array(word))).collect())
    }

    /// The bytes of a frame, `None` where they are not those that were written.
    fn frame(&self, frame: Frame) -> io::Result<Option<Vec<u8>>> {
        let bytes = self.read(frame.offset, frame.len as usize)?;
        Ok((xxh3_64(&bytes) as u32 == frame.checksum).then_some(bytes))
    }

    fn read(&self, offset: u64, len: usize) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; len];
        let file = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        read_exact_at(&file, &mut bytes, offset)?;
        Ok(bytes)
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
}

#[cfg(not(unix))]
fn read_exact_at(mut file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    use std::io::{Read, Seek, SeekFrom};
    file.seek(SeekFrom::Start(offset))?;
    file.read_exact(bytes)
}

/// The first bytes of a slice that is long enough.
fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    std::array::from_fn(|place| bytes[place])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_come_back_and_damage_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tiles.work");
        let slice: Slice = "2m1k-1m0k".parse().unwrap();
        let tiles: Vec<Vec<u64>> =
            (0..5).map(|n| (0..40 + n).map(|word| word * n * 0x1234_5678_9ABC).collect()).collect();
        let mut writer = WorkWriter::create(&path, &Rules::ENGLISH, slice).unwrap();
        let mut frames = Vec::new();
        for (number, bits) in (0..).zip(&tiles) {
            frames.push(writer.append(number, 7, &PackedTile::new(bits).unwrap()).unwrap());
        }
        writer.flush().unwrap();
        let early = writer.reader().unwrap();
        assert_eq!(&*early.tile(frames[2], tiles[2].len()).unwrap(), &tiles[2][..]);
        writer.finish().unwrap();

        let (reader, entries) = WorkReader::open(&path, &Rules::ENGLISH, slice).unwrap().unwrap();
        for ((entry, bits), frame) in entries.iter().zip(&tiles).zip(&frames) {
            assert_eq!((entry.frame, entry.opponent), (*frame, 7));
            assert_eq!(&*reader.tile(entry.frame, bits.len()).unwrap(), &bits[..]);
            assert!(reader.tile(entry.frame, bits.len() - 1).is_err());
        }
        assert!(WorkReader::open(&path, &Rules::ENGLISH, slice.reversed()).unwrap().is_none());
        assert!(WorkReader::open(&path, &Rules::KINGS_FIRST, slice).unwrap().is_none());
        assert!(WorkReader::open(&path.with_extension("none"), &Rules::ENGLISH, slice).unwrap().is_none());
        let whole = std::fs::read(&path).unwrap();
        let packed: usize = entries.iter().map(|entry| entry.frame.len as usize).sum();
        assert_eq!(whole.len(), 29 + packed + 5 * ENTRY_LEN + TRAILER_LEN);
        for place in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[place] ^= 1 << (place % 8);
            std::fs::write(&path, &bytes).unwrap();
            let sound =
                WorkReader::open(&path, &Rules::ENGLISH, slice).unwrap().is_some_and(|(reader, entries)| {
                    entries
                        .iter()
                        .zip(&tiles)
                        .all(|(entry, bits)| reader.tile(entry.frame, bits.len()).is_ok())
                });
            assert!(!sound, "byte {place}");
        }
    }
}
