//! A new buffer for each block, small at first.

use super::HeaderBuffer;
use crate::{Engine, Entry};

/// Room for most requests and responses whose fields are in the dynamic
/// table, octets.
const SMALL: usize = 128;

/// Hands on a buffer for each block that begins with 128 octets and doubles
/// as it must.
#[derive(Debug, Default)]
pub struct Growing;

impl Engine for Growing {
    const ENTRY: Entry = Entry {
        id: "growing",
        title: "a new small buffer",
        about: "A new buffer of 128 bytes for each block, which doubles when it is full.",
    };
}

impl HeaderBuffer for Growing {
    #[inline]
    fn write(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
        let mut buffer = Vec::with_capacity(SMALL);
        write(&mut buffer);
        buffer
    }
}
