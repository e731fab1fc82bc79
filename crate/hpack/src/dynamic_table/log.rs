//! What the log consists of.

use alloc::vec::Vec;

use super::{OVERHEAD, Origin, Span};
use crate::static_table;

/// An entry in the log. Ranges are of the arena that the log comes with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    pub(super) name_start: usize,
    pub(super) value_start: usize,
    pub(super) name_len: u32,
    pub(super) value_len: u32,
    /// Sizes of all entries before this one in the log, added up.
    pub(super) before: u64,
    pub(super) origin: Origin,
}

/// Where a name or value starts that is not known.
pub(super) const UNKNOWN: usize = usize::MAX;

impl Record {
    pub(super) fn size(&self) -> u64 {
        u64::from(self.name_len) + u64::from(self.value_len) + u64::from(OVERHEAD)
    }

    /// The name as a range of the arena; `None` where it is not known.
    #[inline]
    pub(crate) fn name_span(&self) -> Option<Span> {
        span(self.name_start, self.name_len)
    }

    /// The same of the value.
    #[inline]
    pub(crate) fn value_span(&self) -> Option<Span> {
        span(self.value_start, self.value_len)
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

/// A stretch of the log: records from position `base` on and their octets.
/// The arena begins with the names of the static table.
#[derive(Clone, Debug)]
pub(super) struct Log {
    pub(super) base: i64,
    pub(super) records: Vec<Record>,
    pub(super) arena: Vec<u8>,
}

impl Log {
    pub(super) fn new(base: i64) -> Self {
        Self {
            base,
            records: Vec::new(),
            arena: static_table::NAMES.to_vec(),
        }
    }

    pub(super) fn end(&self) -> i64 {
        self.base + self.records.len() as i64
    }
}
