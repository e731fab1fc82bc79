//! Tables that share a past, and going back.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{
    DynamicTable, History, Origin, TableState,
    log::{Kept, Log},
};
use crate::static_table;

impl DynamicTable {
    /// A table that shares the log up to `state` and has a tail of its own, to
    /// replay a step or to try another continuation. The log of this table
    /// goes on as well.
    ///
    /// # Panics
    /// If history is forgotten.
    #[must_use]
    pub fn fork_at(&mut self, state: TableState) -> Self {
        assert_eq!(self.history, History::Kept, "a fork shares the past");
        self.share();
        let total = self.sum_before(state.end);
        let mut fork = Self {
            past: self
                .past
                .iter()
                .filter(|log| log.base < state.end)
                .cloned()
                .collect(),
            own: Log::new(state.end),
            state,
            live: 0,
            size: 0,
            total,
            kept: self.kept,
            history: History::Kept,
            has_unknown: self.has_unknown,
            spare: Vec::new(),
        };
        fork.size = self.size_at(&state);
        fork
    }

    /// Makes the own log a shared stretch and begins a new one.
    pub(super) fn share(&mut self) {
        if self.own.entries().is_empty() {
            return;
        }
        let end = self.own.end();
        let shared = core::mem::replace(&mut self.own, Log::new(end));
        self.past.push(Arc::new(shared));
        self.live = 0;
    }

    /// A table as this one was at `state` that shares nothing: copies of the
    /// entries of its window, at most the maximum in bytes, are in its own log.
    /// A decoder that is timed needs that, because one that decodes has its
    /// entries there too.
    ///
    /// # Panics
    /// If history is forgotten.
    #[must_use]
    pub fn copy_at(&self, state: TableState) -> Self {
        assert_eq!(self.history, History::Kept, "a copy needs the past");
        let first = state.first.max(state.known).min(state.end);
        let mut own = Log::new(first);
        let located =
            (first..state.end).map_while(|position| Some((position, self.locate(position)?)));
        for (position, (record, arena)) in located {
            let mut record = *record;
            if let Some(name) = record.name(arena) {
                let start = own.arena.len();
                own.arena.extend_from_slice(name);
                record.name_start = start;
            }
            if let Some(value) = record.value(arena) {
                record.value_start = own.arena.len();
                own.arena.extend_from_slice(value);
            }
            // Its running total stays that of the whole log.
            own.records.push(record);
            let origin = self.origin(position).unwrap_or(Origin::UNSEEN);
            let arena = own.arena.len();
            own.kept.push(Kept { origin, arena });
        }
        let mut copy = Self {
            past: Vec::new(),
            own,
            state,
            live: 0,
            size: self.size_at(&state),
            total: self.sum_before(state.end),
            kept: self.kept.max(first),
            history: History::Kept,
            has_unknown: self.has_unknown,
            spare: Vec::new(),
        };
        copy.recount();
        copy
    }

    /// Goes back to `state` and drops what was inserted since, by truncating
    /// the log.
    ///
    /// # Panics
    /// If the state is from before a fork or a loss, or history is forgotten.
    #[inline]
    pub fn rewind(&mut self, state: TableState) {
        assert!(
            state.end >= self.own.base && self.history == History::Kept,
            "what came before is not the table's own"
        );
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
    }
}
