//! Counts what fields make of a table.

use hpack::{Kind, static_table};
use serde::Serialize;

/// Fields and entries of one direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Tally {
    /// Number of fields.
    pub fields: u64,
    /// Indexed fields of the static table (RFC 7541 §6.1).
    pub static_hits: u64,
    /// Indexed fields of the dynamic table.
    pub dynamic_hits: u64,
    /// Literals with an indexed name.
    pub name_hits: u64,
    /// Literals with a new name.
    pub literals: u64,
    /// Number of entries inserted.
    pub inserted: u64,
    /// Size of the entries inserted, bytes (RFC 7541 §4.1).
    pub inserted_bytes: u64,
    /// Number of entries evicted.
    pub evicted: u64,
    /// Size of the entries evicted, bytes.
    pub evicted_bytes: u64,
    /// Number of entries inserted and evicted without any use.
    pub unused: u64,
    /// Size of the entries inserted and evicted without any use, bytes.
    pub unused_bytes: u64,
}

impl Tally {
    /// Adds a field; size updates are none.
    pub(crate) fn field(&mut self, kind: Kind, index: u32) {
        self.fields += 1;
        *match (kind, index) {
            (Kind::Indexed, ..=static_table::LEN) => &mut self.static_hits,
            (Kind::Indexed, _) => &mut self.dynamic_hits,
            (_, 0) => &mut self.literals,
            _ => &mut self.name_hits,
        } += 1;
    }

    /// Adds an inserted entry of `size` bytes.
    pub(crate) fn insertion(&mut self, size: u64) {
        self.inserted += 1;
        self.inserted_bytes += size;
    }

    /// Adds an evicted entry of `size` bytes.
    pub(crate) fn eviction(&mut self, size: u64, is_unused: bool) {
        self.evicted += 1;
        self.evicted_bytes += size;
        if is_unused {
            self.unused += 1;
            self.unused_bytes += size;
        }
    }
}
