//! §5.2: which literal strings are in the Huffman code.

use crate::huffman;

/// The shortest string that [`HuffmanUse::LongAndShorter`] codes, octets.
const LONG: usize = 512;

/// Which literal strings are in the Huffman code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HuffmanUse {
    /// Every string that Huffman coding makes shorter.
    Shorter,
    /// Every string that Huffman coding does not make longer.
    NotLonger,
    /// Every string that is not empty, even if it gets longer.
    Always,
    /// No string.
    Never,
    /// Strings of 512 bytes or more, where Huffman coding makes them shorter.
    LongAndShorter,
}

impl HuffmanUse {
    /// Every one.
    pub const ALL: [Self; 5] = [
        Self::Shorter,
        Self::NotLonger,
        Self::Always,
        Self::Never,
        Self::LongAndShorter,
    ];

    /// Whether `text` is coded.
    #[must_use]
    pub fn codes(self, text: &[u8]) -> bool {
        let shorter = || huffman::encoded_len(text) < text.len();
        match self {
            Self::Always => !text.is_empty(),
            Self::Never => false,
            Self::Shorter => shorter(),
            Self::NotLonger => !text.is_empty() && huffman::encoded_len(text) <= text.len(),
            Self::LongAndShorter => text.len() >= LONG && shorter(),
        }
    }
}
