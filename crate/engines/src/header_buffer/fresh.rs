//! A new buffer for each block.

use super::{HeaderBuffer, ROOM};

/// Hands on a buffer of 16 KiB for each block, as it was written.
#[derive(Debug, Default)]
pub struct Fresh;

impl HeaderBuffer for Fresh {
    #[inline]
    fn write(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
        let mut buffer = Vec::with_capacity(ROOM);
        write(&mut buffer);
        buffer
    }
}
