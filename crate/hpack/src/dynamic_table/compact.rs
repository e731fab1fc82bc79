//! Dropping entries that have left the window, where the history is not kept.

use super::{DynamicTable, History, OVERHEAD};
use crate::static_table;

/// What a log that forgets holds beside the window before it does, octets.
const CHUNK: usize = 16 * 1024;

/// The same in records.
const RECORDS: usize = 256;

impl DynamicTable {
    /// Gives up what lies behind the window, once it is more than the window
    /// and a chunk. Only where history is forgotten.
    #[inline]
    pub(crate) fn compact(&mut self) {
        if (self.live as usize) < self.own.records.len()
            && self.history == History::Forgotten
            && (self.own.arena.len() as u64 > CHUNK as u64 + 2 * self.size
                || self.own.records.len() > RECORDS + 2 * self.live as usize)
        {
            self.compact_now();
        }
    }

    /// Moves what is left of the log to its beginning.
    #[cold]
    #[inline(never)]
    fn compact_now(&mut self) {
        let first = self.state.first.max(self.own.base);
        let gone = (first - self.own.base) as usize;
        self.own.base = first;
        self.kept = self.kept.max(first.min(self.state.end));
        let records = &mut self.own.records;
        let arena = &mut self.own.arena;
        let order = &mut self.spare;
        // Room for all that comes together before the log forgets again, so
        // that it need not allocate then; but no more than what is there
        // bears out, since the peer chooses the maximum.
        let maximum = self.state.maximum as usize;
        let octets = maximum.saturating_mul(3).min(arena.len().saturating_mul(4));
        arena.reserve((octets + CHUNK).saturating_sub(arena.len()));
        let held = records.len();
        let most = (maximum / OVERHEAD as usize * 2).min(held.saturating_mul(4));
        records.reserve((most + RECORDS + 1).saturating_sub(held));
        order.clear();
        order.reserve(records.capacity());
        records.drain(..gone);
        // Entries are written one behind the other, so from the oldest value
        // on all is in use. Before it, only names are that newer entries have
        // taken over from those that are gone.
        let tail = records
            .iter()
            .find_map(|record| record.value_span())
            .map_or(arena.len(), |value| value.start);
        let older = static_table::NAMES.len()..tail;
        order.extend(
            (0..records.len() as u32).filter(|&i| older.contains(&records[i as usize].name_start)),
        );
        // Entries that share a name stand together once sorted by where it is.
        order.sort_unstable_by_key(|&i| {
            let record = &records[i as usize];
            (record.name_start, record.name_len)
        });
        let mut end = older.start;
        let mut moved = None;
        for &i in &*order {
            let record = &mut records[i as usize];
            let name = record.name_start..record.name_start + record.name_len as usize;
            let to = match &moved {
                Some((from, to)) if *from == name => *to,
                _ => {
                    let to = end;
                    end += name.len();
                    arena.copy_within(name.clone(), to);
                    moved = Some((name, to));
                    to
                }
            };
            record.name_start = to;
        }
        arena.copy_within(tail.., end);
        let shift = tail - end;
        arena.truncate(arena.len() - shift);
        for record in records {
            if record.name_span().is_some() && record.name_start >= tail {
                record.name_start -= shift;
            }
            if record.value_span().is_some() {
                record.value_start -= shift;
            }
        }
    }
}
