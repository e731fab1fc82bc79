//! Room for a string's symbols behind the end of a buffer, written without a
//! test for each: how much is needed follows from the length of the string.

use super::tail;

/// Symbols that were written behind the end of a buffer, not yet part of it.
pub(super) struct Room {
    start: *mut u8,
    to: *mut u8,
    /// Behind what was reserved; only tests look at it.
    end: *mut u8,
}

impl Room {
    /// Room behind `out` for the symbols of `coded` octets and `slack` more.
    #[inline(always)]
    pub(super) fn new(out: &mut Vec<u8>, coded: usize, slack: usize) -> Self {
        let most = tail::most(coded) + slack;
        out.reserve(most);
        let start = out.spare_capacity_mut().as_mut_ptr().cast::<u8>();
        Self {
            start,
            to: start,
            end: start.wrapping_add(most),
        }
    }

    /// Writes `symbols`, of which the first `count` count.
    ///
    /// # Safety
    /// The codes of all symbols that count stand in the string that the room
    /// is for, one behind the other; `N` is at most `count` and the slack
    /// together; and the buffer was not touched since.
    #[inline(always)]
    pub(super) unsafe fn put<const N: usize>(&mut self, symbols: [u8; N], count: usize) {
        debug_assert!(self.to.wrapping_add(N.max(count)) <= self.end);
        // SAFETY: a code has five bits at least, so what counts is within
        // `tail::most`, and what does not is within the slack.
        unsafe {
            self.to.cast::<[u8; N]>().write_unaligned(symbols);
            self.to = self.to.add(count);
        }
    }

    /// Takes the last symbol back.
    ///
    /// # Safety
    /// There is one, and the buffer was not touched since.
    #[inline(always)]
    pub(super) unsafe fn take_back(&mut self) -> u8 {
        debug_assert!(self.to > self.start);
        // SAFETY: what stands before `to` was written.
        unsafe {
            self.to = self.to.sub(1);
            self.to.read()
        }
    }

    /// Makes what was written part of the buffer.
    ///
    /// # Safety
    /// `out` is the buffer that the room is in, untouched since.
    #[inline(always)]
    pub(super) unsafe fn keep(self, out: &mut Vec<u8>) {
        // SAFETY: both are of the same allocation, and what is between them
        // was written.
        unsafe {
            let written = self.to.offset_from(self.start) as usize;
            out.set_len(out.len() + written);
        }
    }
}
