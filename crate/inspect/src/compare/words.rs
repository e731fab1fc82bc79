//! Fields as pairs of interned strings.

use hpack::Kind;

pub(super) use crate::strings::UNKNOWN;
use crate::{assumed::Overlay, columns::Row, strings::Numbered};

/// Placeholder for the name of a size update.
const SIZE_UPDATE: u32 = u32::MAX - 1;

pub(super) type Field = [u32; 2];

/// An unknown string equals nothing, including itself.
pub(super) fn is_known(field: Field) -> bool {
    !field.contains(&UNKNOWN)
}

/// Name and value of a row, with guesses; of a size update, the maximum.
pub(super) fn field<'a>(strings: &mut Numbered<'a>, overlay: Overlay<'a>, row: &Row) -> Field {
    match row.kind {
        Kind::SizeUpdate => [SIZE_UPDATE, row.size()],
        _ => strings.numbers([overlay.name(row), overlay.value(row)]),
    }
}
