//! Look-up of fields in the static table, for encoders.

mod hash;
mod scan;
mod stop;
#[cfg(test)]
mod tests;

pub use hash::Hash;
use hpack_core::static_table::ENTRIES;
pub use hpack_core::static_table::{LAST_REPEAT, Match};
pub use scan::Scan;
pub use stop::Stop;

use crate::engines;

engines! {
    /// The engines, the best last.
    pub type Engines;
    Scan, "scan", "full scan",
        "Compares with each of the 61 entries in turn, until it finds the name and value.";
    Stop, "stop", "scan that stops",
        "Scans for the first entry of the name, then continues only while the name is the same, and never beyond index 14, the last at which a name repeats: the part of Netty's method that is claimed to pay off.";
    Hash, "hash", "perfect hash",
        "Uses the name's length and three of its bytes to find the only entry that can have it, in a table made at compile time, then continues like the scan that stops.";
}

/// The table as a static: a constant would be copied at each use.
static TABLE: [(&str, &str); ENTRIES.len()] = ENTRIES;

/// Finds entries of the static table (§2.3.1). Names are compared bytewise: they
/// are lower-case (RFC 9113 §8.2).
pub trait StaticLookUp {
    /// Finds the entry with this name and value, or else the first with this name.
    fn find(&self, name: &[u8], value: &[u8]) -> Option<Match>;

    /// Finds the lowest index of `name`.
    fn find_name(&self, name: &[u8]) -> Option<u32>;
}

/// Whether `a` and `b` are equal. Empty slices are not compared: a vectorised
/// masked load from their dangling address took more than a hundred nanoseconds.
#[inline]
fn equal(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && (a.is_empty() || a == b)
}

/// Finds the lowest index of `name` by a scan. Never inlined, so that the engines
/// share the same machine code.
#[inline(never)]
fn first_of_name(name: &[u8]) -> Option<u32> {
    (1..)
        .zip(&TABLE)
        .find(|(_, (its_name, _))| equal(its_name.as_bytes(), name))
        .map(|(index, _)| index)
}
