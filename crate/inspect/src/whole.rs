//! Untruncated names and values for copying and encoding. Lists and
//! explanations only carry truncated, displayable text.

use serde::{Deserialize, Serialize};

use crate::{
    codes::codes,
    columns::{Row, flags},
    session::Session,
    text::{hex, lossy, unhex},
};

/// Bytes of names and values per answer: a few indices can refer to gigabytes.
const MAX_BYTES: u64 = 16 << 20;

/// A whole name and value, exchanged with the page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FieldText {
    /// The name, with U+FFFD in place of invalid UTF-8.
    #[serde(default)]
    pub name: String,
    /// The value, with U+FFFD in place of invalid UTF-8.
    #[serde(default)]
    pub value: String,
    /// The name in hex digits if it is not UTF-8. Takes precedence over `name`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub name_hex: Option<String>,
    /// The value in hex digits if it is not UTF-8. Takes precedence over
    /// `value`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub value_hex: Option<String>,
}

impl FieldText {
    pub(crate) fn new(name: &[u8], value: &[u8]) -> Self {
        let digits = |bytes| std::str::from_utf8(bytes).is_err().then(|| hex(bytes));
        Self {
            name: lossy(name),
            value: lossy(value),
            name_hex: digits(name),
            value_hex: digits(value),
        }
    }

    pub(crate) fn bytes(&self) -> Result<(Vec<u8>, Vec<u8>), String> {
        let bytes = |plain: &str, digits: Option<&str>| match digits {
            Some(digits) => unhex(digits).ok_or_else(|| format!("“{digits}” is not hex.")),
            None => Ok(plain.as_bytes().to_vec()),
        };
        Ok((
            bytes(&self.name, self.name_hex.as_deref())?,
            bytes(&self.value, self.value_hex.as_deref())?,
        ))
    }
}

impl Session {
    /// Fields of rows `from..to`, with `None` for size updates and for unknown
    /// names or values. Returns `None` if they are too large together.
    pub fn whole_fields(&self, from: usize, to: usize) -> Option<Vec<Option<FieldText>>> {
        let to = to.min(self.rows().len());
        let rows = &self.rows()[from.min(to)..to];
        let bytes: u64 = rows.iter().map(Row::plain_bytes).sum();
        (bytes <= MAX_BYTES).then(|| rows.iter().map(|row| self.whole_field(row)).collect())
    }

    fn whole_field(&self, row: &Row) -> Option<FieldText> {
        if row.has(flags::NAME_UNKNOWN | flags::VALUE_UNKNOWN) {
            return None;
        }
        Some(FieldText::new(self.name(row)?, self.value(row)?))
    }

    /// Entries of the table before `block`, newest first. `None` if some are
    /// unknown or the table is too large.
    pub fn whole_table(&self, block: usize) -> Option<Vec<FieldText>> {
        let record = self.blocks().get(block)?;
        let table = self.direction(block).table();
        let known = table.unknown_at(&record.before) == 0;
        if !known || table.size_at(&record.before) > MAX_BYTES {
            return None;
        }
        table
            .entries_at(&record.before)
            .map(|entry| Some(FieldText::new(entry.name?, entry.value?)))
            .collect()
    }

    /// Decodes the string data at `start..end` of a block, as far as it is
    /// valid.
    pub fn whole_string(&self, block: usize, start: usize, end: usize, huffman: bool) -> Vec<u8> {
        let data = self.bytes_at(block, start..end).unwrap_or_default();
        if !huffman {
            return data.to_vec();
        }
        codes(data)
            .map_while(|code| u8::try_from(code.symbol).ok())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::pasted;

    fn fields(session: &Session, block: usize) -> Vec<Option<FieldText>> {
        let rows = session.blocks()[block].rows.clone();
        session.whole_fields(rows.start, rows.end).unwrap()
    }

    #[test]
    fn omits_unknown_text() {
        let unknown = pasted("82\n\nbe", |options| options.start.unknown = true);
        assert_eq!(unknown.whole_table(1), None);
        assert_eq!(fields(&unknown, 1), [None]);
    }

    #[test]
    fn returns_strings_that_explanations_truncate() {
        let long = pasted(&format!("0001617fa945{}", "62".repeat(9000)), |_| {});
        assert_eq!(long.whole_string(0, 6, 9006, false), vec![b'b'; 9000]);
        let coded = pasted("82868441 8cf1e3c2e5f23a6ba0ab90f4ff", |_| {});
        assert_eq!(coded.whole_string(0, 5, 17, true), b"www.example.com");
        assert_eq!(coded.whole_string(0, 5, 11, true), b"www.exa");
        assert_eq!(coded.whole_string(1, 5, 11, true), b"");
    }
}
