//! What the tables did for a direction: hits, churn, and what each entry
//! saved.
//!
//! What an entry saved is held against the same fields written without any
//! dynamic table: an index into the static table where that has the field,
//! else a literal without indexing, its name by the static table's index where
//! that has it, its strings coded as the entry's own were. What inserting it
//! cost more (or less: its prefix leaves the index more bits) than a literal
//! without indexing is taken off. So all that entries saved, and the bytes
//! that were written, add up to what it would take without the table.

use std::ops::Range;

use hpack::{
    Kind,
    dynamic_table::entry_size,
    static_table::{self, Match},
};
use serde::Serialize;

use super::lists::{Listed, Lists};
use crate::{policies::HuffmanUse, recorder::make_room};

/// One representation, as it was sent or would be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// What it stands for; `None` for a size update and for what is left out.
    pub(super) field: Option<u32>,
    pub(super) kind: Kind,
    pub(super) bytes: u32,
    pub(super) index: u32,
    /// Position of the dynamic entry that the index refers to.
    pub(super) refers: Option<i64>,
    /// Whether its literal name and value are Huffman-coded.
    pub(super) huffman: [Option<bool>; 2],
    pub(super) inserted: Option<i64>,
    pub(super) evicted: Range<i64>,
}

/// A direction in numbers: as it was sent, or as it would be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "WhatIfTotals"))]
#[serde(rename_all = "camelCase")]
pub struct Totals {
    /// Bytes on the wire, size updates among them.
    pub bytes: u64,
    /// Bytes of size updates (RFC 7541 §6.3).
    pub size_updates: u64,
    /// Fields.
    pub fields: u64,
    /// Fields that are one index into the static table (§6.1).
    pub static_hits: u64,
    /// Fields that are one index into the dynamic table.
    pub dynamic_hits: u64,
    /// Literals whose name is an index.
    pub name_hits: u64,
    /// Literals, name and value.
    pub literals: u64,
    /// Entries inserted.
    pub inserted: u64,
    /// Their size (§4.1), bytes.
    pub inserted_bytes: u64,
    /// Entries evicted.
    pub evicted: u64,
    /// Their size, bytes.
    pub evicted_bytes: u64,
    /// Entries evicted without one use.
    pub unused: u64,
    /// Their size, bytes.
    pub unused_bytes: u64,
    /// Bytes that entries saved, all in all, what inserting cost taken off.
    pub saved: i64,
}

/// What became of one entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryAccount {
    pub(super) position: i64,
    /// Number of its field among those of the lists.
    pub field: u32,
    /// Number of the block that inserted it, among those of the lists.
    pub inserted: u32,
    /// The block that evicted it, likewise.
    pub evicted: Option<u32>,
    /// Fields that are its index.
    pub uses: u32,
    /// Literals that have their name from it.
    pub name_uses: u32,
    /// Bytes that it saved, what inserting it cost taken off.
    pub saved: i64,
    /// Bytes of its field without a dynamic table.
    alone: u32,
}

/// Adds up a direction's steps, in order.
#[derive(Clone, Debug)]
pub struct Account {
    /// Whether a string is coded where no literal says so.
    coding: HuffmanUse,
    /// All of it in numbers.
    pub totals: Totals,
    /// In the order of their positions.
    pub entries: Vec<EntryAccount>,
    /// Bytes of each block of the lists, as far as it has come.
    pub blocks: Vec<u32>,
}

impl Account {
    pub(super) fn new(coding: HuffmanUse) -> Self {
        Self {
            coding,
            totals: Totals::default(),
            entries: Vec::new(),
            blocks: Vec::new(),
        }
    }

    pub(super) fn begin(&mut self) {
        make_room(&mut self.blocks);
        self.blocks.push(0);
    }

    /// The next step of the block that began last.
    pub(super) fn add(&mut self, lists: &Lists, step: &Step) {
        // What an index refers to is used before the insertion evicts it.
        let found = self.count(lists, step);
        let block = self.blocks.len().saturating_sub(1) as u32;
        for position in step.evicted.clone() {
            self.evict(lists, position, block);
        }
        let (Some(number), Kind::Incremental) = (step.field, step.kind) else {
            return;
        };
        let cost = i64::from(integer_len(step.index, Kind::Incremental.prefix_bits()))
            - i64::from(integer_len(step.index, Kind::WithoutIndexing.prefix_bits()));
        self.totals.saved -= cost;
        if let Some(position) = step.inserted {
            self.insert(lists, step, position, number, found, cost);
        }
    }

    /// Counts a step's bytes and hits, and what the entry that it refers to
    /// saves by it; what the static table has of its field.
    fn count(&mut self, lists: &Lists, step: &Step) -> Option<Match> {
        let bytes = u64::from(step.bytes);
        if step.kind == Kind::SizeUpdate {
            self.totals.size_updates += bytes;
        } else if step.field.is_none() {
            return None;
        }
        self.totals.bytes += bytes;
        if let Some(bytes) = self.blocks.last_mut() {
            *bytes += step.bytes;
        }
        let number = step.field?;
        self.totals.fields += 1;
        match (step.kind, step.index, step.refers) {
            (Kind::Indexed, _, Some(_)) => self.totals.dynamic_hits += 1,
            (Kind::Indexed, _, None) => self.totals.static_hits += 1,
            (_, 0, _) => self.totals.literals += 1,
            _ => self.totals.name_hits += 1,
        }
        let field = lists.fields[number as usize];
        let found = static_table::find(lists.string(field.name), lists.string(field.value));
        if let Some(entry) = step.refers.and_then(|position| self.entry(position)) {
            let entry = &mut self.entries[entry];
            let gained = if step.kind == Kind::Indexed {
                entry.uses += 1;
                i64::from(entry.alone) - i64::from(step.bytes)
            } else {
                entry.name_uses += 1;
                let coded = lists.codes(self.coding, field.name);
                i64::from(name_len(lists, field, found, coded))
                    - i64::from(integer_len(step.index, Kind::WithoutIndexing.prefix_bits()))
            };
            entry.saved += gained;
            self.totals.saved += gained;
        }
        found
    }

    fn insert(
        &mut self,
        lists: &Lists,
        step: &Step,
        position: i64,
        number: u32,
        found: Option<Match>,
        cost: i64,
    ) {
        let field = lists.fields[number as usize];
        let coded =
            |said: Option<bool>, string| said.unwrap_or_else(|| lists.codes(self.coding, string));
        let alone = match found {
            Some(Match { index, value: true }) => integer_len(index, Kind::Indexed.prefix_bits()),
            _ => {
                let name = coded(step.huffman[0], field.name);
                let value = coded(step.huffman[1], field.value);
                name_len(lists, field, found, name)
                    .saturating_add(lists.literal_len(field.value, value))
            }
        };
        make_room(&mut self.entries);
        self.entries.push(EntryAccount {
            position,
            field: number,
            inserted: self.blocks.len().saturating_sub(1) as u32,
            evicted: None,
            uses: 0,
            name_uses: 0,
            saved: -cost,
            alone,
        });
        self.totals.inserted += 1;
        self.totals.inserted_bytes += size(lists, field);
    }

    fn evict(&mut self, lists: &Lists, position: i64, block: u32) {
        let Some(entry) = self.entry(position) else {
            return;
        };
        let entry = &mut self.entries[entry];
        entry.evicted = Some(block);
        let size = size(lists, lists.fields[entry.field as usize]);
        self.totals.evicted += 1;
        self.totals.evicted_bytes += size;
        if entry.uses == 0 && entry.name_uses == 0 {
            self.totals.unused += 1;
            self.totals.unused_bytes += size;
        }
    }

    /// Number of the entry at `position`; `None` for one that was not
    /// inserted by a step.
    fn entry(&self, position: i64) -> Option<usize> {
        self.entries
            .binary_search_by_key(&position, |entry| entry.position)
            .ok()
    }
}

/// §4.1: the size of a field as an entry, bytes.
pub(super) fn size(lists: &Lists, field: Listed) -> u64 {
    let bytes = |string| u64::from(lists.length(string, false));
    entry_size(bytes(field.name) + bytes(field.value))
}

/// Bytes of a field's name, and the byte before it, in a literal without
/// indexing that has only the static table.
fn name_len(lists: &Lists, field: Listed, found: Option<Match>, coded: bool) -> u32 {
    match found {
        Some(Match { index, .. }) => integer_len(index, Kind::WithoutIndexing.prefix_bits()),
        None => 1 + lists.literal_len(field.name, coded),
    }
}

/// §5.1: bytes of an integer.
fn integer_len(value: u32, prefix_bits: u8) -> u32 {
    hpack::integer::encoded_len(prefix_bits, u64::from(value)) as u32
}
