//! One side of a comparison in numbers.

use hpack::{Kind, integer::encoded_len};
use serde::Serialize;

use crate::{
    Session,
    columns::{Row, flags},
};

/// A block in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ComparedSums"))]
#[serde(rename_all = "camelCase")]
pub struct Sums {
    /// Fields; a size update is none.
    pub fields: u32,
    /// Bytes on the wire.
    pub bytes: usize,
    /// Bytes of the known names and values, written out.
    pub plain_bytes: u64,
    /// Bytes of the fields, were each a literal with a literal name (RFC 7541
    /// §6.2), not Huffman-coded. Of what is not known nothing is counted.
    pub literal_bytes: u64,
    /// By representation, in the order of RFC 7541 §6.
    pub kinds: Vec<ComparedKindSum>,
}

/// What one representation takes in a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ComparedKindSum {
    /// The representation.
    #[cfg_attr(feature = "typescript", ts(type = "Kind"))]
    pub kind: &'static str,
    /// Fields or size updates.
    pub count: u32,
    /// Their bytes on the wire.
    pub bytes: u32,
}

impl Sums {
    /// Those of `block`, which is less than the number of blocks.
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
            literal_bytes: rows.iter().map(literal).sum(),
            kinds: kinds.into(),
        }
    }
}

/// The bytes of a field as a literal: the representation's own byte, and
/// each string behind its length.
fn literal(row: &Row) -> u64 {
    if row.kind == Kind::SizeUpdate || row.has(flags::NAME_UNKNOWN | flags::VALUE_UNKNOWN) {
        return 0;
    }
    let string = |bytes: u32| encoded_len(7, bytes.into()) as u64 + u64::from(bytes);
    1 + string(row.name_bytes) + string(row.value_bytes)
}
