//! The dynamic table at any step of a session.

use hpack::{DynamicTable, TableState, static_table};
use serde::Serialize;

use crate::{
    columns::flags,
    session::{Direction, Inserter, Session},
    text::beginning,
};

/// Evicted entries that one answer lists; the rest are counted.
const LISTED: usize = 64;

/// Bytes of a name or value that one answer carries.
const TEXT: usize = 1024;

/// How full the table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TableFill {
    /// Bytes of the known entries (RFC 7541 §4.1).
    pub size: u64,
    /// The maximum in use, bytes.
    pub max_size: u32,
    /// The limit announced, bytes.
    pub limit: u32,
    /// Known entries.
    pub count: usize,
}

impl TableFill {
    /// The table at `moment`.
    pub fn at(table: &DynamicTable, moment: &TableState) -> Self {
        Self {
            size: table.size_at(moment),
            max_size: moment.maximum(),
            limit: moment.limit(),
            count: table.count_at(moment),
        }
    }
}

/// One entry.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableEntry {
    /// 62 and up; `None` once it has left.
    pub index: Option<u32>,
    /// Its place in the log.
    pub position: i64,
    /// Its name, where known; its beginning, where long.
    #[cfg_attr(feature = "typescript", ts(type = "ShownText | null"))]
    pub name: Option<String>,
    /// Its value, likewise.
    #[cfg_attr(feature = "typescript", ts(type = "ShownText | null"))]
    pub value: Option<String>,
    /// Bytes; `None` where the name is not known.
    pub size: Option<u64>,
    /// Who inserted it.
    pub from: Option<Inserter>,
}

/// The table after a step.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TableView {
    /// How full it is.
    pub fill: TableFill,
    /// Whether the size and count of `fill` are only the least that there can
    /// be.
    pub at_least: bool,
    /// Entries from before the first byte that may still be there.
    pub unknown: usize,
    /// The limit to which the encoder still has to go down, bytes.
    pub pending: Option<u32>,
    /// Number of the first entry in `entries`, newest first.
    pub from: usize,
    /// The entries from there on.
    pub entries: Vec<TableEntry>,
    /// Position of the entry that this step inserted.
    pub inserted: Option<i64>,
    /// The first of the entries that this step evicted, newest first.
    pub evicted: Vec<TableEntry>,
    /// How many it evicted in all.
    pub evicted_total: u32,
}

impl Session {
    /// The table of `direction` after `row` (`None`: at the start), entries
    /// `from..to` of it, newest first.
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
            pending: moment.pending(),
            from,
            entries,
            inserted: record
                .filter(|row| row.has(flags::INSERTED))
                .map(|_| moment.end() - 1),
            evicted: row.map_or_else(Vec::new, |row| self.evicted(row)),
            evicted_total: record.map_or(0, |row| row.evicted),
        })
    }

    /// The table of `direction` as it is at the end of `block`, or at its fault.
    pub fn fill_after(&self, block: usize) -> TableFill {
        TableFill::at(self.direction(block).table(), &self.blocks()[block].after)
    }

    /// Whether the size and count of [`Self::fill_after`] are exact, and not
    /// only the least that there can be.
    pub fn is_fill_certain(&self, block: usize) -> bool {
        is_certain(self.direction(block), &self.blocks()[block].after)
    }

    /// The entries that `row` evicted, newest first, at most [`LISTED`].
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
        let text = |bytes: &[u8]| beginning(bytes, TEXT);
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

/// Whether size and count of the table are exact: no entries from before may be
/// there, and the name of each that is there is known.
fn is_certain(direction: &Direction, moment: &TableState) -> bool {
    // Where nothing was ever unknown, no entry has to be looked at.
    if !direction.start.unknown() && moment.known() <= 0 {
        return true;
    }
    let mut entries = direction.table().entries_at(moment);
    !moment.unknown() && entries.all(|entry| entry.name.is_some())
}
