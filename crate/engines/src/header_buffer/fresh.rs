//! A new buffer for each block.

use super::{HeaderBuffer, ROOM};

/// A buffer of 16 KiB.
#[derive(Debug, Default)]
pub struct Fresh;

impl HeaderBuffer for Fresh {
    #[inline]
    fn write(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
        fill(Vec::with_capacity(ROOM), write)
    }
}

/// A buffer of 16 KiB of zeros, like a new array in Java.
#[derive(Debug, Default)]
pub struct Zeroed;

impl HeaderBuffer for Zeroed {
    #[inline]
    fn write(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
        let mut buffer = vec![0; ROOM];
        buffer.clear();
        fill(buffer, write)
    }
}

/// A buffer of 128 bytes, enough for most requests and responses whose fields are
/// in the dynamic table.
#[derive(Debug, Default)]
pub struct Growing;

impl HeaderBuffer for Growing {
    #[inline]
    fn write(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
        fill(Vec::with_capacity(128), write)
    }
}

#[inline]
fn fill(mut buffer: Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    write(&mut buffer);
    buffer
}
