//! Decompression bomb: one large entry and many one-byte references to it.

use hpack::{
    Decoder, DynamicTable, History, InspectedField, Limits, dynamic_table::entry_size, integer,
};
use serde::{Deserialize, Serialize};

use crate::explain::ErrorDetail;

/// Maximum length of the entry's value, bytes, and number of references.
const MAX: u32 = 1 << 16;

/// Indexed field: the newest entry of the dynamic table (RFC 7541 §6.1).
const NEWEST: u8 = 0x80 | 62;

/// Parameters of the bomb.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Bomb"))]
#[serde(rename_all = "camelCase")]
pub struct Amplification {
    /// Maximum of the table, bytes.
    pub table_size: u32,
    /// Length of the entry's value, at most 65,536 bytes. The name has one
    /// byte.
    pub value_bytes: u32,
    /// Number of references to the entry, at most 65,536.
    pub references: u32,
    /// SETTINGS_MAX_HEADER_LIST_SIZE (RFC 9113 §6.5.2), bytes; `None` for no
    /// limit.
    pub list_limit: Option<u64>,
}

/// Result of decoding the bomb.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Blast"))]
#[serde(rename_all = "camelCase")]
pub struct Amplified {
    /// Size of the block, bytes.
    pub wire_bytes: usize,
    /// Number of decoded fields.
    pub fields: u32,
    /// Decoded size of names and values, bytes.
    pub plain_bytes: u64,
    /// Header list size: name + value + 32 per field, bytes (RFC 9113 §6.5.2).
    pub list_bytes: u64,
    /// Point at which a receiver that counts while decoding exceeds the limit.
    pub limited: Option<Limited>,
    /// Decoding error: an entry that did not fit cannot be referred to.
    pub error: Option<ErrorDetail>,
}

/// The field that exceeds the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Limited {
    /// Number of fields including this one.
    pub fields: u32,
    /// Size of the block up to its end, bytes.
    pub wire_bytes: usize,
}

impl Amplification {
    /// Encodes the bomb and decodes it.
    pub fn decode(&self) -> Amplified {
        let value_bytes = self.value_bytes.min(MAX);
        // A literal with incremental indexing and the name `x` (RFC 7541 §6.2.1).
        let mut block = vec![0x40, 1, b'x'];
        integer::encode(0, 7, u64::from(value_bytes), &mut block);
        block.resize(block.len() + value_bytes as usize, b'a');
        block.resize(block.len() + self.references.min(MAX) as usize, NEWEST);

        let table = DynamicTable::new(self.table_size, self.table_size, History::Forgotten);
        let mut amplified = Amplified {
            wire_bytes: block.len(),
            ..Amplified::default()
        };
        let mut decoder = Decoder::with_table(table).with_limits(Limits::NONE);
        let error = decoder.visit(&block, &mut |field: InspectedField<'_>| {
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
        amplified.error = error
            .err()
            .map(|error| ErrorDetail::new(&error, block.len()));
        amplified
    }
}

fn bytes(field: &InspectedField<'_>) -> u64 {
    (field.name.map_or(0, <[u8]>::len) + field.value.map_or(0, <[u8]>::len)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEFAULT: Amplification = Amplification {
        table_size: 4096,
        value_bytes: 4063,
        references: 16_000,
        list_limit: None,
    };

    #[test]
    fn counts_encoded_and_decoded_bytes() {
        // 40 01 78, a length of 7f c0 1e, the value, and one byte per
        // reference.
        let amplified = DEFAULT.decode();
        assert_eq!(amplified.wire_bytes, 3 + 3 + 4063 + 16_000);
        assert_eq!(amplified.fields, 16_001);
        assert_eq!(amplified.plain_bytes, 4064 * 16_001);
        assert_eq!(amplified.list_bytes, 4096 * 16_001);
        assert!(amplified.error.is_none() && amplified.limited.is_none());
    }

    #[test]
    fn detects_the_limit_while_decoding() {
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
                ..DEFAULT
            };
            let limited = bomb.decode().limited;
            let found = limited.map(|limited| (limited.fields, limited.wire_bytes));
            assert_eq!(found, expected, "{limit}");
        }
    }

    #[test]
    fn references_to_an_entry_that_does_not_fit_fail() {
        let amplified = Amplification {
            value_bytes: 4064,
            ..DEFAULT
        }
        .decode();
        assert_eq!(amplified.fields, 1);
        assert_eq!(amplified.error.unwrap().code, "index-out-of-range");
    }

    #[test]
    fn clamps_parameters() {
        let amplified = Amplification {
            table_size: u32::MAX,
            value_bytes: u32::MAX,
            references: u32::MAX,
            list_limit: Some(u64::MAX),
        }
        .decode();
        assert_eq!(amplified.fields, MAX + 1);
    }
}
