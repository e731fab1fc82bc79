//! Header blocks of a session as text from which the same session is read
//! ([`input::paste::exported`]).

use std::sync::Arc;

use hpack::{DynamicTable, History, TableState, dynamic_table::DEFAULT_MAXIMUM};
use input::{Before, Block, paste::exported::Writer};

use crate::session::Session;

/// Bytes of text at most: a table can be written with each block.
const MOST: usize = 64 << 20;

/// Writes blocks one by one, each with the table that it meets where those
/// before it do not lead to it.
#[derive(Debug)]
pub struct Exporter {
    writer: Writer,
    followed: Followed,
}

impl Exporter {
    /// An exporter that has written nothing but `remark`, which is for people.
    pub fn new(remark: &str) -> Self {
        let mut writer = Writer::default();
        writer.remark(remark);
        Self {
            writer,
            followed: Followed::default(),
        }
    }

    /// Writes a block with a higher number than those before; `None` if that is
    /// too much to write.
    pub fn block(&mut self, session: &Session, number: usize) -> Option<()> {
        let follows = self.followed.leads_to(session, number);
        if !(follows || session.table_fits(number, MOST)) {
            return None;
        }
        let before = session.what_is_before(number, follows);
        self.writer.block(&session.block(number, &before));
        (self.writer.size() <= MOST).then_some(())
    }

    /// Returns the whole text.
    pub fn finish(self) -> String {
        self.writer.finish()
    }
}

/// The blocks that a reader of some of a session's blocks has met.
#[derive(Debug, Default)]
pub(crate) struct Followed {
    last: Vec<Option<usize>>,
}

impl Followed {
    /// Whether the blocks before lead to the table that `number` meets, which is
    /// the next.
    pub(crate) fn leads_to(&mut self, session: &Session, number: usize) -> bool {
        self.last.resize(session.directions().len(), None);
        let direction = session.blocks()[number].direction as usize;
        let before = self.last[direction].replace(number);
        session.leads_to(before, number)
    }

    /// What is before the next block: the table that it meets where those before
    /// it do not lead to it.
    pub(crate) fn next(&mut self, session: &Session, number: usize) -> Before {
        let follows = self.leads_to(session, number);
        session.what_is_before(number, follows)
    }
}

impl Session {
    /// The blocks `numbers`, in rising order, as an [`Exporter`] writes them.
    /// `None` where that is too much to write.
    pub fn export(&self, numbers: impl IntoIterator<Item = usize>, remark: &str) -> Option<String> {
        let mut exporter = Exporter::new(remark);
        for number in numbers {
            exporter.block(self, number)?;
        }
        Some(exporter.finish())
    }

    /// Whether the table that `block` meets takes `most` bytes at most: entries
    /// share their names, so written out it can take any multiple of the input.
    pub(crate) fn table_fits(&self, block: usize, most: usize) -> bool {
        let before = &self.blocks()[block].before;
        self.direction(block).table().size_at(before) <= most as u64
    }

    /// A block with the table that it meets, as text that is read back to the
    /// same fields. `None` where it needs no table, or is too large.
    pub fn with_table(&self, block: usize) -> Option<String> {
        (block < self.blocks().len() && !self.leads_to(None, block))
            .then(|| self.export([block], ""))
            .flatten()
    }

    /// Whether the table that `block` meets follows from the block `before` it
    /// in its direction, or without one from a fresh start.
    pub(crate) fn leads_to(&self, before: Option<usize>, block: usize) -> bool {
        let record = &self.blocks()[block];
        let follows = match before {
            Some(before) => {
                self.blocks()[before].number + 1 == record.number
                    && self.imposed(before as u32, true).is_empty()
            }
            None => record.number == 0 && self.direction(block).start == fresh(),
        };
        follows && self.imposed(block as u32, false).is_empty()
    }

    pub(crate) fn block<'a>(&'a self, number: usize, before: &'a Before) -> Block<'a> {
        Block {
            label: self.blocks()[number].label.as_deref(),
            before,
            ..Block::new(self.direction(number).sender, self.bytes(number))
        }
    }

    /// What decides how `block` is decoded: without the table that it meets if
    /// it `follows` the blocks before it.
    pub(crate) fn what_is_before(&self, block: usize, follows: bool) -> Before {
        let record = &self.blocks()[block];
        let table = self.direction(block).table();
        Before {
            framed: record.framed,
            blocks_missing: record.after_loss,
            after_error: record.after_fault && !follows,
            limit_unknown: record.limit_unknown,
            limit_changes: record.limit_changes.clone(),
            max_header_list_size: record.max_header_list_size,
            table: (!follows).then(|| Arc::new(table.snapshot_at(&record.before))),
        }
    }
}

/// The table of a connection that begins.
fn fresh() -> TableState {
    DynamicTable::new(DEFAULT_MAXIMUM, DEFAULT_MAXIMUM, History::Kept).state()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, fixtures::pasted};

    /// Two directions, a limit that sinks, sizes, entries that leave, a fault.
    const TALK: &str = "# initial table size 256\n> 828684410f7777772e6578616d706c652e636f6d\n\n\
        < 8840037365740161\n\n# SETTINGS_HEADER_TABLE_SIZE 128\n> 3f618286be58086e6f2d6361636865\n\n\
        > 8287bfbe\n\n< be\n\n> ff00\n\n> 82";

    /// What stands in a block: fields, a fault, and the table behind it.
    fn block(session: &Session, block: usize) -> String {
        let record = &session.blocks()[block];
        let rows = record.rows.clone();
        let fields: Vec<_> = rows
            .map(|row| {
                let row = &session.rows()[row];
                (session.name(row), session.value(row), row.kind)
            })
            .collect();
        let fault = record.fault.as_ref().map(|fault| fault.kind);
        let table = session.direction(block).table();
        let after = table.snapshot_at(&record.after);
        let sender = session.direction(block).sender;
        format!(
            "{sender:?} {fields:?} {fault:?} {after:?} {:?} {:?} {}",
            record.framed, record.limit_changes, record.after_fault
        )
    }

    #[test]
    fn any_blocks_are_read_back() {
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
                // And once more, which changes nothing.
                assert_eq!(
                    again.export(0..again.blocks().len(), "some blocks"),
                    Some(text)
                );
            }
        }
    }

    #[test]
    fn a_block_that_needs_no_table_has_no_such_text() {
        let session = pasted(TALK, |_| {});
        let needs: Vec<bool> = (0..7)
            .map(|block| session.with_table(block).is_some())
            .collect();
        // The initial size is of both directions.
        assert_eq!(needs, [true; 7]);
        let session = pasted("82\n\n82", |_| {});
        assert!(session.with_table(0).is_none());
        assert!(session.with_table(1).is_some());
        assert!(session.with_table(2).is_none());
    }
}
