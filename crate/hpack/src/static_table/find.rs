//! Look-up of fields in the static table, for encoders: a perfect hash computed
//! at compile time, so that one comparison decides.
//!
//! Names are compared bytewise: they are lower-case (RFC 9113 §8.2).

use super::{ENTRIES, LEN};

/// Entry of the static table that matches a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// Index, 1 to 61; the lowest of the name if only that matches.
    pub index: u32,
    /// Whether the value matches too.
    pub value: bool,
}

/// Finds the entry with this name and value, or else the first with this name.
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

/// Finds the lowest index of `name`.
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

/// Finds the entry with this value among those with the name of the entry at
/// `first`, the lowest index of that name; or else returns `first`. Equal names
/// are adjacent.
///
/// # Panics
/// If `first` is not within 1 to 61.
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

/// Highest index with the same name as the entry before it: after it, every name
/// is unique.
pub const LAST_REPEAT: u32 = {
    let mut index = ENTRIES.len();
    while !const_eq(ENTRIES[index - 1].0, ENTRIES[index - 2].0) {
        index -= 1;
    }
    index as u32
};

/// For each entry, the highest index of its name.
static LAST_OF_NAME: [u8; LEN as usize] = {
    let mut last = [0; LEN as usize];
    let mut index = ENTRIES.len();
    while index > 0 {
        let repeats = index < ENTRIES.len() && const_eq(ENTRIES[index - 1].0, ENTRIES[index].0);
        last[index - 1] = if repeats { last[index] } else { index as u8 };
        index -= 1;
    }
    last
};

/// The table as a static: a constant would be copied at each use.
static TABLE: [(&str, &str); LEN as usize] = ENTRIES;

/// Whether `a` and `b` are equal. Short texts are compared as two words that can
/// overlap, which is faster than a `memcmp` call.
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

const fn const_eq(a: &str, b: &str) -> bool {
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

/// Bits of a slot number. The 52 names take a fifth of the 256 slots, so that a
/// factor without collisions is found quickly.
const BITS: u32 = 8;

/// Lowest index of the name in each slot; 0 if empty.
static SLOTS: [u8; 1 << BITS] = slots(FACTOR);

/// An odd factor without collisions.
const FACTOR: u32 = {
    let mut factor = 0x9e37_79b1_u32;
    while has_collision(factor) {
        factor = factor.wrapping_add(2);
    }
    factor
};

/// Hashes the length, the first byte and the last four of `name`, which must not
/// be empty.
#[inline]
const fn slot(name: &[u8], factor: u32) -> usize {
    let length = name.len();
    let last = match name.last_chunk() {
        Some(last) => u32::from_le_bytes(*last),
        None => u32::from_le_bytes([0, name[0], name[length / 2], name[length - 1]]),
    };
    let key = last
        .wrapping_add(length as u32)
        .wrapping_add((name[0] as u32) << 16);
    (key.wrapping_mul(factor) >> (u32::BITS - BITS)) as usize
}

const fn slots(factor: u32) -> [u8; 1 << BITS] {
    let mut slots = [0; 1 << BITS];
    let mut index = ENTRIES.len();
    // From the end, so that the lowest index of a name stays.
    while index > 0 {
        slots[slot(ENTRIES[index - 1].0.as_bytes(), factor)] = index as u8;
        index -= 1;
    }
    slots
}

const fn has_collision(factor: u32) -> bool {
    let slots = slots(factor);
    let mut index = 1;
    while index <= ENTRIES.len() {
        let (name, _) = ENTRIES[index - 1];
        let found = slots[slot(name.as_bytes(), factor)];
        if !const_eq(ENTRIES[found as usize - 1].0, name) {
            return true;
        }
        index += 1;
    }
    false
}
