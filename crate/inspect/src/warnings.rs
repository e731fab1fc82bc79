//! What is wrong with a block that decodes: warnings, which leave the
//! decoding as it is.

use hpack::{Kind, dynamic_table::entry_size};
use http2::validity::{Field, Once, Rule, Violation, check_once};
use input::visible::visible;
use serde::Serialize;

use crate::{columns::Row, session::Session};

/// Something a receiver may object to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Warning {
    /// Stable name of the rule.
    pub code: &'static str,
    /// The item of the block (fields and size updates, from 0) that it is about.
    pub item: usize,
    /// The section.
    pub section: &'static str,
    /// A sentence.
    pub message: String,
}

/// A warning of a block in a few bytes: a block can break a rule a million
/// times, and only what is looked at is put into words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The item of the block that it is about.
    pub item: u32,
    /// The rule of RFC 9113 §8; `None` where the whole list is too large.
    violation: Option<Violation>,
}

impl Found {
    /// The rule of RFC 9113 §8 that is broken; `None` where the whole list is
    /// too large.
    pub fn rule(&self) -> Option<Rule> {
        self.violation.map(|violation| violation.rule)
    }
}

impl Session {
    /// The warnings about `block`, in the order of its items, not yet put into
    /// words.
    pub fn found(&self, block: usize) -> Vec<Found> {
        found(
            self,
            block,
            self.fields(block),
            &mut self.looked_at.borrow_mut(),
        )
    }

    /// What was [`found`](Self::found) of `block`, in words.
    pub fn warning(&self, block: usize, found: Found) -> Warning {
        warning(self, block, found, |row| self.field(row))
    }

    /// The warnings about `block`, all of them in words.
    pub fn warnings(&self, block: usize) -> Vec<Warning> {
        self.first_warnings(block, usize::MAX).0
    }

    /// The first `most` of them, and how many more there are.
    pub fn first_warnings(&self, block: usize, most: usize) -> (Vec<Warning>, usize) {
        let found = self.found(block);
        let more = found.len().saturating_sub(most);
        let first = found.into_iter().take(most);
        (
            first.map(|found| self.warning(block, found)).collect(),
            more,
        )
    }
}

/// The warnings about `block`, whose fields are read as `fields`.
pub(crate) fn found<'a>(
    session: &Session,
    block: usize,
    fields: impl Iterator<Item = Field<'a>>,
    once: &mut Once,
) -> Vec<Found> {
    let record = &session.blocks()[block];
    let violations = check_once(record.context, &fields.collect::<Vec<_>>(), once);
    let first = session.first_field(block);
    let (of_fields, mut missing): (Vec<Found>, Vec<Found>) = violations
        .into_iter()
        .map(|violation| Found {
            // What is missing belongs where the fields begin.
            item: item(first, violation.field().unwrap_or(0), record.rows.len()),
            violation: Some(violation),
        })
        .partition(|found| found.violation.is_some_and(|found| found.field().is_some()));
    if record.fault.is_some() {
        // What a block lacks that could not be read to its end is not known.
        missing.clear();
    }
    let mut found = of_fields;
    for about_message in missing.into_iter().chain(list_too_large(session, block)) {
        let at = found.partition_point(|other| other.item <= about_message.item);
        found.insert(at, about_message);
    }
    found
}

/// What was [`found`] of `block`, whose fields are read as `field` says, in words.
pub(crate) fn warning<'a>(
    session: &Session,
    block: usize,
    Found { item, violation }: Found,
    field: impl Fn(&Row) -> Field<'a>,
) -> Warning {
    let record = &session.blocks()[block];
    let Some(violation) = violation else {
        return Warning {
            code: "header-list-too-large",
            item: item as usize,
            section: "RFC 9113 §10.5.1",
            message: format!(
                "The header list takes {} bytes (name + value + 32 for each field), more than \
                 the receiver's SETTINGS_MAX_HEADER_LIST_SIZE of {}; this field passes the limit.",
                record.list_bytes,
                record.max_header_list_size.unwrap_or_default()
            ),
        };
    };
    let rows = session.rows_of(block);
    let first = session.first_field(block);
    Warning {
        code: violation.rule.code(),
        item: item as usize,
        section: violation.rule.section(),
        message: visible(&violation.message(|number| field(&rows[first + number]))).into_owned(),
    }
}

/// RFC 9113 §10.5.1: a header list above the limit that the receiver
/// announced. The block is decoded whole all the same, because the table
/// must stay in step.
fn list_too_large(session: &Session, block: usize) -> Option<Found> {
    let record = &session.blocks()[block];
    let limit = u64::from(record.max_header_list_size?);
    if record.list_bytes <= limit {
        return None;
    }
    let mut size = 0;
    let item = session.rows_of(block).iter().position(|row| {
        if row.kind != Kind::SizeUpdate {
            size += entry_size(row.plain_bytes());
        }
        size > limit
    })?;
    Some(Found {
        item: item as u32,
        violation: None,
    })
}

/// The item that is the field of that number: size updates come first in a
/// block (RFC 7541 §4.2), and one that does not ends it.
fn item(first: usize, field: usize, items: usize) -> u32 {
    (first + field).min(items.saturating_sub(1)) as u32
}

#[cfg(test)]
mod tests {
    use input::{Block, Sender};

    use super::*;
    use crate::Options;

    /// Thousands of blocks may refer to one entry.
    #[test]
    fn a_long_value_is_looked_at_once_for_all_blocks() {
        let mut first = vec![0x40, 1, b'x', 0x7f, 0];
        first.extend([b'v'; 127]);
        let blocks = [vec![first], vec![vec![0xbe]; 9]].concat();
        let mut session = Session::new(Options::default());
        for bytes in &blocks {
            session.push(&Block::new(Sender::Unknown, bytes));
        }
        for block in 0..blocks.len() {
            assert_eq!(session.found(block), []);
        }
        assert_eq!(session.looked_at.borrow().looked_at(), 1);
        // Nor does a block that came afterwards need another look, unless it
        // moves the text, which it does ever more seldom.
        let moved = (0..1000).filter(|_| {
            let block = session.push(&Block::new(Sender::Unknown, &blocks[1]));
            let is_moved = session.looked_at.borrow().looked_at() == 0;
            assert_eq!(session.found(block), []);
            is_moved
        });
        assert!(moved.count() < 20);
    }
}
