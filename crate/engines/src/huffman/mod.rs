//! §5.2 and Appendix B: Huffman-coded strings. An engine a file, all behind
//! [`HuffmanDecoder`], with one suite over all of them.

mod bit_by_bit;
mod bits;
mod engine;
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
pub use engine::HuffmanEngine;
pub use hpack_core::huffman::{HuffmanDecoder, Window14};
pub use nibble::Nibble;
pub use window8::Window8;
pub use window12::Window12;
pub use window16::Window16;
