//! The fields that ls-hpack remembers having seen.

use std::{
    collections::VecDeque,
    hash::{BuildHasher, RandomState},
};

use crate::{dynamic_table::OVERHEAD, encoder::FieldLine};

/// The last fields, by their hashes: a ring of a size that follows the table's.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    hasher: RandomState,
    seen: VecDeque<u64>,
    /// Whether fields have left it, or are about to.
    full: bool,
}

impl History {
    /// Remembers `field` where the table holds `maximum` octets. Tells
    /// whether it was there already, or the history is not yet full.
    pub(super) fn see(&mut self, field: FieldLine<'_>, maximum: u32) -> bool {
        let room = (maximum / OVERHEAD / 3) as usize;
        if room == 0 {
            self.seen.clear();
            self.full = false;
            return true;
        }
        let hash = self.hasher.hash_one((field.name, field.value));
        let known = !self.full || self.seen.contains(&hash);
        self.seen.push_back(hash);
        self.full |= self.seen.len() >= room;
        while self.seen.len() > room {
            self.seen.pop_front();
        }
        known
    }
}
