//! §5.1: integers. An engine a file, all behind [`IntegerDecoder`], with one
//! suite over all of them.

mod bits64;
mod engine;
#[cfg(test)]
mod tests;

pub use bits64::Bits64;
pub use engine::IntegerEngine;
pub use hpack_core::integer::{Bits32, IntegerDecoder};
