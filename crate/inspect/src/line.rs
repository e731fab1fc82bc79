//! A header block in a line.

use crate::{assumed::Overlay, text::beginning};

/// Bytes of a name or value that a line carries.
const IN_LINE: usize = 160;

impl Overlay<'_> {
    /// A header block in a line: method and path, or status; the first field
    /// where there are neither; empty where there is no field. `block` is less
    /// than the number of blocks.
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
            let name = cut(self.name(row)?);
            let value = self.value(row).map_or("?".to_owned(), cut);
            Some(format!("{name}: {value}"))
        });
        first.unwrap_or_default()
    }

    /// The value of the first field of a name, its beginning, where it is
    /// long; “?” where it is not known.
    pub(crate) fn value_of(&self, block: usize, wanted: &[u8]) -> Option<String> {
        let mut rows = self.session.rows_of(block).iter();
        let row = rows.find(|row| self.name(row) == Some(wanted))?;
        Some(self.value(row).map_or("?".to_owned(), cut))
    }
}

fn cut(bytes: &[u8]) -> String {
    beginning(bytes, IN_LINE)
}
