//! Names and values as numbers: equal ones have the same number.

use std::collections::HashMap;

use hpack::Kind;

use crate::{assumed::Overlay, columns::Row};

/// What is not known; it equals nothing, itself included.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// Stands for the name of a size update.
const SIZE_UPDATE: u32 = u32::MAX - 1;

/// The name and the value of a row.
pub(super) type Field = [u32; 2];

pub(super) fn is_known(field: Field) -> bool {
    !field.contains(&UNKNOWN)
}

/// Numbers for the strings of both sides. Thousands of rows may refer to one
/// entry: where its octets were looked at once, they are not again.
#[derive(Debug, Default)]
pub(super) struct Words<'a> {
    by_place: HashMap<(*const u8, usize), u32>,
    by_content: HashMap<&'a [u8], u32>,
}

impl<'a> Words<'a> {
    pub(super) fn number(&mut self, octets: &'a [u8]) -> u32 {
        let Self {
            by_place,
            by_content,
        } = self;
        *by_place
            .entry((octets.as_ptr(), octets.len()))
            .or_insert_with(|| {
                let next = by_content.len() as u32;
                *by_content.entry(octets).or_insert(next)
            })
    }

    /// Name and value of a row, with what is assumed of it; of a size update,
    /// the size.
    pub(super) fn field(&mut self, overlay: Overlay<'a>, row: &Row) -> Field {
        if row.kind == Kind::SizeUpdate {
            return [SIZE_UPDATE, row.size()];
        }
        [overlay.name(row), overlay.value(row)]
            .map(|octets| octets.map_or(UNKNOWN, |octets| self.number(octets)))
    }
}
