//! The bits of a string from its start on, 64 at a time.

/// Bits not used yet, the next the most significant.
pub(super) struct Bits<'a> {
    coded: &'a [u8],
    next: usize,
    /// The first `filled` bits count; those after them are zeros, or bits of bytes
    /// that are read again.
    pub(super) buffer: u64,
    /// Bits that count.
    pub(super) filled: u32,
}

impl<'a> Bits<'a> {
    pub(super) fn new(coded: &'a [u8]) -> Self {
        Self {
            coded,
            next: 0,
            buffer: 0,
            filled: 0,
        }
    }

    /// Whether all bytes are in the buffer or used.
    #[inline(always)]
    pub(super) fn all_read(&self) -> bool {
        self.next == self.coded.len()
    }

    /// The bit of the string that is next.
    #[inline(always)]
    pub(super) fn bit(&self) -> usize {
        self.next * 8 - self.filled as usize
    }

    /// Fills the buffer: 56 bits at least, or all that are left.
    #[inline(always)]
    pub(super) fn fill(&mut self) {
        if let Some(eight) = self.coded.get(self.next..self.next + 8) {
            // The bytes that only partly fit are read again next time.
            let eight = u64::from_be_bytes(eight.try_into().unwrap_or_default());
            self.buffer |= eight >> self.filled;
            self.next += (63 - self.filled as usize) / 8;
            self.filled |= 56;
        } else {
            while self.filled <= 56 && !self.all_read() {
                self.buffer |= u64::from(self.coded[self.next]) << (56 - self.filled);
                self.filled += 8;
                self.next += 1;
            }
        }
    }

    /// Skips `bits` bits: fewer than 64, and at most `filled`.
    #[inline(always)]
    pub(super) fn skip(&mut self, bits: u32) {
        self.buffer <<= bits;
        self.filled -= bits;
    }

    /// Whether nothing is left but padding: at most seven bits, all ones.
    #[inline(always)]
    pub(super) fn is_padding(&self) -> bool {
        self.filled < 8 && self.buffer.leading_ones() >= self.filled
    }
}
