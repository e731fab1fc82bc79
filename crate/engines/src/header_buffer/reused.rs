//! One buffer for all blocks.

use super::{HeaderBuffer, ROOM};

/// A buffer that a block has made larger than this is given back, bytes.
const MOST_KEPT: usize = 4 * ROOM;

/// Writes each block into the same buffer, and hands on a copy of just what
/// was written.
#[derive(Debug, Default)]
pub struct Reused {
    buffer: Vec<u8>,
}

impl Reused {
    /// Bytes that it keeps between blocks.
    #[must_use]
    pub fn kept(&self) -> usize {
        self.buffer.capacity()
    }
}

impl HeaderBuffer for Reused {
    #[inline]
    fn write(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
        self.buffer.clear();
        self.buffer.reserve(ROOM);
        write(&mut self.buffer);
        let written = self.buffer.as_slice().to_vec();
        if self.buffer.capacity() > MOST_KEPT {
            self.buffer = Vec::new();
        }
        written
    }
}
