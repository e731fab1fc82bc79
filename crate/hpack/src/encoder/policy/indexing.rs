//! §6: which fields become entries of the table.

use super::HuffmanUse;

super::policies! {
    /// Which fields become entries of the dynamic table.
    pub enum Indexing;

    Always: "always", "Always",
        "Every field that is in no table becomes an entry.";
    Never: "never", "Never",
        "No field becomes an entry: only the static table is referred to.";
    Fewest: "fewest", "Fewest octets now",
        "Whatever takes the fewest octets for this field, without a thought for the next; of equals, the one that makes an entry.";
}

impl Indexing {
    /// The Huffman coding that goes with it.
    #[must_use]
    pub fn own_huffman(self) -> HuffmanUse {
        HuffmanUse::Shorter
    }
}
