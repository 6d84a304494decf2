//! Room for matrices, handed on from one pair of groups to the next.
//!
//! A build goes over millions of pairs of groups, each of which needs the same few matrices for some
//! microseconds. Asking the system for each would cost as much as the work itself.

use std::cell::RefCell;

thread_local! {
    /// Matrices that are done with.
    static BUFFERS: RefCell<Vec<Vec<u64>>> = const { RefCell::new(Vec::new()) };
}

/// Words of a matrix up to which it is kept for the next pair of groups.
const KEPT_WORDS: usize = 1 << 20;

/// Room for a matrix of so many words. What is in it is of no use: rows are written before they are
/// read.
pub(crate) fn buffer(words: usize) -> Vec<u64> {
    let mut buffer = BUFFERS.with_borrow_mut(Vec::pop).unwrap_or_default();
    if buffer.len() > words {
        buffer.truncate(words);
    } else {
        buffer.resize(words, 0);
    }
    buffer
}

/// Gives room back.
pub(crate) fn keep_buffer(buffer: Vec<u64>) {
    if buffer.capacity() <= KEPT_WORDS {
        BUFFERS.with_borrow_mut(|buffers| buffers.push(buffer));
    }
}

/// So many zeros, written one by one: memory that is zero because nobody has written it yet is given to a
/// program page by page, once when it is first read and once more when it is first written, which stops all
/// its threads.
#[expect(clippy::slow_vector_initialization, reason = "the other way gives memory that nobody has written")]
pub(crate) fn zeros(words: usize) -> Vec<u64> {
    let mut zeros = Vec::with_capacity(words);
    zeros.resize(words, 0);
    zeros
}
