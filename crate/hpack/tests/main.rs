//! The decoder and the encoder against the RFC, recorded connections and other
//! implementations, and their allocations.

mod allocation;
mod decoder;
mod encoder;
#[path = "support/rivals.rs"]
mod rivals;
mod support;
