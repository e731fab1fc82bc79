//! One-line summaries of header blocks.

use crate::{assumed::Overlay, text::truncated};

/// Bytes shown of a name or value.
const IN_LINE: usize = 160;

impl Overlay<'_> {
    /// Summarizes a block in one line: method and path, or status; otherwise
    /// its first field; empty without fields. Panics if `block` is out of
    /// range.
    pub fn line(&self, block: usize) -> String {
        let words: Vec<String> = [
            self.value_of(block, b":status"),
            self.value_of(block, b":method"),
            self.value_of(block, b":path")
                .or_else(|| self.value_of(block, b":authority")),
        ]
        .into_iter()
        .flatten()
        .collect();
        if !words.is_empty() {
            return words.join(" ");
        }
        let first = self.session.rows_of(block).iter().find_map(|row| {
            let name = truncate(self.name(row)?);
            let value = self.value(row).map_or("?".to_owned(), truncate);
            Some(format!("{name}: {value}"))
        });
        first.unwrap_or_default()
    }

    /// Value of the first field named `wanted`, truncated if long; “?” if
    /// unknown.
    pub(crate) fn value_of(&self, block: usize, wanted: &[u8]) -> Option<String> {
        let mut rows = self.session.rows_of(block).iter();
        let row = rows.find(|row| self.name(row) == Some(wanted))?;
        Some(self.value(row).map_or("?".to_owned(), truncate))
    }
}

fn truncate(bytes: &[u8]) -> String {
    truncated(bytes, IN_LINE)
}
