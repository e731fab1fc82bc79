//! Accounts for a direction's table: hits, evictions, and the savings of each
//! entry.
//!
//! Savings are relative to an encoder without a dynamic table, which writes a
//! static index if the static table has the field, and otherwise a literal
//! without indexing, with a static name index if possible and with strings
//! coded as in the entry's literal. The extra cost of inserting (negative if
//! the longer prefix of incremental indexing saves a byte) is subtracted. So
//! total savings plus bytes written equal the size without the table.

use std::ops::Range;

use hpack::{
    Kind,
    dynamic_table::entry_size,
    static_table::{self, Match},
};
use serde::Serialize;

use super::lists::{Listed, Lists};
use crate::{policies::HuffmanUse, recorder::make_room, tally::Tally};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// Number of its field; `None` for a size update and for omitted fields.
    pub(super) field: Option<u32>,
    pub(super) kind: Kind,
    pub(super) bytes: u32,
    pub(super) index: u32,
    /// Position of the dynamic entry that the index refers to.
    pub(super) refers: Option<i64>,
    pub(super) huffman: [Option<bool>; 2],
    pub(super) inserted: Option<i64>,
    pub(super) evicted: Range<i64>,
}

/// Totals of a direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "WhatIfTotals"))]
#[serde(rename_all = "camelCase")]
pub struct Totals {
    /// Size on the wire including size updates, bytes.
    pub bytes: u64,
    /// Size of size updates, bytes (RFC 7541 §6.3).
    pub size_updates: u64,
    /// Fields, and entries of the table.
    #[serde(flatten)]
    pub tally: Tally,
    /// Bytes saved by entries, net of the cost of inserting them.
    pub saved: i64,
}

/// Life of one entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryAccount {
    pub(super) position: i64,
    /// Number of its field in the lists.
    pub field: u32,
    /// Block that inserted it, by number in the lists.
    pub inserted: u32,
    /// Block that evicted it, by number in the lists.
    pub evicted: Option<u32>,
    /// Number of indexed fields that refer to it.
    pub uses: u32,
    /// Number of literals that take their name from it.
    pub name_uses: u32,
    /// Bytes saved, net of the cost of inserting it.
    pub saved: i64,
    /// Size of its field without a dynamic table, bytes.
    static_len: u32,
}

/// Accounts for the steps of a direction, in order.
#[derive(Clone, Debug)]
pub struct Account {
    /// Coding of strings that were not sent as literals.
    coding: HuffmanUse,
    /// Totals so far.
    pub totals: Totals,
    /// Entries, ordered by position.
    pub entries: Vec<EntryAccount>,
    /// Size of each block so far, bytes.
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

    pub(super) fn begin_block(&mut self) {
        make_room(&mut self.blocks);
        self.blocks.push(0);
    }

    /// Adds the next step of the current block.
    pub(super) fn add(&mut self, lists: &Lists, step: &Step) {
        // Counts before evicting: an insertion may evict the entry that it
        // refers to.
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

    /// Counts a step's bytes and hits, and the savings of the entry that it
    /// refers to. Returns the match of its field in the static table.
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
        self.totals.tally.field(step.kind, step.index);
        let field = lists.fields[number as usize];
        let found = static_table::find(lists.string(field.name), lists.string(field.value));
        if let Some(entry) = step.refers.and_then(|position| self.entry(position)) {
            let entry = &mut self.entries[entry];
            let gained = if step.kind == Kind::Indexed {
                entry.uses += 1;
                i64::from(entry.static_len) - i64::from(step.bytes)
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
            |flag: Option<bool>, string| flag.unwrap_or_else(|| lists.codes(self.coding, string));
        let static_len = match found {
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
            static_len,
        });
        self.totals.tally.insertion(size(lists, field));
    }

    fn evict(&mut self, lists: &Lists, position: i64, block: u32) {
        let Some(entry) = self.entry(position) else {
            return;
        };
        let entry = &mut self.entries[entry];
        entry.evicted = Some(block);
        let size = size(lists, lists.fields[entry.field as usize]);
        let is_unused = entry.uses == 0 && entry.name_uses == 0;
        self.totals.tally.eviction(size, is_unused);
    }

    /// Number of the entry at `position`; `None` if no step inserted it.
    fn entry(&self, position: i64) -> Option<usize> {
        self.entries
            .binary_search_by_key(&position, |entry| entry.position)
            .ok()
    }
}

/// Size of a field as an entry, bytes (RFC 7541 §4.1).
pub(super) fn size(lists: &Lists, field: Listed) -> u64 {
    let bytes = |string| u64::from(lists.length(string, false));
    entry_size(bytes(field.name) + bytes(field.value))
}

/// Length of a field's name, including the first byte, in a literal without
/// indexing and without a dynamic table, bytes.
fn name_len(lists: &Lists, field: Listed, found: Option<Match>, coded: bool) -> u32 {
    match found {
        Some(Match { index, .. }) => integer_len(index, Kind::WithoutIndexing.prefix_bits()),
        None => 1 + lists.literal_len(field.name, coded),
    }
}

/// Length of an integer, bytes (RFC 7541 §5.1).
fn integer_len(value: u32, prefix_bits: u8) -> u32 {
    hpack::integer::encoded_len(prefix_bits, u64::from(value)) as u32
}
