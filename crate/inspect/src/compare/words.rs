//! Fields as numbers: equal names and values have the same number.

use hpack::Kind;

use crate::{assumed::Overlay, columns::Row, strings::Numbered};

/// What is not known; it equals nothing, itself included.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// Stands for the name of a size update.
const SIZE_UPDATE: u32 = u32::MAX - 1;

/// The name and the value of a row.
pub(super) type Field = [u32; 2];

pub(super) fn is_known(field: Field) -> bool {
    !field.contains(&UNKNOWN)
}

pub(super) fn numbers<'a>(strings: &mut Numbered<'a>, both: [Option<&'a [u8]>; 2]) -> Field {
    both.map(|bytes| bytes.map_or(UNKNOWN, |bytes| strings.number(bytes)))
}

/// Name and value of a row, with what is assumed of it; of a size update,
/// the size.
pub(super) fn field<'a>(strings: &mut Numbered<'a>, overlay: Overlay<'a>, row: &Row) -> Field {
    match row.kind {
        Kind::SizeUpdate => [SIZE_UPDATE, row.size()],
        _ => numbers(strings, [overlay.name(row), overlay.value(row)]),
    }
}
