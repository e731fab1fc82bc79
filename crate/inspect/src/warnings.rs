//! What is wrong with a block that decodes: warnings, which leave the
//! decoding as it is.

use hpack::Kind;
use http2::validity::{Field, check};
use serde::Serialize;

use crate::session::Session;

/// Something a receiver may object to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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

impl Session {
    /// The warnings about `block`.
    #[must_use]
    pub fn warnings(&self, block: usize) -> Vec<Warning> {
        let mut warnings = self.message(block);
        warnings.extend(self.list_too_large(block));
        warnings
    }

    /// RFC 9113 §8: what a message must not have, or lacks.
    fn message(&self, block: usize) -> Vec<Warning> {
        let record = &self.blocks()[block];
        let (items, fields): (Vec<usize>, Vec<Field<'_>>) = self.fields(block).unzip();
        let breaches = check(record.context, &fields);
        drop(fields);
        breaches
            .into_iter()
            // What a block lacks that could not be read to its end is not known.
            .filter(|breach| breach.field.is_some() || record.fault.is_none())
            .map(|breach| Warning {
                code: breach.code,
                // What is missing belongs where the fields begin.
                item: items
                    .get(breach.field.unwrap_or(0))
                    .copied()
                    .unwrap_or_default(),
                section: breach.section,
                message: breach.message,
            })
            .collect()
    }

    /// RFC 9113 §10.5.1: a header list above the limit that the receiver
    /// announced. The block is decoded whole all the same, because the table
    /// must stay in step.
    fn list_too_large(&self, block: usize) -> Option<Warning> {
        let record = &self.blocks()[block];
        let limit = u64::from(record.max_header_list_size?);
        if record.list_octets <= limit {
            return None;
        }
        let mut size = 0;
        let item = self.rows()[record.rows.clone()].iter().position(|row| {
            if row.kind != Kind::SizeUpdate {
                size += row.plain_octets() + 32;
            }
            size > limit
        })?;
        Some(Warning {
            code: "header-list-too-large",
            item,
            section: "RFC 9113 §10.5.1",
            message: format!(
                "The header list takes {} octets (name + value + 32 for each field); the receiver's \
                 SETTINGS_MAX_HEADER_LIST_SIZE is {limit}, which it passes with this field.",
                record.list_octets
            ),
        })
    }
}
