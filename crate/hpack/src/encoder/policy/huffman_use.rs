//! §5.2: which literal strings are in the Huffman code.

use crate::huffman;

super::policies! {
    /// Which literal strings are in the Huffman code.
    pub enum HuffmanUse;

    Shorter: "shorter", "When shorter",
        "Every string that the Huffman code makes shorter.";
    Always: "always", "Always",
        "Every string, also one that becomes longer.";
    Never: "never", "Never",
        "No string.";
    LongAndShorter: "long", "Long strings, when shorter",
        "Strings of 512 octets or more, where the Huffman code makes them shorter: what Netty does, to save time on short ones.";
}

impl HuffmanUse {
    /// Whether `text` is coded.
    #[must_use]
    pub fn codes(self, text: &[u8]) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Shorter => huffman::encoded_len(text) < text.len(),
            Self::LongAndShorter => text.len() >= 512 && huffman::encoded_len(text) < text.len(),
        }
    }
}
