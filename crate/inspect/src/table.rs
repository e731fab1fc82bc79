//! The dynamic table at any step of a session.

use hpack::{DynamicTable, TableState, static_table};
use serde::Serialize;

use crate::{
    columns::flags,
    session::{Direction, Inserter, Session},
    text::truncated,
};

/// Evicted entries listed per answer. The rest are counted.
const LISTED: usize = 64;

/// Bytes shown of a name or value.
const TEXT: usize = 1024;

/// Fill level of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TableFill {
    /// Size of the known entries, bytes (RFC 7541 §4.1).
    pub size: u64,
    /// Maximum in force, bytes.
    pub max_size: u32,
    /// Announced limit, bytes.
    pub limit: u32,
    /// Number of known entries.
    pub count: usize,
}

impl TableFill {
    /// Fill level at `moment`.
    pub fn at(table: &DynamicTable, moment: &TableState) -> Self {
        Self {
            size: table.size_at(moment),
            max_size: moment.maximum(),
            limit: moment.limit(),
            count: table.count_at(moment),
        }
    }
}

/// An entry of the dynamic table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableEntry {
    /// Index, 62 and up; `None` once evicted.
    pub index: Option<u32>,
    /// Position in the log.
    pub position: i64,
    /// Name, truncated if long; `None` if unknown.
    #[cfg_attr(feature = "typescript", ts(type = "ShownText | null"))]
    pub name: Option<String>,
    /// Value, truncated if long; `None` if unknown.
    #[cfg_attr(feature = "typescript", ts(type = "ShownText | null"))]
    pub value: Option<String>,
    /// Size, bytes; `None` if the name is unknown.
    pub size: Option<u64>,
    /// Representation that inserted it.
    pub from: Option<Inserter>,
}

/// The dynamic table after a step.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TableView {
    /// Fill level.
    pub fill: TableFill,
    /// Whether the size and count of `fill` are lower bounds.
    pub at_least: bool,
    /// Number of entries from before the first byte that may still be in the
    /// table.
    pub unknown: usize,
    /// Limit that the encoder still has to reduce its maximum to, bytes.
    pub pending: Option<u32>,
    /// Number of the first entry in `entries`, counted from the newest.
    pub from: usize,
    /// Entries from `from` on, newest first.
    pub entries: Vec<TableEntry>,
    /// Position of the entry that the step inserted.
    pub inserted: Option<i64>,
    /// First entries that the step evicted, newest first.
    pub evicted: Vec<TableEntry>,
    /// Number of entries that the step evicted.
    pub evicted_total: u32,
}

impl Session {
    /// Entries `from..to` of `direction`'s table after `row` (at the start for
    /// `None`), newest first.
    pub fn table_after(
        &self,
        direction: usize,
        row: Option<usize>,
        from: usize,
        to: usize,
    ) -> Option<TableView> {
        let found = self.directions().get(direction)?;
        let table = found.table();
        let record = row
            .map(|row| self.rows().get(row))
            .map_or(Some(None), |row| row.map(Some))?;
        let moment = record.map_or(found.start, |row| self.after(row));
        let count = table.count_at(&moment);
        let from = from.min(count);
        let to = to.clamp(from, count);
        let entries = (from..to)
            .filter_map(|nth| {
                let index = u32::try_from(nth)
                    .ok()?
                    .checked_add(static_table::LEN + 1)?;
                self.table_entry(direction, moment.end() - 1 - nth as i64, Some(index))
            })
            .collect();
        Some(TableView {
            fill: TableFill::at(table, &moment),
            at_least: !is_certain(found, &moment),
            unknown: table.unknown_at(&moment),
            pending: moment.required_maximum(),
            from,
            entries,
            inserted: record
                .filter(|row| row.has(flags::INSERTED))
                .map(|_| moment.end() - 1),
            evicted: row.map_or_else(Vec::new, |row| self.evicted(row)),
            evicted_total: record.map_or(0, |row| row.evicted),
        })
    }

    /// Fill level after `block`, or at its error.
    pub fn fill_after(&self, block: usize) -> TableFill {
        TableFill::at(self.direction(block).table(), &self.blocks()[block].after)
    }

    /// Whether the size and count of [`Self::fill_after`] are exact rather than
    /// lower bounds.
    pub fn is_fill_certain(&self, block: usize) -> bool {
        is_certain(self.direction(block), &self.blocks()[block].after)
    }

    /// Entries that `row` evicted, newest first, at most [`LISTED`].
    pub(crate) fn evicted(&self, row: usize) -> Vec<TableEntry> {
        let direction = self.direction_number(&self.rows()[row]);
        self.evicted_by(row)
            .rev()
            .take(LISTED)
            .filter_map(|position| self.table_entry(direction, position, None))
            .collect()
    }

    fn table_entry(
        &self,
        direction: usize,
        position: i64,
        index: Option<u32>,
    ) -> Option<TableEntry> {
        let entry = self.directions()[direction].table().entry(position)?;
        let text = |bytes: &[u8]| truncated(bytes, TEXT);
        Some(TableEntry {
            index,
            position,
            name: entry.name.map(text),
            value: entry.value.map(text),
            size: entry.name.map(|_| entry.size),
            from: self.inserted_by(direction, position),
        })
    }
}

/// Whether size and count are exact: no unknown older entries, and every name
/// is known.
fn is_certain(direction: &Direction, moment: &TableState) -> bool {
    // Skips the scan if nothing was ever unknown.
    if !direction.start.may_hold_unknown() && moment.first_known() <= 0 {
        return true;
    }
    let mut entries = direction.table().entries_at(moment);
    !moment.may_hold_unknown() && entries.all(|entry| entry.name.is_some())
}
