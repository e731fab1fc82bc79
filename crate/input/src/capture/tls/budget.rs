//! What searching may cost: keys and sequence numbers that are not known are
//! found by trying, and input could be made to try for ever.

/// Octets that may be authenticated in vain before any input has come.
const START: u64 = 24 << 20;
/// And for each octet of input.
const PER_OCTET: u64 = 12;
/// What one try costs at least, in octets.
const TRY: u64 = 64;

/// What searching may still cost, over all connections, in octets that are
/// authenticated.
#[derive(Debug)]
pub(super) struct Budget(u64);

impl Default for Budget {
    fn default() -> Self {
        Self::new(START)
    }
}

impl Budget {
    /// A budget of `octets` octets, before any input has come.
    pub(super) const fn new(octets: u64) -> Self {
        Self(octets)
    }

    /// Input has come.
    pub(super) fn earn(&mut self, octets: usize) {
        self.0 = self
            .0
            .saturating_add(octets as u64 * PER_OCTET)
            .min(u64::MAX >> 1);
    }

    /// Half of it, for one search; what is left of that comes back.
    pub(super) fn half<T>(&mut self, search: impl FnOnce(&mut Self) -> T) -> T {
        let mut half = Self(self.0 / 2);
        self.0 -= half.0;
        let found = search(&mut half);
        self.0 += half.0;
        found
    }

    /// Pays for one more try over `octets` octets; returns whether the budget
    /// allows it.
    pub(super) fn spend(&mut self, octets: usize) -> bool {
        let cost = TRY + octets as u64;
        let allowed = self.0 >= cost;
        if allowed {
            self.0 -= cost;
        }
        allowed
    }
}
