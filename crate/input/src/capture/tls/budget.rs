//! What searching may cost: keys and sequence numbers that are not known are
//! found by trying, and input could be made to try for ever.

/// Bytes that may be authenticated in vain before any input has come.
const START: u64 = 24 << 20;
/// And for each byte of input.
const PER_BYTE: u64 = 12;
/// What one try costs at least, in bytes.
const TRY: u64 = 64;
/// And what it costs to derive a key from a secret.
pub(super) const DERIVE: usize = 512;

/// What searching may still cost, over all connections, in bytes that are
/// authenticated.
#[derive(Debug)]
pub(super) struct Budget {
    left: u64,
    /// Whether something that is usually opened was not, and whether that was told.
    refused: bool,
    told: bool,
}

impl Default for Budget {
    fn default() -> Self {
        Self::new(START)
    }
}

impl Budget {
    /// A budget of `bytes` bytes, before any input has come.
    pub(super) const fn new(bytes: u64) -> Self {
        Self {
            left: bytes,
            refused: false,
            told: false,
        }
    }

    /// Input has come.
    pub(super) fn earn(&mut self, bytes: usize) {
        self.left = self
            .left
            .saturating_add(bytes as u64 * PER_BYTE)
            .min(u64::MAX >> 1);
    }

    /// Half of it, for one search; what is left of that comes back.
    pub(super) fn half<T>(&mut self, search: impl FnOnce(&mut Self) -> T) -> T {
        let mut half = Self::new(self.left / 2);
        self.left -= half.left;
        let found = search(&mut half);
        self.left += half.left;
        found
    }

    /// Pays for one more try over `bytes` bytes; returns whether the budget
    /// allows it.
    pub(super) fn spend(&mut self, bytes: usize) -> bool {
        let cost = TRY + bytes as u64;
        let allowed = self.left >= cost;
        if allowed {
            self.left -= cost;
        }
        allowed
    }

    /// The same for a try that few inputs need many of.
    pub(super) fn afford(&mut self, bytes: usize) -> bool {
        let allowed = self.spend(bytes);
        self.refused |= !allowed;
        allowed
    }

    /// Whether such a try was refused, once.
    pub(super) fn is_news(&mut self) -> bool {
        self.refused && !std::mem::replace(&mut self.told, true)
    }
}
