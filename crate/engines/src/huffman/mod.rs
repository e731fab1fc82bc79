//! §5.2 and Appendix B: Huffman-coded strings.

mod bit_by_bit;
mod bits;
mod chosen;
#[expect(unsafe_code, reason = "writes through `SpareCapacity`")]
mod nibble;
mod rows;
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

use crate::engines;

engines! {
    /// The engines, the reference first and the best last.
    pub type Engines;
    BitByBit, "walk", "bit by bit",
        "Walks the code tree one bit at a time: the reference.";
    Nibble, "nibble", "4-bit states",
        "A state machine takes four bits at a time, at most one character per step, as nginx and nghttp2 do.";
    Window8, "window8", "8-bit tables",
        "A tree of tables takes eight bits at a time: one look-up for a code of up to eight bits, two for up to sixteen.";
    Window12, "window12", "12-bit window",
        "Looks up 12 bits at a time in a table of 4,096 rows with up to two characters each; a longer code, and the end, go through 8-bit tables, as the Rust crate h2 does.";
    Window16, "window16", "16-bit window",
        "Looks up 16 bits at a time in a table of 65,536 rows with up to three characters each; after a longer code the rest goes four bits at a time, as LiteSpeed does.";
    Window14, "window14", "14-bit window",
        "Looks up 14 bits at a time in two small tables, one for the bits used and one for up to two characters; the number of look-ups follows from the string's length, and long strings are split into parts that are decoded side by side.";
}
