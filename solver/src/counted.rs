//! An output that counts the bytes that are written to it, and sums them up.

use std::io;

use xxhash_rust::xxh3::Xxh3;

/// Counts the bytes that are written, and sums them up.
pub(crate) struct Counted<W> {
    pub(crate) output: W,
    pub(crate) bytes: u64,
    pub(crate) checksum: Xxh3,
}

impl<W> Counted<W> {
    pub(crate) fn new(output: W) -> Counted<W> {
        Counted { output, bytes: 0, checksum: Xxh3::new() }
    }
}

impl<W: io::Write> io::Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.output.write(bytes)?;
        self.bytes += written as u64;
        self.checksum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
