//! A new buffer for each block.

use super::{HeaderBuffer, ROOM};
use crate::{Engine, Entry};

/// Hands on a buffer of 16 KiB for each block, as it was written.
#[derive(Debug, Default)]
pub struct Fresh;

impl Engine for Fresh {
    const ENTRY: Entry = Entry {
        id: "fresh",
        title: "a new buffer",
        about: "A new buffer of 16 KiB for each block, left uninitialized.",
    };
}

impl HeaderBuffer for Fresh {
    #[inline]
    fn write(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
        let mut buffer = Vec::with_capacity(ROOM);
        write(&mut buffer);
        buffer
    }
}
