//! Names and values as a whole, to be copied or encoded: what lists and
//! explanations carry is cut, and stands for what is no text.

use hpack::huffman::code::{self, EOS, MIN_BITS};
use serde::{Deserialize, Serialize};

use crate::{
    columns::{Row, flags},
    session::Session,
    text::{hex, lossy, unhex},
};

/// Bytes of names and values that one answer carries at most: a few indices
/// can stand for gigabytes.
const MOST: u64 = 16 << 20;

/// A name and a value, whole, as they go to the page and come back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FieldText {
    /// The name; U+FFFD stands for what is not UTF-8.
    #[serde(default)]
    pub name: String,
    /// The value, likewise.
    #[serde(default)]
    pub value: String,
    /// The name in hex digits, where it is not UTF-8; it counts in place of `name`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub name_hex: Option<String>,
    /// The value, likewise.
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

    /// The name and the value as bytes.
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
    /// The fields of rows `from..to`: nothing for a size update, and where a
    /// name or value is not known. `None` where they are too large together.
    pub fn whole_fields(&self, from: usize, to: usize) -> Option<Vec<Option<FieldText>>> {
        let to = to.min(self.rows().len());
        let rows = &self.rows()[from.min(to)..to];
        let bytes: u64 = rows.iter().map(Row::plain_bytes).sum();
        (bytes <= MOST).then(|| rows.iter().map(|row| self.whole_field(row)).collect())
    }

    fn whole_field(&self, row: &Row) -> Option<FieldText> {
        // A guess is shown in place of what is not known, but is not it.
        if row.has(flags::NAME_UNKNOWN | flags::VALUE_UNKNOWN) {
            return None;
        }
        Some(FieldText::new(self.name(row)?, self.value(row)?))
    }

    /// All entries of the table that `block` meets, newest first. `None`
    /// where not all of it is known, or it is too large.
    pub fn whole_table(&self, block: usize) -> Option<Vec<FieldText>> {
        let record = self.blocks().get(block)?;
        let table = self.direction(block).table();
        let known = table.unknown_at(&record.before) == 0;
        if !known || table.size_at(&record.before) > MOST {
            return None;
        }
        table
            .entries_at(&record.before)
            .map(|entry| Some(FieldText::new(entry.name?, entry.value?)))
            .collect()
    }

    /// The bytes that the data at `start..end` of a block spell, as far as
    /// they can be read.
    pub fn whole_string(&self, block: usize, start: usize, end: usize, huffman: bool) -> Vec<u8> {
        let data = self.bytes_at(block, start..end).unwrap_or_default();
        if !huffman {
            return data.to_vec();
        }
        let mut text = Vec::new();
        let mut bit = 0;
        loop {
            let found = code::find(code::window(data, bit), MIN_BITS);
            bit += usize::from(found.bits);
            if bit > data.len() * 8 || found.symbol == EOS {
                return text;
            }
            text.push(found.symbol as u8);
        }
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
    fn what_is_not_known_is_not_there() {
        let unknown = pasted("82\n\nbe", |options| options.start.unknown = true);
        assert_eq!(unknown.whole_table(1), None);
        assert_eq!(fields(&unknown, 1), [None]);
    }

    #[test]
    fn strings_are_whole_also_where_an_explanation_cuts_them() {
        let long = pasted(&format!("000161 7fa945 {}", "62".repeat(9000)), |_| {});
        assert_eq!(long.whole_string(0, 6, 9006, false), vec![b'b'; 9000]);
        let coded = pasted("82868441 8cf1e3c2e5f23a6ba0ab90f4ff", |_| {});
        assert_eq!(coded.whole_string(0, 5, 17, true), b"www.example.com");
        assert_eq!(coded.whole_string(0, 5, 11, true), b"www.exa");
        assert_eq!(coded.whole_string(1, 5, 11, true), b"");
    }
}
