//! Limits the cost of searching for unknown keys and sequence numbers, which an
//! attacker could make endless.

/// Initial budget, in bytes authenticated without success.
const START: u64 = 24 << 20;
/// Additional budget for each byte of input.
const PER_BYTE: u64 = 12;
/// Minimum cost of a try, in bytes.
const TRY: u64 = 64;
/// Cost of deriving a key from a secret, in bytes.
pub(super) const DERIVE: usize = 512;

/// Remaining cost of searches over all connections, in bytes authenticated.
#[derive(Debug)]
pub(super) struct Budget {
    left: u64,
    /// Whether a try was refused, and whether that was reported.
    refused: bool,
    reported: bool,
}

impl Default for Budget {
    fn default() -> Self {
        Self::new(START)
    }
}

impl Budget {
    pub(super) const fn new(bytes: u64) -> Self {
        Self {
            left: bytes,
            refused: false,
            reported: false,
        }
    }

    pub(super) fn add_input(&mut self, bytes: usize) {
        self.left = self
            .left
            .saturating_add(bytes as u64 * PER_BYTE)
            .min(u64::MAX >> 1);
    }

    /// Runs a search with half of the budget; the unused part is returned.
    pub(super) fn with_half<T>(&mut self, search: impl FnOnce(&mut Self) -> T) -> T {
        let mut half = Self::new(self.left / 2);
        self.left -= half.left;
        let found = search(&mut half);
        self.left += half.left;
        found
    }

    /// Pays for a try over `bytes` bytes. Returns whether the budget allows it.
    pub(super) fn spend(&mut self, bytes: usize) -> bool {
        let cost = TRY + bytes as u64;
        let allowed = self.left >= cost;
        if allowed {
            self.left -= cost;
        }
        allowed
    }

    /// Like [`Self::spend`], but a refusal is reported: it is unusual.
    pub(super) fn spend_or_report(&mut self, bytes: usize) -> bool {
        let allowed = self.spend(bytes);
        self.refused |= !allowed;
        allowed
    }

    /// Whether a refusal has to be reported; true once.
    pub(super) fn take_refusal(&mut self) -> bool {
        self.refused && !std::mem::replace(&mut self.reported, true)
    }
}
