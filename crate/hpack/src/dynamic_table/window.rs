//! View of the table for the fast loop: entries are added without evicting, and
//! found only if they are still in the table.

use alloc::vec::Vec;

use super::{
    DynamicTable, History, OVERHEAD, Origin,
    log::{EntryHistory, Record, STATIC},
};
use crate::huffman::StringArena;

/// Static and dynamic records of an [ordinary](DynamicTable::is_ordinary) table.
/// Their texts are passed with each call.
pub(crate) struct Window<'a> {
    records: &'a mut Vec<Record>,
    kept: Option<&'a mut Vec<EntryHistory>>,
    origin: Origin,
    /// Total size of all entries of the log.
    total: u64,
    /// Entries that begin before this total are evicted.
    floor: u64,
    maximum: u64,
    before: usize,
}

impl Window<'_> {
    /// See [`TableState::maximum`](super::TableState::maximum).
    #[inline(always)]
    pub(crate) fn maximum(&self) -> u64 {
        self.maximum
    }

    /// Returns the entry at `index`; `None` if it does not exist.
    #[inline(always)]
    pub(crate) fn find(&self, index: usize) -> Option<&Record> {
        let (slot, most) = if index <= STATIC {
            (index.wrapping_sub(1), u64::MAX)
        } else {
            let slot = (self.records.len() + STATIC).wrapping_sub(index);
            (slot, self.maximum)
        };
        let record = self.records.get(slot)?;
        // The table never holds more than the maximum, so that this refuses
        // evicted entries and, for a dynamic index, static ones.
        (record.before.wrapping_sub(self.floor) <= most).then_some(record)
    }

    /// Adds an entry that fits in the table, from the representation at `offset`.
    #[inline(always)]
    pub(crate) fn push(&mut self, name: &[u8], value: &[u8], texts: &StringArena<'_>, offset: usize) {
        self.records.push(Record {
            // Within 32 bits, since the table is ordinary.
            name_start: texts.offset(name) as u32,
            value_start: texts.offset(value) as u32,
            // Both are below the maximum, a u32.
            name_len: name.len() as u32,
            value_len: value.len() as u32,
            before: self.total,
        });
        self.total += name.len() as u64 + value.len() as u64 + u64::from(OVERHEAD);
        self.floor = self.floor.max(self.total.saturating_sub(self.maximum));
        if let Some(kept) = &mut self.kept {
            let Origin {
                block,
                offset: first,
            } = self.origin;
            kept.push(EntryHistory {
                origin: Origin::at(block, offset.saturating_add(first as usize)),
                arena: texts.len(),
            });
        }
    }

    /// Keeps the texts if entries were added. Returns the total size of all
    /// entries of the log, for [`DynamicTable::commit`].
    #[inline]
    pub(crate) fn finish(mut self, texts: StringArena<'_>) -> u64 {
        if self.records.len() > self.before {
            texts.finish();
        }
        self.before = self.records.len();
        self.total
    }
}

impl Drop for Window<'_> {
    /// Removes the added entries if a panic ends the loop before they are kept.
    #[inline]
    fn drop(&mut self) {
        self.records.truncate(self.before);
        if let Some(kept) = &mut self.kept {
            kept.truncate(self.before - STATIC);
        }
    }
}

impl DynamicTable {
    /// Whether no entry is unknown or in a past log, the maximum is not assumed,
    /// no size update is pending, and the log has room for the texts of `length`
    /// bytes.
    #[inline]
    pub(crate) fn is_ordinary(&self, length: usize) -> bool {
        let state = &self.state;
        !(state.may_hold_unknown | state.assumed | self.has_unknown)
            && state.required_maximum.is_none()
            && state.first >= state.first_known.max(self.own.base)
            && self.has_room(length)
    }

    /// Returns the view for `length` bytes of a block that begin at `origin`, and
    /// the table's texts, with capacity for the block's.
    #[inline]
    pub(crate) fn window(&mut self, length: usize, origin: Origin) -> (Window<'_>, StringArena<'_>) {
        let window = Window {
            before: self.own.records.len(),
            records: &mut self.own.records,
            kept: (self.history == History::Kept).then_some(&mut self.own.kept),
            origin,
            total: self.total,
            floor: self.total - self.size,
            maximum: u64::from(self.state.maximum),
        };
        (window, StringArena::of_block(&mut self.own.arena, length))
    }

    /// Applies the added entries, which bring the log to `total` bytes, and
    /// evicts.
    #[inline]
    pub(crate) fn commit(&mut self, total: u64) {
        if total == self.total {
            return;
        }
        let end = self.own.end();
        self.live += (end - self.state.end) as u32;
        self.size += total - self.total;
        self.total = total;
        self.state.end = end;
        self.evict_to(u64::from(self.state.maximum));
        self.compact();
    }
}
