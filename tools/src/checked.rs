//! What `verify` says of each file.

use std::fmt;

use serde::Serialize;

/// The state of one table.
#[derive(Serialize)]
pub(crate) struct Checked {
    file: String,
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
}

impl Checked {
    /// A sound table, with the length of its file; or, without it, a damaged one.
    pub(crate) fn new(file: String, bytes: Option<u64>) -> Checked {
        Checked { file, state: if bytes.is_some() { "sound" } else { "damaged" }, bytes }
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}", self.file, self.state)
    }
}
