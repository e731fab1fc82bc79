//! Forking and rewinding a table.

use alloc::vec::Vec;

use super::{
    DynamicTable, History, Origin, TableState,
    log::{EntryHistory, Log, offset},
};
use crate::static_table;

impl DynamicTable {
    /// Returns the table as it was at `state`, to replay a step or to try another
    /// continuation. Copies only the entries of that window, which take no more
    /// than the maximum. Positions stay the same. Returns `None` if the state is
    /// of another table or history is forgotten.
    #[must_use]
    pub fn fork_at(&self, state: TableState) -> Option<Self> {
        if !self.had(&state) {
            return None;
        }
        let first = state.first.max(state.first_known).min(state.end);
        let mut own = Log::new(first);
        let located =
            (first..state.end).map_while(|position| Some((position, self.locate(position)?)));
        for (position, (record, arena)) in located {
            let mut record = *record;
            if let Some(name) = record.name(arena) {
                record.name_start = offset(own.arena.len());
                own.arena.extend_from_slice(name);
            }
            if let Some(value) = record.value(arena) {
                record.value_start = offset(own.arena.len());
                own.arena.extend_from_slice(value);
            }
            // `before` stays relative to the whole log.
            own.records.push(record);
            let origin = self.origin(position).unwrap_or(Origin::UNSEEN);
            let arena = own.arena.len();
            own.kept.push(EntryHistory { origin, arena });
        }
        let mut fork = Self {
            past: Vec::new(),
            own,
            state,
            live: 0,
            size: self.size_at(&state),
            total: self.sum_before(state.end),
            kept: self.kept.max(first),
            history: History::Kept,
            has_unknown: self.has_unknown,
            most_text: self.most_text,
            spare: Vec::new(),
        };
        fork.recount();
        Some(fork)
    }

    /// Whether the log has the entries of `state`.
    fn had(&self, state: &TableState) -> bool {
        self.history == History::Kept
            && state.end <= self.state.end
            && state.total == self.sum_before(state.end)
    }

    /// Goes back to `state`, drops the entries inserted since and returns `true`;
    /// `false`, without effect, if the state is of another table or from before a
    /// fork, a loss or the last 3 GiB of text, or history is forgotten.
    #[inline]
    #[must_use]
    pub fn rewind(&mut self, state: TableState) -> bool {
        if state.end < self.own.base || !self.had(&state) {
            return false;
        }
        self.total = self.sum_before(state.end);
        self.own.records.truncate(self.own.slot(state.end));
        let kept = &mut self.own.kept;
        kept.truncate((state.end - self.own.base) as usize);
        let arena = kept
            .last()
            .map_or(static_table::TEXT.len(), |last| last.arena);
        self.own.arena.truncate(arena);
        self.state = state;
        self.size = self.size_at(&state);
        self.recount();
        true
    }
}
