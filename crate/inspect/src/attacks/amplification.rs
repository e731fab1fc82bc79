//! A decompression bomb: one large entry, and a byte for each time that it
//! is to come out again.

use hpack::{Decoder, DynamicTable, History, InspectedField, dynamic_table::entry_size};
use serde::{Deserialize, Serialize};

use super::{INCREMENTAL, NEWEST, literal};
use crate::explain::FaultView;

/// Bytes of an entry's value at most, and references to it.
const MOST: u32 = 1 << 16;

/// What is sent.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Bomb"))]
#[serde(rename_all = "camelCase")]
pub struct Amplification {
    /// The table's maximum, bytes.
    pub table_size: u32,
    /// Bytes of the entry's value, 65,536 at most. Its name has one.
    pub value_bytes: u32,
    /// How often the entry is referred to, 65,536 times at most.
    pub references: u32,
    /// SETTINGS_MAX_HEADER_LIST_SIZE (RFC 9113 §6.5.2), bytes; `None` for no
    /// limit.
    pub list_limit: Option<u64>,
}

/// What comes out.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Blast"))]
#[serde(rename_all = "camelCase")]
pub struct Amplified {
    /// Bytes of the block.
    pub wire_bytes: usize,
    /// Size of the entry (§4.1).
    pub entry_size: u64,
    /// Fields that were decoded.
    pub fields: u32,
    /// Bytes of their names and values.
    pub plain_bytes: u64,
    /// Bytes of names and values with 32 for each field, as SETTINGS_MAX_HEADER_LIST_SIZE
    /// counts.
    pub list_bytes: u64,
    /// Where a receiver that counts as it decodes knows that the limit is
    /// passed.
    pub limited: Option<Limited>,
    /// Why not all could be decoded: an entry that did not fit cannot be
    /// referred to.
    pub fault: Option<FaultView>,
}

/// The step that passes the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Limited {
    /// Fields until then, the one that passes it among them.
    pub fields: u32,
    /// Bytes of the block until then.
    pub wire_bytes: usize,
}

impl Amplification {
    /// Makes the block and decodes it.
    pub fn decode(&self) -> Amplified {
        let value_bytes = self.value_bytes.min(MOST);
        let mut block = Vec::new();
        literal(INCREMENTAL, value_bytes, &mut block);
        block.resize(block.len() + self.references.min(MOST) as usize, NEWEST);

        let table = DynamicTable::new(self.table_size, self.table_size, History::Forgotten);
        let mut amplified = Amplified {
            wire_bytes: block.len(),
            entry_size: entry_size(1 + u64::from(value_bytes)),
            ..Amplified::default()
        };
        let fault = Decoder::with_table(table).visit(&block, &mut |field: InspectedField<'_>| {
            let size = bytes(&field);
            amplified.fields += 1;
            amplified.plain_bytes += size;
            amplified.list_bytes += entry_size(size);
            if amplified.limited.is_none()
                && self
                    .list_limit
                    .is_some_and(|limit| amplified.list_bytes > limit)
            {
                amplified.limited = Some(Limited {
                    fields: amplified.fields,
                    wire_bytes: field.range.end,
                });
            }
        });
        amplified.fault = fault.err().as_ref().map(FaultView::from);
        amplified
    }
}

/// Bytes of a field's name and value.
fn bytes(field: &InspectedField<'_>) -> u64 {
    (field.name.map_or(0, <[u8]>::len) + field.value.map_or(0, <[u8]>::len)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    const USUAL: Amplification = Amplification {
        table_size: 4096,
        value_bytes: 4063,
        references: 16_000,
        list_limit: None,
    };

    #[test]
    fn bytes_in_and_bytes_out() {
        // 40 01 78, a length of 7f c0 1e, the value, and a byte a reference.
        let amplified = USUAL.decode();
        assert_eq!(amplified.wire_bytes, 3 + 3 + 4063 + 16_000);
        assert_eq!((amplified.entry_size, amplified.fields), (4096, 16_001));
        assert_eq!(amplified.plain_bytes, 4064 * 16_001);
        assert_eq!(amplified.list_bytes, 4096 * 16_001);
        assert!(amplified.fault.is_none() && amplified.limited.is_none());
    }

    #[test]
    fn a_limit_is_passed_in_good_time() {
        let cases = [
            (0, Some((1, 4069))),
            (4095, Some((1, 4069))),
            (4096, Some((2, 4070))),
            (65_536, Some((17, 4085))),
            (4096 * 16_001, None),
        ];
        for (limit, expected) in cases {
            let bomb = Amplification {
                list_limit: Some(limit),
                ..USUAL
            };
            let limited = bomb.decode().limited;
            assert_eq!(
                limited.map(|limited| (limited.fields, limited.wire_bytes)),
                expected,
                "{limit}"
            );
        }
    }

    #[test]
    fn an_entry_that_does_not_fit_is_not_repeated() {
        let amplified = Amplification {
            value_bytes: 4064,
            ..USUAL
        }
        .decode();
        assert_eq!(amplified.fields, 1);
        assert_eq!(amplified.fault.unwrap().code, "index-out-of-range");
    }

    #[test]
    fn no_number_is_too_large() {
        let amplified = Amplification {
            table_size: u32::MAX,
            value_bytes: u32::MAX,
            references: u32::MAX,
            list_limit: Some(u64::MAX),
        }
        .decode();
        assert_eq!(amplified.fields, MOST + 1);
    }
}
