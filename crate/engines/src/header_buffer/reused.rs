//! One buffer for all blocks.

use super::{HeaderBuffer, ROOM};

/// Largest capacity that is kept between blocks, bytes.
const MAX_KEPT: usize = 4 * ROOM;

/// Writes each block into the same buffer and returns a copy.
#[derive(Debug, Default)]
pub struct Reused {
    buffer: Vec<u8>,
}

impl Reused {
    /// Capacity kept between blocks, bytes.
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
        if self.buffer.capacity() > MAX_KEPT {
            self.buffer = Vec::new();
        }
        written
    }
}
