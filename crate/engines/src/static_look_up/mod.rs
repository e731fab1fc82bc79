//! Looking fields up in the static table, as an encoder does. An engine a
//! file, all behind [`StaticLookUp`], with one suite over all of them.

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

/// The table in one place: a constant would be copied to wherever it is gone
/// through.
static TABLE: [(&str, &str); ENTRIES.len()] = ENTRIES;

/// Finds entries of the static table (§2.3.1). Bytes are compared as they
/// are: field names are lower-case (RFC 9113 §8.2).
pub trait StaticLookUp {
    /// The entry with this name and value, or else the first with this name.
    fn find(&self, name: &[u8], value: &[u8]) -> Option<Match>;

    /// The least index whose name is `name`.
    fn find_name(&self, name: &[u8]) -> Option<u32>;
}

/// Whether the bytes are equal. Where there are none, nothing is compared: a
/// slice without bytes has no address that can be read, and for a vectorised
/// comparison to load nothing from there took more than a hundred nanoseconds.
#[inline]
fn equal(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && (a.is_empty() || a == b)
}

/// The least index whose name is `name`, by a scan: one function for the
/// engines that need it, so that what the compiler makes of it is the same.
#[inline(never)]
fn first_of_name(name: &[u8]) -> Option<u32> {
    (1..)
        .zip(&TABLE)
        .find(|(_, (its_name, _))| equal(its_name.as_bytes(), name))
        .map(|(index, _)| index)
}
