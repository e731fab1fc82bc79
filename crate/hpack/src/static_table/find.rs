//! Looking fields up in the static table, as an encoder does: a perfect hash,
//! made at compile time. No two names of the table share a slot, so one
//! comparison decides.
//!
//! Bytes are compared as they are: field names are lower-case (RFC 9113 §8.2).

use super::{ENTRIES, LEN};

/// What the static table has for a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// The entry's index, 1 to 61: where only the name matches, the least of
    /// that name.
    pub index: u32,
    /// Whether the entry's value matches too.
    pub value: bool,
}

/// The entry with this name and value, or else the first with this name.
///
/// ```
/// use hpack_core::static_table::{self, Match};
///
/// let found = static_table::find(b":method", b"POST");
/// assert_eq!(found, Some(Match { index: 3, value: true }));
/// let found = static_table::find(b":method", b"PUT");
/// assert_eq!(found, Some(Match { index: 2, value: false }));
/// ```
#[inline]
#[must_use]
pub fn find(name: &[u8], value: &[u8]) -> Option<Match> {
    find_name(name).map(|first| among_equal_names(first, value))
}

/// The least index whose name is `name`: by its length and three of its bytes
/// straight to the one entry that can have it.
#[inline]
#[must_use]
pub fn find_name(name: &[u8]) -> Option<u32> {
    if name.is_empty() {
        return None;
    }
    let index = SLOTS[slot(name, FACTOR)];
    let (its_name, _) = TABLE.get(usize::from(index).wrapping_sub(1))?;
    equal(its_name.as_bytes(), name).then_some(u32::from(index))
}

/// The entry with this value among those that have the name of the entry at
/// `first`, the least index of that name; or else that one. It goes on only
/// while the name stays the same, and not beyond [`LAST_REPEAT`]: equal names
/// stand together.
///
/// # Panics
/// Where `first` is not within 1 to 61.
#[inline]
#[must_use]
pub fn among_equal_names(first: u32, value: &[u8]) -> Match {
    let last = u32::from(LAST_OF_NAME[first as usize - 1]);
    let mut index = first;
    loop {
        if equal(TABLE[index as usize - 1].1.as_bytes(), value) {
            return Match { index, value: true };
        }
        if index >= last {
            return Match {
                index: first,
                value: false,
            };
        }
        index += 1;
    }
}

/// The greatest index whose name is also that of the entry before it: behind
/// it, every name stands once.
pub const LAST_REPEAT: u32 = {
    let mut index = ENTRIES.len();
    while !same(ENTRIES[index - 1].0, ENTRIES[index - 2].0) {
        index -= 1;
    }
    index as u32
};

/// For each entry, the greatest index of its name.
static LAST_OF_NAME: [u8; LEN as usize] = {
    let mut last = [0; LEN as usize];
    let mut index = ENTRIES.len();
    while index > 0 {
        let repeats = index < ENTRIES.len() && same(ENTRIES[index - 1].0, ENTRIES[index].0);
        last[index - 1] = if repeats { last[index] } else { index as u8 };
        index -= 1;
    }
    last
};

/// The table in one place: a constant would be copied to wherever it is gone
/// through.
static TABLE: [(&str, &str); LEN as usize] = ENTRIES;

/// Whether two texts are equal. Short ones are compared in two words that may
/// overlap: to call what compares any length costs more than to compare.
#[inline]
pub(crate) fn equal(a: &[u8], b: &[u8]) -> bool {
    #[inline]
    fn ends<const N: usize>(a: &[u8], b: &[u8]) -> bool {
        a.first_chunk::<N>() == b.first_chunk() && a.last_chunk::<N>() == b.last_chunk()
    }
    if a.len() != b.len() {
        return false;
    }
    // The most likely first.
    if a.len() >= 8 {
        if a.len() <= 16 {
            ends::<8>(a, b)
        } else {
            a == b
        }
    } else if a.len() >= 4 {
        ends::<4>(a, b)
    } else {
        a.iter().eq(b)
    }
}

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

/// Bits of a slot's number. The 52 names take a fifth of the 256 slots, so
/// that a factor without a collision is soon found.
const BITS: u32 = 8;

/// The least index of the name in each slot; 0 in an empty one.
static SLOTS: [u8; 1 << BITS] = slots(FACTOR);

/// An odd factor that keeps all names apart.
const FACTOR: u32 = {
    let mut factor = 0x9e37_79b1_u32;
    while !keeps_apart(factor) {
        factor = factor.wrapping_add(2);
    }
    factor
};

/// What tells names apart: length, first, middle and last byte. `name` has
/// at least one.
#[inline]
const fn slot(name: &[u8], factor: u32) -> usize {
    let length = name.len();
    let key = u32::from_le_bytes([length as u8, name[0], name[length / 2], name[length - 1]]);
    (key.wrapping_mul(factor) >> (u32::BITS - BITS)) as usize
}

const fn slots(factor: u32) -> [u8; 1 << BITS] {
    let mut slots = [0; 1 << BITS];
    let mut index = ENTRIES.len();
    // From the end, so that the least index of a name stays.
    while index > 0 {
        slots[slot(ENTRIES[index - 1].0.as_bytes(), factor)] = index as u8;
        index -= 1;
    }
    slots
}

const fn keeps_apart(factor: u32) -> bool {
    let slots = slots(factor);
    let mut index = 1;
    while index <= ENTRIES.len() {
        let (name, _) = ENTRIES[index - 1];
        let found = slots[slot(name.as_bytes(), factor)];
        if !same(ENTRIES[found as usize - 1].0, name) {
            return false;
        }
        index += 1;
    }
    true
}
