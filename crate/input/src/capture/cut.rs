//! Captured bytes together with their length on the wire.

/// A byte range of a packet whose end may not have been captured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cut<'a> {
    /// The captured part.
    pub(crate) bytes: &'a [u8],
    /// Length on the wire; at least that of `bytes`.
    pub(crate) length: usize,
}

impl<'a> Cut<'a> {
    pub(crate) fn whole(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            length: bytes.len(),
        }
    }

    /// Skips the first `count` bytes; `None` if they were not captured.
    pub(crate) fn after(self, count: usize) -> Option<Self> {
        Some(Self {
            bytes: self.bytes.get(count..)?,
            length: self.length - count,
        })
    }

    /// Limits it to the `length` that a header claims, dropping padding of the
    /// layer below. The captured part can be shorter.
    pub(crate) fn sized(self, length: usize) -> Self {
        Self {
            bytes: &self.bytes[..self.bytes.len().min(length)],
            length,
        }
    }

    pub(crate) fn missing(self) -> usize {
        self.length - self.bytes.len()
    }
}
