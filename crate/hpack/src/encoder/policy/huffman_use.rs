//! §5.2: which literal strings are in the Huffman code.

use crate::huffman;

/// The shortest string that [`HuffmanUse::LongAndShorter`] codes, octets.
const LONG: usize = 512;

super::policies! {
    /// Which literal strings are in the Huffman code.
    pub enum HuffmanUse;

    Shorter: "shorter", "When shorter",
        "Every string that Huffman coding makes shorter.";
    NotLonger: "not-longer", "Unless longer",
        "Every string that Huffman coding does not make longer.";
    Always: "always", "Always",
        "Every string that is not empty, even if it gets longer.";
    Never: "never", "Never",
        "No string.";
    LongAndShorter: "long", "Long strings, when shorter",
        "Strings of 512 bytes or more, where Huffman coding makes them shorter.";
}

impl HuffmanUse {
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
