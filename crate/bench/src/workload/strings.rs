//! Huffman-coded strings in header blocks.

use std::ops::Range;

use hpack::{huffman, integer};

/// Strings and the bytes around them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strings {
    /// Bytes of header blocks.
    pub bytes: Vec<u8>,
    /// Range of the data of each string.
    pub places: Vec<Range<usize>>,
}

impl Strings {
    /// Returns the data of each string.
    pub fn coded(&self) -> impl Iterator<Item = &[u8]> {
        self.places.iter().map(|place| &self.bytes[place.clone()])
    }

    /// Encodes `text` as the value of a field.
    #[must_use]
    pub fn of_text(text: &[u8]) -> Self {
        let mut coded = Vec::new();
        huffman::encode(text, &mut coded);
        // Literal without indexing, with the name of entry 32 (cookie).
        let mut bytes = vec![0x0f, 0x11];
        integer::encode(0x80, 7, coded.len() as u64, &mut bytes);
        let place = bytes.len()..bytes.len() + coded.len();
        bytes.extend_from_slice(&coded);
        Self {
            bytes,
            places: vec![place],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodes_a_text_in_a_block() {
        for bytes in [0, 9, 88, 200, 3000, 30_000] {
            let text = vec![b'e'; bytes];
            let strings = Strings::of_text(&text);
            let found = hpack::structure::representation_at(&strings.bytes, 0).unwrap();
            assert_eq!(found.range.end, strings.bytes.len());
            assert_eq!(found.integer.value, 32);
            assert_eq!(found.value.unwrap().data, strings.places[0]);
        }
    }
}
