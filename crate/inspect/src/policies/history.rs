//! The fields that ls-hpack remembers having seen.

use std::collections::VecDeque;

use hpack::{FieldLine, dynamic_table::OVERHEAD};

/// The latest fields, by their hashes: a ring of a size that follows the table's.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    seen: VecDeque<u64>,
    /// Whether fields have left it, or are about to.
    full: bool,
}

impl History {
    /// Remembers `field`; the table's maximum is `maximum` bytes. Returns whether it
    /// was there already, or the history is not yet full.
    pub(super) fn see(&mut self, field: FieldLine<'_>, maximum: u32) -> bool {
        let room = (maximum / OVERHEAD / 3) as usize;
        if room == 0 {
            self.seen.clear();
            self.full = false;
            return true;
        }
        let hash = hash(field);
        let known = !self.full || self.seen.contains(&hash);
        self.seen.push_back(hash);
        self.full |= self.seen.len() >= room;
        while self.seen.len() > room {
            self.seen.pop_front();
        }
        known
    }
}

/// Bytes at each end of a name or value that are hashed: what a long one is may be
/// asked again and again at the cost of a byte.
const HASHED: usize = 4096;

/// FNV-1a over the name, a byte that no name has, and the value. Fields that
/// collide count as one, as they do in ls-hpack.
fn hash(field: FieldLine<'_>) -> u64 {
    let [name, value] = [field.name, field.value].map(|text| {
        let first = text.len().min(HASHED);
        let last = text.len().saturating_sub(HASHED).max(first);
        text[..first].iter().chain(&text[last..])
    });
    name.chain(b"\n")
        .chain(value)
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
}
