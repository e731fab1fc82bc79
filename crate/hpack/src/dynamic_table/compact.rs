//! Dropping evicted entries, if history is not kept.

use super::{
    DynamicTable, History,
    log::{STATIC, UNKNOWN, offset},
};
use crate::static_table;

/// Bytes of evicted text that trigger compaction.
const CHUNK: usize = 16 * 1024;

/// Evicted records that trigger compaction.
const RECORDS: usize = 256;

impl DynamicTable {
    /// Drops evicted entries once they outweigh the window by a chunk, if
    /// history is forgotten.
    #[inline]
    pub(crate) fn compact(&mut self) {
        if (self.live as usize) + STATIC < self.own.records.len()
            && self.history == History::Forgotten
            && (self.own.arena.len() as u64 > CHUNK as u64 + 2 * self.size
                || self.own.records.len() > STATIC + RECORDS + 2 * self.live as usize)
        {
            self.compact_now();
        }
    }

    /// Returns the memory of strings that were not stored.
    #[cold]
    pub(crate) fn release(&mut self) {
        self.own.arena.shrink_to(self.own.arena.len() + 2 * CHUNK);
    }

    /// Copies the live entries to a new arena. Shared names are duplicated: all
    /// entries together are within the maximum.
    #[cold]
    #[inline(never)]
    fn compact_now(&mut self) {
        if self.state.first.max(self.state.first_known) < self.own.base {
            // Past logs hold entries of the table.
            return;
        }
        self.past.clear();
        let first = self.state.first.max(self.own.base);
        let gone = (first - self.own.base) as usize;
        self.own.base = first;
        self.kept = self.kept.max(first.min(self.state.end));
        self.own.records.drain(STATIC..STATIC + gone);
        // Avoids growing before the next compaction, but stays in proportion to
        // the bytes received, since the peer chooses the maximum.
        let most = (self.state.maximum as usize).saturating_mul(3);
        let room = most.min(self.own.arena.len().saturating_mul(4)) + 2 * CHUNK;
        let arena = &mut self.spare;
        arena.clear();
        arena.reserve(room);
        arena.extend_from_slice(&static_table::TEXT);
        for record in &mut self.own.records[STATIC..] {
            let texts = [
                (&mut record.name_start, record.name_len),
                (&mut record.value_start, record.value_len),
            ];
            for (start, length) in texts {
                let is_moved = *start != UNKNOWN && *start as usize >= static_table::TEXT.len();
                if is_moved {
                    let text = *start as usize..*start as usize + length as usize;
                    *start = offset(arena.len());
                    arena.extend_from_slice(&self.own.arena[text]);
                }
            }
        }
        core::mem::swap(&mut self.own.arena, arena);
    }
}
