//! Octets allocated.

/// Knows how many octets have been allocated so far.
pub trait Meter {
    /// Octets asked of the allocator since any fixed moment; growing in place
    /// counts by what was added. `None` where nobody counts.
    fn allocated(&mut self) -> Option<u64>;
}

/// Counts nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoMeter;

impl Meter for NoMeter {
    fn allocated(&mut self) -> Option<u64> {
        None
    }
}

impl<F: FnMut() -> u64> Meter for F {
    fn allocated(&mut self) -> Option<u64> {
        Some(self())
    }
}
