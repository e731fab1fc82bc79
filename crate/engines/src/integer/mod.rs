//! §5.1: integers. An engine a file, all behind [`IntegerDecoder`], with one
//! suite over all of them.

mod bits64;
#[cfg(test)]
mod tests;

pub use bits64::Bits64;
pub use hpack_core::integer::{Bits32, IntegerDecoder};

use crate::{Engine, Entry, list};

/// The engines, the best last.
pub type Engines = list![Bits64, Bits32];

impl Engine for Bits32 {
    const ENTRY: Entry = Entry {
        id: "bits32",
        title: "32 bits, checked at the fifth byte",
        about: "Adds up in 32 bits, byte by byte without a loop, and looks for an overflow only at the fifth byte, the first that can cause one.",
    };
}
