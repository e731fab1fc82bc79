//! The table as the decoder's loop sees it: entries are added without evicting
//! any, and found only if they are still in the table.

use alloc::vec::Vec;

use super::{
    DynamicTable, History, OVERHEAD, Origin,
    log::{Kept, Record, STATIC},
};
use crate::huffman::SpareCapacity;

/// Start and length of a name or value in the arena.
pub(crate) type Text = (usize, usize);

/// Padding behind the bytes of a block: a load of a word ends there.
const PADDING: [u8; 8] = [0; 8];

/// A view of a table that is [fully known](DynamicTable::is_fully_known), with
/// the static table before its entries.
pub(crate) struct Window<'a> {
    records: &'a mut Vec<Record>,
    /// Names and values, the bytes of the block, and room for its strings.
    pub(crate) arena: SpareCapacity<'a>,
    kept: Option<&'a mut Vec<Kept>>,
    origin: Origin,
    /// Total size of all entries of the log.
    total: u64,
    maximum: u64,
    /// The slot of the oldest entry that was in the table at first.
    oldest: usize,
    /// Where the bytes of the block begin in the arena.
    begin: usize,
    /// How many entries the log had.
    before: usize,
}

impl Window<'_> {
    /// Where the bytes of the block begin in the arena.
    #[inline]
    pub(crate) fn begin(&self) -> usize {
        self.begin
    }

    /// Keeps the arena, if there are entries that need it. Returns the total
    /// size of all entries of the log, for [`DynamicTable::settle`].
    #[inline]
    pub(crate) fn finish(self) -> u64 {
        if self.records.len() > self.before {
            self.arena.keep();
        }
        self.total
    }

    /// Name and value of the entry at `index`; `None` if no table has it.
    #[inline(always)]
    pub(crate) fn find(&self, index: usize) -> Option<(Text, Text)> {
        let (slot, oldest) = if index <= STATIC {
            (index.wrapping_sub(1), 0)
        } else {
            let slot = self.records.len().wrapping_sub(index - STATIC);
            (slot, self.oldest)
        };
        let record = self.records.get(slot)?;
        let evicted = self.total.saturating_sub(self.maximum);
        (slot >= oldest && record.before >= evicted).then_some((
            (record.name_start, record.name_len as usize),
            (record.value_start, record.value_len as usize),
        ))
    }

    /// Adds an entry, which the table has room for and the block inserts with
    /// the representation at `offset`.
    #[inline(always)]
    pub(crate) fn push(&mut self, name: Text, value: Text, offset: usize) {
        self.records.push(Record {
            name_start: name.0,
            value_start: value.0,
            // Both are below the maximum, a u32.
            name_len: name.1 as u32,
            value_len: value.1 as u32,
            before: self.total,
        });
        self.total += name.1 as u64 + value.1 as u64 + u64::from(OVERHEAD);
        if let Some(kept) = &mut self.kept {
            let Origin {
                block,
                offset: first,
            } = self.origin;
            kept.push(Kept {
                origin: Origin::at(block, offset.saturating_add(first as usize)),
                arena: self.arena.len(),
            });
        }
    }
}

impl DynamicTable {
    /// Whether the table holds nothing that is unknown, assumed or shared with
    /// another table, and no size update has to come.
    #[inline]
    pub(crate) fn is_fully_known(&self) -> bool {
        let state = &self.state;
        !state.unknown
            && !state.assumed
            && !self.has_unknown
            && state.pending.is_none()
            && state.first >= state.known.max(self.own.base)
    }

    /// The view for `bytes` of a block that begin at `origin`.
    #[inline]
    pub(crate) fn window(&mut self, bytes: &[u8], origin: Origin) -> Window<'_> {
        Window {
            oldest: self.own.slot(self.state.first),
            begin: self.own.arena.len(),
            before: self.own.records.len(),
            records: &mut self.own.records,
            arena: SpareCapacity::with_block(&mut self.own.arena, bytes, PADDING),
            kept: (self.history == History::Kept).then_some(&mut self.own.kept),
            origin,
            total: self.total,
            maximum: u64::from(self.state.maximum),
        }
    }

    /// Evicts what does not fit any more, now that the log has `total` bytes.
    #[inline]
    pub(crate) fn settle(&mut self, total: u64) {
        let end = self.own.end();
        self.live += (end - self.state.end) as u32;
        self.size += total - self.total;
        self.total = total;
        self.state.end = end;
        self.evict_to(u64::from(self.state.maximum));
        self.compact();
    }
}
