//! The append-only log of entries.

use alloc::vec::Vec;

use super::{OVERHEAD, Origin, Position, Span};
use crate::{huffman::Texts, static_table};

/// An entry of the log. Offsets are into the arena of the same [`Log`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    pub(crate) name_start: usize,
    pub(crate) value_start: usize,
    pub(crate) name_len: u32,
    pub(crate) value_len: u32,
    /// Total size of all entries before this one, bytes. An entry is in the
    /// table while the total since then is within the maximum; `u64::MAX` for
    /// static entries, which are never evicted.
    pub(crate) before: u64,
}

pub(super) const UNKNOWN: usize = usize::MAX;

impl Record {
    pub(super) fn size(&self) -> u64 {
        u64::from(self.name_len) + u64::from(self.value_len) + u64::from(OVERHEAD)
    }

    /// Range of the name in the arena; `None` if unknown.
    #[inline]
    pub(crate) fn name_span(&self) -> Option<Span> {
        span(self.name_start, self.name_len)
    }

    /// Range of the value in the arena; `None` if unknown.
    #[inline]
    pub(crate) fn value_span(&self) -> Option<Span> {
        span(self.value_start, self.value_len)
    }

    /// Name in `texts`, of the fast loop.
    #[inline(always)]
    pub(crate) fn name_in<'t>(&self, texts: &'t Texts<'_>) -> Option<&'t [u8]> {
        texts.text(self.name_start, self.name_len as usize)
    }

    /// Name and value in `texts`.
    #[inline(always)]
    pub(crate) fn texts<'t>(&self, texts: &'t Texts<'_>) -> Option<(&'t [u8], &'t [u8])> {
        let value = texts.text(self.value_start, self.value_len as usize)?;
        Some((self.name_in(texts)?, value))
    }

    pub(super) fn name<'a>(&self, arena: &'a [u8]) -> Option<&'a [u8]> {
        self.name_span().map(|span| span.of(arena))
    }

    pub(super) fn value<'a>(&self, arena: &'a [u8]) -> Option<&'a [u8]> {
        self.value_span().map(|span| span.of(arena))
    }
}

#[inline]
fn span(start: usize, len: u32) -> Option<Span> {
    (start != UNKNOWN).then_some(Span {
        start,
        len: len as usize,
    })
}

/// Additional data of an entry, for the history.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept {
    pub(super) origin: Origin,
    /// Length of the arena after its insertion.
    pub(super) arena: usize,
}

/// Number of static records, with which every log begins.
pub(crate) const STATIC: usize = static_table::LEN as usize;

/// A contiguous part of the log. Its records and its arena begin with the static
/// table, so that one look-up serves both tables and every name is a range of
/// the arena.
#[derive(Clone, Debug)]
pub(crate) struct Log {
    pub(crate) base: Position,
    /// Static entries, then those from position `base` on.
    pub(crate) records: Vec<Record>,
    /// By entry from `base` on; empty if history is not kept.
    pub(super) kept: Vec<Kept>,
    pub(crate) arena: Vec<u8>,
}

impl Log {
    pub(super) fn new(base: Position) -> Self {
        Self {
            base,
            records: STATIC_RECORDS.to_vec(),
            kept: Vec::new(),
            arena: static_table::TEXT.to_vec(),
        }
    }

    /// Entries without the static ones.
    #[inline]
    pub(super) fn entries(&self) -> &[Record] {
        &self.records[STATIC..]
    }

    pub(super) fn end(&self) -> Position {
        self.base + (self.records.len() - STATIC) as i64
    }

    /// Index in `records` of the entry at `position`, which must not be before
    /// the base.
    #[inline]
    pub(crate) fn slot(&self, position: Position) -> usize {
        (position - self.base) as usize + STATIC
    }

    /// Entry at `position`, which must not be before the base.
    #[inline]
    pub(super) fn get(&self, position: Position) -> Option<&Record> {
        let place = usize::try_from(position.wrapping_sub(self.base)).ok()?;
        self.entries().get(place)
    }
}

static STATIC_RECORDS: [Record; STATIC] = {
    let mut records = [Record {
        name_start: 0,
        value_start: 0,
        name_len: 0,
        value_len: 0,
        before: u64::MAX,
    }; STATIC];
    let mut at = 0;
    let mut i = 0;
    while i < STATIC {
        let (name, value) = static_table::ENTRIES[i];
        records[i].name_start = at;
        records[i].name_len = name.len() as u32;
        records[i].value_start = at + name.len();
        records[i].value_len = value.len() as u32;
        at += name.len() + value.len();
        i += 1;
    }
    records
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn static_records_hold_the_static_table() {
        for (record, (name, value)) in STATIC_RECORDS.iter().zip(static_table::ENTRIES) {
            assert_eq!(record.name(&static_table::TEXT), Some(name.as_bytes()));
            assert_eq!(record.value(&static_table::TEXT), Some(value.as_bytes()));
        }
    }
}
