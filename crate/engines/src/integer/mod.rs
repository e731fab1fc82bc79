//! §5.1: integers.

mod bits64;
#[cfg(test)]
mod tests;

pub use bits64::Bits64;
pub use hpack_core::integer::{Bits32, IntegerDecoder};

use crate::engines;

engines! {
    /// The engines, the best last.
    pub type Engines;
    Bits64, "bits64", "64 bits, checked afterwards",
        "Adds up in 64 bits, which no five bytes can overflow, and compares the result with 2^32 − 1 at the end.";
    Bits32, "bits32", "32 bits, checked at the fifth byte",
        "Adds up in 32 bits, byte by byte without a loop, and looks for an overflow only at the fifth byte, the first that can cause one.";
}
