//! Where a header block is written before it goes into frames. All engines are
//! behind [`HeaderBuffer`], with one suite over all of them.
//!
//! What is handed on waits in a queue until the connection can send it, while
//! the next blocks are written: so it must not be the memory that these are
//! written to. The simple way is a new buffer for each block, large enough for
//! the largest frame that every peer takes, of which a request fills a few
//! hundred bytes. The JDK's HTTP client went that way, and then another: one
//! buffer for the connection, of which only what was written is copied and
//! handed on. The claim is that 16 KiB a request become a few hundred bytes,
//! and that time does not suffer.

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

/// What a buffer has room for to begin with, bytes: the largest payload that
/// every peer takes in one frame (RFC 9113 §4.2).
pub const ROOM: usize = 1 << 14;

/// Gives blocks room to be written in, one after the other: one for each
/// direction of a connection.
pub trait HeaderBuffer {
    /// What `write` appends to the empty buffer that it is given. It is the
    /// caller's to keep: later blocks leave it as it is.
    fn write(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8>;
}
