//! A perfect hash, made at compile time: no two names of the table share a
//! slot, so one comparison decides.

use super::{ENTRIES, Match, StaticLookUp, TABLE, among_equal_names, same};

/// Goes by the name's length and three of its octets straight to the one
/// entry that can have it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hash;

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

/// What tells names apart: length, first, middle and last octet. `name` has
/// at least one.
#[inline]
const fn slot(name: &[u8], factor: u32) -> usize {
    let octets = name.len();
    let key = u32::from_le_bytes([octets as u8, name[0], name[octets / 2], name[octets - 1]]);
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

impl StaticLookUp for Hash {
    const ID: &'static str = "hash";

    #[inline]
    fn find(&self, name: &[u8], value: &[u8]) -> Option<Match> {
        self.find_name(name)
            .map(|first| among_equal_names(first, value))
    }

    #[inline]
    fn find_name(&self, name: &[u8]) -> Option<u32> {
        if name.is_empty() {
            return None;
        }
        let index = SLOTS[slot(name, FACTOR)];
        let (its_name, _) = TABLE.get(usize::from(index).wrapping_sub(1))?;
        (its_name.as_bytes() == name).then_some(u32::from(index))
    }
}
