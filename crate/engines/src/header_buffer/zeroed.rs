//! A new buffer for each block, as languages make it that know no
//! uninitialised memory.

use super::{HeaderBuffer, ROOM};
use crate::{Engine, Entry};

/// Hands on a buffer of 16 KiB for each block, which was filled with zeros
/// first: what a Java program does when it makes an array.
#[derive(Debug, Default)]
pub struct Zeroed;

impl Engine for Zeroed {
    const ENTRY: Entry = Entry {
        id: "zeroed",
        title: "a new buffer of zeros",
        about: "A new buffer of 16 KiB for each block, filled with zeros first, as in a Java program.",
    };
}

impl HeaderBuffer for Zeroed {
    #[inline]
    fn write(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
        let mut buffer = vec![0; ROOM];
        buffer.clear();
        write(&mut buffer);
        buffer
    }
}
