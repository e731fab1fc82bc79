//! Offsets into a text: the core counts UTF-8 bytes, the page UTF-16 units.

/// Converts byte offsets to UTF-16 offsets and back.
pub enum Offsets {
    /// Both are equal: ASCII, or no text.
    Same,
    /// The UTF-16 offset of each byte and of the end.
    Table(Vec<u32>),
}

impl Offsets {
    pub(crate) fn of(input: &[u8]) -> Self {
        let Ok(text) = std::str::from_utf8(input) else {
            return Self::Same;
        };
        if text.is_ascii() {
            return Self::Same;
        }
        let mut table = Vec::with_capacity(input.len() + 1);
        let mut units = 0;
        for character in text.chars() {
            table.extend(std::iter::repeat_n(units, character.len_utf8()));
            units += character.len_utf16() as u32;
        }
        table.push(units);
        Self::Table(table)
    }

    /// The UTF-16 offset of the byte at offset `byte`.
    pub fn utf16(&self, byte: u32) -> u32 {
        match self {
            Self::Same => byte,
            Self::Table(table) => {
                let last = table.len() - 1;
                table[(byte as usize).min(last)]
            }
        }
    }

    /// The byte at which a UTF-16 unit starts.
    pub(crate) fn byte(&self, unit: u32) -> usize {
        match self {
            Self::Same => unit as usize,
            Self::Table(table) => {
                let byte = table.partition_point(|&before| before < unit);
                byte.min(table.len() - 1)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_of_wide_characters() {
        let offsets = Offsets::of("aé𝄞b".as_bytes());
        let found: Vec<u32> = [0, 1, 3, 7, 8, 99].map(|byte| offsets.utf16(byte)).into();
        assert_eq!(found, [0, 1, 2, 4, 5, 5]);
        let back: Vec<usize> = [0, 1, 2, 4, 5, 99].map(|unit| offsets.byte(unit)).into();
        assert_eq!(back, [0, 1, 3, 7, 8, 8]);
    }
}
