//! Common entries of two dynamic tables.

use std::collections::{HashMap, hash_map::Entry as Slot};

use hpack::{DynamicTable, TableState};
use serde::Serialize;

use crate::{strings::Numbered, table::TableFill, text::truncated};

/// Entries listed that are only on one side. The rest are counted.
const LISTED: usize = 64;

/// Bytes shown of a name or value.
const TEXT: usize = 256;

/// A comparison of two tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ComparedTables {
    /// Fill level of the left table.
    pub left: TableFill,
    /// Fill level of the right table.
    pub right: TableFill,
    /// Number of known entries in both, counted with multiplicity.
    pub both: usize,
    /// Number of known entries only on the left.
    pub only_left: usize,
    /// Number of known entries only on the right.
    pub only_right: usize,
    /// First entries only on the left, newest first.
    pub left_entries: Vec<ComparedEntry>,
    /// First entries only on the right, newest first.
    pub right_entries: Vec<ComparedEntry>,
}

/// Name and value of an entry, truncated if long.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ComparedEntry {
    /// The name.
    #[cfg_attr(feature = "typescript", ts(type = "ShownText"))]
    pub name: String,
    /// The value.
    #[cfg_attr(feature = "typescript", ts(type = "ShownText"))]
    pub value: String,
}

pub(super) type Moment<'a> = (&'a DynamicTable, TableState);

type Known<'a> = Vec<([u32; 2], [&'a [u8]; 2])>;

impl ComparedTables {
    pub(super) fn of<'a>(left: Moment<'a>, right: Moment<'a>, words: &mut Numbered<'a>) -> Self {
        let [left_known, right_known] = [left, right].map(|moment| known(moment, words));
        let (only_left, left_entries) = difference(&left_known, &right_known);
        let (only_right, right_entries) = difference(&right_known, &left_known);
        Self {
            left: TableFill::at(left.0, &left.1),
            right: TableFill::at(right.0, &right.1),
            both: left_known.len() - only_left,
            only_left,
            only_right,
            left_entries,
            right_entries,
        }
    }
}

fn known<'a>((table, moment): Moment<'a>, words: &mut Numbered<'a>) -> Known<'a> {
    let known = table.entries_at(&moment).filter_map(|entry| {
        let field = words.numbers([entry.name, entry.value]);
        Some((field, [entry.name?, entry.value?]))
    });
    known.collect()
}

/// Number of entries of `one` that are not in `other`, and the first of them.
fn difference(one: &Known<'_>, other: &Known<'_>) -> (usize, Vec<ComparedEntry>) {
    let mut left: HashMap<[u32; 2], u32> = HashMap::new();
    for (field, _) in other {
        *left.entry(*field).or_default() += 1;
    }
    let mut count = 0;
    let mut listed = Vec::new();
    for (field, bytes) in one {
        if let Slot::Occupied(mut slot) = left.entry(*field)
            && *slot.get() > 0
        {
            *slot.get_mut() -= 1;
            continue;
        }
        count += 1;
        if listed.len() < LISTED {
            let [name, value] = bytes.map(|bytes| truncated(bytes, TEXT));
            listed.push(ComparedEntry { name, value });
        }
    }
    (count, listed)
}
