//! Names places in a text by line and column.

/// Names places in an input. Indexes the lines once.
#[derive(Clone, Debug)]
pub struct PlaceNames<'a>(pub(crate) Option<PositionIndex<'a>>);

impl PlaceNames<'_> {
    /// “line 3, column 5” (from 1, in code points); “byte 120” if not text.
    #[must_use]
    pub fn of(&self, byte: u32) -> String {
        match &self.0 {
            Some(index) => {
                let (line, column) = index.find(byte as usize);
                format!("line {line}, column {column}")
            }
            None => format!("byte {byte}"),
        }
    }
}

/// Distance of stored positions, in bytes.
const STRIDE: usize = 1 << 12;

/// Finds lines and columns in any order. After indexing the text once, a
/// look-up scans at most [`STRIDE`] bytes.
#[derive(Clone, Debug)]
pub(crate) struct PositionIndex<'a> {
    raw: &'a str,
    /// Line and column at every multiple of [`STRIDE`].
    kept: Vec<(u32, u32)>,
}

impl<'a> PositionIndex<'a> {
    pub(crate) fn new(raw: &'a str) -> Self {
        let mut kept = vec![(1, 1)];
        for part in raw.as_bytes().chunks(STRIDE) {
            kept.push(advance(kept[kept.len() - 1], part));
        }
        Self { raw, kept }
    }

    /// Returns line and column of byte `at`, from 1, in code points. A lone
    /// `\r` does not end a line.
    pub(crate) fn find(&self, at: usize) -> (u32, u32) {
        let at = at.min(self.raw.len());
        let from = at / STRIDE;
        advance(self.kept[from], &self.raw.as_bytes()[from * STRIDE..at])
    }
}

/// Advances over `part`. A byte order mark counts as a character.
fn advance((mut line, mut column): (u32, u32), part: &[u8]) -> (u32, u32) {
    for &byte in part {
        if byte == b'\n' {
            line += 1;
            column = 1;
        } else if byte & 0xc0 != 0x80 {
            column += 1;
        }
    }
    (line, column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_positions_in_any_order() {
        let raw = "82 “86”\r\n\n84\r".repeat(2 * STRIDE / 20);
        let index = PositionIndex::new(&raw);
        let mut expected = (1, 1);
        for (at, byte) in raw.bytes().enumerate() {
            if byte & 0xc0 != 0x80 {
                assert_eq!(index.find(at), expected, "{at}");
            }
            expected = advance(expected, &[byte]);
        }
        assert_eq!(index.find(usize::MAX), expected);
    }
}
