//! Word of how far a long run has come, for whoever shows it.

/// Is told how a run goes on. All methods do nothing unless they are implemented; they may be called
/// from several threads.
pub trait Progress {
    /// A run of `positions` positions in all begins.
    fn begin(&self, positions: u64) {
        let _ = positions;
    }

    /// Work on a part of the run begins, such as a slice, named as its file is.
    fn part(&self, name: &str) {
        let _ = name;
    }

    /// So many more positions are done.
    fn advance(&self, positions: u64) {
        let _ = positions;
    }
}

/// Tells nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {}
