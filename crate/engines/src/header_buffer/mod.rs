//! Buffers for header blocks that are then queued for sending.
//!
//! A queued block must not share memory with the buffer of later blocks. The
//! simple solution is a new buffer for each block, large enough for the largest
//! frame that every peer accepts, of which a request fills a few hundred bytes.
//! The JDK's HTTP client replaced that with one buffer per connection, from which
//! it copies only the bytes written. It claims that this reduces 16 KiB per
//! request to a few hundred bytes at no cost in time.

mod fresh;
mod reused;
#[cfg(test)]
mod tests;

pub use fresh::{Fresh, Growing, Zeroed};
pub use reused::Reused;

use crate::engines;

engines! {
    /// The engines, the best last.
    pub type Engines;
    Zeroed, "zeroed", "a new buffer of zeros",
        "A new buffer of 16 KiB for each block, filled with zeros first, as in a Java program.";
    Fresh, "fresh", "a new buffer",
        "A new buffer of 16 KiB for each block, left uninitialized.";
    Growing, "growing", "a new small buffer",
        "A new buffer of 128 bytes for each block, which doubles when it is full.";
    Reused, "reused", "one buffer, then a copy",
        "One buffer of 16 KiB for the connection, and for each block a copy of just the bytes that were written, as the JDK's HTTP client does.";
}

/// Initial capacity of a buffer, bytes: the largest payload that every peer
/// accepts in one frame (RFC 9113 §4.2).
pub const ROOM: usize = 1 << 14;

/// Provides the buffers for the header blocks of one direction of a connection.
pub trait HeaderBuffer {
    /// Passes an empty buffer to `write` and returns the bytes that it appends,
    /// which the caller owns.
    fn write(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8>;
}
