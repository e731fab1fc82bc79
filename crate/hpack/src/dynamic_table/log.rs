//! The append-only log of entries.

use alloc::vec::Vec;

use super::{OVERHEAD, Origin, Position, Span};
use crate::{huffman::StringArena, static_table};

/// An entry of the log. Offsets are into the arena of the same [`Log`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    pub(crate) name_start: u32,
    pub(crate) value_start: u32,
    pub(crate) name_len: u32,
    pub(crate) value_len: u32,
    /// Total size of all entries before this one, bytes. An entry is in the
    /// table while the total since then is within the maximum; `u64::MAX` for
    /// static entries, which are never evicted.
    pub(crate) before: u64,
}

pub(super) const UNKNOWN: u32 = u32::MAX;

/// Length of an arena with which a log ends, bytes: the next entry's texts still
/// begin within 32 bits.
pub(super) const MOST_TEXT: u32 = 3 << 30;

/// Offset of a text in an arena; [`UNKNOWN`] if it does not fit in 32 bits, for
/// the value of a name of more than 1 GiB.
pub(super) fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(UNKNOWN)
}

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
    pub(crate) fn name_in<'t>(&self, texts: &'t StringArena<'_>) -> Option<&'t [u8]> {
        texts.text(self.name_start, self.name_len)
    }

    /// Name and value in `texts`.
    #[inline(always)]
    pub(crate) fn texts<'t>(&self, texts: &'t StringArena<'_>) -> Option<(&'t [u8], &'t [u8])> {
        let value = texts.text(self.value_start, self.value_len)?;
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
fn span(start: u32, len: u32) -> Option<Span> {
    (start != UNKNOWN).then_some(Span {
        start: start as usize,
        len: len as usize,
    })
}

/// Additional data of an entry, for the history.
#[derive(Clone, Copy, Debug)]
pub(super) struct EntryHistory {
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
    pub(super) kept: Vec<EntryHistory>,
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
        records[i].name_start = at as u32;
        records[i].name_len = name.len() as u32;
        records[i].value_start = (at + name.len()) as u32;
        records[i].value_len = value.len() as u32;
        at += name.len() + value.len();
        i += 1;
    }
    records
};

#[cfg(test)]
mod tests {
    use super::super::{DynamicTable, History, NameFrom};
    use super::*;

    #[test]
    fn static_records_hold_the_static_table() {
        for (record, (name, value)) in STATIC_RECORDS.iter().zip(static_table::ENTRIES) {
            assert_eq!(record.name(&static_table::TEXT), Some(name.as_bytes()));
            assert_eq!(record.value(&static_table::TEXT), Some(value.as_bytes()));
        }
    }

    #[test]
    fn log_ends_before_its_texts_exceed_the_bound() {
        const BOUND: u32 = 2000;
        let seen = Origin::default();
        for history in [History::Kept, History::Forgotten] {
            let mut table = DynamicTable::new(1000, 1000, history).with_most_text(BOUND);
            for number in 0..1000 {
                let value = std::format!("{number:0>90}");
                let name = match number % 3 {
                    0 => NameFrom::Literal(b"name"),
                    1 => NameFrom::Static(4),
                    _ => NameFrom::Entry(number - 2),
                };
                table.add(name, value.as_bytes(), seen).unwrap();
                assert!(table.own.arena.len() <= BOUND as usize);
                let newest: std::vec::Vec<_> =
                    table.entries().filter_map(|one| one.value).collect();
                assert_eq!(newest.len(), (number as usize + 1).min(7));
                assert_eq!(newest[0], value.as_bytes());
            }
            let is_kept = history == History::Kept;
            assert_eq!(table.past.len() > 10, is_kept);
            assert_eq!(table.entry(0).is_some(), is_kept);
        }
    }
}
