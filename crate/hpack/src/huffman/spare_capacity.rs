//! Spare capacity of a buffer for a string's symbols, written without a test
//! for each: how much is needed follows from the length of the string.

use alloc::vec::Vec;

use super::tail;

/// Spare capacity behind the end of a buffer, for an engine to write a
/// string's symbols to. It borrows the buffer, which therefore stays as it is
/// until the symbols written are kept or given up.
pub struct SpareCapacity<'a> {
    out: &'a mut Vec<u8>,
    start: *mut u8,
    /// The length with what was written. All bytes before it are initialised.
    len: usize,
    /// The length that fits.
    capacity: usize,
}

impl<'a> SpareCapacity<'a> {
    /// Room behind `out` for the symbols of `coded` bytes and `slack` more.
    #[inline(always)]
    pub fn new(out: &'a mut Vec<u8>, coded: usize, slack: usize) -> Self {
        Self::with(out, tail::most(coded) + slack)
    }

    /// Room behind `out` for `most` bytes.
    #[inline(always)]
    pub(super) fn with(out: &'a mut Vec<u8>, most: usize) -> Self {
        let len = out.len();
        if out.capacity() - len < most {
            grow(out, most);
        }
        Self {
            start: out.as_mut_ptr(),
            out,
            len,
            capacity: len + most,
        }
    }

    /// Where the next byte goes.
    #[inline(always)]
    pub(super) fn to(&self) -> *mut u8 {
        self.start.wrapping_add(self.len)
    }

    /// Writes `symbols`, of which the first `count` count.
    ///
    /// # Safety
    /// `count` is at most `N`. The codes of all symbols that count stand in the
    /// string that the room is for, one behind the other; the slack of the room
    /// is `N` or more, or all symbols count.
    #[inline(always)]
    pub unsafe fn put<const N: usize>(&mut self, symbols: [u8; N], count: usize) {
        debug_assert!(count <= N && self.len + N <= self.capacity);
        // SAFETY: a code has five bits at least, so what counts is within
        // `tail::most`, and what does not is within the slack.
        unsafe { self.to().cast::<[u8; N]>().write_unaligned(symbols) };
        self.len += count;
    }

    /// Takes the last symbol back; `None` where there is none.
    #[inline(always)]
    pub fn take_back(&mut self) -> Option<u8> {
        if self.len == self.out.len() {
            return None;
        }
        self.len -= 1;
        // SAFETY: all bytes before the last `len` are initialised.
        Some(unsafe { self.to().read() })
    }

    /// The next byte goes to `to`.
    ///
    /// # Safety
    /// `to` is within the room, and all bytes before it have been written.
    #[inline(always)]
    pub(super) unsafe fn reach(&mut self, to: *mut u8) {
        // SAFETY: both are of the buffer's allocation.
        self.len = unsafe { to.offset_from(self.start) } as usize;
        debug_assert!(self.len <= self.capacity);
    }

    /// Makes what was written part of the buffer, and returns the buffer.
    #[inline(always)]
    pub fn keep(self) -> &'a mut Vec<u8> {
        // SAFETY: all bytes before `len` are initialised, and the buffer has
        // not changed since, as it is borrowed.
        unsafe { self.out.set_len(self.len) };
        self.out
    }
}

/// Seldom needed, as a buffer is used again.
#[cold]
#[inline(never)]
pub(super) fn grow(out: &mut Vec<u8>, most: usize) {
    out.reserve(most);
}
