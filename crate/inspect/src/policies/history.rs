//! Fields seen recently, as in ls-hpack.

use std::collections::VecDeque;

use hpack::{FieldLine, dynamic_table::OVERHEAD};

use crate::text;

/// Hashes of the latest fields: a ring buffer whose size follows the table's.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    seen: VecDeque<u64>,
    /// Whether fields have been or are about to be dropped.
    full: bool,
}

impl History {
    /// Records `field`, with a table of at most `maximum` bytes. Returns
    /// whether it was recorded already or the history is not full yet.
    pub(super) fn record(&mut self, field: FieldLine<'_>, maximum: u32) -> bool {
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

/// Bytes hashed at each end of a name or value: a reference of one byte can
/// repeat a long one many times.
const HASHED: usize = 4096;

/// FNV-1a over the name, a byte that is invalid in names, and the value.
/// Colliding fields count as equal, as in ls-hpack.
fn hash(field: FieldLine<'_>) -> u64 {
    let [name, value] = [field.name, field.value].map(|text| {
        let first = text.len().min(HASHED);
        let last = text.len().saturating_sub(HASHED).max(first);
        text[..first].iter().chain(&text[last..])
    });
    text::hash(name.chain(b"\n").chain(value))
}
