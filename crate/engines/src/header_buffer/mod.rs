//! Where a header block is written before it goes into frames. An engine a
//! file, all behind [`HeaderBuffer`], with one suite over all of them.
//!
//! What is handed on waits in a queue until the connection can send it, while
//! the next blocks are written: so it must not be the memory that these are
//! written to. The simple way is a new buffer for each block, large enough for
//! the largest frame that every peer takes, of which a request fills a few
//! hundred octets. The JDK's HTTP client went that way, and then another: one
//! buffer for the connection, of which only what was written is copied and
//! handed on. The claim is that 16 KiB a request become a few hundred octets,
//! and that time does not suffer.

mod fresh;
mod growing;
mod reused;
#[cfg(test)]
mod tests;
mod zeroed;

pub use fresh::Fresh;
pub use growing::Growing;
pub use reused::Reused;
pub use zeroed::Zeroed;

use crate::list;

/// The engines, the best last.
pub type Engines = list![Zeroed, Fresh, Growing, Reused];

/// What a buffer has room for to begin with, octets: the largest payload that
/// every peer takes in one frame (RFC 9113 §4.2).
pub const ROOM: usize = 1 << 14;

/// Gives blocks room to be written in, one after the other: one for each
/// direction of a connection.
pub trait HeaderBuffer {
    /// What `write` appends to the empty buffer that it is given. It is the
    /// caller's to keep: later blocks leave it as it is.
    fn write(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8>;
}
