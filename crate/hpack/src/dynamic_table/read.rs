//! Reading the table in its current and earlier states.

use super::{
    DynamicTable, Entry, Origin, Position, TableState, entry_size,
    log::{Log, Record},
};
use crate::static_table;

impl DynamicTable {
    /// Number of known entries at `state`.
    #[must_use]
    pub fn count_at(&self, state: &TableState) -> usize {
        (state.end - self.oldest_at(state)).max(0) as usize
    }

    /// Oldest entry at `state` that is known and in the log; not below the end
    /// if there is none.
    #[must_use]
    pub fn oldest_at(&self, state: &TableState) -> Position {
        state.first.max(state.first_known).max(self.kept)
    }

    /// Largest index of the static and dynamic tables.
    #[must_use]
    pub(crate) fn last_index(&self) -> u64 {
        u64::from(static_table::LEN) + self.count() as u64
    }

    /// Most unknown entries that can exist at `state`.
    #[must_use]
    pub fn unknown_at(&self, state: &TableState) -> usize {
        (state.first_known.min(state.end) - state.first).max(0) as usize
    }

    /// Size of the known entries at `state`, bytes, in constant time.
    #[must_use]
    pub fn size_at(&self, state: &TableState) -> u64 {
        let first = self.oldest_at(state);
        if first >= state.end {
            // Empty, or forgotten with its sums.
            return 0;
        }
        self.sum_before(state.end) - self.sum_before(first)
    }

    /// Least size at `state`, bytes (§4.1), if the unknown entry at `position`
    /// exists with a name and value of `length` bytes, and with it all newer
    /// entries.
    #[must_use]
    pub fn size_with_unknown(&self, state: &TableState, position: Position, length: u64) -> u64 {
        let unknown = (state.first_known - position).max(1) as u64;
        length + unknown * entry_size(0) + self.size_at(state)
    }

    /// Total size of all entries before `position` in the log.
    pub(super) fn sum_before(&self, position: Position) -> u64 {
        if let Some((record, _)) = self.locate(position) {
            return record.before;
        }
        // One past the end of a log: the next entry has the same total before it.
        let after = self.past.partition_point(|log| log.base <= position);
        let own = (position < self.own.base).then_some(&self.own);
        self.past[after..]
            .iter()
            .chain(own)
            .find_map(|log| log.entries().first())
            .map_or(self.total, |record| record.before)
    }

    #[inline]
    pub(super) fn locate(&self, position: Position) -> Option<(&Record, &[u8])> {
        if position >= self.own.base {
            return Some((self.own.get(position)?, &self.own.arena));
        }
        let log = self.past_log(position)?;
        Some((log.get(position)?, &log.arena))
    }

    /// Past log that holds `position`.
    #[cold]
    pub(super) fn past_log(&self, position: Position) -> Option<&Log> {
        let after = self.past.partition_point(|log| log.base <= position);
        self.past.get(after.checked_sub(1)?)
    }

    pub(super) fn origin(&self, position: Position) -> Option<Origin> {
        let log = if position >= self.own.base {
            &self.own
        } else {
            self.past_log(position)?
        };
        let origin = log.kept.get((position - log.base) as usize)?.origin;
        (position >= 0 && origin != Origin::UNSEEN).then_some(origin)
    }

    /// Entry at `position`, evicted or not; `None` if unknown or forgotten.
    #[inline]
    #[must_use]
    pub fn entry(&self, position: Position) -> Option<Entry<'_>> {
        let (record, arena) = self.locate(position)?;
        Some(Entry {
            position,
            name: record.name(arena),
            value: record.value(arena),
            size: record.size(),
            origin: self.origin(position),
        })
    }

    /// Name and value of the entry at `position`, `None` if unknown.
    #[inline]
    pub(crate) fn field(&self, position: Position) -> (Option<&[u8]>, Option<&[u8]>) {
        match self.locate(position) {
            Some((record, arena)) => (record.name(arena), record.value(arena)),
            None => (None, None),
        }
    }

    /// Position that an index refers to; `None` for the static table, and if
    /// the table cannot have that many entries.
    #[inline]
    #[must_use]
    pub fn position(&self, index: u32) -> Option<Position> {
        let age = index.checked_sub(static_table::LEN + 1)?;
        let position = self.state.end - 1 - i64::from(age);
        (position >= self.state.first).then_some(position)
    }

    /// Known entries at `state`, newest first.
    pub fn entries_at(&self, state: &TableState) -> impl Iterator<Item = Entry<'_>> {
        (self.oldest_at(state)..state.end)
            .rev()
            .filter_map(|position| self.entry(position))
    }

    /// Known entries, newest first.
    pub fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        self.entries_at(&self.state)
    }
}
