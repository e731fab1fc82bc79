//! Looking fields up in the static table, as an encoder does. An engine a
//! file, all behind [`StaticLookUp`], with one suite over all of them.

mod engine;
mod hash;
mod scan;
mod stop;
#[cfg(test)]
mod tests;

pub use engine::Engine;
pub use hash::Hash;
pub use scan::Scan;
pub use stop::Stop;

use super::{ENTRIES, LEN};

/// The table in one place: a constant would be copied to wherever it is gone
/// through.
static TABLE: [(&str, &str); LEN as usize] = ENTRIES;

/// What the static table has for a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// The entry's index, 1 to 61: where only the name matches, the least of
    /// that name.
    pub index: u32,
    /// Whether the entry's value matches too.
    pub value: bool,
}

/// Finds entries of the static table (§2.3.1). Octets are compared as they
/// are: field names are lower-case (RFC 9113 §8.2).
pub trait StaticLookUp {
    /// Stable name of the engine.
    const ID: &'static str;

    /// The entry with this name and value, or else the first with this name.
    fn find(&self, name: &[u8], value: &[u8]) -> Option<Match>;

    /// The least index whose name is `name`.
    fn find_name(&self, name: &[u8]) -> Option<u32>;
}

/// The greatest index whose name is also that of the entry before it: behind
/// it, every name stands once.
pub const LAST_REPEAT: u32 = {
    let mut index = ENTRIES.len();
    while index > 1 && !same(ENTRIES[index - 1].0, ENTRIES[index - 2].0) {
        index -= 1;
    }
    index as u32
};

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// Whether the octets are equal. Where there are none, nothing is compared: a
/// slice without octets has no address that can be read, and for a vectorised
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

/// The entry with this value among those that have the name of the entry at
/// `first`, the least index of that name; or else that one. It goes on only
/// while the name stays the same, and not beyond [`LAST_REPEAT`]: equal names
/// stand together (the suite holds the table to that).
#[inline]
fn among_equal_names(first: u32, value: &[u8]) -> Match {
    let at = |index: u32| TABLE[index as usize - 1];
    let (name, its_value) = at(first);
    if equal(its_value.as_bytes(), value) {
        return Match {
            index: first,
            value: true,
        };
    }
    let same_name = |index: &u32| at(*index).0 == name;
    let found = (first + 1..=LAST_REPEAT)
        .take_while(same_name)
        .find(|&index| equal(at(index).1.as_bytes(), value));
    Match {
        index: found.unwrap_or(first),
        value: found.is_some(),
    }
}
