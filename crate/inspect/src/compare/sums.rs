//! Totals of one side of a comparison.

use hpack::{Kind, integer::encoded_len};
use serde::Serialize;

use crate::{
    Session,
    columns::{Row, flags},
};

/// Totals of a block.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ComparedSums"))]
#[serde(rename_all = "camelCase")]
pub struct Sums {
    /// Number of fields.
    pub fields: u32,
    /// Size on the wire, bytes.
    pub bytes: usize,
    /// Decoded size of known names and values, bytes.
    pub plain_bytes: u64,
    /// Size as literals with literal names and without Huffman coding (RFC 7541
    /// §6.2), bytes. Unknown strings are not counted.
    pub literal_bytes: u64,
    /// Why the block can't be decoded to its end, as a sentence.
    pub error: Option<String>,
    /// Totals by representation, in the order of RFC 7541 §6.
    pub kinds: Vec<ComparedKindSum>,
}

/// Total of one representation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ComparedKindSum {
    /// Kind of the representation.
    #[cfg_attr(feature = "typescript", ts(type = "Kind"))]
    pub kind: &'static str,
    /// Number of fields or size updates.
    pub count: u32,
    /// Size on the wire, bytes.
    pub bytes: u32,
}

impl Sums {
    /// Totals of `block`. Panics if it is out of range.
    pub fn of(session: &Session, block: usize) -> Self {
        let record = &session.blocks()[block];
        let rows = session.rows_of(block);
        let mut counts = [0; Kind::ALL.len()];
        for row in rows {
            counts[row.kind as usize] += 1;
        }
        let kinds = Kind::ALL.map(|kind| ComparedKindSum {
            kind: kind.name(),
            count: counts[kind as usize],
            bytes: record.kind_bytes[kind as usize],
        });
        Self {
            fields: record.fields,
            bytes: record.bytes.len(),
            plain_bytes: record.plain_bytes,
            literal_bytes: rows.iter().map(literal_len).sum(),
            error: record.error.map(|error| error.to_string()),
            kinds: kinds.into(),
        }
    }
}

/// Size of a field as a literal: first byte, and each string with its length.
fn literal_len(row: &Row) -> u64 {
    if row.kind == Kind::SizeUpdate || row.has(flags::NAME_UNKNOWN | flags::VALUE_UNKNOWN) {
        return 0;
    }
    let string = |bytes: u32| encoded_len(7, bytes.into()) as u64 + u64::from(bytes);
    1 + string(row.name_bytes) + string(row.value_bytes)
}
