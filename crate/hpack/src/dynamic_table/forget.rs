//! Dropping entries that have left the window, where the history is not kept.

use super::{DynamicTable, History, OVERHEAD, Span};
use crate::static_table;

/// What a log that forgets holds beside the window before it does, octets.
const CHUNK: usize = 16 * 1024;

/// The same in records.
const RECORDS: usize = 256;

impl DynamicTable {
    /// Gives up what lies behind the window, once it is more than the window
    /// and a chunk. Only where history is forgotten.
    #[inline]
    pub(crate) fn forget(&mut self) {
        if self.history == History::Forgotten
            && (self.own.arena.len() as u64 > CHUNK as u64 + 2 * self.size
                || self.own.records.len() > RECORDS + 2 * self.count())
        {
            self.compact();
        }
    }

    #[cold]
    fn compact(&mut self) {
        let first = self.moment.first.max(self.own.base);
        let gone = (first - self.own.base) as usize;
        let (mut arena, mut order) = std::mem::take(&mut self.spare);
        arena.clear();
        order.clear();
        // Room for all that comes together before the log forgets again, so
        // that it need not allocate then; but no more than what is there
        // bears out, since the peer chooses the maximum.
        let maximum = self.moment.maximum as usize;
        let octets = maximum
            .saturating_mul(3)
            .min(self.own.arena.len().saturating_mul(4));
        arena.reserve(octets.saturating_add(CHUNK));
        let held = self.own.records.len();
        let most = (maximum / OVERHEAD as usize * 2).min(held.saturating_mul(4));
        self.own
            .records
            .reserve((most + RECORDS + 1).saturating_sub(held));
        order.reserve(self.own.records.capacity());
        self.own.records.drain(..gone);
        self.own.base = first;
        self.kept = self.kept.max(first.min(self.moment.end));
        arena.extend_from_slice(&static_table::NAMES);
        let records = &mut self.own.records;
        for record in records.iter_mut() {
            let start = arena.len();
            arena.extend_from_slice(record.value(&self.own.arena));
            record.value_start = start;
        }
        // Entries that share a name stand together once sorted by where it is.
        order.extend(0..records.len() as u32);
        order.sort_unstable_by_key(|&i| records[i as usize].name_start);
        let mut moved: Option<Span> = None;
        let mut to = 0;
        for &i in &order {
            let record = &mut records[i as usize];
            let name = Span {
                start: record.name_start,
                len: record.name_len as usize,
            };
            if !record.name_known || name.start < static_table::NAMES.len() {
                continue;
            }
            if moved != Some(name) {
                moved = Some(name);
                to = arena.len();
                arena.extend_from_slice(&self.own.arena[name.start..name.start + name.len]);
            }
            record.name_start = to;
        }
        self.spare = (std::mem::replace(&mut self.own.arena, arena), order);
    }
}
