//! Warnings: rules violated by a block that can be decoded.

use hpack::{Kind, dynamic_table::entry_size};
use http2::validity::{Field, Once, Rule, Violation, check_once};
use input::visible::visible;
use serde::Serialize;

use crate::{columns::Row, session::Session};

/// A violation that a receiver may object to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Warning {
    /// Stable name of the rule.
    pub code: &'static str,
    /// Item of the block (field or size update), from 0.
    pub item: usize,
    /// Section of the RFC.
    pub section: &'static str,
    /// Human-readable sentence.
    pub message: String,
}

/// A warning in compact form. A block can violate a rule a million times, and
/// only displayed warnings need a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Item of the block.
    pub item: u32,
    /// Violated rule of RFC 9113 §8; `None` if the header list is too large.
    violation: Option<Violation>,
}

impl Found {
    /// Violated rule of RFC 9113 §8; `None` if the header list is too large.
    pub fn rule(&self) -> Option<Rule> {
        self.violation.map(|violation| violation.rule)
    }
}

impl Session {
    /// Returns the warnings of `block` in compact form, in the order of its
    /// items.
    pub fn found(&self, block: usize) -> Vec<Found> {
        found(
            self,
            block,
            self.fields(block),
            &mut self.validity_cache.borrow_mut(),
        )
    }

    /// Formats a warning [`found`](Self::found) in `block`.
    pub fn warning(&self, block: usize, found: Found) -> Warning {
        warning(self, block, found, |row| self.field(row))
    }

    /// Returns the first `most` warnings of `block` and the number of the rest.
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

/// Warnings of `block`, whose fields are `fields`.
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
            // A missing field is reported where the fields begin.
            item: item(first, violation.field().unwrap_or(0), record.rows.len()),
            violation: Some(violation),
        })
        .partition(|found| found.violation.is_some_and(|found| found.field().is_some()));
    if record.error.is_some() {
        // A block that was not decoded to its end may still have had them.
        missing.clear();
    }
    let mut found = of_fields;
    for about_message in missing.into_iter().chain(list_too_large(session, block)) {
        let at = found.partition_point(|other| other.item <= about_message.item);
        found.insert(at, about_message);
    }
    found
}

/// Formats a warning [`found`] in `block`. `field` returns a row's field.
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

/// Checks the receiver's announced limit (RFC 9113 §10.5.1). The block is
/// decoded whole nonetheless, because the table must stay in sync.
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

/// Item of a field: size updates precede all fields (RFC 7541 §4.2).
fn item(first: usize, field: usize, items: usize) -> u32 {
    (first + field).min(items.saturating_sub(1)) as u32
}

#[cfg(test)]
mod tests {
    use input::{Block, Sender};

    use crate::{Options, Session};

    /// Thousands of blocks may refer to one entry.
    #[test]
    fn validates_a_shared_value_once() {
        let mut first = vec![0x40, 1, b'x', 0x7f, 0];
        first.extend([b'v'; 127]);
        let blocks = [vec![first], vec![vec![0xbe]; 9]].concat();
        let all = blocks
            .iter()
            .map(|bytes| Block::new(Sender::Unknown, bytes));
        let mut session = Session::decode(Options::default(), all);
        for block in 0..blocks.len() {
            assert_eq!(session.found(block), []);
        }
        assert_eq!(session.validity_cache.borrow().cached_results(), 1);
        // A later block needs another check only if it moves the text, which
        // amortizes.
        let moved = (0..1000).filter(|_| {
            let block = session.push(&Block::new(Sender::Unknown, &blocks[1]));
            let is_moved = session.validity_cache.borrow().cached_results() == 0;
            assert_eq!(session.found(block), []);
            is_moved
        });
        assert!(moved.count() < 20);
    }
}
