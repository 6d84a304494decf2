//! Amounts of memory and disk.

use std::fmt;

/// An amount of memory or disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    /// In units of 1024, with one digit behind the point: `1.5 GiB`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"];
        let power =
            (0..units.len() - 1).find(|&power| self.0 >> (10 * power) < 1024).unwrap_or(units.len() - 1);
        if power == 0 {
            return write!(f, "{} bytes", self.0);
        }
        write!(f, "{:.1} {}", self.0 as f64 / (1u64 << (10 * power)) as f64, units[power])
    }
}
