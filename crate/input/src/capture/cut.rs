//! Bytes as they were captured, and how many there were on the wire.

/// A stretch of a packet whose end may not have been captured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cut<'a> {
    /// What was captured.
    pub(crate) bytes: &'a [u8],
    /// Bytes on the wire: at least as many.
    pub(crate) length: usize,
}

impl<'a> Cut<'a> {
    /// All of it was captured.
    pub(crate) fn whole(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            length: bytes.len(),
        }
    }

    /// What follows the first `count` bytes, which were captured.
    pub(crate) fn after(self, count: usize) -> Option<Self> {
        Some(Self {
            bytes: self.bytes.get(count..)?,
            length: self.length - count,
        })
    }

    /// Of a layer whose header says that it has `length` bytes: more may be
    /// here (padding of the layer below), or fewer (not captured).
    pub(crate) fn sized(self, length: usize) -> Self {
        Self {
            bytes: &self.bytes[..self.bytes.len().min(length)],
            length,
        }
    }

    /// Bytes that were not captured.
    pub(crate) fn missing(self) -> usize {
        self.length - self.bytes.len()
    }
}
