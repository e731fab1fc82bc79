//! §5.2 and Appendix B: Huffman-coded strings. An engine a file, all behind
//! [`HuffmanDecoder`], with one suite over all of them.

mod bit_by_bit;
mod bits;
mod chosen;
#[expect(unsafe_code, reason = "writes through `SpareCapacity`")]
mod nibble;
#[cfg(test)]
mod tests;
#[expect(unsafe_code, reason = "writes through `SpareCapacity`")]
mod window12;
#[expect(unsafe_code, reason = "writes through `SpareCapacity`")]
mod window16;
#[expect(unsafe_code, reason = "writes through `SpareCapacity`")]
mod window8;

pub use bit_by_bit::BitByBit;
pub use chosen::HuffmanEngine;
pub use hpack_core::huffman::{HuffmanDecoder, Window14};
pub use nibble::Nibble;
pub use window8::Window8;
pub use window12::Window12;
pub use window16::Window16;

use crate::{Engine, Entry, list};

/// The engines, the reference first and the best last.
pub type Engines = list![BitByBit, Nibble, Window8, Window12, Window16, Window14];

impl Engine for Window14 {
    const ENTRY: Entry = Entry {
        id: "window14",
        title: "14-bit window",
        about: "Looks up 14 bits at a time in two small tables, one for the bits used and one for up to two characters; the number of look-ups follows from the string's length, and long strings are split into parts that are decoded side by side.",
    };
}
