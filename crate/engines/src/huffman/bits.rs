//! A 64-bit buffer over the bits of a string.
pub(super) struct Bits<'a> {
    coded: &'a [u8],
    next: usize,
    /// Unused bits, the next one most significant. Below the valid ones are zeros,
    /// or bits of bytes that are loaded again.
    pub(super) buffer: u64,
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

    #[inline(always)]
    pub(super) fn is_exhausted(&self) -> bool {
        self.next == self.coded.len()
    }

    /// Next bit of the string.
    #[inline(always)]
    pub(super) fn bit(&self) -> usize {
        self.next * 8 - self.filled as usize
    }

    /// Fills the buffer with at least 56 bits, or all that are left.
    #[inline(always)]
    pub(super) fn fill(&mut self) {
        if let Some(eight) = self.coded.get(self.next..self.next + 8) {
            // Bytes that fit only in part are loaded again next time.
            let eight = u64::from_be_bytes(eight.try_into().unwrap_or_default());
            self.buffer |= eight >> self.filled;
            self.next += (63 - self.filled as usize) / 8;
            self.filled |= 56;
        } else {
            while self.filled <= 56 && !self.is_exhausted() {
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

    /// Whether only padding is left: at most seven bits, all ones.
    #[inline(always)]
    pub(super) fn is_padding(&self) -> bool {
        self.filled < 8 && self.buffer.leading_ones() >= self.filled
    }
}
