//! Fields as pairs of interned strings.

use hpack::Kind;

use crate::{assumed::Overlay, columns::Row, strings::Numbered};

/// Unknown string; not equal to anything, including itself.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// Placeholder for the name of a size update.
const SIZE_UPDATE: u32 = u32::MAX - 1;

pub(super) type Field = [u32; 2];

pub(super) fn is_known(field: Field) -> bool {
    !field.contains(&UNKNOWN)
}

pub(super) fn numbers<'a>(strings: &mut Numbered<'a>, both: [Option<&'a [u8]>; 2]) -> Field {
    both.map(|bytes| bytes.map_or(UNKNOWN, |bytes| strings.number(bytes)))
}

/// Name and value of a row, with guesses; of a size update, the maximum.
pub(super) fn field<'a>(strings: &mut Numbered<'a>, overlay: Overlay<'a>, row: &Row) -> Field {
    match row.kind {
        Kind::SizeUpdate => [SIZE_UPDATE, row.size()],
        _ => numbers(strings, [overlay.name(row), overlay.value(row)]),
    }
}
