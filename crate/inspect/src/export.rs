//! Exports blocks of a session as text that decodes to the same session
//! ([`input::exported`]).

use std::sync::Arc;

use hpack::{DynamicTable, History, TableState, dynamic_table::DEFAULT_MAXIMUM};
use input::{Before, Block, exported::Writer};

use crate::session::Session;

/// Bytes of text: each block can come with a table.
const MAX_BYTES: usize = 64 << 20;

/// Writes blocks one by one, each with the table before it unless the previous
/// blocks lead to it.
#[derive(Debug)]
pub struct Exporter {
    writer: Writer,
    followed: Followed,
}

impl Exporter {
    /// Creates an exporter that starts with the human-readable `remark`.
    pub fn new(remark: &str) -> Self {
        let mut writer = Writer::default();
        writer.remark(remark);
        Self {
            writer,
            followed: Followed::default(),
        }
    }

    /// Writes a block. Numbers must be ascending. Returns `None` if the text
    /// would be too large.
    pub fn block(&mut self, session: &Session, number: usize) -> Option<()> {
        let follows = self.followed.leads_to(session, number);
        if !(follows || session.table_fits(number, MAX_BYTES)) {
            return None;
        }
        let before = session.context_of(number, follows);
        self.writer.block(&session.block(number, &before));
        (self.writer.size() <= MAX_BYTES).then_some(())
    }

    /// Returns the whole text.
    pub fn finish(self) -> String {
        self.writer.finish()
    }
}

/// The last exported block of each direction.
#[derive(Debug, Default)]
pub(crate) struct Followed {
    last: Vec<Option<usize>>,
}

impl Followed {
    /// Whether the exported blocks lead to the table before `number`, the next
    /// block to be exported.
    pub(crate) fn leads_to(&mut self, session: &Session, number: usize) -> bool {
        self.last.resize(session.directions().len(), None);
        let direction = session.blocks()[number].direction as usize;
        let before = self.last[direction].replace(number);
        session.leads_to(before, number)
    }

    /// Context of the next block, with its table unless the exported blocks
    /// lead to it.
    pub(crate) fn next(&mut self, session: &Session, number: usize) -> Before {
        let follows = self.leads_to(session, number);
        session.context_of(number, follows)
    }
}

impl Session {
    /// Exports blocks in ascending order. `None` if the text would be too
    /// large.
    pub fn export(&self, numbers: impl IntoIterator<Item = usize>, remark: &str) -> Option<String> {
        let mut exporter = Exporter::new(remark);
        for number in numbers {
            exporter.block(self, number)?;
        }
        Some(exporter.finish())
    }

    /// Whether the table before `block` has at most `most` bytes: entries share
    /// their names, so it can be many times larger than the input.
    pub(crate) fn table_fits(&self, block: usize, most: usize) -> bool {
        let before = &self.blocks()[block].before;
        self.direction(block).table().size_at(before) <= most as u64
    }

    /// Exports one block with the table before it. `None` if it needs no table
    /// or is too large.
    pub fn with_table(&self, block: usize) -> Option<String> {
        (block < self.blocks().len() && !self.leads_to(None, block))
            .then(|| self.export([block], ""))
            .flatten()
    }

    /// Whether the table before `block` follows from the block `before` it in
    /// its direction; without one, from a fresh start.
    pub(crate) fn leads_to(&self, before: Option<usize>, block: usize) -> bool {
        let record = &self.blocks()[block];
        let follows = match before {
            Some(before) => {
                self.blocks()[before].number + 1 == record.number
                    && self.table_edits(before as u32, true).is_empty()
            }
            None => record.number == 0 && self.direction(block).start == fresh(),
        };
        follows && self.table_edits(block as u32, false).is_empty()
    }

    pub(crate) fn block<'a>(&'a self, number: usize, before: &'a Before) -> Block<'a> {
        Block {
            label: self.blocks()[number].label.as_deref(),
            before,
            ..Block::new(self.direction(number).sender, self.bytes(number))
        }
    }

    /// Context in which `block` is decoded, with its table unless it `follows`
    /// the previous blocks.
    pub(crate) fn context_of(&self, block: usize, follows: bool) -> Before {
        let record = &self.blocks()[block];
        let table = self.direction(block).table();
        Before {
            framed: record.framed,
            missing: record.missing(),
            blocks_missing: record.after_loss,
            after_error: record.after_error && !follows,
            limit_unknown: record.limit_unknown,
            limit_changes: record.limit_changes.clone(),
            max_header_list_size: record.max_header_list_size,
            table: (!follows).then(|| Arc::new(table.snapshot_at(&record.before))),
        }
    }
}

fn fresh() -> TableState {
    DynamicTable::new(DEFAULT_MAXIMUM, DEFAULT_MAXIMUM, History::Kept).state()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, fixtures::pasted};

    /// Two directions, a reduced limit, size updates, evictions, an error.
    const TALK: &str = "# initial table size 256\n> 828684410f7777772e6578616d706c652e636f6d\n\n\
        < 8840037365740161\n\n# SETTINGS_HEADER_TABLE_SIZE 128\n> 3f618286be58086e6f2d6361636865\n\n\
        > 8287bfbe\n\n< be\n\n> ff00\n\n> 82";

    /// Fields, error and table of a block.
    fn block(session: &Session, block: usize) -> String {
        let record = &session.blocks()[block];
        let rows = record.rows.clone();
        let fields: Vec<_> = rows
            .map(|row| {
                let row = &session.rows()[row];
                (session.name(row), session.value(row), row.kind)
            })
            .collect();
        let error = record.error.as_ref().map(|error| error.kind);
        let table = session.direction(block).table();
        let after = table.snapshot_at(&record.after);
        let sender = session.direction(block).sender;
        format!(
            "{sender:?} {fields:?} {error:?} {after:?} {:?} {:?} {}",
            record.framed, record.limit_changes, record.after_error
        )
    }

    #[test]
    fn exports_round_trip() {
        let unknown = |options: &mut Options| {
            options.start.unknown = true;
            options.start.assumed = true;
        };
        let prior = |options: &mut Options| {
            options.start.prior =
                vec![(b"a".to_vec(), b"\xff\n".to_vec()), (b"b".to_vec(), vec![])];
        };
        let sessions = [
            pasted(TALK, |_| {}),
            pasted("82\n\nbe\n\n4001610162be\n\nbebf", unknown),
            pasted("bebf\n\n82", prior),
        ];
        for session in sessions {
            let count = session.blocks().len();
            for chosen in 1..1_u32 << count {
                let numbers = || (0..count).filter(|number| chosen >> number & 1 == 1);
                let text = session.export(numbers(), "some blocks").unwrap();
                let again = pasted(&text, |_| {});
                let expected: Vec<String> = numbers().map(|one| block(&session, one)).collect();
                let read_back: Vec<String> = (0..again.blocks().len())
                    .map(|one| block(&again, one))
                    .collect();
                assert_eq!(read_back, expected, "{text}");
                // Exporting again changes nothing.
                let twice = again.export(0..again.blocks().len(), "some blocks");
                assert_eq!(twice, Some(text));
            }
        }
    }

    #[test]
    fn exports_tables_only_where_needed() {
        let session = pasted(TALK, |_| {});
        // The initial size applies to both directions.
        assert!((0..7).all(|block| session.with_table(block).is_some()));
        let session = pasted("82\n\n82", |_| {});
        assert!(session.with_table(0).is_none());
        assert!(session.with_table(1).is_some());
        assert!(session.with_table(2).is_none());
    }
}
