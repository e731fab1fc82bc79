//! Octets as they were captured, and how many there were on the wire.

/// A stretch of a packet whose end may not have been captured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cut<'a> {
    /// What was captured.
    pub(crate) octets: &'a [u8],
    /// Octets on the wire: at least as many.
    pub(crate) length: usize,
}

impl<'a> Cut<'a> {
    /// All of it was captured.
    pub(crate) fn whole(octets: &'a [u8]) -> Self {
        Self {
            octets,
            length: octets.len(),
        }
    }

    /// What follows the first `count` octets, which were captured.
    pub(crate) fn after(self, count: usize) -> Option<Self> {
        Some(Self {
            octets: self.octets.get(count..)?,
            length: self.length - count,
        })
    }

    /// Of a layer whose header says that it has `length` octets: more may be
    /// here (padding of the layer below), or fewer (not captured).
    pub(crate) fn sized(self, length: usize) -> Self {
        Self {
            octets: &self.octets[..self.octets.len().min(length)],
            length,
        }
    }

    /// Octets that were not captured.
    pub(crate) fn missing(self) -> usize {
        self.length - self.octets.len()
    }
}
