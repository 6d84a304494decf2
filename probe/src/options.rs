//! How a set of tables is opened.

/// What can be chosen when a set of tables is opened.
///
/// ```
/// use retrograde_probe::Options;
///
/// let options = Options { cache_bytes: 1 << 20, ..Options::default() };
/// assert_eq!(Options::default().cache_bytes, 268_435_456);
/// # let _ = options;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Memory for decoded blocks, in bytes, shared by all tables of the set and all threads. A block
    /// takes about 6.6 kilobytes. With 0 every probe decodes its block anew.
    pub cache_bytes: usize,
}

impl Default for Options {
    /// Room of 256 MiB, which is some 40,000 blocks or 1.3 billion positions.
    fn default() -> Options {
        Options { cache_bytes: 256 << 20 }
    }
}
