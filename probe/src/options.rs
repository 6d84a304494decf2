//! How a set of tables is opened.
//!
//! No option changes a value; the most that one does is to leave tables out. They are about what a set can't
//! know by itself: how much memory it may take, what kind of drive the files are on, and which tables are
//! going to be asked. The defaults are for tables on a drive of this machine. Some others:
//!
//! ```
//! use retrograde_probe::{FileAccess, Options, ReadAhead};
//!
//! // A network drive: a failure is an error of one probe, and does not end the program.
//! let network = Options { access: FileAccess::Positioned, ..Options::default() };
//! // An engine that asks for few pieces most of all, and for many here and there.
//! let engine = Options { autoload_pieces: 5, read_ahead: ReadAhead::Off, ..Options::default() };
//! // A folder with more than this program is to use.
//! let small = Options { cache_bytes: 16 << 20, max_pieces: 6, ..Options::default() };
//! # let _ = (network, engine);
//! assert_eq!(small.access, FileAccess::default());
//! ```

/// What can be chosen when a set of tables is opened.
///
/// ```
/// use retrograde_probe::Options;
///
/// let options = Options { cache_bytes: 1 << 20, autoload_pieces: 4, ..Options::default() };
/// assert_eq!(Options::default().cache_bytes, 268_435_456);
/// # let _ = options;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Memory for decoded blocks, in bytes, shared by all tables of the set and all threads. A block
    /// takes about 6.6 kilobytes. With 0 every probe decodes its block anew.
    pub cache_bytes: usize,
    /// How files are read.
    pub access: FileAccess,
    /// What the system is told about the way files are going to be read.
    pub read_ahead: ReadAhead,
    /// Tables with at most so many pieces are opened and decoded as a whole when the set is opened, and
    /// stay in memory: a byte for five positions, in addition to `cache_bytes`. That is about 1.5
    /// megabytes up to 4 pieces, 30 up to 5, and half a gigabyte up to 6; tables of distances take five
    /// times that for each kind. With 0 there are none.
    pub autoload_pieces: u8,
    /// Tables with more pieces than this are left alone, as if they were not there.
    pub max_pieces: u8,
}

/// How the bytes of a file are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileAccess {
    /// Files are mapped into memory. That is fast, and right for drives of this machine. A drive that
    /// fails, or goes away as network drives do, ends the program; nobody may change the files.
    #[cfg(feature = "mapping")]
    Mapped,
    /// Blocks are read one by one with a call to the system. A drive that fails is an error of the
    /// probe, and other probes go on.
    Positioned,
}

/// How much of a file the system reads before it is asked for. Only mapped files on Unix make use of
/// this; elsewhere it changes nothing. It never changes an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReadAhead {
    /// As much as the system thinks best.
    #[default]
    System,
    /// Only what a probe needs: best for random probes into tables that are larger than the memory.
    Off,
    /// The whole file, beginning when it is opened, without waiting for it: best for tables that are
    /// going to be probed all over and fit into memory.
    WholeFile,
}

impl Default for Options {
    /// Room of 256 MiB, which is some 40,000 blocks or 1.3 billion positions; every table of the
    /// folder, opened when it is needed, mapped if that is built in.
    fn default() -> Options {
        Options {
            cache_bytes: 256 << 20,
            access: FileAccess::default(),
            read_ahead: ReadAhead::default(),
            autoload_pieces: 0,
            max_pieces: u8::MAX,
        }
    }
}

impl Default for FileAccess {
    /// Mapped if that is built in.
    #[allow(clippy::derivable_impls)]
    fn default() -> FileAccess {
        #[cfg(feature = "mapping")]
        return FileAccess::Mapped;
        #[cfg(not(feature = "mapping"))]
        FileAccess::Positioned
    }
}
